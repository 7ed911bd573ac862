import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { KeyMode } from '../../server/contract/document.ts';
import { submissionBurst } from '../../server/contract/limits.ts';
import { currentVersion } from '../../server/contract/versions.ts';
import type { BucketAddress } from '../../server/store/bucket.ts';
import { openStore, type Store } from '../../server/store/data-folder.ts';
import * as keys from '../../server/store/keys.ts';
import * as tenants from '../../server/store/tenants.ts';
import { type Appliance, startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { createBucket, objectsIn, placeIn } from '../helpers/buckets.ts';
import { type Detour, startDetour } from '../helpers/detour.ts';
import { startObjectStore } from '../helpers/object-store.ts';
import { createDatabase, startCluster } from '../helpers/postgres.ts';
import { type Seen, startClients } from './clients.ts';

interface NodeRun extends Seen {
  kills: number;
  /** Starts that failed because the database could not be reached just then. */
  failedStarts: number;
  restarts: number;
  cuts: number;
  holds: number;
  /** Nodes that lost the database, or had no answer from it, for longer than a lease. */
  longLosses: number;
  /** What a node wrote last that ended without having been killed. */
  endedAlone: string[];
  /** How many documents and how many events the database holds. */
  rows: { documents: number; events: number };
  /** Where files lie in an S3 store: objects that a crash left without a document, and documents without their object. */
  objects: { orphaned: number; missing: number } | null;
}

const nodeCount = 3;
/** More than one, because a killed node's claims hold its tenants' slots until their leases have run out. */
const tenantCount = 4;
/** Longer than the lease of a reading: what was read meanwhile is another node's by then. */
const longLossMs = 70_000;
const dayMs = 24 * 60 * 60 * 1000;
/** So often a start is tried while the database comes and goes, or is away for long. */
const mostStarts = 60;

interface Node {
  folder: string;
  env: NodeJS.ProcessEnv;
  /** To the database, and where files lie there to the S3 store. */
  detours: [Detour, ...Detour[]];
  appliance: Appliance;
}

/**
 * Submits documents to random appliances of several on one PostgreSQL, and meanwhile kills them one after the other with
 * SIGKILL, restarts the database, and cuts and holds up their connections to it, and to the S3 store if their files lie in
 * one; then lets all come to rest.
 * @param settings.sandbox how many documents of sandbox keys
 * @param settings.live how many that are read
 * @param settings.longLosses how many times, one after the other, a node loses the database for longer than a lease
 */
export async function nodeRun(settings: {
  kills: number;
  sandbox: number;
  live: number;
  longLosses?: number;
  s3?: boolean;
  log?: (line: string) => void;
}): Promise<NodeRun> {
  const { kills, sandbox, live, longLosses = 0, s3 = false, log } = settings;
  const folder = await temporaryFolder();
  const cluster = await startCluster();
  const database = await createDatabase(cluster.url);
  const objects = s3 ? await startObjectStore() : null;
  const place = objects && placeIn(objects.env, await createBucket(objects.env), 'files');
  const run = { kills: 0, failedStarts: 0, restarts: 0, cuts: 0, holds: 0, longLosses: 0, endedAlone: [] as string[] };
  const nodes: Node[] = [];
  /** Nodes that other faults leave alone. */
  const away = new Set<Node>();
  const clients = await startClients({ address: () => pick(nodes).appliance.url, mayFail: true });
  let store: Store | null = null;

  const start = async ({ folder, env }: Pick<Node, 'folder' | 'env'>): Promise<Appliance> => {
    for (let tries = 1; ; tries++) {
      try {
        return await startAppliance(folder, { env, within: 60_000 });
      } catch (error) {
        if (tries === mostStarts || !/The (database|S3 store) cannot be used/.test(String(error))) throw error;
        run.failedStarts++;
      }
    }
  };
  const faulty = (): Node => pick(nodes.filter((node) => !away.has(node)));
  const killOne = async (): Promise<void> => {
    const node = faulty();
    if (!isRunning(node.appliance)) run.endedAlone.push(node.appliance.log().slice(-2_000));
    await node.appliance.stop('SIGKILL');
    run.kills++;
    node.appliance = await start(node);
  };
  const disturb = async (): Promise<void> => {
    const detour = pick(faulty().detours);
    const chance = Math.random();
    if (chance < 0.4) {
      run.cuts++;
      detour.cut();
      await delay(Math.random() * 1_500);
      detour.restore();
    } else if (chance < 0.7) {
      run.holds++;
      detour.hold();
      await delay(Math.random() * 3_000);
      detour.release();
    } else if (chance < 0.8) {
      run.restarts++;
      await cluster.restart(Math.random() < 0.5 ? 'SIGQUIT' : 'SIGINT');
    }
  };

  const loseForLong = async (): Promise<void> => {
    for (let lost = 1; lost <= longLosses; lost++) {
      const node = pick(nodes);
      const [detour] = node.detours;
      away.add(node);
      const [lose, find] =
        lost % 2 === 1 ? ([detour.cut, detour.restore] as const) : ([detour.hold, detour.release] as const);
      lose();
      await delay(longLossMs, undefined, { ref: false });
      find();
      away.delete(node);
      run.longLosses++;
    }
  };

  try {
    store = await openStore({ data: join(folder.path, 'operator'), masterKey: null, database });
    const masterKey = await readFile(join(folder.path, 'operator', 'master.key'), 'utf8');
    const keysOf = await prepare(store, clients.webhookUrl, { test: sandbox, live });
    await store.close();
    store = null;
    for (let number = 1; number <= nodeCount; number++) {
      const detours: Node['detours'] = [await startDetour(Number(new URL(database).port))];
      const through = new URL(database);
      through.port = String(detours[0].port);
      const env: NodeJS.ProcessEnv = {
        ...{ FACTURIER_DATABASE: through.href, FACTURIER_MASTER_KEY: masterKey, FACTURIER_LOG_LEVEL: 'warn' },
      };
      if (objects && place) {
        const detour = await startDetour(Number(new URL(place.endpoint).port));
        detours.push(detour);
        const files = `s3://${place.bucket}/files?endpoint=http://127.0.0.1:${detour.port}`;
        Object.assign(env, objects.env, { FACTURIER_FILES: files });
      }
      const node = { folder: join(folder.path, `node-${number}`), env };
      nodes.push({ ...node, detours, appliance: await start(node) });
    }

    const waiting = shuffled([...keysOf.test, ...keysOf.live]);
    const submitting: Promise<void>[] = [];
    const failures: unknown[] = [];
    const lost = loseForLong();
    for (let kill = 1; kill <= kills; kill++) {
      const share = waiting.splice(0, Math.ceil(waiting.length / (kills - kill + 1)));
      for (const key of share) {
        submitting.push(
          delay(Math.random() * 2_000)
            .then(() => clients.submit(key))
            .catch((error: unknown) => void failures.push(error)),
        );
      }
      await Promise.all([delay(Math.random() * 2_000).then(killOne), delay(Math.random() * 2_000).then(disturb)]);
      if (failures.length > 0) throw failures[0];
      const { accepted, repeated } = clients.seen;
      if (kill % 10 === 0) log?.(`${kill} kills, ${accepted.size} documents accepted, ${repeated} asked again`);
    }
    await Promise.all([...submitting, lost]);
    if (failures.length > 0) throw failures[0];
    log?.('no more faults; coming to rest');
    await clients.comeToRest();

    store = await openStore({ data: join(folder.path, 'operator'), masterKey: null, database, files: place });
    const rows = { documents: await countOf(store, 'documents'), events: await countOf(store, 'events') };
    for (const { appliance } of nodes) {
      if (!isRunning(appliance)) run.endedAlone.push(appliance.log().slice(-2_000));
      else if ((await appliance.stop()) !== 0) throw new Error(`A node did not stop in order\n${appliance.log()}`);
    }
    return { ...clients.seen, ...run, rows, objects: place && (await compared(store, place)) };
  } finally {
    for (const { appliance, detours } of nodes) {
      await appliance.stop('SIGKILL');
      for (const detour of detours) await detour.stop();
    }
    await store?.close();
    await clients.stop();
    await cluster.stop();
    await objects?.stop();
    await folder.remove();
  }
}

/** What the S3 store holds against what the documents say; orphans have to be gone once they are old enough. */
async function compared({ db, files }: Store, place: BucketAddress): Promise<NodeRun['objects']> {
  const kept = await db.selectFrom('documents').select('id').where('has_file', '=', 1).execute();
  const ids = new Set(kept.map(({ id }) => id));
  const names = async (): Promise<string[]> =>
    (await objectsIn(place)).map(([name]) => name).filter((name) => name.startsWith('doc_'));
  const before = await names();
  while (await files.removeOrphans(Date.now() + dayMs));
  const after = await names();
  if (after.some((name) => !ids.has(name))) throw new Error('Objects without a document were not removed.');
  return { orphaned: before.length - after.length, missing: ids.size - after.length };
}

/** Tenants whose events go to the receiver. @returns a key for each document, each with as many as it may submit at once */
async function prepare(
  { db, vault }: Store,
  webhookUrl: string,
  counts: Record<KeyMode, number>,
): Promise<Record<KeyMode, string[]>> {
  const now = Date.now();
  await tenants.ensureFirst(db, vault, now);
  for (let number = 2; number <= tenantCount; number++)
    await tenants.create(db, vault, { name: `Firm ${number}`, now });
  const all = await tenants.list(db);
  for (const { id } of all) await tenants.update(db, id, { webhook_url: webhookUrl });
  const of = async (mode: KeyMode): Promise<string[]> => {
    const made: string[] = [];
    for (let index = 0; made.length < counts[mode]; index++) {
      const tenantId = all[index % tenantCount]!.id;
      const { key } = await keys.create(db, {
        tenantId,
        mode,
        label: null,
        expiresAt: null,
        version: currentVersion,
        now,
      });
      made.push(...Array<string>(Math.min(submissionBurst, counts[mode] - made.length)).fill(key));
    }
    return made;
  };
  return { test: await of('test'), live: await of('live') };
}

async function countOf({ db }: Store, table: 'documents' | 'events'): Promise<number> {
  const counted = db.selectFrom(table).select((select) => select.fn.countAll<number>().as('count'));
  return (await counted.executeTakeFirstOrThrow()).count;
}

function isRunning({ process }: Appliance): boolean {
  return process.exitCode === null && process.signalCode === null;
}

function pick<Item>(items: Item[]): Item {
  return items[Math.floor(Math.random() * items.length)]!;
}

function shuffled<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
