import { accessSync, closeSync, constants, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { DataFolderError } from './data-folder-error.ts';
import { type DatabaseClock, followClock } from './database-clock.ts';
import { type Db, isShared, openDatabase } from './db.ts';
import { createFiles, type Files } from './files.ts';
import { type KeyPlace, masterKeyOf } from './master-key.ts';
import { createVault, type Vault } from './vault.ts';

/** Everything that is kept, opened. */
export interface Store {
  folder: string;
  db: Db;
  vault: Vault;
  files: Files;
  /** How far the clock of a shared database is ahead of this machine's, in milliseconds; 0 for one's own. */
  aheadMs(): number;
  close(): Promise<void>;
}

export interface StoreSettings {
  /** Absolute path of the data folder; made on first use. */
  data: string;
  /** 32 bytes in base64, or null for the folder's own, which is made on first use. */
  masterKey: string | null;
  /** Where it is made. */
  newKeyIn?: KeyPlace;
  /** A PostgreSQL database that several appliances may share; null for one in the folder. */
  database?: string | null;
}

/**
 * Opens a data folder, with its own database or a shared one. Several processes may have it open; one at a time may own
 * it.
 * @throws KeychainError when the key lies in the system's keychain, which cannot be used
 */
export async function openStore(settings: StoreSettings): Promise<Store> {
  const { data: folder, masterKey, newKeyIn, database = null } = settings;
  makeFolder(folder);
  const vault = createVault((await masterKeyOf(folder, masterKey, newKeyIn)).key);
  if (database === null) {
    const db = await openDatabase(folder);
    return openedStore(folder, db, vault, { aheadMs: () => 0, stop: () => undefined });
  }
  // Only who has such a database needs what speaks with it.
  const { openPostgres } = await import('./postgres.ts');
  const db = await openPostgres(database);
  return openedStore(folder, db, vault, await followClock(db));
}

async function openedStore(folder: string, db: Db, vault: Vault, clock: DatabaseClock): Promise<Store> {
  const close = (): Promise<void> => {
    clock.stop();
    return db.destroy();
  };
  try {
    await checkMasterKey(db, vault);
    return { folder, db, vault, files: await createFiles(folder, vault), aheadMs: clock.aheadMs, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Makes this process the owner of a data folder until the returned function is called or the process ends, however it
 * ends: the lock is the operating system's, held by an open transaction.
 * @throws DataFolderError when another process has it
 */
export function ownFolder(folder: string): () => void {
  makeFolder(folder);
  const path = join(folder, 'owner.lock');
  closeSync(openSync(path, 'a', 0o600));
  const lock = new SQLite(path, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new DataFolderError(`The data folder ${folder} is in use by another Facturier; stop it first.`);
    }
    throw error;
  }
  return () => lock.close();
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new DataFolderError(`The data folder ${folder} cannot be made: ${(error as Error).message}`, {
      cause: error,
    });
  }
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new DataFolderError(`The data folder ${folder} cannot be written to: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** The database remembers a text sealed by its master key, so that a wrong key is noticed before anything is done. */
async function checkMasterKey(db: Db, vault: Vault): Promise<void> {
  const name = 'master_key_check';
  await db
    .insertInto('settings')
    .values({ name, value: vault.sealSecret(name).toString('base64') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  try {
    vault.openSecret(Buffer.from(value, 'base64'));
  } catch (error) {
    const what = isShared(db) ? 'database' : 'data folder';
    throw new DataFolderError(`The master key is not the one that this ${what} was made with.`, { cause: error });
  }
}
