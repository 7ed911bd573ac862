import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openStore, ownFolder, type Store } from '../../server/store/data-folder.ts';
import { newId } from '../../server/store/ids.ts';
import { move } from '../../server/store/move.ts';
import { accept } from '../../server/store/submissions.ts';
import * as tenants from '../../server/store/tenants.ts';
import { facturier, temporaryFolder } from '../helpers/appliance.ts';
import { seedDocuments } from '../helpers/many-documents.ts';
import { createDatabase } from '../helpers/postgres.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let data: string;
let submitted: string;
const file = Buffer.alloc(3_000_000, 'a page');

beforeAll(async () => {
  folder = await temporaryFolder();
  data = join(folder.path, 'data');
  await mkdir(data);
  await seedDocuments(data, 250);
  const store = await openStore({ data, masterKey: null });
  submitted = await submit(store);
  await store.close();
}, 120_000);
afterAll(() => folder.remove());

async function submit({ db, vault, files }: Store): Promise<string> {
  const now = Date.now();
  const id = newId('doc', now);
  const [tenant] = await tenants.list(db);
  const staged = await files.stage([file]);
  await files.adopt(staged, id);
  await accept(
    ...([db, vault, { tenantId: String(tenant?.id), mode: 'live' }] as const),
    {
      ...{ id, externalId: 'one', metadata: null, filename: null, buyerVat: 'RO18547290', buyerName: null },
      ...{ webhookUrl: null, retention: 'standard', origin: 'api', mimeType: 'application/pdf', pages: 1 },
      ...{ fileKey: staged.key.wrapped, fileSha256: '0'.repeat(64) },
    },
    null,
    now,
  );
  return id;
}

const rowsOf = async (database: string | null, at = data): Promise<unknown> => {
  const store = await openStore({ data: at, masterKey: null, database });
  try {
    const documents = await store.db.selectFrom('documents').selectAll().orderBy('id').execute();
    const keys = await store.db.selectFrom('document_keys').selectAll().orderBy('number').execute();
    const row = documents.find(({ id }) => id === submitted);
    const key = keys.find(({ number }) => number === row?.keys);
    expect(await store.files.read(submitted, key!.file)).toEqual(file);
    return { documents, keys };
  } finally {
    await store.close();
  }
};

test('takes everything to a database and back, the old place untouched', async () => {
  const database = await createDatabase(String(inject('cluster')));
  const before = await rowsOf(null);
  const there = await facturier(data, 'move', '--to', database, '--json');
  expect(there).toMatchObject({ code: 0 });
  expect(JSON.parse(there.stdout)).toMatchObject({ files: 1 });
  expect(await rowsOf(database)).toEqual(before);
  expect(await rowsOf(null)).toEqual(before);
  expect(await readdir(join(data, 'files'))).toEqual([submitted]);

  // New rows count on; and what is not empty is not moved to.
  const store = await openStore({ data, masterKey: null, database });
  await submit(store);
  await store.close();
  expect((await facturier(data, 'move', '--to', database)).stderr).toContain('There is data already');

  const back = join(folder.path, 'back');
  const key = await readFile(join(data, 'master.key'), 'utf8');
  expect((await facturier(back, 'move', '--from', database)).stderr).toContain('The database has a master key');
  await writeFile(join(back, 'master.key'), key, { mode: 0o600 });
  expect(await facturier(back, 'move', '--from', database, '--json')).toMatchObject({ code: 0 });
  expect(await rowsOf(null, back)).toEqual(await rowsOf(database));
  await rm(back, { recursive: true });
}, 60_000);

test('one that was cut off is taken up again, and nothing starts before it has ended', async () => {
  const database = await createDatabase(String(inject('cluster')));
  const own = await openStore({ data, masterKey: null });
  const shared = await openStore({ data, masterKey: null, database, moving: true });
  const cut = move(own, shared, (table) => {
    if (table === 'reviews') throw new Error('the plug was pulled');
  });
  await expect(cut).rejects.toThrow('the plug was pulled');
  await own.close();
  await shared.close();
  await expect(openStore({ data, masterKey: null, database })).rejects.toThrow(/was not finished/);
  expect(await facturier(data, 'move', '--to', database)).toMatchObject({ code: 0 });
  expect(await rowsOf(database)).toEqual(await rowsOf(null));
}, 120_000);

test('beside an appliance at work nothing is moved', async () => {
  const database = await createDatabase(String(inject('cluster')));
  const working = await openStore({ data, masterKey: null, database, startEmpty: true });
  for (const direction of ['--to', '--from']) {
    const { code, stderr } = await facturier(data, 'move', direction, database);
    expect(code).toBe(1);
    expect(stderr).toContain('An appliance works on that database');
  }
  await working.close();
  const disown = ownFolder(data);
  expect((await facturier(data, 'move', '--to', database)).stderr).toContain('in use by another Facturier');
  disown();
  expect(await facturier(data, 'move', '--to', database)).toMatchObject({ code: 0 });
}, 120_000);

test('while a move runs nobody starts or writes where it reads', async () => {
  const database = await createDatabase(String(inject('cluster')));
  const masterKey = await readFile(join(data, 'master.key'), 'utf8');
  const own = await openStore({ data, masterKey, moving: true });
  const shared = await openStore({ data, masterKey, database, moving: true });
  const beside = new SQLite(join(data, 'facturier.db'), { timeout: 0 });
  await move(own, shared, (table) => {
    if (table === 'reviews') expect(() => beside.exec('begin immediate')).toThrow('database is locked');
  });
  beside.close();

  // One that began to write before it was stopped, or was thought to be dead, and comes back in the middle.
  const late = await openStore({ data, masterKey, database, moving: true });
  const back = await openStore({ data: join(folder.path, 'still'), masterKey, moving: true });
  const rename = (db: Store['db'], name: string) => db.updateTable('tenants').set({ name }).execute();
  await rename(late.db, 'before');
  let written: Promise<unknown> | undefined;
  let began: Promise<string> | undefined;
  await move(shared, back, (table) => {
    if (table !== 'reviews') return;
    written = rename(late.db, 'after');
    began = openStore({ data, masterKey, database }).then(String, (error: Error) => error.message);
  });
  expect(await began).toBe('This database is being moved; start when that has ended.');
  await written;
  expect((await tenants.list(back.db)).map(({ name }) => name)).toEqual(['before']);
  expect((await tenants.list(late.db)).map(({ name }) => name)).toEqual(['after']);
  for (const store of [own, shared, late, back]) await store.close();
}, 120_000);
