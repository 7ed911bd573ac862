import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createLog } from '../../server/log.ts';
import { packageRoot } from '../../server/resources.ts';
import { eraseWhatIsDue, startRetentionLoop } from '../../server/retention-loop.ts';
import { type Bucket, openBucket } from '../../server/store/bucket.ts';
import { openStore, type Store } from '../../server/store/data-folder.ts';
import { find } from '../../server/store/documents.ts';
import { idBefore, newId } from '../../server/store/ids.ts';
import { accept } from '../../server/store/submissions.ts';
import * as tenants from '../../server/store/tenants.ts';
import { facturierWith, temporaryFolder } from '../helpers/appliance.ts';
import { createDatabase } from '../helpers/postgres.ts';
import { type Answer, startTestServer, submit, type TestServer } from '../helpers/server.ts';
import { keptFiles, placeOfFiles, testDatabase } from '../helpers/store.ts';

const { env, bucket: bucketName } = inject('objectStore')!;
const hour = 60 * 60 * 1000;
let server: TestServer;
let key: string;
let bucket: Bucket;

beforeAll(async () => {
  server = await startTestServer();
  key = await server.createKey('live');
  bucket = openBucket((await placeOfFiles(server.store))!, Date.now);
});
afterAll(async () => {
  bucket.close();
  await server.stop();
});

const accepted = async (fields = {}, bytes?: Uint8Array): Promise<string> => {
  const { status, json }: Answer = await submit(server, key, fields, bytes ? { bytes } : {});
  expect(status).toBe(202);
  return json.id;
};

test('a file lies there sealed, is read by its key, and goes with DELETE', async () => {
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7 printed words'), Buffer.alloc(2_000_000, 'a page')]);
  const id = await accepted({}, bytes);
  const object = await bucket.get(id);
  expect(object).toHaveLength(bytes.length + 28);
  expect(object?.includes('printed words') || object?.includes('a page')).toBe(false);
  const row = (await find(server.store.db, id))!;
  expect((await server.store.files.read(id, row.file_key)).equals(bytes)).toBe(true);
  expect(await server.store.db.selectFrom('files').selectAll().execute()).toEqual([]);

  expect((await server.request('DELETE', `/v1/documents/${id}`, { key })).status).toBe(200);
  expect(await bucket.get(id)).toBeNull();
});

test('what is refused by its quota leaves no object', async () => {
  await server.store.db.updateTable('tenants').set({ monthly_quota: 0 }).execute();
  const before = await keptFiles(server.store);
  expect((await submit(server, key)).status).toBe(402);
  await server.store.db.updateTable('tenants').set({ monthly_quota: null }).execute();
  expect(await keptFiles(server.store)).toEqual(before);
});

test('it goes with the end of reading for retention=zero, and else a day later', async () => {
  const [zero, standard] = [await accepted({ retention: 'zero' }), await accepted()];
  await server.finish(standard);
  expect(await keptFiles(server.store)).toEqual([standard]);
  expect(zero).not.toBe(standard);
  const { db, files } = server.store;
  const log = { info: () => undefined } as never;
  const clock = (ms: number) => ({ now: () => server.now() + ms, elapsed: () => server.now() + ms });
  await eraseWhatIsDue({ db, files, policy: {}, log, clock: clock(24 * hour - 60_000) });
  expect(await keptFiles(server.store)).toEqual([standard]);
  await eraseWhatIsDue({ db, files, policy: {}, log, clock: clock(24 * hour + 60_000) });
  expect(await keptFiles(server.store)).toEqual([]);
});

