import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as Electron from 'electron';
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from 'playwright-core';
import type { OpenedFile } from '../../main/ipc-map.ts';
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
const lockFile = join(process.env.STAND_IN_HOME ?? '', 'stand-in.lock');

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
const windows = new Set<BrowserWindow>();

/** An event that a listener may prevent. @returns whether it went through */
function ask(emitter: EventEmitter, name: string, details: object = {}): boolean {
  let prevented = false;
  const preventDefault = (): void => {
    prevented = true;
  };
  emitter.emit(name, { ...details, preventDefault });
  return !prevented;
}

const folders = (name: string): string => {
  const path = join(process.env.STAND_IN_HOME ?? '', name);
  mkdirSync(path, { recursive: true });
  return path;
};

/** The tests have the person at the machine do things by messages: a click in a menu, a file onto the icon, sleep. */
process.on('message', (wish: StandInWish) => {
  if (wish.do === 'click') clickable(wish.label)?.click?.(null as never, undefined, null as never);
  if (wish.do === 'quit') app.quit();
  if (wish.do === 'resume') powerMonitor.emit('resume');
  if (wish.do === 'close') for (const window of windows) window.askToClose();
  if (wish.do === 'notification') shownNotification?.emit('click');
  if (wish.do === 'open-file') events.emit('open-file', { preventDefault: () => undefined }, wish.path);
});

/** A test that ends early leaves nothing behind. */
process.on('disconnect', () => {
  for (const child of children) child.kill('SIGKILL');
  process.exit(1);
});
const children = new Set<ChildProcess>();

export type StandInWish =
  | { do: 'click'; label: string }
  | { do: 'quit' | 'resume' | 'close' | 'notification' }
  | { do: 'open-file'; path: string };

export const app = {
  isPackaged: false,
  requestSingleInstanceLock() {
    try {
      writeFileSync(lockFile, '', { flag: 'wx' });
    } catch {
      writeFileSync(`${lockFile}.second`, JSON.stringify([process.argv, process.cwd()]));
      return false;
    }
    setInterval(() => {
      if (!existsSync(`${lockFile}.second`)) return;
      const [argv, folder] = JSON.parse(readFileSync(`${lockFile}.second`, 'utf8') || '[[], ""]') as [string[], string];
      rmSync(`${lockFile}.second`);
      events.emit('second-instance', {}, argv, folder);
    }, 50).unref();
    return true;
  },
  whenReady: async () => void (await browser),
  on(event: string, listener: Listener): never {
    return events.on(event, listener as () => void) as never;
  },
  getPath: (name) => (name === 'exe' ? process.execPath : folders(name)),
  getLocale: () => 'ro',
  getPreferredSystemLanguages: () => ['ro-RO'],
  getLoginItemSettings: () => ({ openAtLogin: loginItem }) as Electron.LoginItemSettings,
  setLoginItemSettings({ openAtLogin = false }) {
    loginItem = openAtLogin;
  },
  quit() {
    if (ask(events, 'before-quit')) void leave(0);
  },
  exit(code = 0) {
    void leave(code);
  },
} satisfies Calls<
  Electron.App,
  | 'isPackaged'
  | 'requestSingleInstanceLock'
  | 'whenReady'
  | 'on'
  | 'getPath'
  | 'getLocale'
  | 'getPreferredSystemLanguages'
  | 'getLoginItemSettings'
  | 'setLoginItemSettings'
  | 'quit'
  | 'exit'
>;
let loginItem = false;

async function leave(code: number): Promise<void> {
  await (await browser).close();
  if (windows.size > 0 || events.listenerCount('before-quit') > 0) rmSync(lockFile, { force: true });
  process.exit(code);
}

/** What the person answers, in turn, as labels of buttons. */
const answers = JSON.parse(process.env.STAND_IN_ANSWERS ?? '[]') as string[];

