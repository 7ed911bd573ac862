import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, isShared } from './db.ts';

/** So often is a transaction run that others came in the way of; more often than this is no coincidence. */
const mostTries = 20;
/** It could not be done as if alone; and it waited for one that waited for it (PostgreSQL, appendix A). */
const conflicts = ['40001', '40P01'];

/**
 * Does some work in a transaction whose outcome is as if no other ran at the same time. On SQLite none does. PostgreSQL
 * ends one that another came in the way of, and it is run again: the work must do nothing but read and write.
 */
export async function serially<Result>(db: Db, work: (trx: Db) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().setIsolationLevel('serializable').execute(work);
    } catch (error) {
      if (tries === mostTries || !conflicts.includes((error as { code?: string }).code ?? '')) throw error;
    }
    // Those that met do not meet again.
    await delay(Math.random() * 5 * tries);
  }
}

/**
 * Makes the others that name the same wait until this transaction ends, where others can be at work at all. What is read
 * from then on is as they left it, for a transaction that is not `serially`'s.
 */
export async function takeTurns(trx: Db, name: string): Promise<void> {
  if (isShared(trx)) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}
