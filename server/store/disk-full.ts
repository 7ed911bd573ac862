import { closeSync, existsSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { type Db, isShared } from './db.ts';

/** As the system says it, and as SQLite does; the last is for the memory that the processes of a database share. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE']);

export function isDiskFull(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as NodeJS.ErrnoException;
  return fullCodes.has(code ?? '') || (cause !== undefined && isDiskFull(cause));
}

/** What erasing the largest document writes to the log before anything is free, some megabyte, and again as much and more. */
const reserveBytes = 4 * 1024 * 1024;
/** What is left beside it, for a start. */
const besideBytes = 1024 * 1024;

/**
 * Keeps some room on the disk that only erasing may use: to erase something SQLite has to write first, and on a full disk
 * it could not. Where the disk has too little for it to spare, it is left for later.
 * @param folder the data folder
 */
export function keepReserve(folder: string): void {
  const path = reserveIn(folder);
  if (existsSync(path)) return;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < reserveBytes + besideBytes) return;
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    // Written out: of zeros that are only promised, a file system keeps none.
    const piece = Buffer.alloc(64 * 1024, 0xff);
    for (let written = 0; written < reserveBytes; written += piece.byteLength) writeSync(descriptor, piece);
    fsyncSync(descriptor);
  } catch (error) {
    rmSync(path, { force: true });
    if (!isDiskFull(error)) throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** @returns whether there was a reserve to give up */
export function giveUpReserve(folder: string): boolean {
  const path = reserveIn(folder);
  if (!existsSync(path)) return false;
  rmSync(path);
  return true;
}

/**
 * Does what erases something, on a full disk too: there with the room that was kept for it.
 * @throws what the work throws
 */
export async function evenWhenFull<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isShared(db) || !isDiskFull(error)) throw error;
    const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db);
    const folder = dirname(rows[0]?.file ?? '');
    if (!giveUpReserve(folder)) throw error;
    return await work();
  }
}

function reserveIn(folder: string): string {
  return join(folder, 'reserve');
}
