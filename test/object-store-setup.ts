import type { TestProject } from 'vitest/node';
import { createBucket } from './helpers/buckets.ts';
import { type StoreEnv, startObjectStore } from './helpers/object-store.ts';
import startPostgres from './postgres-setup.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's S3 store and a bucket in it; there only where the tests are for files that lie there. */
    objectStore?: { env: StoreEnv; bucket: string };
  }
}

/** Starts the PostgreSQL server and the S3 store of a run, and stops them at its end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [stopPostgres, store] = await Promise.all([startPostgres(project), startObjectStore()]);
  project.provide('objectStore', { env: store.env, bucket: await createBucket(store.env) });
  return async () => {
    await Promise.all([stopPostgres(), store.stop()]);
  };
}
