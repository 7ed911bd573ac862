import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Tables } from './schema.ts';

export type Db = Kysely<Tables>;

/** How long a write waits for another process (a command beside the server) before it fails. */
export const busyTimeoutMs = 5_000;

/** Whether this is PostgreSQL, on which other appliances may work at the same moment, and not one desk's SQLite. */
export function isShared(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** PostgreSQL's text cannot hold the character 0, which nothing that is kept holds either. */
export function asShared(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value;
}

/**
 * Empties the write-ahead log into the database, so that pages that were erased there do not live on in it. PostgreSQL
 * keeps its log by its own settings (docs/admin.md).
 * @returns false when a reader beside the server held it back; it is to be tried again then
 */
export async function scrub(db: Db): Promise<boolean> {
  if (isShared(db)) return true;
  return db.connection().execute(async (connection) => {
    // Waiting would block every request; the next pass of the retention loop tries again.
    await sql`pragma busy_timeout = 0`.execute(connection);
    try {
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(TRUNCATE)`.execute(connection);
      return rows[0]?.busy === 0;
    } finally {
      await sql`pragma busy_timeout = ${sql.lit(busyTimeoutMs)}`.execute(connection);
    }
  });
}
