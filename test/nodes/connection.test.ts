import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { selfSigned } from '../../server/http/certificate.ts';
import { openStore } from '../../server/store/data-folder.ts';
import * as tenants from '../../server/store/tenants.ts';
import { facturier, facturierWith, startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { type Cluster, createDatabase, startCluster } from '../helpers/postgres.ts';

const password = 'Zaharia-7-punct';
const certificate = selfSigned(['127.0.0.1'], Date.now());
let guarded: Cluster;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  guarded = await startCluster({ password, tls: certificate });
  folder = await temporaryFolder();
});
afterAll(async () => {
  await folder.remove();
  await guarded.stop();
});

const withPassword = (given = password): string => guarded.url.replace('@', `:${given}@`);
const file = async (name: string, content: string): Promise<string> => {
  const path = join(folder.path, name);
  await writeFile(path, content, { mode: 0o600 });
  return path;
};
/** Opens as a server with this environment would. @returns what was wrong, or null */
const problem = async (env: NodeJS.ProcessEnv): Promise<string | null> => {
  const data = join(folder.path, 'data');
  const config = readConfig({ FACTURIER_DATA: data, ...env }, join(folder.path, 'no-policy.json'));
  try {
    await (await openStore(config)).close();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

describe('the way to a database', () => {
  test('its password may stand in the environment and in the password file, and is never said', async () => {
    expect(await problem({ FACTURIER_DATABASE: withPassword() })).toBeNull();
    expect(await problem({ FACTURIER_DATABASE: guarded.url, PGPASSWORD: password })).toBeNull();
    const wrong = await problem({ FACTURIER_DATABASE: withPassword('Zaharia-8') });
    expect(wrong).toMatch(/^The database cannot be used: password authentication failed/);
    expect(wrong).not.toContain('Zaharia');

    const passwordFile = await file('pgpass', `127.0.0.1:*:postgres:facturier:${password}\n`);
    const appliance = await startAppliance(join(folder.path, 'data'), {
      args: ['--database', guarded.url],
      env: { PGPASSFILE: passwordFile },
    });
    const commandLine = readFileSync(`/proc/${appliance.process.pid}/cmdline`, 'utf8');
    await appliance.stop();
    expect(commandLine).toContain('127.0.0.1');
    expect(commandLine + appliance.log()).not.toContain(password);
  });

  test('a password on the command line is refused', async () => {
    const inUser = await facturier(folder.path, 'keys', 'list', '--database', withPassword());
    const inQuery = await facturier(folder.path, 'keys', 'list', '--database', `${guarded.url}?password=${password}`);
    for (const { code, stderr } of [inUser, inQuery]) {
      expect(code).toBe(2);
      expect(stderr).toMatch(/^A password on the command line can be read by everybody/);
      expect(stderr).not.toContain(password);
    }
  });

  test('sslmode and sslrootcert mean what they mean to libpq', async () => {
    const root = await file('root.pem', certificate.cert);
    const other = await file('other.pem', selfSigned(['127.0.0.1'], Date.now()).cert);
    const on = (query: string, more = {}) => problem({ FACTURIER_DATABASE: `${withPassword()}?${query}`, ...more });
    expect(await on('sslmode=require')).toBeNull();
    expect(await on(`sslmode=verify-full&sslrootcert=${root}`)).toBeNull();
    expect(await on(`sslmode=verify-full&sslrootcert=${other}`)).toMatch(/certificate|signature/);
    expect(await on('sslmode=verify-full')).toMatch(/self-signed/);
    expect(await on('', { PGSSLMODE: 'verify-full' })).toMatch(/self-signed/);
    expect(await on('', { PGSSLMODE: 'verify-full', PGSSLROOTCERT: root })).toBeNull();

    const open = await createDatabase(String(inject('cluster')));
    expect(await problem({ FACTURIER_DATABASE: `${open}?sslmode=require` })).toMatch(/does not support SSL/);
    expect(await problem({ FACTURIER_DATABASE: open, FACTURIER_DATA: join(folder.path, 'other') })).toBeNull();
  });

  test('what is no database, and what does not answer, is one sentence', async () => {
    expect(() => readConfig({ FACTURIER_DATABASE: 'mysql://me:secret@there/x' })).toThrow(
      /^The database must be given as postgres:\/\/user@host:port\/name\.$/,
    );
    expect(await problem({ FACTURIER_DATABASE: 'postgres://me@127.0.0.1:9/x' })).toMatch(
      /^The database cannot be used: connect ECONNREFUSED/,
    );
  });
});

describe('an appliance on a shared database', () => {
  test('needs its master key, makes none of its own, and says so', async () => {
    const database = await createDatabase(String(inject('cluster')));
    const [first, second] = [join(folder.path, 'first'), join(folder.path, 'second')];
    const store = await openStore({ data: first, masterKey: null, database });
    await tenants.create(store.db, store.vault, { name: 'one', now: Date.now() });
    const key = readFileSync(join(first, 'master.key'), 'utf8').trim();
    await store.close();
    const started = (FACTURIER_MASTER_KEY: string) =>
      facturierWith({ FACTURIER_DATABASE: database, FACTURIER_MASTER_KEY }, second, 'serve', '--port', '0');
    const without = await started('');
    expect(without).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The database has a master key, which/) });
    const wrong = await started(Buffer.alloc(32, 7).toString('base64'));
    expect(wrong).toMatchObject({
      code: 1,
      stderr: 'The master key is not the one that this database was made with.\n',
    });
    const opened = await openStore({ data: second, masterKey: key, database });
    expect((await tenants.list(opened.db)).map(({ name }) => name)).toEqual(['one']);
    await opened.close();
  });
});
