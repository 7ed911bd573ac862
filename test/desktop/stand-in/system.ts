import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { type Calls, record } from './machine.ts';

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

export const shell = {
  async openPath(path: string) {
    record('openPath', path);
    return '';
  },
  openExternal: async (url: string) => record('openExternal', url),
} satisfies Calls<Electron.Shell, 'openPath' | 'openExternal'>;

const permissions = [
  'media',
  'geolocation',
  'notifications',
  'clipboard-read',
  'clipboard-sanitized-write',
  'fileSystem',
] as const;

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
