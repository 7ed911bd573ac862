import { configDefaults, defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { postgresPrograms } from './test/helpers/prerequisites.ts';

const sqlite: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'SQLite',
    include: ['test/**/*.test.ts'],
    // By itself, with npm run test:installers.
    exclude: [...configDefaults.exclude, 'test/installer/built/**'],
    globalSetup: ['test/global-setup.ts'],
  },
};

/** What speaks with the database: the same tests once more, on PostgreSQL. */
const postgres: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'PostgreSQL',
    include: ['test/store/**/*.test.ts', 'test/http/**/*.test.ts', 'test/webhooks/delivery-loop.test.ts'],
    exclude: [
      // About what only a data folder has, and what has nothing to do with a database.
      ...['data-folder', 'keychain', 'migration-copy'].map((name) => `test/store/${name}.test.ts`),
      ...['bad-input', 'connections', 'openapi'].map((name) => `test/http/${name}.test.ts`),
    ],
    globalSetup: ['test/postgres-setup.ts'],
  },
};

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Real servers, real OCR and a real browser share two cores with the tests.
    maxWorkers: 2,
    projects: [sqlite, ...(postgresPrograms() === null ? [] : [postgres])],
  },
});
