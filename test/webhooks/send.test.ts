import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FindAddresses } from '../../server/webhooks/names.ts';
import { type Attempt, createSender, type Sender } from '../../server/webhooks/send.ts';
import { type Authority, createAuthority, issue } from './certificates.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const body = '{"type":"document.succeeded","data":{"external_id":"ș €"}}';
const message = { eventId: 'evt_01jd0000000000000000000000', body, secret: 'whsec_test' };
const never = new AbortController().signal;
const stoppers: (() => Promise<void>)[] = [];

const receiver = async (...settings: Parameters<typeof startReceiver>): Promise<Receiver> => {
  const started = await startReceiver(...settings);
  stoppers.push(started.stop);
  return started;
};

/** Names that exist in these tests only. Each call of a name takes the next of its lists of addresses. */
const names = (map: Record<string, string[][]>): FindAddresses => {
  const calls = new Map<string, number>();
  return async (name) => {
    const call = calls.get(name) ?? 0;
    calls.set(name, call + 1);
    const lists = map[name] ?? [];
    const addresses = lists[Math.min(call, lists.length - 1)] ?? [];
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
};

afterAll(async () => {
  for (const stop of stoppers) await stop();
});

describe('interface.md 6.2: what is sent', () => {
  test('a POST of exactly the stored bytes with both headers, signed at the moment of the attempt', async () => {
    const target = await receiver();
    const sender = createSender();
    await sender.send({ ...message, url: `${target.url}hook?a=1` }, 1_795_251_600_000, never);
    await sender.send({ ...message, url: `${target.url}hook?a=1` }, 1_795_251_660_000, never);
    const [first, second] = target.received;
    expect(first).toMatchObject({ path: '/hook?a=1', body });
    expect(first!.headers).toMatchObject({ 'content-type': 'application/json', 'service-event-id': message.eventId });
    expect(first!.headers['service-signature']).toMatch(/^t=1795251600,v1=[0-9a-f]{64}$/);
    expect(second!.headers['service-signature']).toMatch(/^t=1795251660,v1=[0-9a-f]{64}$/);
    expect(second!.body).toBe(first!.body);
    expect(second!.headers['service-event-id']).toBe(first!.headers['service-event-id']);
  });

  test.each([200, 201, 204, 299, 300, 400, 404, 410, 500, 503])('status %i is reported as it is', async (status) => {
    const target = await receiver((response) => response.writeHead(status).end('an answer'));
    expect(await createSender().send({ ...message, url: target.url }, 0, never)).toMatchObject({
      status,
      problem: null,
    });
  });

  test.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed', async (status) => {
    const target = await receiver();
    const first = await receiver((response) => response.writeHead(status, { Location: target.url }).end());
    expect(await createSender().send({ ...message, url: first.url }, 0, never)).toMatchObject({ status });
    expect(target.received).toEqual([]);
  });

  test('an endless answer is cut and counts by its status', async () => {
    let sent = 0;
    const target = await receiver((response) => {
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384))) sent += 16_384;
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    const attempt = await createSender().send({ ...message, url: target.url }, 0, never);
    expect(attempt.status).toBe(200);
    expect(sent).toBeLessThan(50_000_000);
  });

  test('nothing of the URL becomes a header', async () => {
    const target = await receiver();
    const breaks = '%0d%0aX-Injected:%201%0d%0a';
    const url = `http://user${breaks}:word${breaks}@127.0.0.1:${target.port}/${breaks}?${breaks}`;
    expect(await createSender().send({ ...message, url }, 0, never)).toMatchObject({ status: 204 });
    expect(Object.keys(target.received[0]!.headers).sort()).toEqual([
      'authorization',
      'connection',
      'content-length',
      'content-type',
      'host',
      'service-event-id',
      'service-signature',
      'user-agent',
    ]);
  });

  test('a receiver that is not there is a failed connection', async () => {
    const gone = await startReceiver();
    await gone.stop();
    const attempt = await createSender().send({ ...message, url: gone.url }, 0, never);
    expect(attempt).toMatchObject({ status: null, problem: 'connection_failed' });
  });

  test('a receiver that hangs up without an answer is a failed connection', async () => {
    const target = await receiver((response) => response.socket?.destroy());
    const attempt = await createSender().send({ ...message, url: target.url }, 0, never);
    expect(attempt).toMatchObject({ status: null, problem: 'connection_failed' });
  });
});

