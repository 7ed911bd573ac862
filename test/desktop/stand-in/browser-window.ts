import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type * as Electron from 'electron';
import type { BrowserContext, Page } from 'playwright-core';
import { invoke } from './ipc.ts';
import { ask, browser, type Calls, events, record } from './machine.ts';

/** Those that are open. */
export const windows = new Set<BrowserWindow>();

class WebContents extends EventEmitter {
  readonly #page: () => Page | null;
  openHandler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] | null = null;

  constructor(page: () => Page | null) {
    super();
    this.#page = page;
  }

  getURL(): string {
    return this.#page()?.url() ?? '';
  }

  send(channel: string): void {
    void this.#page()?.evaluate(`window.standInTell(${JSON.stringify(channel)})`);
  }

  reload(): void {
    void this.#page()?.reload();
  }

  setWindowOpenHandler(handler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0]): void {
    this.openHandler = handler;
  }
}

export class BrowserWindow extends EventEmitter {
  readonly webContents: WebContents;
  readonly #preload: string;
  readonly #bounds: Electron.Rectangle;
  #page: Page | null = null;
  #context: BrowserContext | null = null;
  #visible = true;

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super();
    const { preload = '', ...preferences } = options.webPreferences ?? {};
    record('BrowserWindow', preferences);
    this.#bounds = { x: options.x ?? 40, y: options.y ?? 30, width: options.width ?? 0, height: options.height ?? 0 };
    record('bounds', this.#bounds);
    this.#preload = readFileSync(preload, 'utf8');
    this.webContents = new WebContents(() => this.#page);
    windows.add(this);
  }

  async loadURL(url: string): Promise<void> {
    this.#context = await (await browser).newContext({ locale: 'ro-RO', viewport: { width: 1400, height: 900 } });
    const page = await this.#context.newPage();
    this.#page = page;
    await page.exposeBinding('standInInvoke', async ({ frame }, channel: string, value: unknown) =>
      invoke(frame, channel, value),
    );
    await page.addInitScript(`{
      const listeners = new Map();
      window.standInTell = (name) => { for (const listener of listeners.get(name) ?? []) listener({}); };
      const electron = {
        contextBridge: { exposeInMainWorld: (name, api) => { window[name] = api; } },
        ipcRenderer: {
          invoke: async (channel, value) => {
            const answer = await window.standInInvoke(channel, value);
            if (!answer?.base64) return answer;
            return { name: answer.name, bytes: Uint8Array.from(atob(answer.base64), (c) => c.charCodeAt(0)) };
          },
          on: (name, listener) => listeners.set(name, [...(listeners.get(name) ?? []), listener]),
          off: (name, listener) => listeners.set(name, listeners.get(name).filter((one) => one !== listener)),
        },
      };
      const require = () => electron;
      const exports = {};
      if (window === window.top) {
        ${this.#preload}
      }
    }`);
    let ours = true;
    await page.route('**', async (route) => {
      const request = route.request();
      const navigates = !ours && request.isNavigationRequest() && request.frame() === page.mainFrame();
      const allowed = !navigates || ask(this.webContents, 'will-navigate', { url: request.url() });
      // No content: the page stays where it is, as after a prevented navigation.
      await (allowed ? route.continue() : route.fulfill({ status: 204 }));
    });
    page.on('popup', (popup) => {
      const { action } = this.webContents.openHandler?.({ url: popup.url() } as never) ?? { action: 'allow' };
      record('popup', action);
      if (action === 'deny') void popup.close();
    });
    page.on('crash', () => this.webContents.emit('render-process-gone'));
    page.once('close', () => this.#closed());
    await page.goto(url);
    ours = false;
  }

  isMinimized(): boolean {
    return false;
  }

  isMaximized(): boolean {
    return false;
  }

  isVisible(): boolean {
    return this.#visible;
  }

  isFocused(): boolean {
    return this.#visible;
  }

  getNormalBounds(): Electron.Rectangle {
    return this.#bounds;
  }

  maximize(): void {}

  restore(): void {}

  show(): void {
    this.#visible = true;
    record('show');
  }

  hide(): void {
    this.#visible = false;
    record('hide');
  }

  focus(): void {
    record('focus');
  }

  /** What the cross in the window's corner does. */
  askToClose(): void {
    if (ask(this, 'close')) this.destroy();
  }

  destroy(): void {
    void this.#context?.close();
  }

  #closed(): void {
    windows.delete(this);
    this.emit('closed');
    if (windows.size === 0) events.emit('window-all-closed');
  }
}

// The classes' instances are held against Electron's too.
BrowserWindow.prototype satisfies Calls<
  Electron.BrowserWindow,
  | 'loadURL'
  | 'isMinimized'
  | 'isMaximized'
  | 'isVisible'
  | 'isFocused'
  | 'getNormalBounds'
  | 'maximize'
  | 'restore'
  | 'show'
  | 'hide'
  | 'focus'
  | 'destroy'
>;
WebContents.prototype satisfies Calls<Electron.WebContents, 'getURL' | 'send' | 'reload' | 'setWindowOpenHandler'>;
