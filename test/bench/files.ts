import { join } from 'node:path';
import { openStore } from '../../server/store/data-folder.ts';
import { newId } from '../../server/store/ids.ts';
import { temporaryFolder } from '../helpers/appliance.ts';
import { createBucket, placeIn } from '../helpers/buckets.ts';
import { startObjectStore } from '../helpers/object-store.ts';
import { createDatabase, startCluster } from '../helpers/postgres.ts';

/**
 * npm run bench:files
 * Puts, reads and removes files of three sizes, in turn in PostgreSQL and in an S3 store (OpenStack Swift), which writes
 * what it takes to the disk as PostgreSQL does; prints medians in milliseconds.
 */
const sizes = [
  { bytes: 60_000, times: 40 },
  { bytes: 1_000_000, times: 25 },
  { bytes: 14 * 1024 * 1024, times: 8 },
];

const folder = await temporaryFolder();
const cluster = await startCluster({ durable: true });
const objects = await startObjectStore();
const bucket = await createBucket(objects.env);
const open = async (name: string, s3: boolean) => {
  const database = await createDatabase(cluster.url);
  const files = s3 ? placeIn(objects.env, bucket, name) : null;
  return { name, store: await openStore({ data: join(folder.path, name), masterKey: null, database, files }) };
};
const places = [await open('postgresql', false), await open('s3', true)];
try {
  for (const { bytes, times } of sizes) {
    const taken = new Map<string, number[]>();
    const lap = async (what: string, work: () => Promise<unknown>): Promise<void> => {
      const began = performance.now();
      await work();
      taken.set(what, [...(taken.get(what) ?? []), performance.now() - began]);
    };
    const file = Buffer.alloc(bytes, 'a page ');
    for (let time = 0; time < times; time++) {
      for (const { name, store } of places) {
        const { files } = store;
        const id = newId('doc', Date.now());
        const staged = await files.stage([file]);
        await lap(`${name}_put`, () => files.adopt(staged, id));
        await lap(`${name}_read`, () => files.read(id, staged.key.wrapped));
        await lap(`${name}_remove`, () => files.remove(id));
      }
    }
    console.log(JSON.stringify({ bytes, ...Object.fromEntries([...taken].map(([what, all]) => [what, median(all)])) }));
  }
} finally {
  for (const { store } of places) await store.close();
  await objects.stop();
  await cluster.stop();
  await folder.remove();
}

function median(all: number[]): number {
  return Math.round((all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0) * 10) / 10;
}
