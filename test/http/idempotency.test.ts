import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { finished, pdf, startTestServer, submit, submitJson, type TestServer } from '../helpers/server.ts';

const hour = 60 * 60 * 1000;

let server: TestServer;
let key: string;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  key = await server.createKey('test');
});
afterAll(() => server.stop());

let number = 0;
const once = (): Record<string, string> => ({ 'Idempotency-Key': `key-${number++}` });

describe('4.2.3.1 the same key with the same request', () => {
  test('gives the same document, and says that it is a replay', async () => {
    const headers = once();
    const first = await submit(server, key, { external_id: 'A' }, { headers });
    expect(first.status).toBe(202);
    expect(first.headers.get('Idempotent-Replayed')).toBeNull();
    const second = await submit(server, key, { external_id: 'A' }, { headers });
    expect(second.status).toBe(202);
    expect(second.headers.get('Idempotent-Replayed')).toBe('true');
    expect(second.json.id).toBe(first.json.id);
  });

  test('multipart and JSON forms of one request are the same request', async () => {
    const headers = once();
    const metadata = { b: 1, a: 'x' };
    const first = await submit(server, key, { metadata: JSON.stringify(metadata), mode: 'async' }, { headers });
    const second = await submitJson(server, key, { metadata: { a: 'x', b: 1 }, retention: 'standard' }, headers);
    expect(second.status).toBe(202);
    expect(second.json.id).toBe(first.json.id);
  });

  test('differently written numbers of the same buyer are the same request', async () => {
    const headers = once();
    const first = await submit(server, key, { buyer_vat: 'RO18547290' }, { headers });
    const second = await submit(server, key, { buyer_vat: 'ro 185 472 90' }, { headers });
    expect(second.json.id).toBe(first.json.id);
  });

  test('a sync replay waits like the original and carries the result', async () => {
    const headers = once();
    const first = await submit(server, key, { mode: 'sync' }, { headers });
    const second = await submit(server, key, { mode: 'sync' }, { headers });
    expect(second.status).toBe(200);
    expect(second.headers.get('Idempotent-Replayed')).toBe('true');
    expect(second.json).toEqual(first.json);
  });

  test('an async replay gives the document as it is now, with 202', async () => {
    const headers = once();
    const first = await submit(server, key, {}, { headers });
    await finished(server, key, first.json.id);
    const second = await submit(server, key, {}, { headers });
    expect(second.status).toBe(202);
    expect(second.json).toMatchObject({ id: first.json.id, status: 'succeeded' });
  });

  test('a document that failed is replayed as failed', async () => {
    const live = await server.createKey('live');
    const headers = once();
    const first = await submit(server, live, {}, { headers });
    await server.finish(first.json.id, 'failed');
    const second = await submit(server, live, {}, { headers });
    expect(second.json).toMatchObject({ id: first.json.id, status: 'failed', error: { code: 'unreadable_file' } });
  });

  test('a replay does not give away the extraction that a zero-retention document has for one GET', async () => {
    const headers = once();
    const first = await submit(server, key, { retention: 'zero' }, { headers });
    while ((await server.request('GET', '/v1/documents', { key })).json.data[0].finished_at === null);
    const second = await submit(server, key, { retention: 'zero' }, { headers });
    expect(second.json).toMatchObject({ id: first.json.id, status: 'succeeded', document: null });
    const got = await server.request('GET', `/v1/documents/${first.json.id}`, { key });
    expect(got.json.document).not.toBeNull();
  });
});

describe('4.2.3.2 the same key with a different request answers 409', () => {
  test.each([
    ['another file', {}, { bytes: pdf(2) }],
    ['another buyer', { buyer_vat: 'DE271483066' }, {}],
    ['another reference', { external_id: 'B' }, {}],
    ['another name', { buyer_name: 'B' }, {}],
    ['another mode', { mode: 'sync' }, {}],
    ['another retention', { retention: 'zero' }, {}],
    ['another URL', { webhook_url: 'https://x.example/' }, {}],
    ['other metadata', { metadata: '{"a":2}' }, {}],
    ['another file name', {}, { name: 'other.pdf' }],
  ])('%s', async (_name, fields, more) => {
    const headers = once();
    await submit(server, key, { metadata: '{"a":1}' }, { headers });
    const { status, json } = await submit(server, key, { metadata: '{"a":1}', ...fields }, { headers, ...more });
    expect(status).toBe(409);
    expect(json.error.code).toBe('idempotency_conflict');
  });
});

describe('4.2.3.3 a key is kept 24 h', () => {
  test('a little before it is a replay, a little after it is a new request', async () => {
    const headers = once();
    const first = await submit(server, key, {}, { headers });
    server.advance(24 * hour - 60_000);
    expect((await submit(server, key, {}, { headers })).json.id).toBe(first.json.id);
    server.advance(61_000);
    const later = await submit(server, key, {}, { headers });
    expect(later.status).toBe(202);
    expect(later.headers.get('Idempotent-Replayed')).toBeNull();
    expect(later.json.id).not.toBe(first.json.id);
    // And the new one holds.
    expect((await submit(server, key, {}, { headers })).json.id).toBe(later.json.id);
  });
});

describe('scope and refusals (decisions.md "Idempotency")', () => {
  test('two keys of one tenant and mode share it; another mode or tenant does not', async () => {
    const headers = once();
    const first = await submit(server, key, {}, { headers });
    expect((await submit(server, await server.createKey('test'), {}, { headers })).json.id).toBe(first.json.id);
    expect((await submit(server, await server.createKey('live'), {}, { headers })).json.id).not.toBe(first.json.id);
    const other = await server.createKey('test', { tenantId: await server.createTenant('other') });
    expect((await submit(server, other, {}, { headers })).json.id).not.toBe(first.json.id);
  });

  test('a refused request does not use up its key', async () => {
    const headers = once();
    expect((await submit(server, key, {}, { headers, bytes: 'text' })).status).toBe(415);
    expect((await submit(server, key, { buyer_vat: 'x' }, { headers })).status).toBe(422);
    expect((await submit(server, key, {}, { headers })).status).toBe(202);
  });

  test('after a DELETE the replay is 404 for the rest of the 24 h', async () => {
    const headers = once();
    const { json } = await submit(server, key, {}, { headers });
    await server.request('DELETE', `/v1/documents/${json.id}`, { key });
    for (const advance of [0, 23 * hour]) {
      server.advance(advance);
      const replay = await submit(server, key, {}, { headers });
      expect(replay.status).toBe(404);
      expect(replay.json.error.code).toBe('not_found');
    }
  });

  test('50 simultaneous requests with one key make one document', async () => {
    // Three keys of one tenant, because one alone may send 20 at once.
    const keys = [key, await server.createKey('test'), await server.createKey('test')];
    const headers = once();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => submit(server, keys[index % 3]!, { external_id: 'fifty' }, { headers })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers.get('Idempotent-Replayed') === null)).toHaveLength(1);
    const listed = await server.request('GET', '/v1/documents?external_id=fifty', { key });
    expect(listed.json.data).toHaveLength(1);
  });
});
