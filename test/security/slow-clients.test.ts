import { readdirSync, readlinkSync } from 'node:fs';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Appliance, createKey, startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { portOf } from '../helpers/raw-http.ts';

const host = 'Host: localhost\r\n';

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

it('clients that left in the middle of what they sent do not hold up the end of the server', async () => {
  const data = await temporaryFolder();
  const appliance = await startAppliance(data.path);
  const sent = new Promise<string>((resolve) => {
    const socket = connect(portOf(appliance.url), '127.0.0.1', () =>
      socket.write(`POST /v1/documents HTTP/1.1\r\n${host}Content-Length: 1000\r\n\r\n{`),
    );
    socket.once('data', (answer) => {
      socket.destroy();
      resolve(String(answer));
    });
  });
  expect(await sent).toContain('401');
  expect(await appliance.stop()).toBe(0);
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
      appliance = await startAppliance(folder.path, { command: ['sh', '-c', 'ulimit -n 512; exec "$@"', 'sh'] });
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

    it('clients that are refused and never close their side leave no connection behind', async () => {
      const sockets = (): number => {
        const folder = `/proc/${appliance.process.pid}/fd`;
        const names = readdirSync(folder).map((name) => {
          try {
            return readlinkSync(`${folder}/${name}`);
          } catch {
            // Closed since it was listed.
            return '';
          }
        });
        return names.filter((name) => name.startsWith('socket:')).length;
      };
      const before = sockets();
      const refused = (text: string): Promise<string> =>
        new Promise((resolve) => {
          const options = { port: portOf(appliance.url), host: '127.0.0.1', allowHalfOpen: true };
          const socket = connect(options, () => socket.write(text));
          let all = '';
          socket.on('data', (data) => {
            all += data;
          });
          socket.on('error', () => undefined);
          socket.on('end', () => resolve(all));
          held.push(socket);
        });
      const answers = await Promise.all([
        ...Array.from({ length: 20 }, () => refused(`GET /healthz HTTP/1.1\r\n${host}X-Slow: `)),
        ...Array.from({ length: 20 }, () => refused('no request at all\r\n\r\n')),
        ...Array.from({ length: 20 }, () => refused(`GET /healthz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)),
      ]);
      const statuses = answers.map((answer) => answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 '.length + 3));
      expect(statuses).toEqual([...Array(20).fill('408'), ...Array(20).fill('400'), ...Array(20).fill('200')]);
      await expect.poll(sockets, { timeout: 10_000 }).toBeLessThanOrEqual(before);
    }, 60_000);

    it('more connections than there are files end nothing, and once they are gone everybody is answered', async () => {
      hold(400, 'GET /v1/whoami HTTP/1.1\r\nX-Slow: ');
      const files = (): number => readdirSync(`/proc/${appliance.process.pid}/fd`).length;
      // Half of them are for connections; what is over that is turned away.
      await expect.poll(files, { timeout: 10_000 }).toBeGreaterThan(256);
      // Heads that do not end are cut after fifteen seconds (test/http/connections.test.ts); so long need not be waited.
      for (const socket of held.splice(0)) socket.destroy();
      await expect.poll(() => whoami().catch(() => 0), { timeout: 20_000 }).toBe(200);
      expect(appliance.process.exitCode).toBeNull();
    }, 40_000);
  },
);
