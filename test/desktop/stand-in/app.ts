import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as Electron from 'electron';
import { windows } from './browser-window.ts';
import { ask, browser, type Calls, events, home } from './machine.ts';

type Listener = (...values: never[]) => void;

const lockFile = join(home, 'stand-in.lock');
let loginItem = false;

const folders = (name: string): string => {
  const path = join(home, name);
  mkdirSync(path, { recursive: true });
  return path;
};

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

async function leave(code: number): Promise<void> {
  await (await browser).close();
  if (windows.size > 0 || events.listenerCount('before-quit') > 0) rmSync(lockFile, { force: true });
  process.exit(code);
}
