import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { CompiledQuery, type DatabaseConnection, Kysely, SqliteAdapter, SqliteDialect, SqliteDriver } from 'kysely';
import { busyTimeoutMs, type Db } from './db.ts';
import { migrate } from './migrate.ts';
import { copyBeforeMigration } from './migration-copy.ts';
import type { Tables } from './schema.ts';

const pragmas = [
  `busy_timeout = ${busyTimeoutMs}`,
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
  'secure_delete = ON',
];

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
  try {
    for (const pragma of pragmas) sqlite.pragma(pragma);
  } catch (error) {
    sqlite.close();
    throw error;
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
 * Transactions take the write lock at their start: one that reads first and writes later could not wait for it. One that
 * SQLite ended by itself, as it may on a full disk, is not rolled back again, which would hide why.
 */
class AppliancesDialect extends SqliteDialect {
  readonly #config: { database: SQLite.Database };

  constructor(config: { database: SQLite.Database }) {
    super(config);
    this.#config = config;
  }

  override createAdapter(): SqliteAdapter {
    return new (class extends SqliteAdapter {
      // SQLite can, which Kysely denies: without it, migrations that are cut short leave a schema that nothing starts on.
      override get supportsTransactionalDdl(): boolean {
        return true;
      }
    })();
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
