import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { createLog, type Logger } from './log.ts';
import { parentPort, serveParent } from './parent.ts';
import { startReading } from './read.ts';
import { startServer } from './server.ts';
import { KeychainError } from './store/keychain.ts';
import { keyPlace } from './store/master-key.ts';

/** Longer than a stop in good order takes; decisions.md gives it five seconds. */
const stopWithinMs = 4_800;
const lookForParentEveryMs = 500;

/**
 * Runs the server until a signal or its parent ends it.
 * @param settings.reading false leaves the queue to others on the same database
 * @param settings.startEmpty begins anew where the database was lost
 * @returns the exit code
 */
export async function serve(
  config: Config,
  settings: { reading?: boolean; startEmpty?: boolean } = {},
): Promise<number> {
  const { reading = true, startEmpty = false } = settings;
  const log = createLog(config.logLevel);
  const port = parentPort();
  const ending = endOfProcess(config);
  const settled = { config, clock: systemClock, log, startEmpty, ...(!reading && { readers: 0 }) };
  const server = await startServer(settled).catch((error: Error) => {
    const keychain =
      error instanceof KeychainError && ({ keychain: keyPlace(config.data) ? 'existing' : 'new' } as const);
    port?.postMessage({ type: 'failed', reason: error.message, ...keychain });
    throw error;
  });

  const desktopFacts = { fingerprint: server.fingerprint, updates: config.updates };
  const leaveParent = port ? serveParent(port, server, log) : null;
  if (server.fingerprint) process.stderr.write(`The certificate's SHA-256 fingerprint is ${server.fingerprint}\n`);
  process.stdout.write(`Facturier listening on ${server.url}\n`);
  port?.postMessage({ type: 'listening', address: server.url, dataFolder: config.data, ...desktopFacts });

  await stopInTime(await ending, log, async () => {
    await leaveParent?.();
    await server.stop();
  });
  return 0;
}

/**
 * Does nothing but read until a signal ends it.
 * @param startEmpty begins anew where the database was lost
 * @returns the exit code
 */
export async function read(config: Config, startEmpty: boolean): Promise<number> {
  const log = createLog(config.logLevel);
  const ending = endOfProcess(config);
  const { url, stop } = await startReading({ config, clock: systemClock, log, startEmpty });
  process.stdout.write(`Facturier reading, its health at ${url}/healthz\n`);
  await stopInTime(await ending, log, stop);
  return 0;
}

async function stopInTime(reason: string, log: Logger, stop: () => Promise<void>): Promise<void> {
  log.info({ reason }, 'Stopping');
  const late = setTimeout(() => {
    log.fatal('The stop took too long and was cut short; what was being read is taken up at the next start');
    process.exit(1);
  }, stopWithinMs);
  await stop();
  clearTimeout(late);
  log.info('Stopped');
}

function endOfProcess({ byNpm }: Config): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve(signal));
    parentPort()?.on('message', ({ data }) => {
      if (data.type === 'stop') resolve('parent');
    });
    if (!byNpm) return;
    // A SIGTERM ends npm and its shell, and leaves to nobody what these have started.
    const parent = process.ppid;
    const look = setInterval(() => {
      if (process.ppid !== parent) resolve('npm');
    }, lookForParentEveryMs);
    look.unref();
  });
}
