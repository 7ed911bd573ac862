import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  SqliteDialect,
  SqliteDriver,
  sql,
} from 'kysely';
import { Migrator } from 'kysely/migration';
import { copyBeforeMigration } from './migration-copy.ts';
import { up as first } from './migrations/0001-first.ts';
import { up as window } from './migrations/0002-window.ts';
import { up as review } from './migrations/0003-review.ts';
import { up as inbox } from './migrations/0004-inbox.ts';
import { up as likeness } from './migrations/0005-likeness.ts';
import { up as shared } from './migrations/0006-shared.ts';
import { up as queue } from './migrations/0007-queue.ts';
import type { Tables } from './schema.ts';

export type Db = Kysely<Tables>;

/** How long a write waits for another process (a command beside the server) before it fails. */
const busyTimeoutMs = 5_000;

/** In order, for ever. Add at the end; never edit one that was released. */
const migrations = {
  '0001-first': { up: first },
  '0002-window': { up: window },
  '0003-review': { up: review },
  '0004-inbox': { up: inbox },
  '0005-likeness': { up: likeness },
  '0006-shared': { up: shared },
  '0007-queue': { up: queue },
};

/**
 * Opens the database of a data folder, which must exist, and brings it to the newest schema, after a copy of an older one.
 * `synchronous=FULL` because what was answered with 202 must survive a power cut; `secure_delete` because what was
 * erased must not be found in the file again.
 */
export async function openDatabase(folder: string): Promise<Db> {
  const path = join(folder, 'facturier.db');
  // SQLite gives the files beside it the rights of the database, and would let everybody read them.
  closeSync(openSync(path, 'a', 0o600));
  const sqlite = new SQLite(path);
  for (const pragma of [
    `busy_timeout = ${busyTimeoutMs}`,
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'secure_delete = ON',
  ]) {
    sqlite.pragma(pragma);
  }
  const db = new Kysely<Tables>({ dialect: new AppliancesDialect({ database: withPreparedStatements(sqlite) }) });
  try {
    await migrate(db, (migration) => copyBeforeMigration(sqlite, folder, migration));
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/**
 * Brings a database to the newest schema.
 * @param before called before an older schema is changed, with the name of the first migration to come
 */
export async function migrate(db: Db, before?: (migration: string) => void): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const all = await migrator.getMigrations();
  const next = all.find(({ executedAt }) => executedAt === undefined);
  if (next && next !== all[0]) before?.(next.name);
  const { error } = await migrator.migrateToLatest();
  if (error) throw new Error('The database could not be brought to the schema of this version.', { cause: error });
}

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

/**
 * Transactions take the write lock at their start: one that reads first and writes later could not wait for it. One that
 * SQLite ended by itself, as it may on a full disk, is not rolled back again, which would hide why.
 */
class AppliancesDialect extends SqliteDialect {
  readonly #config: { database: SQLite.Database };

  constructor(config: { database: SQLite.Database }) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    const { database } = this.#config;
    return new (class extends SqliteDriver {
      override async beginTransaction(connection: DatabaseConnection): Promise<void> {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
      }

      override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
        if (database.inTransaction) await super.rollbackTransaction(connection);
      }
    })(this.#config);
  }
}

/** Kysely prepares each statement anew; this keeps the prepared ones. */
function withPreparedStatements(sqlite: SQLite.Database): SQLite.Database {
  const kept = new Map<string, SQLite.Statement>();
  const prepare = sqlite.prepare.bind(sqlite);
  sqlite.prepare = ((source: string) => {
    const known = kept.get(source);
    if (known) return known;
    const statement = prepare(source);
    // Lists of parameters differ in length, so the number of texts has a bound.
    if (kept.size < 500) kept.set(source, statement);
    return statement;
  }) as typeof sqlite.prepare;
  return sqlite;
}
