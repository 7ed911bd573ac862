import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buyer, form, pdf, startTestServer, submit, submitJson, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let key: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  key = await server.createKey('test');
});

const named = (json: { detail: { loc: unknown[] }[] }): unknown[] => json.detail.map(({ loc }) => loc);

describe('decisions, order of checks: 422 names each wrong field', () => {
  test('all that is wrong is said at once, whatever kind of wrong it is', async () => {
    const { status, json } = await submitJson(server, key, {
      file_base64: '!',
      buyer_vat: 'RO18547291',
      mode: 'fast',
      webhook_url: 'http://erp.example/',
    });
    expect(status).toBe(422);
    expect(named(json)).toEqual(
      expect.arrayContaining([
        ['body', 'file_base64'],
        ['body', 'buyer_vat'],
        ['body', 'mode'],
        ['body', 'webhook_url'],
      ]),
    );
  });

  test.each(['buyer_vat', 'retention', 'metadata', 'mode', 'external_id'])(
    '4.2.1 %s sent as a file is the wrong type, not a field that was left out',
    async (name) => {
      const body = form({ buyer_vat: name === 'buyer_vat' ? undefined : buyer }, { bytes: pdf() });
      body.set(name, new Blob(['zero'], { type: 'application/json' }), 'blob');
      const { status, json } = await server.request('POST', '/v1/documents', { key, body });
      expect(status).toBe(422);
      expect(named(json)).toEqual([['body', name]]);
    },
  );

  test('2.1 metadata has the numbers that were sent, digit by digit, in both forms, in GET and in lists', async () => {
    const metadata = '{"order":12345678901234567890,"price":1.10,"tiny":1e-9,"plain":7,"note":"1.10"}';
    const asJson = await server.request('POST', '/v1/documents', {
      key,
      headers: { 'Content-Type': 'application/json' },
      body: `{"file_base64":"${pdf().toString('base64')}","buyer_vat":"${buyer}","metadata":${metadata}}`,
    });
    for (const { status, text, json } of [asJson, await submit(server, key, { metadata })]) {
      expect(status).toBe(202);
      expect(text).toContain(`"metadata":${metadata}`);
      expect((await server.request('GET', `/v1/documents/${json.id}`, { key })).text).toContain(metadata);
    }
    expect((await server.request('GET', '/v1/documents', { key })).text).toContain(metadata);
  });

  test('7 a number in metadata is held to 500 characters like a text', async () => {
    const metadata = (digits: number): string => `{"n":${'7'.repeat(digits)}}`;
    expect((await submit(server, key, { metadata: metadata(300) })).status).toBe(202);
    const { status, json } = await submit(server, key, { metadata: `{"n":1.${'7'.repeat(499)}}` });
    expect(status).toBe(400);
    expect(json.error.code).toBe('invalid_request');
  });

  test.each([
    ['brackets in brackets', '['.repeat(5_000_000) + ']'.repeat(5_000_000)],
    ['empty texts', `[${'"",'.repeat(5_000_000)}""]`],
    ['quotes within a text', `"${'\\"'.repeat(7_000_000)}"`],
  ])('a body of millions of %s is 422 without being parsed, which would hold everybody up', async (_name, value) => {
    const body = Buffer.from(`{"buyer_vat":"${buyer}","more":${value}}`);
    const { status, json } = await server.request('POST', '/v1/documents', {
      key,
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    expect(status).toBe(422);
    expect(named(json)).toEqual([['body']]);
    expect(json.detail[0].type).toBe('json_invalid');
  });

  test('4.2.1 metadata that is the text null is no object', async () => {
    const { status, json } = await submit(server, key, { metadata: 'null' });
    expect(status).toBe(422);
    expect(named(json)).toEqual([['body', 'metadata']]);
  });

  test('4.2.2 a field is named once, however much of it is wrong', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, []]));
    const { status, json } = await submitJson(server, key, { metadata, mode: 'fast' });
    expect(status).toBe(422);
    expect(named(json)).toEqual([
      ['body', 'mode'],
      ['body', 'metadata'],
    ]);
  });

  test('4.2.2 an object under the key __proto__ is no scalar either', async () => {
    const body = `{"file_base64":"${pdf().toString('base64')}","buyer_vat":"${buyer}","metadata":{"__proto__":{"a":1}}}`;
    const headers = { 'Content-Type': 'application/json' };
    const { status, json } = await server.request('POST', '/v1/documents', { key, headers, body });
    expect(status).toBe(422);
    expect(named(json)).toEqual([['body', 'metadata']]);
  });
});

describe('7.1 long fields', () => {
  test('an external_id of 2 MiB is 400 invalid_request like one of 129 characters', async () => {
    const { status, json } = await submit(server, key, { external_id: 'x'.repeat(2 * 1024 * 1024) });
    expect(status).toBe(400);
    expect(json.error.code).toBe('invalid_request');
  });

  test('decisions, order of checks: an unknown field is ignored, however long', async () => {
    expect((await submit(server, key, { comment: 'x'.repeat(2 * 1024 * 1024) })).status).toBe(202);
  });

  test('4.3 a limit far outside of every number is 400 invalid_request', async () => {
    const { status, json } = await server.request('GET', `/v1/documents?limit=${'9'.repeat(400)}`, { key });
    expect(status).toBe(400);
    expect(json.error.code).toBe('invalid_request');
  });
});

test('4.2.1 the check letter of an Irish buyer_vat is not enforced', async () => {
  expect((await submit(server, key, { buyer_vat: 'IE1234567X' })).status).toBe(202);
});
