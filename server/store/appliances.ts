import { sql } from 'kysely';
import type { Db } from './db.ts';
import { migrations } from './migrations/all.ts';

const prefix = 'facturier ';

/** What an appliance's connections are called in PostgreSQL's own lists: with the newest migration that it knows. */
export const applianceName = prefix + Object.keys(migrations).at(-1);

/** What a move's are called, which is none. */
export const moveName = 'facturier-move';

/** The appliances at work on a shared database: for each of their connections the newest migration that it knows. */
export async function atWork(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select application_name as name from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and starts_with(application_name, ${prefix})
  `.execute(db);
  return rows.map(({ name }) => name.slice(prefix.length));
}
