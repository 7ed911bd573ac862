import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeOldCopies } from '../../server/store/migration-copy.ts';
import { up } from '../../server/store/migrations/0001-first.ts';
import { openDatabase } from '../../server/store/sqlite.ts';
import { temporaryFolder } from '../helpers/appliance.ts';

const dayMs = 24 * 60 * 60 * 1000;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

it('an older database is copied as it was before it is changed, for a day', async () => {
  const older = new Kysely<unknown>({
    dialect: new SqliteDialect({ database: new SQLite(join(folder.path, 'facturier.db')) }),
  });
  const { error } = await new Migrator({
    db: older,
    provider: { getMigrations: async () => ({ '0001-first': { up } }) },
  }).migrateToLatest();
  expect(error).toBeUndefined();
  await older.destroy();

  await (await openDatabase(folder.path)).destroy();
  const path = join(folder.path, 'before-0002-window.db');
  const copy = new SQLite(path, { readonly: true });
  const tables = copy.prepare("select name from sqlite_master where type = 'table'").pluck().all();
  copy.close();
  expect(tables).toContain('documents');
  expect(tables).not.toContain('reviews');

  const { mtimeMs } = statSync(path);
  removeOldCopies(folder.path, mtimeMs + dayMs - 1);
  expect(existsSync(path)).toBe(true);
  removeOldCopies(folder.path, mtimeMs + dayMs + 1);
  expect(existsSync(path)).toBe(false);
});

it('a new database is not, and an unchanged one neither', async () => {
  await (await openDatabase(folder.path)).destroy();
  await (await openDatabase(folder.path)).destroy();
  expect(existsSync(join(folder.path, 'before-0001-first.db'))).toBe(false);
});
