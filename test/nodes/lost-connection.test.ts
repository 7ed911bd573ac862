import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { openStore, type Store } from '../../server/store/data-folder.ts';
import { FileStoreError } from '../../server/store/file-store-error.ts';
import { temporaryFolder } from '../helpers/appliance.ts';
import { createDatabase } from '../helpers/postgres.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let store: Store;
let other: Store;

beforeEach(async () => {
  folder = await temporaryFolder();
  const database = await createDatabase(String(inject('cluster')));
  store = await openStore({ data: join(folder.path, 'data'), masterKey: null, database });
  other = await openStore({ data: join(folder.path, 'data'), masterKey: null, database });
});
afterEach(async () => {
  await store.close();
  await other.close();
  await folder.remove();
});

test('a file that cannot be had without the database is not one that is gone', async () => {
  const staged = await store.files.stage([Buffer.from('a page')]);
  await store.files.adopt(staged, 'doc_one');
  await expect(store.files.read('doc_two', staged.key.wrapped)).rejects.not.toBeInstanceOf(FileStoreError);
  await sql`set lock_timeout = '100ms'`.execute(store.db);
  await other.db.transaction().execute(async (trx) => {
    await sql`lock table files in access exclusive mode`.execute(trx);
    await expect(store.files.read('doc_one', staged.key.wrapped)).rejects.toBeInstanceOf(FileStoreError);
  });
});

test('a connection lost between two statements fails its transaction, and nothing else', async () => {
  const cut = store.db.transaction().execute(async (trx) => {
    await trx.insertInto('settings').values({ name: 'lost', value: 'x' }).execute();
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(other.db);
    // Nobody waits for an answer when the news comes; an error that nobody listens to would end the process.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await trx.insertInto('settings').values({ name: 'after', value: 'x' }).execute();
  });
  await expect(cut).rejects.toThrow();
  const kept = await store.db.selectFrom('settings').select('name').where('name', 'in', ['lost', 'after']).execute();
  expect(kept).toEqual([]);
});
