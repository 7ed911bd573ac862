import { join } from 'node:path';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { packageRoot } from './server/resources.ts';
import { haveObjectStore, postgresPrograms } from './test/helpers/prerequisites.ts';

/** What starts no server and keeps nothing. */
const functions = ['engine', 'checks', 'exports', 'suppliers'].map((folder) => `test/${folder}/**/*.test.ts`);

/**
 * Their files share a process: the words of all languages and the readers' networks are made ready once, which each file
 * would else wait seconds for.
 */
const shared: TestProjectConfiguration = {
  extends: true,
  test: { name: 'functions', include: functions, isolate: false, globalSetup: ['test/global-setup.ts'] },
};

const sqlite: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'SQLite',
    include: ['test/**/*.test.ts'],
    // The second by itself: npm run test:installers.
    exclude: [...functions, 'test/nodes/**', 'test/s3/**', 'test/installer/built/**'],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/helpers/failed-pages.ts'],
  },
};

const named = (...names: string[]): string[] => names.map((name) => `test/${name}.test.ts`);

/** What speaks with the database: the same tests once more on PostgreSQL, and those of what only it can do. */
const postgres: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'PostgreSQL',
    include: named('store/*', 'retention/*', 'webhooks/delivery-loop', 'http/large-upload', 'nodes/*'),
    exclude: [
      // About what only a data folder has.
      ...named('store/data-folder', 'store/keychain', 'store/migration-copy'),
    ],
    globalSetup: ['test/global-setup.ts', 'test/postgres-setup.ts'],
    setupFiles: ['test/helpers/failed-pages.ts'],
  },
};

/** The API on PostgreSQL, and what appliances on one database must agree in: its tests ask two of them in turn. */
const twoNodes: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'two nodes',
    include: named('http/*'),
    // Of these each is about the one process that receives a file.
    exclude: named('http/bad-input', 'http/connections', 'http/large-upload'),
    globalSetup: ['test/postgres-setup.ts'],
    provide: { nodes: 2 },
  },
};

/** Files in an S3 store in place of the database: what is done with files, asking two appliances in turn. */
const filesInS3: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'files in S3',
    include: named('store/files', 'retention/*', 'http/submission', 'http/zero-retention', 's3/*'),
    globalSetup: ['test/object-store-setup.ts'],
    provide: { nodes: 2 },
  },
};

const onPostgres = [postgres, twoNodes, ...(haveObjectStore() ? [filesInS3] : [])];

// Hundreds of appliances and reader threads are started, and each would compile the same few hundred files first: a third
// of the processor's time. Who is started by a test has this from it.
process.env.NODE_COMPILE_CACHE ??= join(packageRoot, 'node_modules', '.cache', 'compiled');

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Real servers, real OCR and a real browser share two cores with the tests.
    maxWorkers: 2,
    // What comes true does so within seconds then, not always within one.
    expect: { poll: { timeout: 20_000 } },
    projects: [shared, sqlite, ...(postgresPrograms() === null ? [] : onPostgres)],
  },
});
