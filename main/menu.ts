import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { Words } from './words.ts';

/** What the menus of the window and of the tray can do. */
export interface Actions {
  show(): void;
  setPaused(paused: boolean): void;
  setStartsAtLogin(yes: boolean): void;
  showDataFolder(): void;
  showLogs(): void;
  showContract(): void;
  quit(): void;
}

/** The window's menu: hidden behind Alt on Windows and Linux, at the top of the screen on macOS. */
export function setMenu(words: Words, actions: Actions): void {
  const file: MenuItemConstructorOptions[] = [
    { label: words.dataFolder, click: actions.showDataFolder },
    { type: 'separator' },
    { label: words.quit, accelerator: 'CmdOrCtrl+Q', click: actions.quit },
  ];
  const mac: MenuItemConstructorOptions[] = process.platform === 'darwin' ? [{ role: 'appMenu' }] : [];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...mac,
      { label: words.file, submenu: file },
      // Roles come in the system's language, and on macOS copying works only through a menu that has them.
      { label: words.edit, role: 'editMenu' },
      {
        label: words.view,
        submenu: [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }, { role: 'togglefullscreen' }],
      },
      {
        label: words.help,
        submenu: [
          { label: words.contract, click: actions.showContract },
          { label: words.logFolder, click: actions.showLogs },
        ],
      },
    ]),
  );
}
