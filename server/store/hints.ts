import type pg from 'pg';

/**
 * What may have happened on some appliance: a document waits to be read, one of the sandbox waits, an event is due, or a
 * document has ended. Only a hint: who needs to know also looks for itself, a little later.
 */
export type Hint = 'live' | 'sandbox' | 'event' | 'ended';

export interface Hints {
  /** Says so to all who share the database, this process too. */
  tell(hint: Hint): void;
  /** @returns a function that ends the listening */
  listen(to: Hint, listener: () => void): () => void;
  stop(): Promise<void>;
}

const channel = 'facturier';
/** Hints of one moment go out together, for each one costs a commit. */
const gatherMs = 5;
const againAfterMs = 1_000;

/** The listeners of one process; what one appliance alone needs. */
export function localHints(): Hints & { hear(hint: Hint): void } {
  const listeners = new Map<Hint, Set<() => void>>();
  const hear = (hint: Hint): void => {
    for (const listener of listeners.get(hint) ?? []) listener();
  };
  return {
    hear,
    tell: hear,
    listen(to, listener) {
      const all = listeners.get(to) ?? new Set();
      listeners.set(to, all.add(listener));
      return () => void all.delete(listener);
    },
    stop: async () => undefined,
  };
}

/** Hints by PostgreSQL's LISTEN and NOTIFY. @param connect makes a connection of its own, which is made anew when lost */
export function sharedHints(connect: () => Promise<pg.Client>): Hints {
  const { hear, listen } = localHints();
  const waiting = new Set<Hint>();
  let client: pg.Client | null = null;
  let gathering: NodeJS.Timeout | undefined;
  let trying: NodeJS.Timeout | undefined;
  let stopped = false;

  const begin = async (): Promise<void> => {
    const made = await connect();
    made.on('notification', ({ payload = '' }) => {
      for (const hint of payload.split(' ') as Hint[]) hear(hint);
    });
    made.on('end', () => {
      client = null;
      if (!stopped) trying = setTimeout(again, againAfterMs);
    });
    await made.query(`listen ${channel}`);
    client = made;
    if (stopped) await made.end();
  };
  const again = (): void => {
    // Until the database is back, looking for oneself has to do.
    begin().catch(() => {
      if (!stopped) trying = setTimeout(again, againAfterMs);
    });
  };
  again();

  return {
    listen,
    tell(hint) {
      waiting.add(hint);
      gathering ??= setTimeout(() => {
        gathering = undefined;
        const payload = [...waiting].join(' ');
        waiting.clear();
        client?.query('select pg_notify($1, $2)', [channel, payload]).catch(() => undefined);
      }, gatherMs);
    },
    async stop() {
      stopped = true;
      clearTimeout(gathering);
      clearTimeout(trying);
      await client?.end();
    },
  };
}
