import { setTimeout as delay } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import { type Db, isShared } from './db.ts';

/** Runs that follow each other closer than this are wanted by many, and wait for company. */
const busyWithinMs = 50;
/** Long enough for some others to come along; no one notices it. */
const companyMs = 4;

/**
 * Lets those who need the same work at about the same time share one run of it: who asks while it runs shares the next.
 * Whatever a caller did before it asked is done before the run that it waits for begins.
 */
export function shared(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let endedAt = Number.NEGATIVE_INFINITY;
  let next: Promise<void> | null = null;
  const run = async (before: Promise<void>): Promise<void> => {
    // How the run before ended is for those who waited for that one.
    await before.catch(() => undefined);
    if (performance.now() - endedAt < busyWithinMs) await delay(companyMs);
    // Whoever is ready in this turn of the event loop comes along.
    else await new Promise(setImmediate);
    running = next ?? running;
    next = null;
    await work().finally(() => {
      endedAt = performance.now();
    });
  };
  return () => {
    next ??= run(running);
    return next;
  };
}

type Work = { run: (trx: Db) => Promise<void>; fail: (error: unknown) => void };
const groups = new WeakMap<Db, { waiting: Work[]; commit: () => Promise<void> }>();

/**
 * Does some work in a transaction that it shares with the works asked for at about the same time: to write a commit to
 * the disk takes longer than all of them. One that throws leaves nothing behind and spoils no other. On PostgreSQL each
 * has a transaction of its own, and those that must not run at the same moment take turns (`takeTurns`).
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
      outcome = { result: await work(trx) };
    },
    fail(error) {
      outcome = { error };
    },
  });
  await group.commit();
  return settled(outcome);
}

function settled<Result>(outcome: { result: Result } | { error: unknown } | null): Result {
  if (outcome === null) throw new Error('A shared commit left a work out.');
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

const savepoint = CompiledQuery.raw('savepoint work');
const release = CompiledQuery.raw('release work');

async function commit(db: Db, works: Work[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const work of works) {
      await trx.executeQuery(savepoint);
      try {
        await work.run(trx);
      } catch (error) {
        // Where it fails, SQLite has ended the whole transaction itself, as on a full disk.
        await sql`rollback to work`.execute(trx).catch(() => {
          throw error;
        });
        work.fail(error);
      }
      await trx.executeQuery(release);
    }
  });
}