describe('interface.md 6.2: ten seconds to answer', () => {
  test('whatever is slow: the connection, the handshake, the answer, or its headers drop by drop', async () => {
    const silent = createTcpServer((socket) => socket.on('error', () => {}).resume());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const hanging = await receiver(() => {});
    const dribbling = await receiver(({ socket }) => {
      const drops = [...`HTTP/1.1 200 OK\r\nX-Slow: ${'z'.repeat(1000)}\r\n\r\n`];
      const timer = setInterval(() => {
        if (!socket?.writable) return clearInterval(timer);
        socket.write(drops.shift() ?? '');
      }, 200);
    });
    let asked = 0;
    const neverFound: FindAddresses = () => {
      asked += 1;
      return new Promise(() => undefined);
    };
    // Time is over when this says so.
    const over = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(over.signal);
    const reached = Promise.all([once(silent, 'connection'), hanging.waitFor(1), dribbling.waitFor(1)]);

    const sending = Promise.all([
      createSender().send({ ...message, url: `https://127.0.0.1:${port}/` }, 0, never),
      createSender().send({ ...message, url: hanging.url }, 0, never),
      createSender().send({ ...message, url: dribbling.url }, 0, never),
      createSender({ find: neverFound }).send({ ...message, url: 'https://slow.test/' }, 0, never),
    ]);
    await reached;
    expect(asked).toBe(1);
    expect(timeout.mock.calls).toEqual([[10_000], [10_000], [10_000], [10_000]]);
    timeout.mockRestore();
    over.abort();
    for (const attempt of await sending) expect(attempt).toMatchObject({ status: null, problem: 'timeout' });
    await new Promise((resolve) => silent.close(resolve));
  });

  test('an answer whose body never ends counts by its status, and the line is cut at ten seconds', async () => {
    const target = await receiver((response) => {
      response.writeHead(200);
      response.write('…');
    });
    const attempt = await createSender().send({ ...message, url: target.url }, 0, never);
    expect(attempt).toMatchObject({ status: 200, problem: null });
  });

  test('a stop ends an attempt at once, and says that nothing is known about it', async () => {
    const target = await receiver(() => {});
    const stopping = new AbortController();
    const sending = createSender().send({ ...message, url: target.url }, 0, stopping.signal);
    await target.waitFor(1);
    stopping.abort();
    await expect(sending).rejects.toThrow();
  });
});

