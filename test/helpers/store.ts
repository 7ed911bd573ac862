import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { openStore, type Store } from '../../server/store/data-folder.ts';
import { isShared } from '../../server/store/db.ts';
import { temporaryFolder } from './appliance.ts';
import { createDatabase } from './postgres.ts';

/** URL of a new database for the tests that run on PostgreSQL; null for those that run on SQLite. */
export async function testDatabase(): Promise<string | null> {
  const cluster = inject('cluster');
  return cluster === undefined ? null : createDatabase(cluster);
}

/** An empty store on the database that the tests run on, gone when the test is over. */
export async function temporaryStore(): Promise<Store & { remove(): Promise<void> }> {
  const folder = await temporaryFolder();
  const store = await openStore({ data: folder.path, masterKey: null, database: await testDatabase() });
  return {
    ...store,
    async remove() {
      await store.close();
      await folder.remove();
    },
  };
}

/** The ids of the documents whose files are kept, wherever that is. */
export async function keptFiles({ db, folder }: Store): Promise<string[]> {
  if (!isShared(db)) return readdir(join(folder, 'files'));
  const files = await db.selectFrom('files').select('document_id').orderBy('document_id').execute();
  return files.map((file) => file.document_id);
}
