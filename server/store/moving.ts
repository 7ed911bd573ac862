import { sql } from 'kysely';
import { type Db, isShared } from './db.ts';
import { takeTurns } from './transactions.ts';

const name = 'moving';

/** Whether a move into this database has begun and not ended. */
export async function isBeingMovedInto(db: Db): Promise<boolean> {
  return (await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()) !== undefined;
}

export async function beginMoveInto(db: Db): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value: 'not finished' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

export async function endMoveInto(db: Db): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', name).execute();
}

/**
 * Lets nobody change a database until this transaction, which a move reads it by, ends; on SQLite none can beside another.
 * @param tables what is read
 */
export async function holdStill(trx: Db, tables: string[]): Promise<void> {
  if (!isShared(trx)) return;
  await takeTurns(trx, name);
  await sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in share mode`.execute(trx);
}

/** Whether a move reads a shared database at this moment. */
export async function isBeingMovedFrom(db: Db): Promise<boolean> {
  if (!isShared(db)) return false;
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtextextended(${name}, 0)) as free`.execute(db);
  return rows[0]?.free !== true;
}