describe('decisions.md, Events: link-local and metadata addresses are refused where the connection is made', () => {
  test.each([
    'https://169.254.169.254/latest/meta-data/',
    'https://[fe80::1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://0xa9fea9fe/',
    'https://2852039166/',
    'https://169.254.43518/',
    'https://0251.0376.0251.0376/',
    'https://0xa9.0376.169.0xFE/',
    'https://169.254.169.254./',
    'https://169%2e254%2e169%2e254/',
    'https://１６９.２５４.１６９.２５４/',
    'https://169。254。169。254/',
    'https://169.254.169.254:443/',
    'https://example.com@169.254.169.254/',
    'https://example.com:443@169.254.169.254:80/',
    'https://169.254.169.254#@example.com/',
    'https://169.254.169.254\\@example.com/',
    'https://[0:0:0:0:0:ffff:a9fe:a9fe]/',
    'https://[::a9fe:a9fe]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[febf::1]/',
    'https://100.100.100.200/latest/meta-data/',
    'https://168.63.129.16/',
    'https://192.0.0.192/opc/v2/',
    'https://[fd00:ec2::254]/',
    'https://0/',
    'https://0.1.2.3/',
    'https://[::]/',
    'https://[::ffff:0:0]/',
  ])('the literal %s', async (url) => {
    const attempt = await createSender().send({ ...message, url }, 0, never);
    expect(attempt).toMatchObject({ status: null, problem: 'address_refused' });
  });

  test('a name that points at one, also when it pointed elsewhere a moment before', async () => {
    const target = await receiver();
    const find = names({ 'rebinding.test': [['127.0.0.1'], ['169.254.169.254']] });
    const sender = createSender({ find });
    const url = `http://rebinding.test:${target.port}/`;
    expect(await sender.send({ ...message, url }, 0, never)).toMatchObject({ status: 204 });
    expect(await sender.send({ ...message, url }, 0, never)).toMatchObject({
      status: null,
      problem: 'address_refused',
    });
    expect(target.received.length).toBe(1);
  });

  test('of a name with several addresses only the others are tried', async () => {
    const target = await receiver();
    const find = names({ 'both.test': [['fe80::1', '169.254.1.1', '168.63.129.16', '0.0.0.0', '127.0.0.1']] });
    const attempt = await createSender({ find }).send(
      { ...message, url: `http://both.test:${target.port}/` },
      0,
      never,
    );
    expect(attempt).toMatchObject({ status: 204 });
  });

  test('a name that does not exist is said to be so', async () => {
    const attempt = await createSender().send({ ...message, url: 'https://nowhere.invalid/' }, 0, never);
    expect(attempt).toMatchObject({ status: null, problem: 'name_not_found' });
  });
});

describe('issue "The whole contract": TLS is verified', () => {
  let authority: Authority;
  let trusting: Sender;
  beforeAll(() => {
    authority = createAuthority();
    trusting = createSender({ ca: authority.pem, find: names({ 'erp.test': [['127.0.0.1']] }) });
  });
  const sendTo = async (sender: Sender, tls: { cert: string; key: string }, host = '127.0.0.1'): Promise<Attempt> => {
    const target = await receiver(undefined, tls);
    const attempt = await sender.send({ ...message, url: `https://${host}:${target.port}/` }, 0, never);
    expect(target.received.length).toBe(attempt.status === null ? 0 : 1);
    return attempt;
  };
  const refused = { status: null, problem: 'tls_failed' };

  test("a certificate of the operator's authority is taken, for an address and for a name", async () => {
    expect(await sendTo(trusting, issue(authority, ['127.0.0.1']))).toMatchObject({ status: 204 });
    expect(await sendTo(trusting, issue(authority, ['erp.test']), 'erp.test')).toMatchObject({ status: 204 });
  });

  test('the same certificate is refused without the authority', async () => {
    expect(await sendTo(createSender(), issue(authority, ['127.0.0.1']))).toMatchObject(refused);
  });

  test('refused even where the environment says not to verify', async () => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      expect(await sendTo(createSender(), issue(authority, ['127.0.0.1']))).toMatchObject(refused);
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
  });

  test('a certificate for another name is refused', async () => {
    expect(await sendTo(trusting, issue(authority, ['other.test']), 'erp.test')).toMatchObject(refused);
  });

  test('a certificate that has ended is refused', async () => {
    expect(await sendTo(trusting, issue(authority, ['127.0.0.1'], -1))).toMatchObject(refused);
  });

  test("another authority's certificate is refused", async () => {
    expect(await sendTo(trusting, issue(createAuthority('Another'), ['127.0.0.1']))).toMatchObject(refused);
  });

  test('a receiver that speaks no TLS is refused', async () => {
    const target = await receiver();
    const attempt = await trusting.send({ ...message, url: `https://127.0.0.1:${target.port}/` }, 0, never);
    expect(attempt).toMatchObject(refused);
  });
});

