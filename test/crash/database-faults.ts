import { join } from 'node:path';
import SQLite from 'better-sqlite3';

/** What SQLite itself finds wrong with a data folder's database; an empty list when it is whole. */
export function databaseFaults(folder: string): string[] {
  const database = new SQLite(join(folder, 'facturier.db'), { fileMustExist: true });
  try {
    const pages = database.pragma('integrity_check') as { integrity_check: string }[];
    const references = database.pragma('foreign_key_check') as unknown[];
    return [
      ...pages.map((row) => row.integrity_check).filter((line) => line !== 'ok'),
      ...references.map((row) => `broken reference: ${JSON.stringify(row)}`),
    ];
  } finally {
    database.close();
  }
}
