import { execFile, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { electronBinary, hasDisplay } from './electron-binary.ts';

/**
 * What `npm start` runs: the window where there is a display and Electron's binary, or the same window in the default
 * browser where only the binary is missing, or does not run; without a display the appliance alone. It never fetches the
 * binary: a start must not need the network.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const cli = join(root, 'dist', 'server', 'cli.js');
const words = process.argv.slice(2);
const electron = electronBinary(root);
/** An end in failure that comes sooner is one of starting: Chromium's sandbox is refused to root, and by some systems. */
const STARTED_AFTER = 10_000;

if (!hasDisplay()) {
  process.stderr.write('There is no display, so Facturier runs without a window.\n');
  run(process.execPath, [cli, 'serve', ...words]);
} else if (electron) {
  const at = performance.now();
  run(electron, [root, ...words], undefined, () => {
    if (performance.now() - at < STARTED_AFTER) serveInBrowser('Electron does not start here');
  });
} else serveInBrowser("Electron's binary is not installed (npx install-electron fetches it)");

/** @param why there is no window of its own */
function serveInBrowser(why: string): void {
  process.stderr.write(`${why}: the browser shows the window.\n`);
  process.exitCode = 0;
  run(process.execPath, [cli, 'serve', ...words], openInBrowser);
}

/** Prints a link that signs a window in, once, and opens it in the default browser where there is one. */
function openInBrowser(): void {
  execFile(process.execPath, [cli, 'open', ...dataOf(words)], (error, stdout, stderr) => {
    const link = stdout.trim();
    if (error || link === '') return void process.stderr.write(stderr);
    process.stdout.write(`${link}\n`);
    const [opener = '', ...first] = { win32: ['rundll32', 'url.dll,FileProtocolHandler'], darwin: ['open'] }[
      process.platform as string
    ] ?? ['xdg-open'];
    const opening = spawn(opener, [...first, link], { stdio: 'ignore', detached: true });
    opening.on('error', () => process.stderr.write('No browser could be started: open the link in one.\n'));
    opening.unref();
  });
}

/** Where the data lies, if a flag says it. */
function dataOf(flags: string[]): string[] {
  const at = flags.findIndex((flag) => flag === '--data' || flag.startsWith('--data='));
  if (at < 0) return [];
  return flags.slice(at, flags[at] === '--data' ? at + 2 : at + 1);
}

/**
 * @param onListening called once it says that it answers
 * @param onFailed called when it ends in failure, and not because this was asked to end
 */
function run(command: string, args: string[], onListening?: () => void, onFailed?: () => void): void {
  let isAsked = false;
  const end = (signal: NodeJS.Signals) => {
    isAsked = true;
    child.kill(signal);
  };
  const child = spawn(command, args, { stdio: ['inherit', 'pipe', 'inherit'] });
  createInterface({ input: child.stdout }).on('line', (line) => {
    process.stdout.write(`${line}\n`);
    if (line.startsWith('Facturier listening on ')) onListening?.();
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(signal));
  // npm passes no signal on: it ends, and its shell, and this is left to nobody.
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    end('SIGTERM');
  }, 500);
  if (process.env.npm_command === undefined) clearInterval(look);
  look.unref();
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
    if (child.pid === undefined) onFailed?.();
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal ? 1 : 0);
    if (process.exitCode !== 0 && !isAsked) onFailed?.();
  });
}