describe('issue "The desktop appliance": a proxy for webhooks', () => {
  const authority = createAuthority();
  const tls = issue(authority, ['erp.test', 'direct.test', 'erp.office.test', '127.0.0.1']);

  test('a receiver elsewhere is reached through it, and its certificate is still verified', async () => {
    const target = await receiver(undefined, tls);
    const proxy = await startProxy(target.port);
    const sender = createSender({
      ca: authority.pem,
      proxy: { address: proxy.address.replace('//', '//erp:p%20s@'), direct: [] },
    });
    const attempt = await sender.send({ ...message, url: `https://erp.test:${target.port}/hook` }, 0, never);
    expect(attempt).toMatchObject({ status: 204 });
    expect(target.received).toMatchObject([{ path: '/hook', body }]);
    expect(proxy.asked).toEqual([`CONNECT erp.test:${target.port}`]);
    expect(proxy.credentials).toEqual(['Basic ZXJwOnAgcw==']);
    const other = await sender.send({ ...message, url: `https://other.test:${target.port}/` }, 0, never);
    expect(other).toMatchObject({ status: null, problem: 'tls_failed' });
    expect(target.received).toHaveLength(1);
  });

  test('this machine and the named hosts are reached without it, and no link-local address with it', async () => {
    const target = await receiver(undefined, tls);
    const proxy = await startProxy(target.port);
    const sender = createSender({
      ca: authority.pem,
      find: names({ 'direct.test': [['127.0.0.1']], 'erp.office.test': [['127.0.0.1']] }),
      proxy: { address: proxy.address, direct: ['direct.test', '.office.test'] },
    });
    for (const host of ['127.0.0.1', 'direct.test', 'erp.office.test']) {
      const attempt = await sender.send({ ...message, url: `https://${host}:${target.port}/` }, 0, never);
      expect([host, attempt.status]).toEqual([host, 204]);
    }
    const refused = await sender.send({ ...message, url: 'https://169.254.169.254/' }, 0, never);
    expect(refused).toMatchObject({ problem: 'address_refused' });
    expect(proxy.asked).toEqual([]);
  });

  test('one that refuses, or is not there, is a failed connection; one that is silent ends with the attempt', async () => {
    const refusing = await startProxy(null);
    const gone = { address: 'http://127.0.0.1:1', direct: [] };
    for (const proxy of [{ address: refusing.address, direct: [] }, gone]) {
      const attempt = await createSender({ proxy }).send({ ...message, url: 'https://erp.test/' }, 0, never);
      expect(attempt).toMatchObject({ status: null, problem: 'connection_failed' });
    }
    const silent = await startProxy('silent');
    const sender = createSender({ proxy: { address: silent.address, direct: [] } });
    const stop = new AbortController();
    const attempt = sender.send({ ...message, url: 'https://erp.test/' }, 0, stop.signal);
    await expect.poll(() => silent.asked).toHaveLength(1);
    stop.abort();
    await expect(attempt).rejects.toThrow();
    await expect.poll(() => silent.open()).toBe(0);
  });

  /** @param port of the receiver that every name leads to; null refuses */
  async function startProxy(port: number | null | 'silent') {
    const asked: string[] = [];
    const credentials: (string | null)[] = [];
    const sockets = new Set<Socket>();
    const server = createHttpServer((_request, response) => response.writeHead(405).end());
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    server.on('connect', (request, client: Socket) => {
      asked.push(`${request.method} ${request.url}`);
      credentials.push(request.headers['proxy-authorization'] ?? null);
      client.on('error', () => client.destroy());
      if (port === null) client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      if (typeof port !== 'number') {
        client.resume().once('end', () => client.end());
        return;
      }
      const there = connect(port, '127.0.0.1', () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n');
        there.pipe(client).pipe(there);
      });
      there.on('error', () => client.destroy());
      client.once('close', () => there.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    stoppers.push(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    });
    return {
      address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      asked,
      credentials,
      open: () => sockets.size,
    };
  }
});
