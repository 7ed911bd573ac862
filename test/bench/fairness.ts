import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { currentVersion } from '../../server/contract/versions.ts';
import { resource } from '../../server/resources.ts';
import { openStore } from '../../server/store/data-folder.ts';
import * as keys from '../../server/store/keys.ts';
import * as tenants from '../../server/store/tenants.ts';
import { startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { objectStreamBomb } from '../helpers/bad-files.ts';
import { guarded } from '../helpers/guardian.ts';
import { type Asked, ask, type Flood } from './flood.ts';
import { median, multipart } from './load.ts';

// `npm run bench:fairness [-- SECONDS [FLOOD]]`: how long one tenant's requests take while nobody else asks for anything,
// and while another floods the server with lists, uploads, or files that are slow to count; several rounds of both, in
// turns, so that whatever else the machine does falls on both, and of their figures the medians. It prints; it never fails
// for being slow. The flood comes from a process of its own on the same machine, so on few cores a part of the difference
// is the flood's own work.

const seconds = Number(process.argv[2] ?? 10);
const rounds = 3;
const only = process.argv[3] ?? '';
/** Requests of the quiet tenant in a second; as many uploads as one key may make. */
const getsPerSecond = 20;
const postsPerSecond = 2;
const floodConnections = 24;
/** Enough that the rate of a key holds no flood back. */
const floodKeys = 200;

interface Times {
  gets: number[];
  posts: number[];
}

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

  const get = (path: string): Asked => ({ method: 'GET', path });
  const post = (body: Buffer): Asked => ({ method: 'POST', path: '/v1/documents', body });
  // With its objects in streams, as most programs write them today: its pages have to be counted by a PDF reader.
  const invoice = await readFile(resource('samples', 'invoice.pdf'));
  const upload = post(multipart(invoice));
  const floods: [string, Asked][] = [
    ['lists of 200', get('/v1/documents?limit=200')],
    ['single documents', get('/v1/documents?limit=1')],
    ['uploads of 2 MB', post(multipart(Buffer.concat([invoice, Buffer.alloc(2 * 1024 * 1024, ' ')])))],
    ['files slow to count', post(multipart(Buffer.from(objectStreamBomb())))],
  ];
  for (const key of [own, ...flood]) await ask(server.url, get('/v1/whoami'), key);
  for (const key of flood) await ask(server.url, upload, key);

  for (const [name, asked] of floods.filter(([each]) => each.includes(only))) {
    const measured: [Times, Times][] = [];
    let sent = 0;
    for (let round = 0; round < rounds; round++) {
      const quiet = await innocents();
      const flooding = guarded(
        fork(fileURLToPath(new URL('flood.ts', import.meta.url)), { serialization: 'advanced' }),
      );
      flooding.send({ url: server.url, keys: flood, connections: floodConnections, ...asked } satisfies Flood);
      await delay(1_000);
      measured.push([quiet, await innocents()]);
      flooding.send('over');
      sent += ((await once(flooding, 'message')) as [number])[0];
      await delay(1_000);
    }
    const compared = (which: keyof Times): string => {
      const of = (side: 0 | 1, share: number): number => median(measured.map((pair) => at(pair[side][which], share)));
      const times = median(measured.map(([quiet, flooded]) => at(flooded[which], 0.99) / at(quiet[which], 0.99)));
      const shown = (side: 0 | 1): string => `p50 ${of(side, 0.5).toFixed(0)} p99 ${of(side, 0.99).toFixed(0)} ms`;
      return `${shown(0)}, then ${shown(1)}, ${times.toFixed(1)} times`;
    };
    const perSecond = (sent / rounds / (seconds + 1)).toFixed(0);
    console.log(
      `${name.padEnd(20)}| GET ${compared('gets')} | POST ${compared('posts')} | ${perSecond} a second of the flood`,
    );
  }

  /** Asks at a steady pace, whether or not the answer before is here. @returns milliseconds, sorted */
  async function innocents(): Promise<Times> {
    const pace = async (perSecond: number, asked: Asked): Promise<number[]> => {
      const times: number[] = [];
      const answers: Promise<void>[] = [];
      for (let count = 0; count < seconds * perSecond; count++) {
        const since = performance.now();
        answers.push(ask(server.url, asked, own).then(() => void times.push(performance.now() - since)));
        await delay(1000 / perSecond);
      }
      await Promise.all(answers);
      return times.sort((a, b) => a - b);
    };
    const [gets, posts] = await Promise.all([
      pace(getsPerSecond, get('/v1/documents?limit=1')),
      pace(postsPerSecond, upload),
    ]);
    return { gets, posts };
  }
} finally {
  await server.stop();
  await folder.remove();
}

function at(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}
