import { type Db, isShared } from './db.ts';

/** So long a run waits at most for those who are about to ask; no one notices it. */
const companyMs = 4;

/**
 * Lets those who need the same work at about the same time share one run of it: who asks while it runs shares the next.
 * Whatever a caller did before it asked is done before the run that it waits for begins.
 */
export function shared(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  let asked = 0;
  const run = async (before: Promise<void>): Promise<void> => {
    // How the run before ended is for those who waited for that one.
    await before.catch(() => undefined);
    const until = performance.now() + companyMs;
    // As long as each turn of the event loop brings somebody along, the next one may too.
    for (let known = 0; known < asked && performance.now() < until; ) {
      known = asked;
      await new Promise(setImmediate);
    }
    asked = 0;
    running = next ?? running;
    next = null;
    await work();
  };
  return () => {
    asked++;
    next ??= run(running);
    return next;
  };
}

interface Work {
  run(trx: Db): Promise<void>;
  /** Whether it threw when it was run. */
  threw(): boolean;
}

const groups = new WeakMap<Db, { waiting: Work[]; commit: () => Promise<void> }>();

/**
 * Does some work in a transaction that it shares with the works asked for at about the same time: to write a commit to
 * the disk takes longer than all of them. One that throws leaves nothing behind and spoils no other; those beside it are
 * done once more, so a work must do nothing but read and write. On PostgreSQL each has a transaction of its own, and
 * those that must not run at the same moment take turns (`takeTurns`).
 * @returns what the work returned, once it is on the disk
 */
export async function inSharedCommit<Result>(db: Db, work: (trx: Db) => Promise<Result>): Promise<Result> {
  // PostgreSQL writes the commits of one moment together by itself.
  if (isShared(db)) return db.transaction().execute(work);
  let group = groups.get(db);
  if (!group) {
    const waiting: Work[] = [];
    group = { waiting, commit: shared(() => commit(db, waiting.splice(0))) };
    groups.set(db, group);
  }
  let outcome: { result: Result } | { error: unknown } | null = null;
  group.waiting.push({
    async run(trx) {
      try {
        outcome = { result: await work(trx) };
      } catch (error) {
        outcome = { error };
        throw error;
      }
    },
    threw: () => outcome !== null && 'error' in outcome,
  });
  await group.commit();
  return settled(outcome);
}

function settled<Result>(outcome: { result: Result } | { error: unknown } | null): Result {
  if (outcome === null) throw new Error('A shared commit left a work out.');
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

async function commit(db: Db, works: Work[]): Promise<void> {
  if (works.length === 0) return;
  try {
    await db.transaction().execute(async (trx) => {
      for (const work of works) await work.run(trx);
    });
  } catch (error) {
    const others = works.filter((work) => !work.threw());
    // No work did, but the transaction itself.
    if (others.length === works.length) throw error;
    await commit(db, others);
  }
}
