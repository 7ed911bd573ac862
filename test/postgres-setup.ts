import type { TestProject } from 'vitest/node';
import { startCluster } from './helpers/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the run's PostgreSQL server; there only where the tests are for PostgreSQL. */
    cluster?: string;
    /** How many appliances share a database; one where nothing is said. */
    nodes?: number;
  }
}

/** Starts the PostgreSQL server of a run, and stops it at its end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  project.provide('cluster', cluster.url);
  return cluster.stop;
}
