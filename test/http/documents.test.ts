import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claimNext, release, renewLease } from '../../server/store/claims.ts';
import { finish } from '../../server/store/endings.ts';
import { finished, pdf, startTestServer, submit, type TestServer } from '../helpers/server.ts';
import { keptFiles } from '../helpers/store.ts';

const day = 24 * 60 * 60 * 1000;

let server: TestServer;
let key: string;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  // A tenant of its own, so that a test sees only its own documents.
  key = await server.createKey('test', { tenantId: await server.createTenant('one') });
});
afterAll(() => server.stop());

const idsOf = (json: { data: { id: string }[] }): string[] => json.data.map(({ id }) => id);
const list = (query = '', as = key) => server.request('GET', `/v1/documents${query}`, { key: as });
const get = (id: string, as = key) => server.request('GET', `/v1/documents/${id}`, { key: as });

describe('4.3 the list', () => {
  test('newest first by id, 50 by default, at most limit', async () => {
    const ids: string[] = [];
    for (let sent = 0; sent < 55; sent++) {
      if (sent % 20 === 0) server.advance(60_000);
      ids.unshift((await submit(server, key)).json.id);
    }
    expect([...ids].sort().reverse()).toEqual(ids);
    const { json } = await list();
    expect(json.object).toBe('list');
    expect(idsOf(json)).toEqual(ids.slice(0, 50));
    expect(idsOf((await list('?limit=3')).json)).toEqual(ids.slice(0, 3));
    expect(idsOf((await list('?limit=200')).json)).toEqual(ids);
  });

  test('external_id filters exactly, and is not unique', async () => {
    const first = await submit(server, key, { external_id: 'PO 1/ș' });
    const second = await submit(server, key, { external_id: 'PO 1/ș' });
    await submit(server, key, { external_id: 'PO 1' });
    await submit(server, key);
    const { json } = await list(`?external_id=${encodeURIComponent('PO 1/ș')}`);
    expect(idsOf(json)).toEqual([second.json.id, first.json.id]);
    expect((await list('?external_id=none')).json.data).toEqual([]);
  });

  test('rows are Documents like those of GET', async () => {
    const { json } = await submit(server, key, { mode: 'sync', external_id: 'row' });
    expect((await list()).json.data[0]).toEqual((await get(json.id)).json);
  });

  test.each(['0', '201', '-1', '99999999'])('7.1 limit=%s is 400 invalid_request', async (limit) => {
    const { status, json } = await list(`?limit=${limit}`);
    expect(status).toBe(400);
    expect(json.error.code).toBe('invalid_request');
    expect(json.error.message).toContain('limit');
  });

  test.each(['abc', '', '1.5', '1e2', '0x10', '%20'])('7.2 limit=%s is 422 at query.limit', async (limit) => {
    const { status, json } = await list(`?limit=${limit}`);
    expect(status).toBe(422);
    expect(json.detail).toEqual([{ loc: ['query', 'limit'], msg: expect.any(String), type: 'int_parsing' }]);
  });

  test('7.1 an external_id of 129 characters is 400 invalid_request', async () => {
    expect((await list(`?external_id=${'x'.repeat(129)}`)).status).toBe(400);
    expect((await list(`?external_id=${'x'.repeat(128)}`)).status).toBe(200);
  });

  test('unknown parameters are ignored', async () => {
    expect((await list('?page=2')).status).toBe(200);
  });
});

