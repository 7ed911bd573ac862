import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, startTestServer, submit, type TestServer } from '../helpers/server.ts';
import { keptFiles } from '../helpers/store.ts';

let server: TestServer;
let key: string;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  key = await server.createKey('test', { tenantId: await server.createTenant('one') });
});
afterAll(() => server.stop());

const get = (id: string): Promise<Answer> => server.request('GET', `/v1/documents/${id}`, { key });
const erased = {
  status: 'succeeded',
  document: null,
  fields: null,
  warnings: null,
  result_deleted_at: expect.any(String),
};

/** A finished zero-retention document that nobody has fetched. */
async function unfetched(): Promise<string> {
  const { json } = await submit(server, key, { retention: 'zero', mode: 'sync' });
  expect(json.status).toBe('succeeded');
  return json.id;
}

type When =
  | 'at once'
  | 'after the first bytes'
  | 'in good order at once'
  | 'in good order over the first bytes'
  | 'in good order while the server is held up';

/** Lets nothing of this process go on, of which the server is a part. */
const holdUp = (ms: number): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Sends a GET on a connection of its own and hangs up when `when` says so. */
function hangUp(id: string, headers: string, when: When): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    // An orderly end of the connection, as by a program that stops: nothing tells that bytes were left unread.
    if (when === 'in good order over the first bytes') socket.once('data', () => socket.destroy());
    if (when === 'in good order while the server is held up') {
      socket.once('data', () => {
        socket.destroy();
        holdUp(300);
      });
    }
    socket.on('close', () => resolve());
    socket.write(`GET /v1/documents/${id} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${key}\r\n${headers}\r\n`, () => {
      if (when === 'at once') socket.resetAndDestroy();
      if (when === 'in good order at once') socket.destroy();
    });
    if (when === 'after the first bytes') {
      // One chunk is taken and the rest is left unread, as by a client that crashes over the head of the answer.
      socket.once('readable', () => {
        socket.read(10);
        socket.resetAndDestroy();
      });
    }
  });
}

/** Asks, closes the sending side, and reads to the end. */
function askAndClose(request: string): Promise<string> {
  return new Promise((resolve) => {
    let all = '';
    const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', allowHalfOpen: true });
    socket.on('data', (data) => {
      all += data;
    });
    socket.on('close', () => resolve(all));
    socket.end(request);
  });
}

describe('3 retention=zero', () => {
  test('the first GET carries the extraction and erases it', async () => {
    const id = await unfetched();
    const first = await get(id);
    expect(first.json.document.invoice_number).toBe('PRB 2026-0042');
    expect(first.json.fields).not.toBeNull();
    expect(first.json.result_deleted_at).toBeNull();
    for (let again = 0; again < 2; again++) expect((await get(id)).json).toMatchObject(erased);
  });

  test('the sync answer carries it and does not count', async () => {
    const { json } = await submit(server, key, { retention: 'zero', mode: 'sync' });
    expect(json.document).not.toBeNull();
    expect((await get(json.id)).json.document).not.toBeNull();
    expect((await get(json.id)).json).toMatchObject(erased);
  });

  test('lists and HEAD never carry it and do not count', async () => {
    const id = await unfetched();
    const listed = await server.request('GET', '/v1/documents', { key });
    expect(listed.json.data[0]).toMatchObject({
      id,
      status: 'succeeded',
      document: null,
      fields: null,
      warnings: null,
    });
    expect((await server.request('HEAD', `/v1/documents/${id}`, { key })).status).toBe(200);
    expect((await get(id)).json.document).not.toBeNull();
  });

  test('a GET before it is finished does not count', async () => {
    const live = await server.createKey('live', { tenantId: await server.createTenant('two') });
    const { json } = await submit(server, live, { retention: 'zero' });
    const path = `/v1/documents/${json.id}`;
    expect((await server.request('GET', path, { key: live })).json.status).toBe('queued');
    expect(await keptFiles(server.store)).toContain(json.id);
    await server.finish(json.id);
    expect(await keptFiles(server.store)).not.toContain(json.id);
    expect((await server.request('GET', path, { key: live })).json.document).not.toBeNull();
    expect((await server.request('GET', path, { key: live })).json).toMatchObject(erased);
  });

  test('of GETs at once exactly one gets it', async () => {
    const id = await unfetched();
    const answers = await Promise.all(Array.from({ length: 8 }, () => get(id)));
    expect(answers.filter(({ json }) => json.document !== null)).toHaveLength(1);
    for (const { json } of answers.filter(({ json }) => json.document === null)) expect(json).toMatchObject(erased);
  });

  test.each([
    ['at once', ''],
    ['at once', 'Connection: close\r\n'],
    ['after the first bytes', ''],
    ['after the first bytes', 'Connection: close\r\n'],
    ['in good order at once', ''],
    ['in good order over the first bytes', ''],
    ['in good order over the first bytes', 'Connection: close\r\n'],
    ['in good order while the server is held up', ''],
    ['in good order while the server is held up', 'Connection: close\r\n'],
  ] as const)('a client that hangs up %s (%j) has not had it', async (when, headers) => {
    const id = await unfetched();
    await hangUp(id, headers, when);
    await delay(50);
    expect((await get(id)).json.document).not.toBeNull();
    expect((await get(id)).json).toMatchObject(erased);
  });

  test('a client that closes its side once it has asked gets it, and has had it', async () => {
    const id = await unfetched();
    const text = await askAndClose(`GET /v1/documents/${id} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\n\r\n`);
    expect(text).toContain('PRB 2026-0042');
    expect(text.trimEnd().endsWith('}')).toBe(true);
    expect((await get(id)).json).toMatchObject(erased);
  });

  test('a client that asks to close and takes it all has had it', async () => {
    const id = await unfetched();
    const text = await new Promise<string>((resolve) => {
      let all = '';
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      socket.on('data', (data) => {
        all += data;
      });
      socket.on('close', () => resolve(all));
      socket.write(
        `GET /v1/documents/${id} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\nConnection: close\r\n\r\n`,
      );
    });
    expect(text).toContain('PRB 2026-0042');
    expect((await get(id)).json).toMatchObject(erased);
  });

  test('in any case it is gone within 24 h', async () => {
    const id = await unfetched();
    server.advance(24 * 60 * 60 * 1000 + 1000);
    const { eraseDueExtractions } = await import('../../server/store/erasure.ts');
    expect(await eraseDueExtractions(server.store.db, server.now())).toBe(1);
    expect((await get(id)).json).toMatchObject(erased);
  });
});
