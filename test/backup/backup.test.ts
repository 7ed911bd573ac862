import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { resource } from '../../server/resources.ts';
import { restoreBackup, writeBackup } from '../../server/store/backup.ts';
import { openStore } from '../../server/store/data-folder.ts';
import * as documents from '../../server/store/documents.ts';
import { databaseFaults } from '../crash/database-faults.ts';
import { type Appliance, createKey, facturier, startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { findTraces, piecesOf } from '../retention/traces.ts';

let root: Awaited<ReturnType<typeof temporaryFolder>>;
let data: string;
let other: string;
let file: string;
let servers: Appliance[];
let invoice: Buffer;

beforeEach(async () => {
  root = await temporaryFolder();
  data = join(root.path, 'data');
  other = join(root.path, 'other');
  file = join(root.path, 'backup');
  servers = [];
  invoice = await readFile(resource('samples', 'invoice.pdf'));
});

afterEach(async () => {
  for (const server of servers) await server.stop();
  await root.remove();
});

const start = async (folder: string, env: NodeJS.ProcessEnv = {}): Promise<Appliance> => {
  const server = await startAppliance(folder, { env });
  servers.push(server);
  return server;
};

const submit = async (server: Appliance, key: string, externalId: string): Promise<string> => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(invoice)]), 'invoice.pdf');
  form.set('buyer_vat', 'RO9900816346');
  form.set('external_id', externalId);
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(`${server.url}/v1/documents`, { method: 'POST', headers, body: form });
  expect(response.status).toBe(202);
  return ((await response.json()) as { id: string }).id;
};

const get = async (server: Appliance, key: string, id: string) => {
  const response = await fetch(`${server.url}/v1/documents/${id}`, { headers: { Authorization: `Bearer ${key}` } });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

test('decisions.md, the command line: a backup beside a running server, restored elsewhere, is the same appliance', async () => {
  const server = await start(data);
  const key = await createKey(data, 'live');
  const ids: string[] = [];
  for (let index = 0; index < 5; index++) ids.push(await submit(server, key, `before ${index}`));
  for (const id of ids) {
    await expect
      .poll(async () => (await get(server, key, id)).body.status, { timeout: 60_000, interval: 200 })
      .toBe('succeeded');
  }

  // Submissions go on while the backup is written.
  let going = true;
  const more = (async () => {
    for (let index = 0; going && index < 12; index++) await submit(server, key, `during ${index}`);
  })();
  const backup = await facturier(data, 'backup', file, '--json');
  going = false;
  await more;
  expect(backup).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(backup.stdout)).toMatchObject({ file, master_key: 'included' });
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const restored = await facturier(other, 'restore', file, '--json');
  expect(restored.code).toBe(0);
  expect(JSON.parse(restored.stdout)).toEqual(JSON.parse(backup.stdout));
  expect(databaseFaults(other)).toEqual([]);
  const again = await start(other);
  for (const id of ids) expect(await get(again, key, id)).toEqual(await get(server, key, id));
  // The files came along too, and open.
  const store = await openStore({ data: other, masterKey: null });
  for (const id of ids) {
    const row = await documents.find(store.db, id);
    expect(await store.files.read(id, row!.file_key)).toEqual(invoice);
  }
  await store.close();
});

test('decisions.md, the command line: restore refuses a data folder in use, and changes nothing there', async () => {
  const server = await start(data);
  const key = await createKey(data, 'test');
  const id = await submit(server, key, 'kept');
  expect((await facturier(data, 'backup', file)).code).toBe(0);
  const refused = await facturier(data, 'restore', file);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/in use/);
  expect((await get(server, key, id)).status).toBe(200);

  await server.stop();
  expect((await facturier(data, 'restore', file)).code).toBe(0);
  const again = await start(data);
  expect((await get(again, key, id)).status).toBe(200);
});

test('decisions.md, Documents: what was erased is in no backup made after it', async () => {
  const server = await start(data);
  const key = await createKey(data, 'live');
  const id = await submit(server, key, 'to be erased');
  const sealed = piecesOf('the sealed file', await readFile(join(data, 'files', id)));
  const headers = { Authorization: `Bearer ${key}` };
  expect((await facturier(data, 'backup', file)).code).toBe(0);
  expect((await findTraces(root.path, sealed)).length).toBeGreaterThan(0);
  expect((await fetch(`${server.url}/v1/documents/${id}`, { method: 'DELETE', headers })).status).toBe(200);
  await mkdir(other);
  expect((await facturier(data, 'backup', join(other, 'later'))).code).toBe(0);
  expect(await findTraces(other, sealed)).toEqual([]);
});

test('a file that exists is not overwritten, and a folder without data is no backup', async () => {
  await start(data);
  await writeFile(file, 'something else');
  expect(await facturier(data, 'backup', file)).toMatchObject({ code: 1, stdout: '' });
  expect(await readFile(file, 'utf8')).toBe('something else');
  const nothing = await facturier(other, 'backup', join(root.path, 'nothing'));
  expect(nothing).toMatchObject({ code: 1, stdout: '' });
  await expect(stat(join(root.path, 'nothing'))).rejects.toThrow('ENOENT');
});

test('a damaged backup, and a file that is none, change nothing', async () => {
  const server = await start(data);
  const key = await createKey(data, 'test');
  const id = await submit(server, key, 'kept');
  expect((await facturier(data, 'backup', file)).code).toBe(0);
  await server.stop();
  const bytes = await readFile(file);
  bytes.fill(0x55, bytes.length / 2, bytes.length / 2 + 20_000);
  await writeFile(file, bytes);
  for (const bad of [file, join(root.path, 'absent'), resource('samples', 'invoice.pdf')]) {
    const refused = await facturier(data, 'restore', bad);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr.trim().split('\n').length).toBe(1);
  }
  const again = await start(data);
  expect((await get(again, key, id)).status).toBe(200);
});

test('a master key from the environment stays out of the backup, and is needed to restore it', async () => {
  const masterKey = Buffer.alloc(32, 7).toString('base64');
  const store = await openStore({ data: data, masterKey });
  expect(await writeBackup(data, file)).toMatchObject({ masterKey: 'separate' });
  await store.close();
  expect(await findTraces(root.path, [masterKey, { name: 'the raw key', bytes: Buffer.alloc(32, 7) }])).toEqual([]);

  await expect(restoreBackup(file, other, null)).rejects.toThrow('FACTURIER_MASTER_KEY');
  await expect(restoreBackup(file, other, Buffer.alloc(32, 8).toString('base64'))).rejects.toThrow('not the one');
  await restoreBackup(file, other, masterKey);
  await (await openStore({ data: other, masterKey })).close();
});
