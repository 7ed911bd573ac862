import type { Desktop, DesktopCalls, DesktopEvents } from './ipc-map.ts' with { 'resolution-mode': 'import' };

// A sandboxed preload is one CommonJS file that may require nothing but electron.
const { contextBridge, ipcRenderer }: typeof import('electron') = require('electron');

const ask = (channel: keyof DesktopCalls, value?: unknown) => ipcRenderer.invoke(channel, value);

const hear = (name: keyof DesktopEvents, listener: () => void) => {
  // The event itself stays here: it would hand the page Electron's own objects.
  const told = () => listener();
  ipcRenderer.on(name, told);
  return () => void ipcRenderer.off(name, told);
};

const desktop: Desktop = {
  signIn: () => ask('signIn'),
  showDataFolder: () => ask('showDataFolder'),
  takeFile: () => ask('takeFile'),
  setSending: (files) => ask('setSending', files),
  onFiles: (listener) => hear('files', listener),
};

contextBridge.exposeInMainWorld('desktop', desktop);
