import { copyFile, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { openStore, ownFolder } from './data-folder.ts';
import { DataFolderError } from './data-folder-error.ts';
import { fileOf } from './files.ts';
import { hasDatabase } from './lost-database.ts';
import { keyPlace, masterKeyOf } from './master-key.ts';
import { destroyFolder, syncFolder, writeWhole } from './unfinished.ts';

/**
 * A backup is one SQLite file: the database as it was at one moment, and the submitted files, still sealed, in a table
 * beside. The master key is in it when it lies in the data folder as a file: whoever can read the folder has it anyway,
 * and without it the backup of a lost disk would be noise. A key that comes from the environment or from the system's
 * keychain is kept apart on purpose, and stays apart unless it is asked for.
 */
export interface Backup {
  documents: number;
  files: number;
  masterKey: 'included' | 'separate';
}

const format = '1';
const database = 'facturier.db';
const keyFile = 'master.key';

const keyInBase64 = /^[A-Za-z0-9+/]{43}=$/;

/** About 2 MB. */
const pagesAtOnce = 500;

/** Files that are erased while a backup is written make it start over; more often than this is no coincidence. */
const mostTries = 5;

/**
 * Writes a backup of a data folder, which may be in use.
 * @param target must not exist; it is there only once it is whole
 * @param withKey a master key that goes into it although it is kept apart; null for none
 * @param signal ends it; nothing of it stays then
 * @throws DataFolderError when there is nothing to back up, or the target cannot be made
 */
export async function writeBackup(
  folder: string,
  target: string,
  withKey: Buffer | null = null,
  signal?: AbortSignal,
): Promise<Backup> {
  if (!hasDatabase(folder)) throw new DataFolderError(`The folder ${folder} holds no data.`);
  const key = withKey ?? (keyPlace(folder) === 'file' ? (await masterKeyOf(folder, null)).key : null);
  return writeWhole(folder, target, async (partial) => {
    for (let tries = 1; tries <= mostTries; tries++) {
      await rm(partial, { force: true });
      await create(partial);
      const backup = await snapshot(folder, partial, key, signal);
      if (backup) return backup;
    }
    throw new DataFolderError('Files are erased faster than they can be copied; try again later.');
  });
}

/**
 * Puts what a backup holds in the place of what a data folder holds. Everything is unpacked and opened first: a damaged
 * backup, or one whose key is missing, changes nothing.
 * @param masterKey 32 bytes in base64, for a backup without its key; null for the one that the folder has
 * @param signal ends it as long as nothing was changed
 * @throws DataFolderError when the folder is in use, or the file is no backup that can be used
 */
export async function restoreBackup(
  source: string,
  folder: string,
  masterKey: string | null,
  signal?: AbortSignal,
): Promise<Backup> {
  const disown = ownFolder(folder);
  const staging = join(folder, 'restoring');
  let isChanging = false;
  try {
    await destroyFolder(staging);
    const backup = await unpack(source, staging, signal);
    const ownKey = backup.masterKey === 'separate' && masterKey === null;
    if (ownKey && keyPlace(folder) === null) {
      throw new DataFolderError('The master key is not in this backup; set FACTURIER_MASTER_KEY to it.');
    }
    const key = ownKey ? (await masterKeyOf(folder, null)).key.toString('base64') : masterKey;
    // Checks the key, and brings an older database to today's schema.
    await (await openStore({ data: staging, masterKey: backup.masterKey === 'included' ? null : key })).close();

    signal?.throwIfAborted();
    isChanging = true;
    // Cut off from here on, the folder has no database, and nothing starts on it until it is restored again.
    for (const name of [database, `${database}-wal`, `${database}-shm`, 'files', 'incoming']) {
      await rm(join(folder, name), { recursive: true, force: true });
    }
    // The old log must not come back beside the new database.
    await syncFolder(folder);
    if (!ownKey) await rm(join(folder, keyFile), { force: true });
    for (const name of backup.masterKey === 'included' ? [keyFile, 'files', database] : ['files', database]) {
      await rename(join(staging, name), join(folder, name));
      await syncFolder(folder);
    }
    return backup;
  } finally {
    // What failed in the middle says by it that something is missing.
    if (!isChanging || hasDatabase(folder)) await destroyFolder(staging);
    disown();
  }
}

/** @returns null when a file was erased since the database was copied, so that the two do not belong together */
async function snapshot(
  folder: string,
  path: string,
  key: Buffer | null,
  signal?: AbortSignal,
): Promise<Backup | null> {
  const source = openExisting(join(folder, database), `The folder ${folder} holds no data.`);
  try {
    // One read transaction, however long it takes: what others write meanwhile would make the copy begin anew.
    source.exec('begin');
    source.pragma('schema_version');
    // In steps, between which the server answers.
    await source.backup(path, {
      progress() {
        signal?.throwIfAborted();
        return pagesAtOnce;
      },
    });
  } finally {
    source.close();
  }
  const copy = new SQLite(path);
  try {
    // It is whole before it is synced and has its name; until then nothing of it counts.
    copy.pragma('journal_mode = MEMORY');
    copy.pragma('synchronous = OFF');
    copy.exec('create table backup_files (document_id text primary key, bytes blob not null)');
    copy.exec('create table backup_info (name text primary key, value text not null)');
    const insert = copy.prepare('insert into backup_files values (?, ?)');
    const ids = copy.prepare('select id from documents where has_file = 1').pluck().all() as string[];
    for (const id of ids) {
      signal?.throwIfAborted();
      const bytes = await readIfThere(fileOf(folder, id));
      if (!bytes) return null;
      insert.run(id, bytes);
    }
    const info = copy.prepare('insert into backup_info values (?, ?)');
    info.run('format', format);
    if (key) info.run('master_key', key.toString('base64'));
    const documents = copy.prepare('select count(*) from documents').pluck().get() as number;
    return { documents, files: ids.length, masterKey: key ? 'included' : 'separate' };
  } finally {
    copy.close();
  }
}

async function unpack(source: string, staging: string, signal?: AbortSignal): Promise<Backup> {
  const unusable = `The file ${source} is not a backup of Facturier, or it is damaged.`;
  await mkdir(join(staging, 'files'), { recursive: true, mode: 0o700 });
  openExisting(source, `The file ${source} cannot be read.`).close();
  await copyFile(source, join(staging, database));
  const copy = openExisting(join(staging, database), unusable);
  try {
    copy.pragma('secure_delete = ON');
    copy.pragma('trusted_schema = OFF');
    if (copy.pragma('quick_check', { simple: true }) !== 'ok') throw new DataFolderError(unusable);
    // A backup may come from anywhere: what would run inside the database, ours never has.
    const foreign = "select 1 from sqlite_schema where type not in ('table', 'index') or sql like '%virtual%'";
    if (copy.prepare(foreign).get()) throw new DataFolderError(unusable);
    const value = copy.prepare('select value from backup_info where name = ?').pluck();
    if (value.get('format') !== format) throw new DataFolderError(unusable);
    const key = value.get('master_key');
    if (key !== undefined && !keyInBase64.test(String(key))) throw new DataFolderError(unusable);
    if (key) await writeFile(join(staging, keyFile), String(key), { mode: 0o600, flush: true });
    const files = copy.prepare('select document_id, bytes from backup_files').iterate();
    let count = 0;
    for (const { document_id: id, bytes } of files as Iterable<{ document_id: string; bytes: Buffer }>) {
      signal?.throwIfAborted();
      await writeFile(fileOf(staging, id), bytes, { mode: 0o600, flag: 'wx', flush: true });
      count++;
    }
    copy.exec('drop table backup_files; drop table backup_info; vacuum');
    for (const id of copy.prepare('select id from documents').pluck().iterate()) fileOf(staging, String(id));
    const documents = copy.prepare('select count(*) from documents').pluck().get() as number;
    return { documents, files: count, masterKey: key ? 'included' : 'separate' };
  } catch (error) {
    if (error instanceof SQLite.SqliteError) throw new DataFolderError(unusable, { cause: error });
    throw error;
  } finally {
    copy.close();
  }
}

function openExisting(path: string, otherwise: string): SQLite.Database {
  try {
    return new SQLite(path, { fileMustExist: true });
  } catch (error) {
    throw new DataFolderError(otherwise, { cause: error });
  }
}

/** Fails where the file exists. Only its owner may read it: it can hold the master key. */
async function create(path: string): Promise<void> {
  try {
    await (await open(path, 'wx', 0o600)).close();
  } catch (error) {
    throw new DataFolderError(`The file ${path} cannot be made: ${(error as Error).message}`, { cause: error });
  }
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
