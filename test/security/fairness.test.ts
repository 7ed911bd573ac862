import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTenantTurns } from '../../server/http/tenant-turns.ts';
import { portOf } from '../helpers/raw-http.ts';
import { startTestServer, type TestServer } from '../helpers/server.ts';

// How long somebody waits for what another one sends is measured by `npm run bench:fairness`. Here is told who is answered
// before whom.

const connections = 30;

let server: TestServer;
let floods: string[];
let own: string;
beforeAll(async () => {
  server = await startTestServer();
  const hostile = await server.createTenant('flood');
  // As many as the rate of a key could not hold back.
  floods = await Promise.all(
    Array.from({ length: connections }, () => server.createKey('test', { tenantId: hostile })),
  );
  own = await server.createKey('test');
  // The first use of a key is written down, which takes a while.
  for (const key of [...floods, own]) await server.request('GET', '/v1/whoami', { key });
});
afterAll(() => server.stop());

/** A request as it goes over the line. */
function request(key: string, line: string, type = '', body = Buffer.alloc(0)): Buffer {
  const head = `${line} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

/** @returns when an answer begins to come in, and it is a good one */
async function answerOn(socket: Socket): Promise<void> {
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  expect(bytes.toString('latin1')).toMatch(/^HTTP\/1\.1 20[02] /);
}

/**
 * Sends one request of each key of the flood at one moment, each on a connection of its own, and another tenant's behind
 * all of them.
 * @returns how many of the flood's were answered before that one
 */
async function answeredBefore(requestOf: (key: string) => Buffer): Promise<number> {
  const keys = [...floods, own];
  const sockets = keys.map(() => connect(portOf(server.url), '127.0.0.1'));
  try {
    // The server takes connections one by one, whosever they are: each is to be there before the flood begins.
    await Promise.all(
      sockets.map((socket, index) => {
        socket.write(request(keys[index]!, 'GET /v1/whoami'));
        return answerOn(socket);
      }),
    );
    const answered: string[] = [];
    const answers = sockets.map(async (socket, index) => {
      await answerOn(socket);
      answered.push(keys[index]!);
    });
    sockets.forEach((socket, index) => void socket.write(requestOf(keys[index]!)));
    await Promise.all(answers);
    return answered.indexOf(own);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

it('a request does not wait until all those are answered that another tenant sent before', async () => {
  expect(await answeredBefore((key) => request(key, 'GET /v1/documents?limit=20'))).toBeLessThan(connections / 2);
});

const file = Buffer.concat([Buffer.from('\xff\xd8\xff', 'latin1'), Buffer.alloc(2 * 1024 * 1024)]);
const parts = [
  '--line\r\nContent-Disposition: form-data; name="buyer_vat"\r\n\r\nRO9900816346\r\n',
  '--line\r\nContent-Disposition: form-data; name="file"; filename="scan.jpg"\r\n\r\n',
];
const form = Buffer.concat([Buffer.from(parts.join('')), file, Buffer.from('\r\n--line--\r\n')]);
const json = Buffer.from(JSON.stringify({ buyer_vat: 'RO9900816346', file_base64: file.toString('base64') }));

it.each([
  ['a form', 'multipart/form-data; boundary=line', form],
  ['JSON', 'application/json', json],
])(
  'nor does an upload as %s until all those are taken in that another tenant began to send before',
  async (_, type, body) => {
    const upload = (key: string): Buffer => request(key, 'POST /v1/documents', type, body);
    expect(await answeredBefore(upload)).toBeLessThan(connections / 2);
  },
);

it('in each turn of the loop one piece of each tenant is done, and the first at once', async () => {
  const takeTurn = createTenantTurns();
  const done: string[] = [];
  const ask = (tenantId: string): void => void takeTurn(tenantId).then(() => done.push(tenantId));
  for (const tenantId of ['a', 'a', 'a', 'b', 'b', 'c']) ask(tenantId);
  await null;
  await null;
  expect(done).toEqual(['a', 'b', 'c']);
  await turnOfLoop();
  expect(done).toEqual(['a', 'b', 'c', 'a', 'b']);
  await turnOfLoop();
  expect(done).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
});

it('who had a turn, and asks for no more, has the next at once again', async () => {
  const takeTurn = createTenantTurns();
  let turns = 0;
  for (let round = 0; round < 3; round++) {
    void takeTurn('a').then(() => turns++);
    await turnOfLoop();
    expect(turns).toBe(round + 1);
    await turnOfLoop();
  }
});
