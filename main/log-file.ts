import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { app, crashReporter } from 'electron';

/** The file before is kept beside it, so that this is half of what logs take at most. */
const mostBytes = 5 * 1024 * 1024;

/** Where the system wants logs: the server's, and a line for each crash. */
export function logFolder(): string {
  return app.getPath('logs');
}

/** Keeps the dumps of crashed processes on this machine; they are sent nowhere. */
export function keepCrashes(): void {
  crashReporter.start({ uploadToServer: false });
  process.on('uncaughtExceptionMonitor', (error) => log(error.stack ?? error.message));
  app.on('render-process-gone', (_event, _page, { reason, exitCode }) => log(`The page ended: ${reason}, ${exitCode}`));
  app.on('child-process-gone', (_event, { type, name, reason, exitCode }) =>
    log(`${name ?? type} ended: ${reason}, ${exitCode}`),
  );
}

/** Writes a line of the desktop's own. */
export function log(message: string): void {
  keep(`${JSON.stringify({ time: new Date().toISOString(), desktop: message })}\n`);
}

/** Keeps what the server writes to stderr. */
export function keep(text: string): void {
  const path = join(logFolder(), 'facturier.log');
  mkdirSync(logFolder(), { recursive: true });
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > mostBytes) renameSync(path, `${path}.1`);
  appendFileSync(path, text, { mode: 0o600 });
}
