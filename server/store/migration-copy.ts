import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type SQLite from 'better-sqlite3';

/**
 * The way back to the version before. It is kept for a day and no longer: it still opens what is erased from then on.
 */
const keptMs = 24 * 60 * 60 * 1000;
const name = /^before-.+\.db$/;

/** Copies a database as it is, before the migration of this name changes it. A copy that is there stays as it was. */
export function copyBeforeMigration(sqlite: SQLite.Database, folder: string, migration: string): void {
  const path = join(folder, `before-${migration}.db`);
  if (statSync(path, { throwIfNoEntry: false })) return;
  // Whatever cuts it short, a part of a copy must not pass for the copy.
  const part = `${path}.part`;
  rmSync(part, { force: true });
  // What the copy holds is for its owner from its first byte on.
  const before = process.umask(0o077);
  try {
    sqlite.prepare('vacuum into ?').run(part);
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  } finally {
    process.umask(before);
  }
}

/** Removes copies whose day is over. @param now milliseconds */
export function removeOldCopies(folder: string, now: number): void {
  for (const each of readdirSync(folder)) {
    const path = join(folder, each);
    if (name.test(each) && statSync(path).mtimeMs < now - keptMs) rmSync(path, { force: true });
  }
}