test('an object without a document goes when it is older than an hour; what is not ours stays', async () => {
  const id = await accepted();
  const now = server.now();
  const [old, young] = [`${idBefore('doc', now - hour - 60_000)}0000000000000000`, newId('doc', now)];
  for (const name of [old, young, 'doc_ notes', 'notes']) await bucket.put(name, Buffer.from('x'));
  while (await server.store.files.removeOrphans(now));
  expect((await bucket.list('', '')).toSorted()).toEqual(
    [id, young, 'doc_ notes', 'facturier-mark', 'notes'].toSorted(),
  );
  // Later the loop goes through them again, more than it removes at once; the document's own file is still there.
  for (let number = 0; number < 21; number++) await bucket.put(newId('doc', now), Buffer.from('x'));
  const later = { now: () => now + 2 * hour, elapsed: () => now + 2 * hour };
  const loop = startRetentionLoop({ ...server.store, policy: {}, clock: later, log: createLog('silent') });
  await expect.poll(async () => (await keptFiles(server.store)).length, { timeout: 20_000 }).toBe(2);
  await loop.stop();
  expect((await keptFiles(server.store)).toSorted()).toEqual(['doc_ notes', id].toSorted());
});

test('a desk moves to a database with its files in the store, and back', async () => {
  const folder = await temporaryFolder();
  const data = join(folder.path, 'data');
  const database = await testDatabase();
  const files = `s3://${bucketName}/moved-${Date.now()}`;
  const own = await openStore({ data, masterKey: null });
  await mkdir(join(folder.path, 'back'));
  await writeFile(join(folder.path, 'back', 'master.key'), await readFile(join(data, 'master.key')), { mode: 0o600 });
  const bytes = Buffer.alloc(3_000_000, 'a page');
  const id = await seed(own, bytes);
  await own.close();

  const there = await facturierWith(env, data, 'move', '--to', String(database), '--files', files, '--json');
  expect(there).toMatchObject({ code: 0 });
  expect(JSON.parse(there.stdout)).toMatchObject({ files: 1 });
  const without = await facturierWith(env, join(folder.path, 'back'), 'move', '--from', String(database));
  expect(without).toMatchObject({ code: 1, stderr: expect.stringContaining('lie in an S3 store') });
  const back = await facturierWith(
    env,
    join(folder.path, 'back'),
    'move',
    '--from',
    String(database),
    '--files',
    files,
  );
  expect(back).toMatchObject({ code: 0 });
  const returned = await openStore({ data: join(folder.path, 'back'), masterKey: null });
  const row = (await find(returned.db, id))!;
  expect((await returned.files.read(id, row.file_key)).equals(bytes)).toBe(true);
  await returned.close();
  await folder.remove();
}, 90_000);

async function seed(store: Store, bytes: Uint8Array): Promise<string> {
  const { db, vault, files } = store;
  const id = newId('doc', Date.now());
  await tenants.ensureFirst(db, vault, Date.now());
  const [tenant] = await tenants.list(db);
  const staged = await files.stage([bytes]);
  await files.adopt(staged, id);
  await accept(
    ...([db, vault, { tenantId: String(tenant?.id), mode: 'live' }] as const),
    {
      ...{ id, externalId: null, metadata: null, filename: null, buyerVat: 'RO18547290', buyerName: null },
      ...{ webhookUrl: null, retention: 'standard', origin: 'api', mimeType: 'application/pdf', pages: 1 },
      ...{ fileKey: staged.key.wrapped, fileSha256: '0'.repeat(64) },
    },
    null,
    Date.now(),
  );
  return id;
}

test('what speaks with the store is loaded only where there is one', async () => {
  const folder = await temporaryFolder();
  const database = await createDatabase(String(inject('cluster')));
  const loading = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    const { openStore } = await import('./server/store/data-folder.ts');
    await import('./server/server.ts');
    const data = ${JSON.stringify(join(folder.path, 'data'))};
    await (await openStore({ data, masterKey: null, database: ${JSON.stringify(database)} })).close();
    console.log(loaded.some((url) => url.includes('/shared-files.ts')), loaded.some((url) => url.includes('aws4fetch')));`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', loading], { cwd: packageRoot });
  expect((await run).stdout.trim()).toBe('true false');
  await folder.remove();
});
