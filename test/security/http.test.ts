import { readdirSync } from 'node:fs';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Appliance, createKey, startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { buyer, form, pdf, startTestServer, submit, submitJson, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let key: string;

beforeAll(async () => {
  server = await startTestServer();
  key = await server.createKey('test');
});
afterAll(() => server.stop());

const portOf = (url: string): number => Number(new URL(url).port);

/** Sends bytes as they are. @returns what came until the server closed, or until it was silent for a while */
function raw(text: string): Promise<{ statuses: number[]; text: string; closed: boolean }> {
  return new Promise((resolve) => {
    const socket = connect(portOf(server.url), '127.0.0.1');
    let all = '';
    const end = (closed: boolean): void => {
      socket.destroy();
      const statuses = [...all.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
      resolve({ statuses, text: all, closed });
    };
    socket.setTimeout(1_500, () => end(false));
    socket.on('data', (data) => {
      all += data;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => end(true));
    socket.write(text);
  });
}

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
    const { statuses, closed } = await raw(text + second);
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
    const { statuses, closed } = await raw(text + second);
    expect(statuses.every((status) => status >= 400)).toBe(true);
    expect(closed).toBe(true);
  });

  it('takes what follows an unread body for the body, as it says', async () => {
    const { statuses } = await raw(`${post}${last}Content-Length: ${second.length}\r\n\r\n${second}`);
    expect(statuses).toEqual([405]);
  });
});

describe('whose address a request carries (DNS rebinding)', () => {
  it.each([
    ['localhost', 200],
    ['LOCALHOST', 200],
    ['127.0.0.1:65535', 200],
    ['[::1]:80', 200],
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
  ])('Host: %j is %i', async (name, status) => {
    expect((await raw(`GET /healthz HTTP/1.1\r\n${last}Host: ${name}\r\n\r\n`)).statuses).toEqual([status]);
  });

  it.each([
    ['a second Host', `GET /healthz HTTP/1.1\r\n${last}${host}Host: evil.example\r\n\r\n`, 400],
    ['a second Host before it', `GET /healthz HTTP/1.1\r\n${last}Host: evil.example\r\n${host}\r\n`, 400],
    ['another host in the target', `GET http://evil.example/healthz HTTP/1.1\r\n${last}${host}\r\n`, 421],
    ['another host behind a name', `GET http://localhost@evil.example/healthz HTTP/1.1\r\n${last}${host}\r\n`, 421],
    ['its own host in the target', `GET http://localhost/healthz HTTP/1.1\r\n${last}${host}\r\n`, 200],
    ['a target that is no URL', `GET http://localhost:99999/v1/documents HTTP/1.1\r\n${last}${host}\r\n`, 401],
    ['a tunnel', `CONNECT evil.example:443 HTTP/1.1\r\n${last}${host}\r\n`, null],
  ])('%s is answered with %s', async (_name, text, status) => {
    expect((await raw(text)).statuses).toEqual(status === null ? [] : [status]);
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
    const answer = await raw(head + more);
    expect(answer.statuses).toEqual([status]);
    const lines = answer.text.split('\r\n\r\n')[0]!.split('\r\n');
    expect(lines.filter((line) => !usual.test(line))).toEqual([]);
    expect(lines.join()).not.toContain('a=b');
    expect(lines.join()).not.toContain('evil');
  });
});

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
    const started = process.cpuUsage();
    expect(await multipart(parts)).toBe(422);
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(5);
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
    expect((await raw(`GET /healthz HTTP/1.1\r\n${host}${lines}\r\n`)).statuses).toEqual([431]);
  });

  it('metadata is kept by names of any length, and comes back', async () => {
    const metadata = { ['n'.repeat(100_000)]: 'x' };
    expect((await submitJson(server, key, { metadata })).json.metadata).toEqual(metadata);
  });
});

it('a connection from the network that never shakes hands is ended (slowloris under TLS)', async () => {
  const data = await temporaryFolder();
  const lan = await startAppliance(data.path, { args: ['--host', '0.0.0.0'] });
  const ended = ['', '\x16', '\x16\x03\x01\x02\x00\x01', `GET / HTTP/1.1\r\n${host}\r\n`].map(
    (begun) =>
      new Promise<string>((resolve) => {
        let all = '';
        const socket = connect(portOf(lan.url), '127.0.0.1', () => socket.write(begun, 'latin1'));
        socket.on('data', (data) => {
          all += data;
        });
        socket.on('error', () => undefined);
        socket.on('close', () => resolve(all));
      }),
  );
  for (const answer of await Promise.all(ended)) expect(answer).not.toContain('HTTP');
  await lan.stop();
  await data.remove();
}, 40_000);

describe.skipIf(process.platform !== 'linux')(
  'connections that are held open (slowloris) and files that run out',
  () => {
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    let appliance: Appliance;
    let own: string;
    const held: Socket[] = [];

    beforeAll(async () => {
      folder = await temporaryFolder();
      // So few may be open at once that the connections below take them all.
      appliance = await startAppliance(folder.path, { command: ['sh', '-c', 'ulimit -n 256; exec "$@"', 'sh'] });
      own = await createKey(folder.path, 'test');
    });
    afterAll(async () => {
      for (const socket of held) socket.destroy();
      await appliance.stop();
      await folder.remove();
    });

    const hold = (count: number, text: string): void => {
      for (let index = 0; index < count; index++) {
        const socket = connect(portOf(appliance.url), '127.0.0.1', () => socket.write(text));
        socket.on('error', () => undefined);
        held.push(socket);
      }
    };
    /** On a connection of its own. */
    const whoami = (): Promise<number> =>
      new Promise((resolve, reject) => {
        const options = { agent: false as const, headers: { 'X-API-Key': own }, signal: AbortSignal.timeout(5_000) };
        get(`${appliance.url}/v1/whoami`, options, (answer) => resolve(answer.resume().statusCode ?? 0)).on(
          'error',
          reject,
        );
      });

    it('a hundred uploads that stand still keep nobody from being answered', async () => {
      hold(
        100,
        `POST /v1/documents HTTP/1.1\r\n${host}X-API-Key: ${own}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
      );
      await expect.poll(whoami, { timeout: 10_000 }).toBe(200);
    });

    it('more connections than there are files end nothing, and once they are gone everybody is answered', async () => {
      hold(400, 'GET /v1/whoami HTTP/1.1\r\nX-Slow: ');
      const files = (): number => readdirSync(`/proc/${appliance.process.pid}/fd`).length;
      await expect.poll(files, { timeout: 10_000 }).toBeGreaterThan(250);
      // Heads that do not end are cut after fifteen seconds (test/http/connections.test.ts); so long need not be waited.
      for (const socket of held.splice(0)) socket.destroy();
      await expect.poll(() => whoami().catch(() => 0), { timeout: 20_000 }).toBe(200);
      expect(appliance.process.exitCode).toBeNull();
    }, 40_000);
  },
);
