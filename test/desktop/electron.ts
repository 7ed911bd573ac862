import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as Electron from 'electron';
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from 'playwright-core';
import { browserFlags, ensureBrowser } from '../helpers/prerequisites.ts';

/**
 * Stands in for Electron where its binary cannot be had: exactly the surface that `main/` uses, over a real Chromium
 * and a real server process. The compiler holds each part against Electron's own types. What it cannot show: context
 * isolation, the sandbox, and whatever Electron does by itself.
 *
 * What happened is appended to the file that STAND_IN_RECORD names, one JSON array a line.
 */
type Listener = (...values: never[]) => void;
type Calls<T, Names extends keyof T> = Pick<T, Names>;

const recordFile = process.env.STAND_IN_RECORD ?? '';
const lockFile = join(process.env.FACTURIER_DATA ?? '', 'stand-in.lock');

function record(...what: unknown[]): void {
  writeFileSync(recordFile, `${JSON.stringify(what)}\n`, { flag: 'a' });
}

const browser: Promise<Browser> = chromium.launch({
  executablePath: ensureBrowser(),
  headless: true,
  args: [...browserFlags, `--remote-debugging-port=${process.env.STAND_IN_CDP_PORT}`],
  handleSIGTERM: false,
});

const events = new EventEmitter();
const windows = new Set<object>();

/** An event that a listener may prevent. @returns whether it went through */
function ask(emitter: EventEmitter, name: string, details: object = {}): boolean {
  let prevented = false;
  const preventDefault = (): void => {
    prevented = true;
  };
  emitter.emit(name, { ...details, preventDefault });
  return !prevented;
}

export const app = {
  requestSingleInstanceLock() {
    try {
      writeFileSync(lockFile, '', { flag: 'wx' });
    } catch {
      writeFileSync(`${lockFile}.second`, '');
      return false;
    }
    setInterval(() => {
      if (!existsSync(`${lockFile}.second`)) return;
      rmSync(`${lockFile}.second`);
      events.emit('second-instance');
    }, 50).unref();
    return true;
  },
  whenReady: async () => void (await browser),
  on(event: string, listener: Listener): never {
    return events.on(event, listener as () => void) as never;
  },
  quit() {
    if (ask(events, 'before-quit')) void leave(0);
  },
  exit(code = 0) {
    void leave(code);
  },
} satisfies Calls<Electron.App, 'requestSingleInstanceLock' | 'whenReady' | 'on' | 'quit' | 'exit'>;

async function leave(code: number): Promise<void> {
  await (await browser).close();
  if (windows.size > 0 || events.listenerCount('before-quit') > 0) rmSync(lockFile, { force: true });
  process.exit(code);
}

export const dialog = {
  showErrorBox: (title: string, content: string) => record('showErrorBox', title, content),
} satisfies Calls<Electron.Dialog, 'showErrorBox'>;

export const shell = {
  async openPath(path: string) {
    record('openPath', path);
    return '';
  },
} satisfies Calls<Electron.Shell, 'openPath'>;

const handlers = new Map<string, (event: Electron.IpcMainInvokeEvent, ...values: unknown[]) => unknown>();

export const ipcMain = {
  handle: (channel: string, listener: (event: Electron.IpcMainInvokeEvent, ...values: unknown[]) => unknown) =>
    void handlers.set(channel, listener),
  removeHandler: (channel: string) => void handlers.delete(channel),
} satisfies Calls<Electron.IpcMain, 'handle' | 'removeHandler'>;

const permissions = ['media', 'geolocation', 'notifications', 'clipboard-read', 'clipboard-sanitized-write'] as const;

const defaultSession = {
  setPermissionRequestHandler(handler) {
    for (const permission of permissions) {
      handler?.(null as never, permission, (granted) => record('request', permission, granted), null as never);
    }
  },
  setPermissionCheckHandler(handler) {
    for (const permission of permissions) {
      record('check', permission, handler?.(null, permission, '', null as never));
    }
  },
  setDevicePermissionHandler: (handler) => record('device', handler?.(null as never)),
} satisfies Calls<
  Electron.Session,
  'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
>;
export const session = { defaultSession };

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

  setWindowOpenHandler(handler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0]): void {
    this.openHandler = handler;
  }
}

export class BrowserWindow {
  readonly webContents: WebContents;
  readonly #preload: string;
  #page: Page | null = null;
  #context: BrowserContext | null = null;

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    const { preload = '', ...preferences } = options.webPreferences ?? {};
    record('BrowserWindow', preferences);
    this.#preload = readFileSync(preload, 'utf8');
    this.webContents = new WebContents(() => this.#page);
    windows.add(this);
  }

  async loadURL(url: string): Promise<void> {
    this.#context = await (await browser).newContext({ locale: 'ro-RO', viewport: { width: 1400, height: 900 } });
    const page = await this.#context.newPage();
    this.#page = page;
    await page.exposeBinding('standInInvoke', async ({ frame }, channel: string) => invoke(frame, channel));
    await page.addInitScript(`{
      const electron = {
        contextBridge: { exposeInMainWorld: (name, api) => { window[name] = api; } },
        ipcRenderer: { invoke: (channel) => window.standInInvoke(channel) },
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
    page.once('close', () => this.#closed());
    await page.goto(url);
    ours = false;
  }

  isMinimized(): boolean {
    return false;
  }

  restore(): void {}

  focus(): void {
    record('focus');
  }

  destroy(): void {
    void this.#context?.close();
  }

  #closed(): void {
    windows.delete(this);
    if (windows.size === 0) events.emit('window-all-closed');
  }
}

async function invoke(frame: Frame, channel: string): Promise<unknown> {
  const senderFrame = { url: frame.url(), parent: frame.parentFrame() };
  const handler = handlers.get(channel);
  if (!handler) throw new Error(`Nobody answers ${channel}.`);
  return handler({ senderFrame } as unknown as Electron.IpcMainInvokeEvent);
}

class UtilityProcess extends EventEmitter {
  readonly #child: ChildProcess;

  constructor(modulePath: string, args: readonly string[]) {
    super();
    const shim = new URL('./parent-port.ts', import.meta.url).href;
    this.#child = fork(modulePath, args, {
      execArgv: ['--import', shim],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    record('server', this.#child.pid);
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.on('exit', (code) => this.emit('exit', code ?? 1));
  }

  postMessage(message: object): void {
    this.#child.send(message);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  kill(): boolean {
    return this.#child.kill();
  }
}

export const utilityProcess = {
  fork: (modulePath: string, args: string[] = []) =>
    new UtilityProcess(modulePath, args) satisfies Calls<
      Electron.UtilityProcess,
      'postMessage' | 'kill' | 'pid'
    > as unknown as Electron.UtilityProcess,
} satisfies Calls<typeof Electron.utilityProcess, 'fork'>;

// The classes' instances are held against Electron's too.
BrowserWindow.prototype satisfies Calls<
  Electron.BrowserWindow,
  'loadURL' | 'isMinimized' | 'restore' | 'focus' | 'destroy'
>;
WebContents.prototype satisfies Calls<Electron.WebContents, 'getURL' | 'setWindowOpenHandler'>;
