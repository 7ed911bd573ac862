import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { type Clock, systemClock } from '../clock.ts';
import { applianceName, moveName } from './appliances.ts';
import type { BucketAddress } from './bucket.ts';
import { DataFolderError } from './data-folder-error.ts';
import { followClock } from './database-clock.ts';
import { type Db, isShared } from './db.ts';
import { giveUpReserve, isDiskFull } from './disk-full.ts';
import { createFiles, type Files } from './files.ts';
import { type Hints, localHints } from './hints.ts';
import { takeLock } from './lock.ts';
import { checkBeginning, checkNotLost, hasDatabase, removeDatabase } from './lost-database.ts';
import { makeFolder } from './make-folder.ts';
import { type KeyPlace, keyPlace, masterKeyOf } from './master-key.ts';
import { isBeingMovedFrom, isBeingMovedInto } from './moving.ts';
import { openPlace, sharedFiles } from './shared-files.ts';
import { openDatabase } from './sqlite.ts';
import { createVault, type Vault } from './vault.ts';

const checkName = 'master_key_check';
const begun = '';

/** Everything that is kept, opened. */
export interface Store {
  folder: string;
  db: Db;
  vault: Vault;
  files: Files;
  /** How far the clock of a shared database is ahead of this machine's, in milliseconds; 0 for one's own. */
  aheadMs(): number;
  hints: Hints;
  /** How long who waits for something looks for it again, where no hint came. */
  lookEveryMs: number;
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
  /** An S3-compatible store for the files of a shared database; null for the database itself. */
  files?: BucketAddress | null;
  /** Opens it for a move, which is no appliance and may find another one that was not finished. */
  moving?: boolean;
  /** Begins anew where the database was lost, and keeps what is left of it in a folder beside. */
  startEmpty?: boolean;
}

/**
 * Opens a data folder, with its own database or a shared one. Several processes may have it open; one at a time may own
 * it.
 * @throws KeychainError when the key lies in the system's keychain, which cannot be used
 * @throws DataFolderError when there is no room on its disk, among others
 */
export async function openStore(settings: StoreSettings): Promise<Store> {
  makeDataFolder(settings.data);
  const open = () => (settings.database ? openShared(settings, settings.database) : openOwn(settings));
  try {
    return await open().catch((error: unknown) => {
      // What is due to be erased is erased by who has opened it.
      if (isDiskFull(error) && giveUpReserve(settings.data)) return open();
      throw error;
    });
  } catch (error) {
    throw isDiskFull(error) ? diskFull(settings.data, error) : error;
  }
}

async function openOwn(settings: StoreSettings): Promise<Store> {
  const { data: folder, masterKey, newKeyIn } = settings;
  if (settings.files) {
    throw new DataFolderError('Only the files of a shared database may lie in an S3 store; set --database too.');
  }
  const beginning = { isShared: false, setsAside: settings.startEmpty ?? false, now: systemClock.now() };
  // A move brings the database for the key that is there.
  if (!settings.moving) checkNotLost(folder, beginning);
  const isFirst = !hasDatabase(folder);
  // Before the key, so that a first start that is cut off leaves no key that seems to have lost its database.
  const db = await openDatabase(folder);
  try {
    await checkMoves(db, settings);
    const known = await masterKeyCheck(db);
    if (known === null) checkBeginning(folder, beginning);
    else if (masterKey === null && keyPlace(folder) === null) {
      throw new DataFolderError(
        `The database of ${folder} has a master key, which is not there: set FACTURIER_MASTER_KEY to it, or bring master.key back.`,
      );
    }
    const vault = createVault((await masterKeyOf(folder, masterKey, newKeyIn)).key);
    await checkMasterKey(db, vault);
    const files = await createFiles(folder, vault);
    const close = (): Promise<void> => db.destroy();
    return { folder, db, vault, files, aheadMs: () => 0, hints: localHints(), lookEveryMs: 25, close };
  } catch (error) {
    await db.destroy();
    if (isFirst && keyPlace(folder) === null) removeDatabase(folder);
    throw error;
  }
}

