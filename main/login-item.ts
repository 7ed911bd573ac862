import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';

/** Started at login, the program shows no window until it is asked for one. */
export const hiddenFlag = '--hidden';

/** Whether the program starts when this person logs in. */
export function startsAtLogin(): boolean {
  if (process.platform === 'linux') return existsSync(autostartFile());
  return app.getLoginItemSettings({ args: [hiddenFlag] }).openAtLogin;
}

export function setStartsAtLogin(yes: boolean): void {
  if (process.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: yes, args: [hiddenFlag] });
    return;
  }
  // Electron leaves Linux out; desktops there start what lies in this folder (freedesktop.org, Autostart).
  if (!yes) {
    rmSync(autostartFile(), { force: true });
    return;
  }
  mkdirSync(join(app.getPath('appData'), 'autostart'), { recursive: true });
  // An AppImage runs from a mount that is another one each time; the file itself is named by its own variable.
  const program = process.env.APPIMAGE ?? app.getPath('exe');
  const entry = ['[Desktop Entry]', 'Type=Application', 'Name=Facturier', `Exec="${program}" ${hiddenFlag}`, ''];
  writeFileSync(autostartFile(), entry.join('\n'));
}

function autostartFile(): string {
  return join(app.getPath('appData'), 'autostart', 'facturier.desktop');
}