export const dialog = {
  showErrorBox: (title: string, content: string) => record('showErrorBox', title, content),
  // Electron's own has an overload with a window; main never gives one.
  showMessageBox: async (options: Electron.MessageBoxOptions | Electron.BaseWindow) => {
    const { message, detail, buttons = [], cancelId = 0 } = options as Electron.MessageBoxOptions;
    record('showMessageBox', message, detail, buttons);
    const answer = buttons.indexOf(answers.shift() ?? '');
    return { response: answer === -1 ? cancelId : answer, checkboxChecked: false };
  },
} satisfies Calls<Electron.Dialog, 'showErrorBox' | 'showMessageBox'>;

export const crashReporter = {
  start: (options: Electron.CrashReporterStartOptions) => record('crashReporter', options),
} satisfies Calls<Electron.CrashReporter, 'start'>;

class PowerMonitor extends EventEmitter {}
export const powerMonitor = new PowerMonitor() satisfies Calls<Electron.PowerMonitor, 'emit'>;

export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } } as Electron.Display],
} satisfies Calls<Electron.Screen, 'getAllDisplays'>;

type Template = Electron.MenuItemConstructorOptions[];
let applicationMenu: Template = [];
let trayMenu: Template = [];

function clickable(label: string): Electron.MenuItemConstructorOptions | undefined {
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

let shownNotification: Notification | null = null;

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

export const shell = {
  async openPath(path: string) {
    record('openPath', path);
    return '';
  },
  openExternal: async (url: string) => record('openExternal', url),
} satisfies Calls<Electron.Shell, 'openPath' | 'openExternal'>;

const handlers = new Map<string, (event: Electron.IpcMainInvokeEvent, ...values: unknown[]) => unknown>();

export const ipcMain = {
  handle: (channel: string, listener: (event: Electron.IpcMainInvokeEvent, ...values: unknown[]) => unknown) =>
    void handlers.set(channel, listener),
} satisfies Calls<Electron.IpcMain, 'handle'>;

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
  setCertificateVerifyProc: (verify) =>
    verify?.({ certificate: { fingerprint: 'sha256/AAAA' } } as Electron.Request, (verdict) =>
      record('certificate', verdict),
    ),
  setDevicePermissionHandler: (handler) => record('device', handler?.(null as never)),
} satisfies Calls<
  Electron.Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setCertificateVerifyProc'
  | 'setDevicePermissionHandler'
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

async function invoke(frame: Frame, channel: string, value: unknown): Promise<unknown> {
  const senderFrame = { url: frame.url(), parent: frame.parentFrame() };
  const handler = handlers.get(channel);
  if (!handler) throw new Error(`Nobody answers ${channel}.`);
  const answer = await handler({ senderFrame } as unknown as Electron.IpcMainInvokeEvent, value);
  // Electron hands bytes over as they are; this line between the processes takes text only.
  const file = answer as OpenedFile | null;
  if (!(file?.bytes instanceof Uint8Array)) return answer;
  return { name: file.name, base64: Buffer.from(file.bytes).toString('base64') };
}

class UtilityProcess extends EventEmitter {
  readonly #child: ChildProcess;

  constructor(modulePath: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    super();
    const shim = new URL('./parent-port.ts', import.meta.url).href;
    this.#child = fork(modulePath, args, {
      execArgv: ['--import', shim],
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
      env,
    });
    children.add(this.#child);
    record('server', this.#child.pid);
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.on('exit', (code) => this.emit('exit', code ?? 1));
  }

  postMessage(message: object): void {
    record('to server', message);
    this.#child.send(message);
  }

  get stderr(): NodeJS.ReadableStream | null {
    return this.#child.stderr;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  kill(): boolean {
    return this.#child.kill();
  }
}

export const utilityProcess = {
  fork: (modulePath: string, args: string[] = [], options: Electron.ForkOptions = {}) =>
    new UtilityProcess(modulePath, args, { ...options.env }) satisfies Calls<
      Electron.UtilityProcess,
      'postMessage' | 'kill' | 'pid' | 'stderr'
    > as unknown as Electron.UtilityProcess,
} satisfies Calls<typeof Electron.utilityProcess, 'fork'>;

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
Tray.prototype satisfies Calls<Electron.Tray, 'setToolTip' | 'setContextMenu'>;
Notification.prototype satisfies Calls<Electron.Notification, 'show'>;
Notification satisfies Calls<typeof Electron.Notification, 'isSupported'>;
