import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buyer, pdf, startTestServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let key: string;

beforeAll(async () => {
  server = await startTestServer();
  key = await server.createKey('test');
});
afterAll(() => server.stop());

/** Sends bytes on a connection of its own, which the server ends in its own time, and gives back what came. */
function send(text: string, more: { closeOwnSide: boolean }): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', allowHalfOpen: true });
    let all = '';
    socket.on('data', (data) => {
      all += data;
    });
    socket.on('error', () => undefined);
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve(all));
    if (more.closeOwnSide) socket.end(text);
    else socket.write(text);
  });
}

/** The head of a submission without its end, so that more can be added. */
function head(more: { key: string; length: number; path?: string }): string {
  const { path = '/v1/documents' } = more;
  return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${more.key}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${more.length}\r\n`;
}

describe('connections', () => {
  test('one that was never used ends in silence, and one with half a request with 408 in the usual form', async () => {
    const [unused, half] = await Promise.all([
      send('', { closeOwnSide: false }),
      send('GET /v1/whoami HTTP/1.1\r\nHost: 127', { closeOwnSide: false }),
    ]);
    expect(unused).toBe('');
    const [head, body] = half.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 408 /);
    expect(head).toMatch(/\r\nService-Version: .+\r\nRequest-Id: req_/);
    expect(JSON.parse(body!).error.code).toBe('invalid_request');
  }, 40_000);

  test('a client that closes its side once it has asked gets an answer that takes a while', async () => {
    const body = JSON.stringify({ file_base64: pdf().toString('base64'), buyer_vat: buyer, mode: 'sync' });
    const head = [
      'POST /v1/documents HTTP/1.1',
      'Host: 127.0.0.1',
      `X-API-Key: ${key}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    const answer = await send(`${head.join('\r\n')}\r\n\r\n${body}`, { closeOwnSide: true });
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('"status":"succeeded"');
  });

  test.each([
    ['a wrong key', 'wrong', 5, 401],
    ['a file that is too large', 'right', 20, 413],
  ])(
    'a client that closes after its request hears of %s, although it reads only when all is sent',
    async (_name, which, mebibytes, status) => {
      const body = Buffer.alloc(mebibytes * 1024 * 1024, 'A');
      body.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n');
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      socket.pause();
      let broken: Error | null = null;
      socket.on('error', (error) => {
        broken = error;
      });
      socket.write(
        `${head({ key: which === 'right' ? key : 'wrong', length: body.byteLength })}Connection: close\r\n\r\n`,
      );
      for (let at = 0; at < body.byteLength && broken === null; at += 65_536) {
        await new Promise<void>((resolve) => socket.write(body.subarray(at, at + 65_536), () => resolve()));
      }
      expect(broken).toBeNull();
      let answer = '';
      for await (const data of socket) answer += data;
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(broken).toBeNull();
    },
  );
});

describe('Expect: 100-continue', () => {
  const asking = (more: { key: string; length: number; path?: string }): string =>
    `${head(more)}Expect: 100-continue\r\nX-Facturier: 1\r\n\r\n`;

  /** Sends the body once it is asked for, and gives back all that came. */
  function ask(text: string, body = ''): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      let all = '';
      socket.on('data', (data) => {
        all += data;
        if (all === 'HTTP/1.1 100 Continue\r\n\r\n') socket.write(body);
        else if (/HTTP\/1\.1 [2-5].*\}$/s.test(all)) socket.destroy();
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(all));
      socket.write(text);
    });
  }

  test('what is refused for its key or its length is refused before the body is sent', async () => {
    expect(await ask(asking({ key: 'wrong', length: 1000 }))).toMatch(/^HTTP\/1\.1 401 /);
    expect(await ask(asking({ key, length: 1000, path: '/v1/nothing' }))).toMatch(/^HTTP\/1\.1 404 /);
    expect(await ask(asking({ key, length: 20 * 1024 * 1024 }))).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('anything else is asked for', async () => {
    const body = '--b--\r\n';
    const asked = /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 /;
    expect(await ask(asking({ key, length: body.length }), body)).toMatch(
      /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 422 /,
    );
    expect(await ask(asking({ key, length: body.length, path: '/app/session' }), body)).toMatch(asked);
  });
});
