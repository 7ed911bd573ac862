import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { raw } from '../helpers/raw-http.ts';
import { buyer, form, pdf, startTestServer, submit, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let key: string;

beforeAll(async () => {
  server = await startTestServer();
  key = await server.createKey('test');
});
afterAll(() => server.stop());

describe('names that every object has (prototype pollution)', () => {
  const names = [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'constructor.prototype.polluted',
  ];
  const metadata = `{${names.map((name) => `"${name}":"x"`).join()}}`;
  const nested = '{"__proto__":{"polluted":"x"},"constructor":{"prototype":{"polluted":"x"}}}';

  const unpolluted = (): void => {
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(String({})).toBe('[object Object]');
  };

  it('are fields like others of metadata, in JSON and in multipart', async () => {
    const file = `"file_base64":"${pdf().toString('base64')}","buyer_vat":"${buyer}"`;
    const json = `{${file},"metadata":${metadata}}`;
    const headers = { 'Content-Type': 'application/json' };
    const sent = [
      await server.request('POST', '/v1/documents', { key, headers, body: json }),
      await submit(server, key, { metadata }),
    ];
    for (const { status, text } of sent) {
      expect(status).toBe(202);
      expect(text).toContain(`"metadata":${metadata}`);
    }
    unpolluted();
  });

  it('are refused as objects, and mean nothing in a body, a query, or the name of a part', async () => {
    const file = `"file_base64":"${pdf().toString('base64')}","buyer_vat":"${buyer}"`;
    const headers = { 'Content-Type': 'application/json' };
    const ask = (body: string) => server.request('POST', '/v1/documents', { key, headers, body });
    expect((await ask(`{${file},"metadata":${nested}}`)).status).toBe(422);
    expect((await ask(`{${file},${nested.slice(1)}`)).status).toBe(202);
    expect((await ask(`{"__proto__":{${file}}}`)).status).toBe(422);
    expect((await submit(server, key, { metadata: nested })).status).toBe(422);
    const parts = Object.fromEntries(['__proto__', '__proto__[polluted]', ...names].map((name) => [name, 'x']));
    const body = form({ buyer_vat: buyer }, { bytes: pdf(), name: '__proto__' });
    for (const [name, value] of [...Object.entries(parts), ['__proto__', 'x'] as const]) body.append(name, value);
    expect((await server.request('POST', '/v1/documents', { key, body })).status).toBe(202);
    const query = '__proto__[polluted]=x&__proto__.polluted=x&constructor[prototype][polluted]=x&__proto__=x';
    expect((await server.request('GET', `/v1/documents?${query}`, { key })).status).toBe(200);
    unpolluted();
  });
});

describe('more of everything than anybody needs', () => {
  const answersAsUsual = async (): Promise<void> => {
    expect((await server.request('GET', '/v1/whoami', { key })).status).toBe(200);
  };
  /** A multipart body by hand. */
  const multipart = (parts: string): Promise<number> =>
    fetch(`${server.url}/v1/documents`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'multipart/form-data; boundary=x' },
      body: `${parts}\r\n--x--\r\n`,
    }).then(({ status }) => status);
  const field = (name: string, value: string): string =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

  it.each([
    ['a hundred thousand fields', field('a', 'b').repeat(100_000)],
    ['a field whose name is a megabyte', field('n'.repeat(1_000_000), 'b')],
    ['a part with ten thousand headers', `--x\r\n${'A: b\r\n'.repeat(10_000)}\r\nb\r\n`],
    ['ten thousand boundaries and nothing between', '--x\r\n'.repeat(10_000)],
    ['a header that never ends', `--x\r\nContent-Disposition: ${'a'.repeat(1_000_000)}`],
  ])('in multipart: %s is 422', async (_name, parts) => {
    expect(await multipart(parts)).toBe(422);
    await answersAsUsual();
  });

  it.each([
    ['arrays in arrays', '['.repeat(500_000)],
    ['objects in objects', '{"a":'.repeat(200_000)],
    ['whole objects in objects', `{"metadata":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`],
    ['backslashes', `{"a":"${'\\\\'.repeat(500_000)}`],
    ['digits', `{"a":${'9'.repeat(1_000_000)}}`],
  ])('in JSON: %s are 422', async (_name, body) => {
    const headers = { 'Content-Type': 'application/json' };
    expect((await server.request('POST', '/v1/documents', { key, headers, body })).status).toBe(422);
    await answersAsUsual();
  });

  it('a header of three thousand lines is 431', async () => {
    const lines = Array.from({ length: 3_000 }, (_, index) => `a${index}: b\r\n`).join('');
    expect((await raw(server.url, `GET /healthz HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n`)).statuses).toEqual([431]);
  });

  it.each([
    ['arrays in arrays', '['.repeat(14_000_000)],
    ['as many as a field may be long', '['.repeat(200_000)],
    ['objects in objects', '{"a":'.repeat(100_000)],
    ['a text of megabytes', `{"a":"${'x'.repeat(1_000_000)}"}`],
    ['white space', `{"a":1${' '.repeat(100_000)}}`],
  ])('in multipart metadata: %s are 422 before anybody parses them', async (_name, metadata) => {
    // A key of its own: those before it have used up this file's turns.
    const { status, json } = await submit(server, await server.createKey('live'), { metadata });
    expect(status).toBe(422);
    expect(json.detail).toEqual([expect.objectContaining({ loc: ['body', 'metadata'], type: 'string_too_long' })]);
    await answersAsUsual();
  });

  it('a key and a query of fifteen thousand characters are refused like any other', async () => {
    const long = 'x'.repeat(15_000);
    expect((await server.request('GET', '/v1/whoami', { key: long })).status).toBe(401);
    expect((await server.request('GET', `/v1/documents?external_id=${long}`, { key })).status).toBe(400);
    expect((await server.request('GET', `/v1/documents?limit=${'9'.repeat(15_000)}`, { key })).status).toBe(400);
    expect((await server.request('GET', `/v1/usage?month=${long}`, { key })).status).toBe(422);
    expect((await server.request('GET', `/v1/documents/${long}`, { key })).status).toBe(404);
  });
});
