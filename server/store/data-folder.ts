import { accessSync, closeSync, constants, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { DataFolderError } from './data-folder-error.ts';
import { type Db, openDatabase } from './db.ts';
import { createFiles, type Files } from './files.ts';
import { type KeyPlace, masterKeyOf } from './master-key.ts';
import { createVault, type Vault } from './vault.ts';

/** Everything that is kept, opened. */
export interface Store {
  folder: string;
  db: Db;
  vault: Vault;
  files: Files;
  close(): Promise<void>;
}

/**
 * Opens a data folder, making it on first use. Several processes may have it open; one at a time may own it.
 * @param folder absolute path
 * @param masterKey 32 bytes in base64, or null for the folder's own, which is made on first use
 * @param newKeyIn where it is made
 * @throws KeychainError when the key lies in the system's keychain, which cannot be used
 */
export async function openStore(folder: string, masterKey: string | null, newKeyIn?: KeyPlace): Promise<Store> {
  makeFolder(folder);
  const vault = createVault((await masterKeyOf(folder, masterKey, newKeyIn)).key);
  const db = await openDatabase(folder);
  try {
    await checkMasterKey(db, vault);
    return { folder, db, vault, files: await createFiles(folder, vault), close: () => db.destroy() };
  } catch (error) {
    await db.destroy();
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

/** The folder remembers a text sealed by its master key, so that a wrong key is noticed before anything is done. */
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
    throw new DataFolderError('The master key is not the one that this data folder was made with.', { cause: error });
  }
}
