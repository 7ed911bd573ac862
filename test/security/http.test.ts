import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { portOf, raw } from '../helpers/raw-http.ts';
import { buyer, pdf, startTestServer, submitJson, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let key: string;

beforeAll(async () => {
  server = await startTestServer();
  key = await server.createKey('test');
});
afterAll(() => server.stop());

const host = 'Host: localhost\r\n';
/** What a smuggler wants answered as a request of its own. */
const second = `GET /healthz HTTP/1.1\r\n${host}\r\n`;
const last = 'Connection: close\r\n';

describe('a request that two readers could understand differently (request smuggling)', () => {
  const post = `POST /v1/whoami HTTP/1.1\r\n${host}`;
  it.each([
    ['both a length and chunks', `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['chunks and identity', `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`],
    ['chunks that are not last', `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
    ['a blank before the colon', `${post}Transfer-Encoding : chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`],
    ['another blank than a space', `${post}Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n`],
    ['two lengths', `${post}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`],
    ['the same length twice', `${post}Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello`],
    ['a list of lengths', `${post}Content-Length: 5, 5\r\n\r\nhello`],
    ['a signed length', `${post}Content-Length: +5\r\n\r\nhello`],
    ['a hexadecimal length', `${post}Content-Length: 0x5\r\n\r\nhello`],
    ['a length beyond all numbers', `${post}Content-Length: 99999999999999999999\r\n\r\nhello`],
    ['a folded header', `${post}X-A: b\r\n Content-Length: 5\r\n\r\nhello`],
    ['lines that end in LF', `POST /v1/whoami HTTP/1.1\nHost: localhost\n\n`],
    ['a CR inside a header', `${post}X-A: b\rContent-Length: 5\r\n\r\nhello`],
    ['a NUL inside a header', `${post}X-A: b\0\r\n\r\n`],
  ])('with %s is 400, and nothing behind it is answered', async (_name, text) => {
    const { statuses, closed } = await raw(server.url, text + second);
    expect({ statuses, closed }).toEqual({ statuses: [400], closed: true });
  });

  it.each([
    ['an unknown encoding', `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
    ['a chunk of negative size', `${post}Transfer-Encoding: chunked\r\n\r\n-1\r\nx\r\n0\r\n\r\n`],
    [
      'an endless chunk extension',
      `${post}Transfer-Encoding: chunked\r\n\r\n1;${'a'.repeat(100_000)}\r\nx\r\n0\r\n\r\n`,
    ],
  ])('with %s is answered once, and then the connection ends', async (_name, text) => {
    const { statuses, closed } = await raw(server.url, text + second);
    expect(statuses.every((status) => status >= 400)).toBe(true);
    expect(closed).toBe(true);
  });

  it('takes what follows an unread body for the body, as it says', async () => {
    const { statuses } = await raw(server.url, `${post}${last}Content-Length: ${second.length}\r\n\r\n${second}`);
    expect(statuses).toEqual([405]);
  });
});

describe('whose address a request carries (DNS rebinding)', () => {
  it.each([
    ['localhost', 200],
    ['LOCALHOST', 200],
    ['127.0.0.1', 200],
    ['127.0.0.1:', 200],
    ['127.0.0.1:PORT', 200],
    ['LocalHost:PORT', 200],
    ['[::1]:PORT', 200],
    ['127.0.0.1:1', 421],
    ['localhost:80', 421],
    ['[::1]:65535', 421],
    ['127.0.0.1:1PORT', 421],
    ['127.0.0.1:-PORT', 421],
    ['localhost.', 421],
    ['127.0.0.1.', 421],
    ['127.1', 421],
    ['0x7f000001', 421],
    ['2130706433', 421],
    ['[::ffff:127.0.0.1]', 421],
    ['[0:0:0:0:0:0:0:1]', 421],
    ['localhost@evil.example', 421],
    ['evil.example#localhost', 421],
    ['localhost evil.example', 421],
    ['localhost:80:80', 421],
    ['127.0.0.1\u00a0', 421],
  ])('Host: %j is %i, where PORT is the one listened on', async (name, status) => {
    const sent = name.replace('PORT', String(portOf(server.url)));
    expect((await raw(server.url, `GET /healthz HTTP/1.1\r\n${last}Host: ${sent}\r\n\r\n`)).statuses).toEqual([status]);
  });

  it.each([
    ['a second Host', `GET /healthz HTTP/1.1\r\n${last}${host}Host: evil.example\r\n\r\n`, 400],
    ['a second Host before it', `GET /healthz HTTP/1.1\r\n${last}Host: evil.example\r\n${host}\r\n`, 400],
    ['another host in the target', `GET http://evil.example/healthz HTTP/1.1\r\n${last}${host}\r\n`, 421],
    ['another host behind a name', `GET http://localhost@evil.example/healthz HTTP/1.1\r\n${last}${host}\r\n`, 421],
    ['its own host in the target', `GET http://localhost/healthz HTTP/1.1\r\n${last}${host}\r\n`, 200],
    ['another port in the target', `GET http://localhost:1/healthz HTTP/1.1\r\n${last}${host}\r\n`, 421],
    ['a target that is no URL', `GET http://localhost:99999/v1/documents HTTP/1.1\r\n${last}${host}\r\n`, 421],
    ['a tunnel', `CONNECT evil.example:443 HTTP/1.1\r\n${last}${host}\r\n`, null],
  ])('%s is answered with %s', async (_name, text, status) => {
    expect((await raw(server.url, text)).statuses).toEqual(status === null ? [] : [status]);
  });
});

describe('what a client sends comes back in no header (header injection)', () => {
  /** Every header that an answer has, whoever asks. */
  const usual =
    /^(HTTP\/1\.1 .*|(Content-Security-Policy|Cross-Origin-(Opener|Resource)-Policy|Origin-Agent-Cluster|Referrer-Policy|X-(Content-Type-Options|DNS-Prefetch-Control|Download-Options|Frame-Options|Permitted-Cross-Domain-Policies|XSS-Protection)|Request-Id|Service-Version|Cache-Control|Content-Type|Content-Length|Date|Connection|Keep-Alive|Idempotent-Replayed|WWW-Authenticate|Allow|Retry-After): .*)$/;
  const injected = 'x\u0085Set-Cookie: a=b';

  it.each([
    ['Request-Id', injected, 200],
    ['Idempotency-Key', injected, 202],
    ['Service-Version', injected, 400],
    ['X-API-Key', injected, 401],
    ['Origin', 'https://evil.example', 200],
    ['X-Forwarded-Host', 'evil.example', 200],
    ['X-Forwarded-Proto', 'https', 200],
  ])('%s', async (name, value, status) => {
    const body = JSON.stringify({
      file_base64: pdf().toString('base64'),
      buyer_vat: buyer,
      filename: 'a\r\nSet-Cookie: a=b',
    });
    const submits = name === 'Idempotency-Key';
    const own = name === 'X-API-Key' ? '' : `X-API-Key: ${key}\r\n`;
    const head = `${submits ? 'POST /v1/documents' : 'GET /v1/whoami'} HTTP/1.1\r\n${host}${last}${own}${name}: ${value}\r\n`;
    const more = submits
      ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
      : '\r\n';
    const answer = await raw(server.url, head + more);
    expect(answer.statuses).toEqual([status]);
    const lines = answer.text.split('\r\n\r\n')[0]!.split('\r\n');
    expect(lines.filter((line) => !usual.test(line))).toEqual([]);
    expect(lines.join()).not.toContain('a=b');
    expect(lines.join()).not.toContain('evil');
  });
});

describe('a path that leads elsewhere (path traversal)', () => {
  it.each([
    '/assets/../../package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets/....//....//package.json',
    '/assets//etc/passwd',
    '/assets/%00',
    '/assets/',
    '/index.html',
    '/.git/config',
    '/icon.svg/../../../server/cli.ts',
    '/v1/documents/..%2f..%2fmaster.key',
    '/v1/documents/%2e%2e',
    '/v1/../healthz',
    '//localhost/healthz',
  ])('GET %s gives no file', async (path) => {
    const { statuses, text } = await raw(server.url, `GET ${path} HTTP/1.1\r\n${host}${last}X-API-Key: ${key}\r\n\r\n`);
    expect(statuses).toEqual([expect.toBeOneOf([403, 404])]);
    expect(text).not.toMatch(/"name": "facturier"|root:|import \{/);
  });

  it('a file name is a text and no path, whatever it is', async () => {
    const live = await server.createKey('live');
    const names = ['../../escaped.pdf', '/etc/passwd', 'C:\\x.pdf', '..\\x', '\0.pdf', '.', 'x'.repeat(255)];
    const kept = (): string[] => readdirSync(server.folder, { recursive: true, encoding: 'utf8' });
    const before = kept();
    const ids: string[] = [];
    for (const filename of names) {
      const { json } = await submitJson(server, live, { filename });
      expect(json.filename).toBe(filename);
      ids.push(json.id);
    }
    expect(
      kept()
        .filter((name) => !before.includes(name))
        .sort(),
    ).toEqual(ids.map((id) => join('files', id)).sort());
  });
});

describe('every answer, whatever was asked', () => {
  it.each([
    '/',
    '/icon.svg',
    '/healthz',
    '/metrics',
    '/v1/whoami',
    '/v1/openapi.json',
    '/v1/nothing',
    '/app/settings',
    '/%zz',
  ])('%s has a policy against foreign content, and lets no other origin read it', async (path) => {
    const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'GET' };
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await fetch(server.url + path, { method, headers });
      const policy = String(answer.headers.get('Content-Security-Policy'));
      expect(policy).toMatch(/default-src '(self|none)'/);
      expect(policy).toMatch(/frame-ancestors '(self|none)'/);
      expect(policy).not.toMatch(/script-src[^;]*(unsafe|\*|https?:)/);
      expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});