describe('4.4 one document', () => {
  test('carries document, fields and warnings once it succeeded', async () => {
    const { json } = await submit(server, key);
    const document = await finished(server, key, json.id);
    expect(document.status).toBe('succeeded');
    expect(document.finished_at).not.toBeNull();
    expect(document.document?.invoice_number).toBe('PRB 2026-0042');
    expect(Object.keys(document.fields ?? {}).length).toBeGreaterThan(40);
    expect(document.warnings).toEqual(['buyer_vat_mismatch']);
  });

  test('a failed one says why and carries no extraction', async () => {
    const live = await server.createKey('live');
    const { json } = await submit(server, live, {}, { bytes: '%PDF-1.7 damaged' });
    await server.finish(json.id, 'failed');
    expect((await get(json.id, live)).json).toMatchObject({
      status: 'failed',
      error: { code: 'unreadable_file', message: expect.any(String) },
      document: null,
      fields: null,
      warnings: null,
      schema_version: null,
    });
  });

  test.each(['doc_00000000000000000000000000', 'x', '%20', 'doc_%00', '..', '__proto__'])(
    'an id that never was (%s) is 404',
    async (id) => {
      const { status, json } = await server.request('GET', `/v1/documents/${id}`, { key });
      expect(status).toBe(404);
      expect(json.error.code).toBe('not_found');
    },
  );

  test('another mode and another tenant see the same 404 as for one that never was', async () => {
    const { json } = await submit(server, key);
    const never = await get('doc_00000000000000000000000000');
    const tenantId = (await server.request('GET', '/v1/whoami', { key })).json.tenant_id;
    for (const stranger of [await server.createKey('live', { tenantId }), await server.createKey('test')]) {
      const { status, text } = await get(json.id, stranger);
      expect({ status, text }).toEqual({ status: 404, text: never.text });
      expect((await list('', stranger)).json.data.map(({ id }: { id: string }) => id)).not.toContain(json.id);
      expect((await server.request('DELETE', `/v1/documents/${json.id}`, { key: stranger })).status).toBe(404);
      expect((await server.request('POST', `/v1/documents/${json.id}/webhook`, { key: stranger })).status).toBe(404);
    }
    expect((await get(json.id)).status).toBe(200);
    // Another key of the same tenant and mode sees it.
    expect((await get(json.id, await server.createKey('test', { tenantId }))).status).toBe(200);
  });
});

describe('3 at most two documents of an account are read at once', () => {
  test('a third waits in the queue, without an error, until one ends', async () => {
    const live = await server.createKey('live', { tenantId: await server.createTenant('busy') });
    const { db, vault } = server.store;
    const ids: string[] = [];
    for (let sent = 0; sent < 3; sent++) ids.push((await submit(server, live)).json.id);
    const claim = () => claimNext(db, vault, { now: server.now(), leaseMs: 60_000, owner: 'test' });
    const first = await claim();
    const second = await claim();
    expect([first?.id, second?.id]).toEqual(ids.slice(0, 2));
    expect(await claim()).toBeNull();
    const statuses = (await list('', live)).json.data.map(({ status }: { status: string }) => status);
    expect(statuses).toEqual(['queued', 'processing', 'processing']);
    await release(db, first!);
    expect((await claim())?.id).toBe(ids[0]);
    for (const id of ids) await server.request('DELETE', `/v1/documents/${id}`, { key: live });
  });
});

describe('4.5 DELETE', () => {
  test('answers that it is gone, and from then on it is', async () => {
    const { json } = await submit(server, key, { mode: 'sync', external_id: 'gone' });
    const path = `/v1/documents/${json.id}`;
    const deleted = await server.request('DELETE', path, { key });
    expect(deleted.status).toBe(200);
    expect(deleted.json).toEqual({ id: json.id, object: 'document', deleted: true });
    expect((await get(json.id)).status).toBe(404);
    expect((await server.request('DELETE', path, { key })).status).toBe(404);
    expect((await server.request('POST', `${path}/webhook`, { key })).status).toBe(404);
    expect((await list('?external_id=gone')).json.data).toEqual([]);
    expect(await keptFiles(server.store)).not.toContain(json.id);
  });

  test('works while it waits and while it is read, whose result is thrown away', async () => {
    const live = await server.createKey('live', { tenantId: await server.createTenant('deleting') });
    const { db, vault, files } = server.store;
    const waiting = await submit(server, live);
    expect((await server.request('DELETE', `/v1/documents/${waiting.json.id}`, { key: live })).status).toBe(200);
    const reading = await submit(server, live);
    const now = server.now();
    const claimed = (await claimNext(db, vault, { now, leaseMs: 60_000, owner: 'test' }))!;
    expect(claimed.id).toBe(reading.json.id);
    expect((await server.request('DELETE', `/v1/documents/${claimed.id}`, { key: live })).status).toBe(200);
    expect(await renewLease(db, { ...claimed, now, leaseMs: 60_000 })).toBe(false);
    const ending = { status: 'failed', code: 'internal_error', message: 'x' } as const;
    expect(await finish(db, vault, files, { ...claimed, now, ending })).toBe(false);
  });
});

