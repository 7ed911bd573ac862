import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { timestamp } from '../clock.ts';
import { DataFolderError } from './data-folder-error.ts';
import { keyPlace } from './master-key.ts';

const database = 'facturier.db';
const databaseFiles = [database, `${database}-wal`, `${database}-shm`];
/** What belongs to a database and is worth nothing, or is not complete, without it. */
const parts = [...databaseFiles, 'files', 'incoming', 'restoring'];

/** Whether a folder has a database; one of no bytes is what is left of one. */
export function hasDatabase(folder: string): boolean {
  return (statSync(join(folder, database), { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** For a first start that cannot go on: nothing was kept in it yet. */
export function removeDatabase(folder: string): void {
  for (const name of databaseFiles) rmSync(join(folder, name), { force: true });
}

/**
 * Refuses to begin anew in a folder that held data: beside an empty database every file is one that nothing names, and
 * would be removed.
 * @param setsAside moves what is left into a folder of its own instead, and nothing of it is deleted
 * @param now milliseconds, for that folder's name
 * @throws DataFolderError when the folder has no database, and something that only comes with one
 */
export function checkNotLost(folder: string, { setsAside, now }: { setsAside: boolean; now: number }): void {
  if (hasDatabase(folder)) return;
  const left = leftIn(folder);
  if (left.length === 0) return;
  if (!setsAside) throw lost(folder, left, `its database (${database}) is missing or empty`);
  setAside(folder, now);
}

/**
 * The same for a database that was opened and that nothing was ever kept in: another one in the place of the right one.
 * @param how.isShared then a key, which every appliance of a database has from the first one, tells it
 * @throws DataFolderError
 */
export function checkBeginning(folder: string, how: { isShared: boolean; setsAside: boolean; now: number }): void {
  const left = how.isShared ? keyIn(folder) : filesIn(folder);
  if (left.length === 0) return;
  if (!how.setsAside) throw how.isShared ? lostShared(folder) : lost(folder, left, 'the database is empty');
  if (!how.isShared) setAside(folder, how.now, ['files']);
}

function lost(folder: string, left: string[], but: string): DataFolderError {
  return new DataFolderError(
    `The data folder ${folder} holds ${left.join(' and ')}, but ${but}. Bring the database back (facturier restore takes a backup), or start with --start-empty, which begins anew and keeps what is there in a folder beside.`,
  );
}

function lostShared(folder: string): DataFolderError {
  return new DataFolderError(
    `The data folder ${folder} holds a master key, but the database is empty. Give it the database that it belongs to, or bring that one back, or start with --start-empty, which begins anew with the same key.`,
  );
}

/** What tells that there was a database, in words. */
function leftIn(folder: string): string[] {
  const left = [...keyIn(folder), ...filesIn(folder)];
  if ((statSync(join(folder, `${database}-wal`), { throwIfNoEntry: false })?.size ?? 0) > 0) {
    left.push('a write-ahead log');
  }
  if (existsSync(join(folder, 'restoring'))) left.push('a restore that was cut off');
  return left;
}

function keyIn(folder: string): string[] {
  return keyPlace(folder) === null ? [] : ['a master key'];
}

function filesIn(folder: string): string[] {
  const files = join(folder, 'files');
  const count = existsSync(files) ? readdirSync(files).length : 0;
  return count === 0 ? [] : [count === 1 ? 'a file of a document' : `${count} files of documents`];
}

function setAside(folder: string, now: number, names = parts): void {
  const aside = join(folder, `set-aside-${timestamp(now).replace(/[:.]/g, '-')}`);
  mkdirSync(aside, { mode: 0o700 });
  for (const name of names) {
    if (existsSync(join(folder, name))) renameSync(join(folder, name), join(aside, name));
  }
}
