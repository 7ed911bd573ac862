import { sql } from 'kysely';
import type { Db } from './db.ts';

/** What is wrong with the database's file, or null; and the newest moment that is written in it. */
export async function soundness(db: Db): Promise<{ problem: string | null; newest: string | null }> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
  const said = rows[0]?.quick_check ?? 'no answer';
  const newest = await db
    .selectFrom('documents')
    .select((select) => select.fn.max('created_at').as('newest'))
    .executeTakeFirst();
  return { problem: said === 'ok' ? null : said, newest: newest?.newest ?? null };
}
