import { sql } from 'kysely';
import { type Db, isShared } from './db.ts';

/**
 * What is wrong with the database's file, or null; and the newest moment that is written in it. PostgreSQL's files are
 * looked after by tools of its own.
 */
export async function soundness(db: Db): Promise<{ problem: string | null; newest: string | null }> {
  const said = isShared(db) ? 'ok' : await fileSays(db);
  const newest = await db
    .selectFrom('documents')
    .select((select) => select.fn.max('created_at').as('newest'))
    .executeTakeFirst();
  return { problem: said === 'ok' ? null : said, newest: newest?.newest ?? null };
}

async function fileSays(db: Db): Promise<string> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
  return rows[0]?.quick_check ?? 'no answer';
}
