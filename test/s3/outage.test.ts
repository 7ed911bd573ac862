import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { createLog } from '../../server/log.ts';
import { type Reader, startReader } from '../../server/reader.ts';
import { resource } from '../../server/resources.ts';
import { find } from '../../server/store/documents.ts';
import { type Detour, startDetour } from '../helpers/detour.ts';
import { startTestServer, submit, type TestServer } from '../helpers/server.ts';
import { keptFiles } from '../helpers/store.ts';

let detour: Detour;
let server: TestServer;
let key: string;
let reader: Reader | null = null;

beforeAll(async () => {
  detour = await startDetour(Number(new URL(inject('objectStore')!.env.AWS_ENDPOINT_URL).port));
  server = await startTestServer({ filesBy: detour.port });
  key = await server.createKey('live');
});
afterEach(async () => {
  detour.release();
  detour.restore();
  await reader?.stop();
  reader = null;
});
afterAll(async () => {
  await server.stop();
  await detour.stop();
});

test('while the store is away a submission is 500 and leaves nothing; repeated, it makes the one document', async () => {
  detour.cut();
  const headers = { 'Idempotency-Key': 'one' };
  const away = await submit(server, key, {}, { headers });
  expect(away).toMatchObject({ status: 500, json: { error: { code: 'internal_error' } } });
  expect(server.log()).toMatch(/The file store did not answer \(ECONNRESET\) when asked to PUT/);
  detour.restore();
  expect(await keptFiles(server.store)).toEqual([]);
  const repeated = await submit(server, key, {}, { headers });
  expect(repeated.status).toBe(202);
  expect(repeated.headers.get('Idempotent-Replayed')).toBeNull();
  const listed = await server.request('GET', '/v1/documents', { key });
  expect(listed.json.data).toHaveLength(1);
  expect(await keptFiles(server.store)).toEqual([repeated.json.id]);

  // What is deleted meanwhile is deleted: its key is gone, and the object follows.
  detour.cut();
  expect((await server.request('DELETE', `/v1/documents/${repeated.json.id}`, { key })).status).toBe(200);
  detour.restore();
  expect(await keptFiles(server.store)).toEqual([repeated.json.id]);
  while (await server.store.files.removeOrphans(server.now() + 2 * 60 * 60 * 1000));
  expect(await keptFiles(server.store)).toEqual([]);
});

test('a document whose file cannot be had waits, fails never for it, and is read when the store is back', async () => {
  const bytes = await readFile(resource('samples', 'invoice.pdf'));
  const { id } = (await submit(server, key, {}, { bytes })).json;
  const row = async () => (await find(server.store.db, id))!;
  detour.cut();
  const logged: string[] = [];
  const log = createLog('error', { write: (line) => logged.push(line) });
  const start = (): Reader =>
    startReader({ store: server.store, clock: systemClock, log, signers: [], owner: 'one', readers: 1 });
  reader = start();
  await vi.waitFor(() => expect(logged.join()).toContain('could not be read now'), { timeout: 20_000, interval: 50 });
  expect(logged.join()).toContain('did not answer');

  // A stop in the middle does not wait for the store, which is not back yet, and counts as no reading that was cut off.
  await reader.stop();
  expect(await row()).toMatchObject({ status: 'queued', cut_offs: 0, error_code: null });

  detour.restore();
  reader = start();
  await vi.waitFor(async () => expect((await row()).status).toBe('succeeded'), { timeout: 25_000, interval: 100 });
});

test('one that hangs, and does so to the end, holds nobody up', async () => {
  const { id } = (await submit(server, key)).json;
  detour.hold();
  expect((await server.request('DELETE', `/v1/documents/${id}`, { key })).status).toBe(200);
  const aborted = new AbortController();
  setTimeout(() => aborted.abort(), 100);
  const staged = await server.store.files.stage([Buffer.from('x')]);
  await expect(server.store.files.adopt(staged, 'doc_hung', aborted.signal)).rejects.toThrow(/did not answer/);
});
