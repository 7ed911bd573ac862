import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { inject } from 'vitest';
import type { BucketAddress } from '../../server/store/bucket.ts';
import { openStore, type Store } from '../../server/store/data-folder.ts';
import { isShared } from '../../server/store/db.ts';
import { temporaryFolder } from './appliance.ts';
import { objectsIn, placeIn } from './buckets.ts';
import { createDatabase } from './postgres.ts';

/** URL of a new database for the tests that run on PostgreSQL; null for those that run on SQLite. */
export async function testDatabase(): Promise<string | null> {
  const cluster = inject('cluster');
  return cluster === undefined ? null : createDatabase(cluster);
}

/**
 * The place of that database's files, for the tests that keep them in an S3 store.
 * @param by port of a detour to it
 */
export function testFiles(database: string | null, by?: number): BucketAddress | null {
  const store = inject('objectStore');
  if (!store || database === null) return null;
  const place = placeIn(store.env, store.bucket, new URL(database).pathname.slice(1));
  return by === undefined ? place : { ...place, endpoint: `http://127.0.0.1:${by}` };
}

/** An empty store on the database that the tests run on, gone when the test is over. */
export async function temporaryStore(): Promise<Store & { remove(): Promise<void> }> {
  const folder = await temporaryFolder();
  const database = await testDatabase();
  const store = await openStore({ data: folder.path, masterKey: null, database, files: testFiles(database) });
  return {
    ...store,
    async remove() {
      await store.close();
      await folder.remove();
    },
  };
}

/** Where in the S3 store the files of a test's database lie; null for those that keep them elsewhere. */
export async function placeOfFiles({ db }: Pick<Store, 'db'>): Promise<BucketAddress | null> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  return testFiles(`postgres:///${rows[0]?.name}`);
}

/** The ids of the documents whose files are kept, wherever that is. */
export async function keptFiles({ db, folder }: Store): Promise<string[]> {
  if (!isShared(db)) return readdir(join(folder, 'files'));
  const place = await placeOfFiles({ db });
  if (place) return (await objectsIn(place)).map(([name]) => name).filter((name) => name.startsWith('doc_'));
  const files = await db.selectFrom('files').select('document_id').orderBy('document_id').execute();
  return files.map((file) => file.document_id);
}