async function openShared(settings: StoreSettings, database: string): Promise<Store> {
  const { data: folder, masterKey: givenKey, newKeyIn, moving } = settings;
  // Only who has such a database needs what speaks with it.
  const { openPostgres } = await import('./postgres.ts');
  const { db, hints } = await openPostgres(database, moving ? moveName : applianceName);
  try {
    await checkMoves(db, settings);
    const beginning = { isShared: true, setsAside: settings.startEmpty ?? false, now: systemClock.now() };
    const known = await masterKeyCheck(db);
    if (known === null) {
      if (!moving) checkBeginning(folder, beginning);
      // Before the key, so that a first start that is cut off leaves no key that seems to have lost its database.
      await keepCheck(db, begun);
    } else if (known !== begun && givenKey === null && keyPlace(folder) === null) {
      // A new key would be none of this database's, and be in the way of the right one.
      throw new DataFolderError(
        'The database has a master key, which this data folder has not: set FACTURIER_MASTER_KEY to it, or copy master.key from an appliance that has it.',
      );
    }
    const vault = createVault((await masterKeyOf(folder, givenKey, newKeyIn)).key);
    await checkMasterKey(db, vault);
    const { aheadMs, stop } = await followClock(db);
    const place = await openPlace(db, settings.files ?? null, () => systemClock.now() + aheadMs());
    const files = sharedFiles(place, vault, folder, await createFiles(folder, vault));
    const close = async (): Promise<void> => {
      stop();
      place.close();
      await hints.stop();
      await db.destroy();
    };
    return { folder, db, vault, files, aheadMs, hints, lookEveryMs: 250, close };
  } catch (error) {
    await hints.stop();
    await db.destroy();
    throw error;
  }
}

/** Nothing starts where a move is not finished, or is taking from what nobody may change meanwhile. */
async function checkMoves(db: Db, { moving }: StoreSettings): Promise<void> {
  if (moving) return;
  if (await isBeingMovedInto(db)) {
    throw new DataFolderError('A move into this database was not finished; run facturier move again.');
  }
  if (await isBeingMovedFrom(db)) throw new DataFolderError('This database is being moved; start when that has ended.');
}

/** The clock that everything goes by: appliances that share a database go by the database's. */
export function sharedClock(clock: Clock, store: Store): Clock {
  return { ...clock, now: () => clock.now() + store.aheadMs() };
}

/**
 * Makes this process the owner of a data folder until the returned function is called or the process ends.
 * @throws DataFolderError when another process has it
 */
export function ownFolder(folder: string): () => void {
  makeDataFolder(folder);
  const path = join(folder, 'owner.lock');
  const take = (): (() => void) | null => {
    try {
      return takeLock(path);
    } catch (error) {
      if (!isDiskFull(error) || !giveUpReserve(folder)) throw error;
      return takeLock(path);
    }
  };
  try {
    const disown = take();
    if (disown) return disown;
  } catch (error) {
    throw isDiskFull(error) ? diskFull(folder, error) : error;
  }
  throw new DataFolderError(`The data folder ${folder} is in use by another Facturier; stop it first.`);
}

function diskFull(folder: string, cause: unknown): DataFolderError {
  return new DataFolderError(`The disk of the data folder ${folder} is full; make room on it first.`, { cause });
}

function makeDataFolder(folder: string): void {
  try {
    makeFolder(folder, 0o700);
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

/**
 * A text sealed by the master key that the database was made with, in base64; null before the first start, and `begun`
 * where that did not come so far.
 */
async function masterKeyCheck(db: Db): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', checkName).executeTakeFirst();
  return row?.value ?? null;
}

/** Keeps it where there is none yet. */
async function keepCheck(db: Db, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name: checkName, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }).where('settings.value', '=', begun))
    .execute();
}

/** Notices a wrong master key before anything is done with it. */
async function checkMasterKey(db: Db, vault: Vault): Promise<void> {
  await keepCheck(db, vault.sealSecret(checkName).toString('base64'));
  try {
    vault.openSecret(Buffer.from(String(await masterKeyCheck(db)), 'base64'));
  } catch (error) {
    const what = isShared(db) ? 'database' : 'data folder';
    throw new DataFolderError(`The master key is not the one that this ${what} was made with.`, { cause: error });
  }
}
