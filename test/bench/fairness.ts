import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { currentVersion } from '../../server/contract/versions.ts';
import { resource } from '../../server/resources.ts';
import { openStore } from '../../server/store/data-folder.ts';
import * as keys from '../../server/store/keys.ts';
import * as tenants from '../../server/store/tenants.ts';
import { startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { objectStreamBomb } from '../helpers/bad-files.ts';
import { multipart, multipartType } from './load.ts';

// `npm run bench:fairness [-- SECONDS]`: how long one tenant's requests take while nobody else asks for anything, and
// while another floods the server with lists, uploads, or files that are slow to count. It prints; it never fails for
// being slow. The flood comes from this process too, so on few cores a part of the difference is the flood's own work.

const seconds = Number(process.argv[2] ?? 20);
/** Requests of the quiet tenant in a second; as many uploads as one key may make. */
const getsPerSecond = 20;
const postsPerSecond = 2;
/** Connections of the flood, each asking again as soon as it is answered. */
const floodConnections = 24;
/** Enough that the rate of a key holds no flood back. */
const floodKeys = 200;

type Send = (key: string) => Promise<number>;

const folder = await temporaryFolder();
const server = await startAppliance(folder.path, { env: { FACTURIER_LOG_LEVEL: 'error' }, within: 60_000 });
try {
  const store = await openStore({ data: folder.path, masterKey: null });
  const now = Date.now();
  const [innocent] = await tenants.list(store.db);
  const hostile = await tenants.create(store.db, store.vault, { name: 'flood', now });
  const newKey = async (tenantId: string): Promise<string> =>
    (
      await keys.create(store.db, {
        tenantId,
        mode: 'test',
        label: null,
        expiresAt: null,
        version: currentVersion,
        now,
      })
    ).key;
  const own = await newKey(innocent!.id);
  const flood = await Promise.all(Array.from({ length: floodKeys }, () => newKey(hostile.id)));
  await store.close();

  const ask = (method: string, path: string, key: string, body?: Buffer): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = {
        Authorization: `Bearer ${key}`,
        ...(body && { ...multipartType, 'Content-Length': String(body.byteLength) }),
      };
      const request = httpRequest(server.url + path, { method, headers, agent: false }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      });
      request.once('error', reject).end(body);
    });

  // With its objects in streams, as most programs write them today: its pages have to be counted by a PDF reader.
  const invoice = await readFile(resource('samples', 'invoice.pdf'));
  const file = multipart(invoice);
  const bomb = multipart(Buffer.from(objectStreamBomb()));
  const large = multipart(Buffer.concat([invoice, Buffer.alloc(2 * 1024 * 1024, ' ')]));
  const floods: [string, Send][] = [
    ['lists of 200', (key) => ask('GET', '/v1/documents?limit=200', key)],
    ['single documents', (key) => ask('GET', '/v1/documents?limit=1', key)],
    ['uploads of 2 MB', (key) => ask('POST', '/v1/documents', key, large)],
    ['files slow to count', (key) => ask('POST', '/v1/documents', key, bomb)],
  ];
  for (const key of [own, ...flood]) await ask('GET', '/v1/whoami', key);
  for (let number = 0; number < floodKeys; number++) await ask('POST', '/v1/documents', flood[number]!, file);

  const quiet = await innocents(seconds);
  console.log(`${'nobody else'.padEnd(22)}| GET ${shown(quiet.gets)} | POST ${shown(quiet.posts)}`);
  for (const [name, send] of floods) {
    const over = new AbortController();
    let sent = 0;
    const flooding = Array.from({ length: floodConnections }, async (_, number) => {
      for (let next = number; !over.signal.aborted; next += floodConnections) {
        const status = await send(flood[next % floodKeys]!).catch(() => 0);
        sent += 1;
        // Who is told to wait comes back at once, but not in a loop that does nothing else.
        if (status >= 400 || status === 0) await delay(50);
      }
    });
    const { gets, posts } = await innocents(seconds);
    over.abort();
    await Promise.all(flooding);
    const times = (a: number[], b: number[]): string => `${(p99(a) / p99(b)).toFixed(1)} times`;
    console.log(
      `${name.padEnd(22)}| GET ${shown(gets)}, ${times(gets, quiet.gets)} | POST ${shown(posts)}, ${times(posts, quiet.posts)}` +
        ` | ${(sent / seconds).toFixed(0)} a second of the flood`,
    );
    await delay(2_000);
  }

  /** Asks at a steady pace, whether or not the answer before is here. @returns milliseconds, sorted */
  async function innocents(forSeconds: number): Promise<{ gets: number[]; posts: number[] }> {
    const [gets, posts]: [number[], number[]] = [[], []];
    const pace = async (times: number[], perSecond: number, send: Send): Promise<void> => {
      const answers: Promise<void>[] = [];
      for (let count = 0; count < forSeconds * perSecond; count++) {
        const since = performance.now();
        answers.push(send(own).then(() => void times.push(performance.now() - since)));
        await delay(1000 / perSecond);
      }
      await Promise.all(answers);
    };
    await Promise.all([
      pace(gets, getsPerSecond, (key) => ask('GET', '/v1/documents?limit=1', key)),
      pace(posts, postsPerSecond, (key) => ask('POST', '/v1/documents', key, file)),
    ]);
    return { gets: gets.sort((a, b) => a - b), posts: posts.sort((a, b) => a - b) };
  }
} finally {
  await server.stop();
  await folder.remove();
}

function at(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

function p99(sorted: number[]): number {
  return at(sorted, 0.99);
}

function shown(sorted: number[]): string {
  return `p50 ${at(sorted, 0.5).toFixed(0)} ms, p99 ${p99(sorted).toFixed(0)} ms`;
}
