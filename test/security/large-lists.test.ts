import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Extraction } from '../../server/contract/invoice.ts';
import { maxExtractionBytes } from '../../server/contract/limits.ts';
import { withinWeight } from '../../server/engine/decide/weight.ts';
import { sandboxExtraction } from '../../server/reading/sandbox-loop.ts';
import { claimNext } from '../../server/store/claims.ts';
import { finish } from '../../server/store/endings.ts';
import { portOf } from '../helpers/raw-http.ts';
import { startTestServer, submit, type TestServer } from '../helpers/server.ts';

const mebibyte = 1024 * 1024;
const count = 20;

let server: TestServer;
let key: string;
const ids: string[] = [];

/** The heaviest that reading gives. */
function heaviest(): Extraction {
  const one = sandboxExtraction();
  const line = { ...one.invoice.line_items[0]!, description: 'x'.repeat(2_000) };
  return withinWeight({ ...one, invoice: { ...one.invoice, line_items: Array.from({ length: 5_000 }, () => line) } });
}

beforeAll(async () => {
  server = await startTestServer();
  key = await server.createKey('live');
  const { db, vault, files } = server.store;
  const extraction = heaviest();
  for (let number = 0; number < count; number++) {
    ids.unshift((await submit(server, key)).json.id);
    const claimed = await claimNext(db, vault, { now: server.now(), leaseMs: 60_000, owner: 'test' });
    const ended = { id: claimed!.id, token: claimed!.token, now: server.now() };
    await finish(db, vault, files, { ...ended, ending: { status: 'succeeded', extraction, pages: 1 } });
  }
});
afterAll(() => server.stop());

it('a list gives the heaviest documents whole and newest first, as GET does', async () => {
  const { status, json } = await server.request('GET', '/v1/documents?limit=200', { key });
  expect(status).toBe(200);
  expect(json.data.map(({ id }: { id: string }) => id)).toEqual(ids);
  const [first] = json.data;
  expect(first).toEqual((await server.request('GET', `/v1/documents/${first.id}`, { key })).json);
  expect(JSON.stringify(first.document).length).toBeGreaterThan(0.9 * maxExtractionBytes);
});

it('a client that asks for it and reads nothing has the server hold one piece of it, and others are answered', async () => {
  const held = (): number => process.memoryUsage().arrayBuffers;
  globalThis.gc?.();
  const before = held();
  const sockets = Array.from({ length: 3 }, () => {
    const socket = connect(portOf(server.url), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.pause();
    socket.write(`GET /v1/documents?limit=200 HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\n\r\n`);
    return socket;
  });
  let most = 0;
  for (let look = 0; look < 30; look++) {
    await delay(50);
    most = Math.max(most, held() - before);
    expect((await server.request('GET', '/v1/whoami', { key })).status).toBe(200);
  }
  // Each of the answers is 80 MiB.
  expect(most).toBeLessThan(100 * mebibyte);
  for (const socket of sockets) socket.destroy();
});
