import { systemClock } from './clock.ts';
import type { Logger } from './log.ts';
import { startLoop } from './loop.ts';
import type { MessageFromServer, MessageToServer } from './parent-messages.ts';
import { personHere } from './person.ts';
import type { RunningServer } from './server.ts';
import { sharedClock } from './store/data-folder.ts';
import { backlog } from './store/documents.ts';
import { droppedSince } from './store/inbox.ts';
import { createSignIn } from './store/sessions.ts';
import { list } from './store/tenants.ts';

/** A tray that is a second behind is not noticed. */
const lookEveryMs = 1_000;

/** The desktop's end of the line, where there is one (Electron's utility process). */
interface ParentPort {
  postMessage(message: MessageFromServer): void;
  on(event: 'message', listener: (event: { data: MessageToServer }) => void): void;
}

/** Null under plain Node, where nobody listens. */
export function parentPort(): ParentPort | null {
  return (process as { parentPort?: ParentPort }).parentPort ?? null;
}

/**
 * Does what the desktop asks for, and tells it what goes on, until the returned function is called.
 * @throws never; what goes wrong is logged
 */
export function serveParent(port: ParentPort, server: RunningServer, log: Logger): () => Promise<void> {
  const { db } = server.store;
  const clock = sharedClock(systemClock, server.store);
  let since = clock.now();
  let told = 0;

  port.on('message', ({ data }) => {
    if (data.type === 'pause') server.pauseReading(data.paused);
    if (data.type === 'wake') server.wake();
    if (data.type !== 'sign-in') return;
    // The desktop's own window signs in with a token that only this process can make.
    firstTenant()
      .then((tenantId) => createSignIn(db, { tenantId, person: personHere() }, clock.now()))
      .then(
        (token) => port.postMessage({ type: 'sign-in', token }),
        (error: unknown) => log.error({ err: error }, 'The window could not be signed in'),
      );
  });

  const firstTenant = async (): Promise<string> => {
    const [tenant] = await list(db);
    if (!tenant) throw new Error('There is no tenant.');
    return tenant.id;
  };

  const loop = startLoop('parent', lookEveryMs, log, async () => {
    const now = clock.now();
    // The clock was set back: nothing would be dropped since then for as long.
    since = Math.min(since, now);
    const { queued, processing } = await backlog(db);
    if (queued + processing !== told) {
      told = queued + processing;
      port.postMessage({ type: 'activity', waiting: told });
    }
    const { waiting, documents, toCheck } = await droppedSince(db, await firstTenant(), { since, until: now });
    if (waiting === 0 && documents > 0) {
      since = now;
      port.postMessage({ type: 'batch-ready', documents, toCheck });
    }
    return false;
  });
  return () => loop.stop();
}
