import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import type * as Electron from 'electron';
import { type Calls, record } from './machine.ts';

type Template = Electron.MenuItemConstructorOptions[];
let applicationMenu: Template = [];
let trayMenu: Template = [];

/** What the tray's menu or the window's has under this label. */
export function clickable(label: string): Electron.MenuItemConstructorOptions | undefined {
  const all = (items: Template): Template =>
    items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? all(item.submenu) : [])]);
  return all([...trayMenu, ...applicationMenu]).find((item) => item.label === label);
}

export const Menu = {
  buildFromTemplate: (template: Template) => template as unknown as Electron.Menu,
  setApplicationMenu(menu: Electron.Menu | null) {
    applicationMenu = menu as unknown as Template;
  },
} satisfies Calls<typeof Electron.Menu, 'buildFromTemplate' | 'setApplicationMenu'>;

export class Tray extends EventEmitter {
  constructor(image: string) {
    super();
    record('Tray', existsSync(image));
  }

  setToolTip(text: string): void {
    record('tray', text);
  }

  setContextMenu(menu: Electron.Menu | null): void {
    trayMenu = menu as unknown as Template;
  }
}

export let shownNotification: Notification | null = null;

export class Notification extends EventEmitter {
  readonly #options: Electron.NotificationConstructorOptions;

  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super();
    this.#options = options;
  }

  static isSupported(): boolean {
    return true;
  }

  show(): void {
    shownNotification = this;
    record('notification', this.#options.title, this.#options.body);
  }
}

// The classes' instances are held against Electron's too.
Tray.prototype satisfies Calls<Electron.Tray, 'setToolTip' | 'setContextMenu'>;
Notification.prototype satisfies Calls<Electron.Notification, 'show'>;
Notification satisfies Calls<typeof Electron.Notification, 'isSupported'>;
