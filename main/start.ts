import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { electronBinary } from './electron-binary.ts';

/**
 * What `npm start` runs: the window where there is a display and Electron's binary, else the same appliance without
 * one. It never fetches the binary: a start must not need the network.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const electron = electronBinary(root);
const display = process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);

if (electron && display) {
  run(electron, [root, ...process.argv.slice(2)]);
} else {
  const missing = electron
    ? 'There is no display'
    : "Electron's binary is not installed (npx install-electron fetches it)";
  process.stderr.write(`${missing}, so Facturier runs without a window.\n`);
  run(process.execPath, [join(root, 'dist', 'server', 'cli.js'), 'serve', ...process.argv.slice(2)]);
}

function run(command: string, args: string[]): void {
  const child = spawn(command, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  // npm passes no signal on: it ends, and its shell, and this is left to nobody.
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    child.kill('SIGTERM');
  }, 500);
  if (process.env.npm_command === undefined) clearInterval(look);
  look.unref();
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal ? 1 : 0);
  });
}
