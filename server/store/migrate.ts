import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import { atWork } from './appliances.ts';
import { DataFolderError } from './data-folder-error.ts';
import { type Db, isShared } from './db.ts';
import { type Migration, migrations } from './migrations/all.ts';
import type { Tables } from './schema.ts';

/** Names in the settings the migration that a version has to know to work on the database. */
const needsName = 'needs';

/**
 * Brings a database to the newest schema. One that a newer version has changed stays as it is, and is worked on as long
 * as its migrations let this version.
 * @param before called before an older schema is changed, with the name of the first migration to come
 * @throws DataFolderError when a newer version's migration shuts this one out, or one of ours would shut out an appliance
 *   that is at work
 */
export async function migrate(db: Db, before?: (migration: string) => void): Promise<void> {
  for (let newer = await newerMigrations(db); ; ) {
    if (newer.length > 0) await checkNeeds(db);
    const migrator = migratorOf(db, newer);
    const all = await migrator.getMigrations();
    const next = all.find(({ executedAt }) => executedAt === undefined);
    if (next && next !== all[0]) before?.(next.name);
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return;
    if (error instanceof DataFolderError) throw error;
    const now = await newerMigrations(db);
    if (now.length === newer.length) {
      throw new Error('The database could not be brought to the schema of this version.', { cause: error });
    }
    // A newer version came in between.
    newer = now;
  }
}

/** The migrations that were made and that this version does not know. */
export async function newerMigrations(db: Db): Promise<string[]> {
  const [first] = await migratorOf(db, []).getMigrations();
  if (first?.executedAt === undefined) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  return rows.map(({ name }) => name).filter((name) => !(name in migrations));
}

function migratorOf(db: Db, newer: string[]): Migrator {
  const known = Object.entries(migrations).map(([name, migration]) => [name, { up: withNeeds(migration) }]);
  // They were made already, and are only named here.
  const made = newer.map((name) => [name, { up: async () => undefined }]);
  return new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries([...known, ...made]) } });
}

/** Makes a migration, and says in the database who may work on it from then on. */
function withNeeds({ up, needs }: Migration): Migration['up'] {
  if (needs === undefined) return up;
  return async (db) => {
    const store = db as Kysely<Tables>;
    if (isShared(store) && (await atWork(store)).some((knows) => knows < needs)) {
      throw new DataFolderError(
        'Appliances of an older version are at work on this database and could not go on; stop them first.',
      );
    }
    await up(db);
    await store
      .insertInto('settings')
      .values({ name: needsName, value: needs })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ value: needs }).where('settings.value', '<', needs),
      )
      .execute();
  };
}

async function checkNeeds(db: Db): Promise<void> {
  const needs = await db.selectFrom('settings').select('value').where('name', '=', needsName).executeTakeFirst();
  if (needs === undefined || needs.value in migrations) return;
  throw new DataFolderError(
    'A newer version of Facturier has changed this database so that this version cannot work on it; install the newer one.',
  );
}
