import { closeSync, openSync } from 'node:fs';
import SQLite from 'better-sqlite3';

/**
 * Takes a lock that one process at a time has, until the returned function is called or the process ends, however it
 * ends: it is the operating system's, held by an open transaction.
 * @param path of a file that is made for it
 * @returns null when another process has it
 */
export function takeLock(path: string): (() => void) | null {
  closeSync(openSync(path, 'a', 0o600));
  const lock = new SQLite(path, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
  return () => lock.close();
}
