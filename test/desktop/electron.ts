/**
 * Stands in for Electron where its binary cannot be had: exactly the surface that `main/` uses, over a real Chromium
 * and a real server process. The compiler holds each part against Electron's own types. What it cannot show: context
 * isolation, the sandbox, and whatever Electron does by itself.
 */
import './stand-in/wishes.ts';

export { app } from './stand-in/app.ts';
export { BrowserWindow } from './stand-in/browser-window.ts';
export { ipcMain } from './stand-in/ipc.ts';
export { Menu, Notification, Tray } from './stand-in/menus.ts';
export { crashReporter, dialog, powerMonitor, screen, session, shell } from './stand-in/system.ts';
export { utilityProcess } from './stand-in/utility-process.ts';