describe('3 retention=standard', () => {
  test('after 24 hours the file is gone, after 30 days the extraction, and the status stays', async () => {
    const { json } = await submit(server, key, { mode: 'sync' });
    const live = await server.createKey('live');
    const read = (await submit(server, live)).json.id;
    const { eraseWhatIsDue } = await import('../../server/retention-loop.ts');
    const { pino } = await import('pino');
    const { db, vault, files } = server.store;
    const now = server.now();
    const claimed = (await claimNext(db, vault, { now, leaseMs: 60_000, owner: 'test' }))!;
    const ending = { status: 'failed', code: 'no_text_found', message: 'x' } as const;
    expect(await finish(db, vault, files, { ...claimed, now, ending })).toBe(true);
    const pass = () =>
      eraseWhatIsDue({
        db,
        files,
        policy: {},
        clock: { now: server.now, elapsed: server.now },
        log: pino({ level: 'silent' }),
      });
    server.advance(day - 60_000);
    await pass();
    // Nothing reads the file of a sandbox document, so it was never kept.
    const kept = await keptFiles(server.store);
    expect(kept).toContain(read);
    expect(kept).not.toContain(json.id);
    server.advance(120_000);
    await pass();
    expect(await keptFiles(server.store)).not.toContain(read);
    expect((await get(json.id)).json.document).not.toBeNull();
    server.advance(29 * day);
    await pass();
    expect((await get(json.id)).json).toMatchObject({
      status: 'succeeded',
      document: null,
      fields: null,
      warnings: null,
      result_deleted_at: expect.stringMatching(/Z$/),
      external_id: null,
      pages: 1,
    });
    expect((await list()).json.data[0].document).toBeNull();
  });
});

describe('3 an extraction whose time is over', () => {
  test.each([
    ['standard', 30],
    ['zero', 1],
  ])(
    'is not given out where retention=%s and nothing has erased it yet, as on a machine that wakes up',
    async (retention, days) => {
      const [first, second] = [
        await submit(server, key, { retention, mode: 'sync' }),
        await submit(server, key, { retention, mode: 'sync' }),
      ];
      server.advance(days * 24 * 3_600_000);
      const gone = { status: 'succeeded', document: null, fields: null, warnings: null };
      const erased = { ...gone, result_deleted_at: expect.stringMatching(/Z$/) };
      expect((await server.request('GET', '/v1/documents?limit=1', { key })).json.data[0]).toMatchObject({
        ...erased,
        id: second.json.id,
      });
      expect((await server.request('GET', `/v1/documents/${first.json.id}`, { key })).json).toMatchObject(erased);
    },
  );

  test('is given by a GET that comes in time', async () => {
    const { json } = await submit(server, key, { mode: 'sync' });
    server.advance(30 * 24 * 3_600_000 - 60_000);
    expect((await server.request('GET', `/v1/documents/${json.id}`, { key })).json.document).not.toBeNull();
  });
});

describe('4.2 files of one page', () => {
  test('2.1 mime_type and pages are what the content is', async () => {
    const { json } = await submit(server, key, { mode: 'sync' }, { bytes: pdf(7), name: 'photo.png' });
    expect(json).toMatchObject({ mime_type: 'application/pdf', pages: 7, filename: 'photo.png' });
  });
});
