import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { portOf } from '../helpers/raw-http.ts';
import { startTestServer, submit, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let key: string;

beforeAll(async () => {
  server = await startTestServer({ hostNames: ['invoices.firm.example'] });
  key = await server.createKey('test');
});
afterAll(() => server.stop());

/** With a Host header of choice, which fetch does not allow. */
function withHost(host: string): Promise<{ status: number; body: string; cacheControl: string | undefined }> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(server.url);
    httpRequest({ host: '127.0.0.1', port, path: '/v1/whoami', headers: { Host: host, 'X-API-Key': key } }, (res) => {
      let body = '';
      res.on('data', (data) => {
        body += data;
      });
      res.on('end', () => resolve({ status: res.statusCode ?? 0, body, cacheControl: res.headers['cache-control'] }));
    })
      .on('error', reject)
      .end();
  });
}

/** Sends bytes as they are and gives back what comes until the connection ends. */
function raw(text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    let all = '';
    socket.on('data', (data) => {
      all += data;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(all));
    socket.write(text);
  });
}

describe('paths and methods (decisions.md, order of checks)', () => {
  test.each([
    '/v1',
    '/v1/',
    '/v1/nothing',
    '/v2/documents',
    '/v1/documents/',
    '/V1/whoami',
    '/v1/documents/a/b',
    '/v1/%zz',
  ])('GET %s is 404 not_found', async (path) => {
    for (const as of [key, undefined]) {
      const { status, json } = await server.request('GET', path, as === undefined ? {} : { key: as });
      expect(status).toBe(404);
      expect(json.error.code).toBe('not_found');
    }
  });

  test.each([
    ['PUT', '/v1/documents', 'GET, HEAD, POST'],
    ['DELETE', '/v1/documents', 'GET, HEAD, POST'],
    ['OPTIONS', '/v1/documents', 'GET, HEAD, POST'],
    ['PATCH', '/v1/documents/doc_x', 'GET, HEAD, DELETE'],
    ['POST', '/v1/documents/doc_x', 'GET, HEAD, DELETE'],
    ['GET', '/v1/documents/doc_x/webhook', 'POST'],
    ['POST', '/v1/whoami', 'GET, HEAD'],
    ['POST', '/v1/usage', 'GET, HEAD'],
    ['DELETE', '/v1/openapi.json', 'GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
  ])('%s %s is 405 with Allow: %s', async (method, path, allow) => {
    const { status, json, headers } = await server.request(method, path);
    expect(status).toBe(405);
    expect(json.error.code).toBe('method_not_allowed');
    expect(headers.get('Allow')).toBe(allow);
  });

  test('HEAD answers as GET would, without a body', async () => {
    const { status, text } = await server.request('HEAD', '/v1/whoami', { key });
    expect({ status, text }).toEqual({ status: 200, text: '' });
  });
});

describe('headers (decisions.md "Headers")', () => {
  test('every Request-Id is another, and the log has it', async () => {
    const ids = new Set<string>();
    for (let asked = 0; asked < 5; asked++) {
      ids.add((await server.request('GET', '/v1/nothing')).headers.get('Request-Id')!);
    }
    expect(ids.size).toBe(5);
    for (const id of ids) expect(server.log()).toContain(id);
  });

  test('nothing says what it is made with', async () => {
    const { headers } = await server.request('GET', '/v1/whoami', { key });
    expect(headers.get('X-Powered-By')).toBeNull();
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('ETag')).toBeNull();
  });

  test.each(['/v1/whoami', '/v1/documents', '/v1/usage', '/v1/openapi.json', '/healthz'])(
    'GET %s with If-None-Match: * is answered in full: there is no 304',
    async (path) => {
      // Not by fetch, which adds a Cache-Control of its own.
      const head = [`GET ${path} HTTP/1.1`, 'Host: localhost', `X-API-Key: ${key}`, 'If-None-Match: *'];
      expect(await raw(`${head.join('\r\n')}\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n\{/s);
    },
  );

  test('a page of another origin is given nothing', async () => {
    const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'GET' };
    expect((await server.request('OPTIONS', '/v1/whoami', { headers })).status).toBe(405);
    const { headers: answered } = await server.request('GET', '/v1/whoami', { key, headers });
    expect(answered.get('Access-Control-Allow-Origin')).toBeNull();
  });
});

describe('Host (decisions.md "Headers")', () => {
  test.each([
    '127.0.0.1',
    '127.0.0.1:PORT',
    'localhost',
    'LOCALHOST:PORT',
    '[::1]:PORT',
    'invoices.firm.example',
    'Invoices.Firm.example:443',
  ])('%s is served', async (host) => {
    expect((await withHost(host.replace('PORT', String(portOf(server.url))))).status).toBe(200);
  });

  test.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.nip.io',
    '127.0.0.2',
    'example',
    '[::2]',
    '127.0.0.1:evil',
    '127.0.0.1:1',
    'LOCALHOST:80',
  ])('%j is 421 misdirected_request', async (host) => {
    const { status, body, cacheControl } = await withHost(host);
    expect(status).toBe(421);
    expect(cacheControl).toBe('no-store');
    expect(JSON.parse(body).error.code).toBe('misdirected_request');
  });
});

describe('what is no HTTP', () => {
  test.each([
    ['rubbish', 'rubbish\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    [
      'two lengths',
      'POST /v1/documents HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
      400,
    ],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['an empty Host', 'GET /v1/whoami HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n', 421],
    ['no Host in HTTP/1.0', 'GET /v1/whoami HTTP/1.0\r\n\r\n', 401],
    ['another host as the target', 'GET http://evil.example/v1/whoami HTTP/1.0\r\n\r\n', 421],
    ['an unknown Expect', 'GET /v1/x HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\nConnection: close\r\n\r\n', 404],
    ['no Host', 'GET /v1/whoami HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ])('%s gets an answer in the usual form', async (_name, text, status) => {
    const answer = await raw(text);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/\r\nService-Version: 2026-10-19\r\n/);
    expect(answer).toMatch(/\r\nRequest-Id: req_[0-9a-z]{26}\r\n/);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toHaveProperty('error.code');
  });
});

describe('anything unforeseen is 500 internal_error (decisions.md, order of checks)', () => {
  test('with no detail of the inside, which the log has under the Request-Id', async () => {
    const { json } = await submit(server, key, { mode: 'sync' });
    await server.store.db
      .updateTable('documents')
      .set({ result: Buffer.from('spoiled by a disk fault') })
      .execute();
    const { status, text, headers } = await server.request('GET', `/v1/documents/${json.id}`, { key });
    expect(status).toBe(500);
    expect(JSON.parse(text).error.code).toBe('internal_error');
    expect(text).not.toMatch(/decrypt|gcm|auth|node:|at /i);
    const line = server
      .log()
      .split('\n')
      .find((each) => each.includes(headers.get('Request-Id')!) && each.includes('"err"'));
    expect(line).toContain('stack');
    await server.request('DELETE', `/v1/documents/${json.id}`, { key });
  });
});

describe('GET /healthz and GET /metrics', () => {
  test('healthz answers without a key', async () => {
    const { status, json } = await server.request('GET', '/healthz');
    expect({ status, json }).toEqual({ status: 200, json: { status: 'ok' } });
  });

  test('metrics are in the text format of Prometheus', async () => {
    const { status, text } = await server.request('GET', '/metrics');
    expect(status).toBe(200);
    expect(text).toMatch(/^facturier_documents\{status="queued"\} \d+$/m);
  });
});
