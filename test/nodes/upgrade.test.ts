import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { packageRoot, resource } from '../../server/resources.ts';
import { type Appliance, facturierWith, startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { createDatabase } from '../helpers/postgres.ts';
import { buyer, form } from '../helpers/server.ts';

type Version = 'older' | 'current' | 'newer' | 'taking';

const masterKey = Buffer.alloc(32, 5).toString('base64');
const patience = { timeout: 60_000, interval: 100 };
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let database: string;
let running: Appliance[];

beforeEach(async () => {
  folder = await temporaryFolder();
  database = await createDatabase(String(inject('cluster')));
  running = [];
});
afterEach(async () => {
  for (const appliance of running) await appliance.stop('SIGKILL');
  await folder.remove();
});

const envOf = (version: Version): NodeJS.ProcessEnv => ({
  FACTURIER_DATABASE: database,
  FACTURIER_MASTER_KEY: masterKey,
  FACTURIER_LOG_LEVEL: 'warn',
  ...(version !== 'current' && {
    OTHER_VERSION: version,
    NODE_OPTIONS: `--import ${join(packageRoot, 'test', 'nodes', 'other-version.ts')}`,
  }),
});

async function start(version: Version, node: string, ...args: string[]): Promise<Appliance> {
  const appliance = await startAppliance(join(folder.path, node), { env: envOf(version), args });
  running.push(appliance);
  return appliance;
}

async function keyOf(version: Version, mode: 'live' | 'test'): Promise<string> {
  const made = await facturierWith(envOf(version), join(folder.path, 'operator'), 'keys', 'create', '--mode', mode);
  return made.stdout;
}

async function submit(to: Appliance, key: string): Promise<string> {
  const body = form({ buyer_vat: buyer }, { bytes: await readFile(resource('samples', 'invoice.pdf')) });
  const headers = { Authorization: `Bearer ${key}` };
  const answer = await fetch(`${to.url}/v1/documents`, { method: 'POST', headers, body });
  expect(answer.status).toBe(202);
  return ((await answer.json()) as { id: string }).id;
}

const succeeded = (at: Appliance, key: string, id: string) =>
  vi.waitFor(async () => {
    const answer = await fetch(`${at.url}/v1/documents/${id}`, { headers: { Authorization: `Bearer ${key}` } });
    expect(await answer.json()).toMatchObject({ status: 'succeeded' });
  }, patience);

describe('an upgrade, one appliance after the other', () => {
  test.each([
    ['older', 'current'],
    ['current', 'newer'],
  ] as const)(
    '%s works on while %s comes, and starts again beside it',
    async (before, after) => {
      const old = await start(before, 'one');
      const live = await keyOf(before, 'live');
      const first = await submit(old, live);
      await succeeded(old, live, first);

      // The newer one reads nothing: what it accepts is the older one's work.
      const next = await start(after, 'two', '--no-reading');
      const ids = [await submit(next, live), await submit(old, live)];
      await succeeded(next, live, ids[0]!);
      expect(await old.stop()).toBe(0);
      expect(old.log()).toBe('');

      const again = await start(before, 'one');
      await succeeded(again, live, ids[1]!);
      await succeeded(again, live, await submit(next, live));
      expect(await again.stop()).toBe(0);
      expect(await next.stop()).toBe(0);
      expect(again.log() + next.log()).toBe('');
    },
    60_000,
  );

  test('a migration that would shut out who is at work is not made, and shuts out older ones once it is', async () => {
    const old = await start('current', 'one');
    await expect(start('taking', 'two')).rejects.toThrow(/Appliances of an older version are at work on this database/);
    const key = await keyOf('current', 'test');
    await succeeded(old, key, await submit(old, key));
    expect(await old.stop()).toBe(0);

    const next = await start('taking', 'two');
    await succeeded(next, key, await submit(next, key));
    await expect(start('current', 'one')).rejects.toThrow(/A newer version of Facturier has changed this database/);
  }, 180_000);

  test('what a newer one has added is not moved by an older one, which would leave it behind', async () => {
    expect(await facturierWith(envOf('newer'), join(folder.path, 'one'), 'tenants', 'list')).toMatchObject({ code: 0 });
    const back = join(folder.path, 'back');
    await mkdir(back, { mode: 0o700 });
    await writeFile(join(back, 'master.key'), masterKey, { mode: 0o600 });
    const { FACTURIER_DATABASE: _, ...env } = envOf('current');
    const { code, stderr } = await facturierWith(env, back, 'move', '--from', database);
    expect(code).toBe(1);
    expect(stderr).toContain('A newer version of Facturier was at work here');
  }, 180_000);
});
