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
});
