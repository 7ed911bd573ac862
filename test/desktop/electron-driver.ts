import { spawn } from 'node:child_process';
import { _electron } from 'playwright-core';
import { electronBinary } from '../../main/electron-binary.ts';
import { packageRoot } from '../../server/resources.ts';
import type { Desktop, DesktopSettings } from './driver.ts';

export const binary = electronBinary(packageRoot);

/** The same desktop on the true Electron. */
export async function startElectron(settings: DesktopSettings): Promise<Desktop> {
  if (!binary) throw new Error("Electron's binary is not installed.");
  const folders = { XDG_CONFIG_HOME: settings.home, APPDATA: settings.home };
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...folders,
    FACTURIER_DATA: settings.data,
    FACTURIER_PORT: String(settings.port),
    ...settings.env,
  };
  const defined = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  // A root user, as in containers, cannot have Chromium's sandbox.
  const flags = [
    `--user-data-dir=${settings.home}`,
    '--lang=ro',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  const args = [packageRoot, ...(settings.args ?? [])];
  const app = await _electron.launch({ executablePath: binary, args: [...flags, ...args], env: defined });
  await app.evaluate(({ dialog }, answers) => {
    Object.assign(dialog, {
      showMessageBox: async ({ buttons = [] }: { buttons?: string[] }) => ({
        response: buttons.indexOf(answers.shift() ?? ''),
        checkboxChecked: false,
      }),
    });
  }, settings.answers ?? []);
  const page = await app.firstWindow();
  page.setDefaultTimeout(10_000);
  return {
    page,
    async serverPid() {
      const metrics = await app.evaluate(({ app }) => app.getAppMetrics());
      return metrics.find(({ serviceName, name }) => [serviceName, name].includes('Facturier server'))?.pid ?? 0;
    },
    startAgain: (...more) =>
      new Promise((resolve) => {
        const second = spawn(binary ?? '', [...flags, packageRoot, ...more], { env, stdio: 'ignore' });
        second.once('exit', (code) => resolve(code));
      }),
    async quit() {
      const ended = new Promise<number | null>((resolve) => app.process().once('exit', (code) => resolve(code)));
      await app.evaluate(({ app }) => app.quit());
      return ended;
    },
  };
}
