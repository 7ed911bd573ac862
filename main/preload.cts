import type { DesktopCalls } from './ipc-map.ts' with { 'resolution-mode': 'import' };

// A sandboxed preload is one CommonJS file that may require nothing but electron.
const { contextBridge, ipcRenderer }: typeof import('electron') = require('electron');

const desktop: DesktopCalls = {
  signIn: () => ipcRenderer.invoke('signIn'),
  showDataFolder: () => ipcRenderer.invoke('showDataFolder'),
};

contextBridge.exposeInMainWorld('desktop', desktop);
