import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Tables } from './schema.ts';

export type Db = Kysely<Tables>;

/** How long a write waits for another process (a command beside the server) before it fails. */
export const busyTimeoutMs = 5_000;

/** Whether this is PostgreSQL, on which other appliances may work at the same moment, and not one desk's SQLite. */
export function isShared(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/**
 * Says in a moment whether anything at all was written since it was asked last, by this process or another one.
 * @returns another text then; null where the database cannot tell
 */
export async function writtenSoFar(db: Db): Promise<string | null> {
  if (isShared(db)) return null;
  // The rows that this connection has changed, and how often others have changed anything.
  const { rows } = await sql<{ mark: string }>`
    select total_changes() || ' ' || data_version as mark from pragma_data_version`.execute(db);
  return rows[0]?.mark ?? null;
}

/** PostgreSQL's text cannot hold the character 0, which nothing that is kept holds either. */
export function asShared(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value;
}

/**
 * Empties the write-ahead log into the database, so that pages that were erased there do not live on in it. PostgreSQL
 * keeps its log by its own settings (docs/admin.md).
 * @returns false when a reader beside the server held it back; `isHeldBack` says so too until it was tried again
 */
export async function scrub(db: Db): Promise<boolean> {
  if (isShared(db)) return true;
  heldBack.add(db);
  const isEmpty = await emptyLog(db);
  if (isEmpty) heldBack.delete(db);
  return isEmpty;
}

const heldBack = new WeakSet<Db>();

/** Whether what was erased is still in the write-ahead log, because a reader beside the server held that. */
export function isHeldBack(db: Db): boolean {
  return heldBack.has(db);
}

function emptyLog(db: Db): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    // Waiting would block every request; it is tried again in a moment.
    await sql`pragma busy_timeout = 0`.execute(connection);
    try {
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(TRUNCATE)`.execute(connection);
      return rows[0]?.busy === 0;
    } finally {
      await sql`pragma busy_timeout = ${sql.lit(busyTimeoutMs)}`.execute(connection);
    }
  });
}
