import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authenticate, list, revoke } from '../../server/store/keys.ts';
import { type Answer, startTestServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let key: string;

beforeAll(async () => {
  server = await startTestServer();
  key = await server.createKey('test', { label: 'ERP' });
});
afterAll(() => server.stop());

const whoami = (headers: Record<string, string>): Promise<Answer> => server.request('GET', '/v1/whoami', { headers });

describe('4.1 whoami', () => {
  test('answers the tenant, the key and its mode', async () => {
    const { status, json } = await server.request('GET', '/v1/whoami', { key });
    expect(status).toBe(200);
    expect(json).toMatchObject({ tenant_id: server.tenantId, mode: 'test', label: 'ERP', version: '2026-10-19' });
    expect(json.key_id).toMatch(/^key_[0-9a-z]{26}$/);
  });

  test('5.2 tells a production key from a sandbox key', async () => {
    const live = await server.createKey('live');
    expect(live).toMatch(/^fct_live_[0-9A-Za-z]{40}$/);
    expect(key).toMatch(/^fct_test_[0-9A-Za-z]{40}$/);
    expect((await server.request('GET', '/v1/whoami', { key: live })).json.mode).toBe('live');
  });
});

describe('5.1 where the key is sent', () => {
  test.each([
    ['Bearer', () => ({ Authorization: `Bearer ${key}` })],
    ['bearer in lower case', () => ({ Authorization: `bearer ${key}` })],
    ['X-API-Key', () => ({ 'X-API-Key': key })],
    ['both headers with the same key', () => ({ Authorization: `Bearer ${key}`, 'X-API-Key': key })],
  ])('%s is taken', async (_name, headers) => {
    expect((await whoami(headers())).status).toBe(200);
  });
});

describe('5.1 headers that are repeated', () => {
  /** With headers as often as they are named, which fetch does not send. */
  const repeated = (headers: string[]): Promise<number> =>
    new Promise((resolve, reject) => {
      httpRequest(`${server.url}/v1/whoami`, { headers: ['Host', 'localhost', ...headers] }, (res) => {
        res.resume();
        resolve(res.statusCode ?? 0);
      })
        .on('error', reject)
        .end();
    });

  test('the same key is taken, and two keys are 401', async () => {
    const bearer = ['Authorization', `Bearer ${key}`];
    const other = await server.createKey('test');
    expect(await repeated([...bearer, ...bearer, 'X-API-Key', key, 'X-API-Key', key])).toBe(200);
    expect(await repeated([...bearer, 'Authorization', `Bearer ${other}`])).toBe(401);
    expect(await repeated([...bearer, 'Authorization', 'Basic x'])).toBe(401);
    expect(await repeated(['X-API-Key', key, 'X-API-Key', other])).toBe(401);
  });
});

describe('5.3 one answer for every key that is not valid', () => {
  const comparable = ({ status, headers, text }: Answer): unknown => {
    const all = Object.fromEntries(headers);
    // These two differ on any two answers.
    delete all.date;
    delete all['request-id'];
    return { status, headers: all, text };
  };

  test('missing, malformed, wrong, revoked and expired are identical in bytes and headers', async () => {
    const revoked = await server.createKey('live');
    const revokedId = (await authenticate(server.store.db, revoked, server.now()))!.keyId;
    await revoke(server.store.db, revokedId, server.now());
    const expired = await server.createKey('live', { expiresAt: '2026-01-01T00:00:00.000Z' });
    const cases: Record<string, string>[] = [
      {},
      { Authorization: '' },
      { Authorization: 'Bearer' },
      { Authorization: 'Bearer ' },
      { Authorization: `Basic ${key}` },
      { Authorization: `${key}` },
      { Authorization: `Bearer ${key} ${key}` },
      { Authorization: `Bearer ${key}x` },
      { Authorization: `Bearer ${key.slice(0, -1)}` },
      { Authorization: `Bearer ${key.toLowerCase()}` },
      { 'X-API-Key': '' },
      { 'X-API-Key': 'fct_live_0000000000000000000000000000000000000000' },
      { Authorization: `Bearer ${revoked}` },
      { 'X-API-Key': revoked },
      { Authorization: `Bearer ${expired}` },
      { Authorization: `Bearer ${key}`, 'X-API-Key': expired },
      { Authorization: `Basic ${key}`, 'X-API-Key': key },
      { Authorization: `Bearer ${expired}`, 'Service-Version': '1999-01-01' },
    ];
    const answers = await Promise.all(cases.map((headers) => whoami(headers)));
    const [first, ...others] = answers.map(comparable);
    expect(first).toMatchObject({ status: 401, text: expect.stringContaining('"code":"unauthorized"') });
    for (const other of others) expect(other).toEqual(first);
  });

  test('every endpoint asks for a key, before it looks at anything else', async () => {
    for (const [method, path] of [
      ['GET', '/v1/whoami'],
      ['GET', '/v1/documents?limit=abc'],
      ['POST', '/v1/documents'],
      ['GET', '/v1/documents/doc_x'],
      ['DELETE', '/v1/documents/doc_x'],
      ['POST', '/v1/documents/doc_x/webhook'],
      ['GET', '/v1/usage?month=abc'],
    ] as const) {
      expect((await server.request(method, path)).status, `${method} ${path}`).toBe(401);
    }
  });

  test('a key expires while the server runs', async () => {
    const soon = await server.createKey('test', { expiresAt: new Date(server.now() + 60_000).toISOString() });
    expect((await server.request('GET', '/v1/whoami', { key: soon })).status).toBe(200);
    server.advance(61_000);
    expect((await server.request('GET', '/v1/whoami', { key: soon })).status).toBe(401);
  });
});

describe('keys at rest', () => {
  test('only the hash and a hint are stored, and the last use is noted', async () => {
    await server.request('GET', '/v1/whoami', { key });
    const rows = await list(server.store.db);
    const mine = rows.find(({ label }) => label === 'ERP')!;
    expect(mine.hint).toBe(`fct_test_…${key.slice(-4)}`);
    expect(mine.last_used_at).not.toBeNull();
    const stored = await server.store.db.selectFrom('keys').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(key.slice('fct_test_'.length, -4));
  });

  test('no key is in the log', () => {
    expect(server.log()).not.toContain(key.slice('fct_test_'.length));
  });
});
