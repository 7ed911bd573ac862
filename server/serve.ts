import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { createLog } from './log.ts';
import type { MessageFromServer, MessageToServer } from './parent-messages.ts';
import { personHere } from './person.ts';
import { startServer } from './server.ts';
import type { Db } from './store/db.ts';
import { KeychainError } from './store/keychain.ts';
import { keyPlace } from './store/master-key.ts';
import { createSignIn } from './store/sessions.ts';
import { list } from './store/tenants.ts';

/** Longer than a stop in good order takes; decisions.md gives it five seconds. */
const stopWithinMs = 4_800;

/** The desktop's end of the line, where there is one (Electron's utility process). */
interface ParentPort {
  postMessage(message: MessageFromServer): void;
  on(event: 'message', listener: (event: { data: MessageToServer }) => void): void;
}

/**
 * Runs the server until a signal or its parent ends it.
 * @returns the exit code
 */
export async function serve(config: Config): Promise<number> {
  const log = createLog(config.logLevel);
  const ending = endOfProcess();
  const server = await startServer({ config, clock: systemClock, log }).catch((error: Error) => {
    const keychain = keyPlace(config.data) === null ? 'new' : 'existing';
    parentPort()?.postMessage({
      type: 'failed',
      reason: error.message,
      ...(error instanceof KeychainError && { keychain }),
    });
    throw error;
  });

  answerSignIns(server.store.db);
  process.stdout.write(`Facturier listening on ${server.url}\n`);
  parentPort()?.postMessage({ type: 'listening', address: server.url, dataFolder: config.data });

  const reason = await ending;
  log.info({ reason }, 'Stopping');
  const late = setTimeout(() => {
    log.fatal('The stop took too long and was cut short; what was being read is taken up at the next start');
    process.exit(1);
  }, stopWithinMs);
  await server.stop();
  clearTimeout(late);
  log.info('Stopped');
  return 0;
}

/** The desktop's own window signs in with a token that only this process can make. */
function answerSignIns(db: Db): void {
  const port = parentPort();
  port?.on('message', async ({ data }) => {
    if (data.type !== 'sign-in') return;
    const [tenant] = await list(db);
    if (!tenant) throw new Error('There is no tenant.');
    const session = { tenantId: tenant.id, person: personHere() };
    port.postMessage({ type: 'sign-in', token: await createSignIn(db, session, systemClock.now()) });
  });
}

function endOfProcess(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve(signal));
    parentPort()?.on('message', ({ data }) => {
      if (data.type === 'stop') resolve('parent');
    });
  });
}

function parentPort(): ParentPort | null {
  return (process as { parentPort?: ParentPort }).parentPort ?? null;
}
