import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { packageRoot, resource } from '../../server/resources.ts';
import { type Appliance, facturier, facturierWith, startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { createDatabase } from '../helpers/postgres.ts';
import { buyer, form } from '../helpers/server.ts';

const cli = join(packageRoot, 'server', 'cli.ts');
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let database: string;
let answering: Appliance;

beforeAll(async () => {
  folder = await temporaryFolder();
  database = await createDatabase(String(inject('cluster')));
  answering = await startAppliance(join(folder.path, 'one'), { args: ['--no-reading', '--database', database] });
});
afterAll(async () => {
  await answering.stop();
  await folder.remove();
});

test('one that does not read leaves it to one that does nothing else', async () => {
  const env = { FACTURIER_DATABASE: database };
  const key = (await facturierWith(env, join(folder.path, 'one'), 'keys', 'create', '--mode', 'live')).stdout;
  const headers = { Authorization: `Bearer ${key}` };
  const body = form({ buyer_vat: buyer }, { bytes: await readFile(resource('samples', 'invoice.pdf')) });
  const sent = await fetch(`${answering.url}/v1/documents`, { method: 'POST', headers, body });
  const { id } = (await sent.json()) as { id: string };
  const status = async (): Promise<string> => {
    const answer = await fetch(`${answering.url}/v1/documents/${id}`, { headers });
    return ((await answer.json()) as { status: string }).status;
  };
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await status()).toBe('queued');

  const two = join(folder.path, 'two');
  await mkdir(two, { mode: 0o700 });
  await writeFile(join(two, 'master.key'), await readFile(join(folder.path, 'one', 'master.key')), { mode: 0o600 });
  const reader = spawn(process.execPath, [cli, 'read', '--data', two, '--port', '0'], {
    env: { ...process.env, ...env, FACTURIER_LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(reader, 'close');
  const [line] = await once(createInterface({ input: reader.stdout }), 'line');
  const health = /^Facturier reading, its health at (http:\/\/127\.0\.0\.1:\d+\/)healthz$/.exec(line)?.[1];
  await vi.waitFor(async () => expect(await status()).toBe('succeeded'), { timeout: 25_000, interval: 100 });
  // What its machine's monitoring asks for, and nothing else.
  const answers = async (path: string) => (await fetch(`${health}${path}`, { headers })).status;
  expect([await answers('healthz'), await answers('v1/documents'), await answers('')]).toEqual([200, 404, 404]);
  const metrics = await (await fetch(`${health}metrics`)).text();
  expect(metrics).toContain('facturier_documents{status="queued"} 0');
  expect(metrics).toContain('facturier_reading_duration_seconds_count{outcome="succeeded"} 1');
  const FACTURIER_MASTER_KEY = await readFile(join(two, 'master.key'), 'utf8');
  const taken = { ...env, FACTURIER_MASTER_KEY };
  const beside = await facturierWith(taken, join(folder.path, 'three'), 'read', '--port', new URL(String(health)).port);
  expect(beside.stderr).toContain('choose another with --port');
  reader.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
}, 60_000);

test('one alone has to read itself', async () => {
  const alone = join(folder.path, 'alone');
  for (const args of [['serve', '--no-reading'], ['read']]) {
    expect(await facturier(alone, ...args)).toMatchObject({ code: 2, stderr: expect.stringContaining('--database') });
  }
});

test('what speaks with PostgreSQL is loaded only where there is one', async () => {
  const data = JSON.stringify(join(folder.path, 'loads'));
  const loaded = `
    import Module from 'node:module';
    const { openStore } = await import('./server/store/data-folder.ts');
    await import('./server/server.ts');
    await (await openStore({ data: ${data}, masterKey: null })).close();
    const paths = Object.keys(Module._cache);
    console.log(paths.some((path) => path.includes('better-sqlite3')), paths.some((path) => /node_modules.pg/.test(path)));`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', loaded], { cwd: packageRoot });
  expect((await run).stdout.trim()).toBe('true false');
});
