import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, linkSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packageRoot } from '../../server/resources.ts';
import { openStore } from '../../server/store/data-folder.ts';
import * as tenants from '../../server/store/tenants.ts';
import { type Appliance, facturier, startAppliance, temporaryFolder } from '../helpers/appliance.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let elsewhere: Awaited<ReturnType<typeof temporaryFolder>>;
let target: string;
let server: Appliance | null;

beforeEach(async () => {
  server = null;
  folder = await temporaryFolder();
  elsewhere = await temporaryFolder();
  target = join(elsewhere.path, 'facturier.backup');
  const store = await openStore({ data: folder.path, masterKey: null });
  await tenants.create(store.db, store.vault, { name: 'A firm', now: Date.now() });
  await store.close();
  // Enough that to copy it takes a while.
  const database = new SQLite(join(folder.path, 'facturier.db'));
  database.exec('create table filler (bytes blob)');
  const insert = database.prepare('insert into filler values (randomblob(10000000))');
  for (let count = 0; count < 30; count++) insert.run();
  database.close();
});
afterEach(async () => {
  await server?.stop();
  await folder.remove();
  await elsewhere.remove();
});

function command(...args: string[]): ChildProcess {
  const all = [join(packageRoot, 'server', 'cli.ts'), ...args, '--data', folder.path];
  return spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Ends a command with a signal once something is there. @returns its exit code, and whether it was still at work */
async function cutOff(child: ChildProcess, signal: NodeJS.Signals, isThere: () => boolean): Promise<number | null> {
  const ended = once(child, 'exit') as Promise<[number | null]>;
  while (!isThere()) {
    if (child.exitCode !== null) throw new Error('It ended before it could be cut off.');
    await delay(1);
  }
  child.kill(signal);
  return (await ended)[0];
}

const isBegun = (path: string) => () => existsSync(path) && statSync(path).size > 5_000_000;

test('a backup that is killed leaves nothing under its name, and the next start destroys what it wrote', async () => {
  await cutOff(command('backup', target), 'SIGKILL', isBegun(`${target}.partial`));
  expect(existsSync(target)).toBe(false);
  const partial = readdirSync(elsewhere.path).find((name) => name.endsWith('.partial'))!;
  // A second name, to see the bytes after the first is gone.
  const kept = join(folder.path, 'kept');
  linkSync(join(elsewhere.path, partial), kept);
  expect(readFileSync(kept).some((byte) => byte !== 0)).toBe(true);
  server = await startAppliance(folder.path);
  expect(readdirSync(elsewhere.path)).toEqual([]);
  expect(readFileSync(kept).every((byte) => byte === 0)).toBe(true);
  expect((await facturier(folder.path, 'backup', target)).code).toBe(0);
  expect(readdirSync(elsewhere.path)).toEqual(['facturier.backup']);
}, 120_000);

test('a backup that is killed when it has its name already is whole, and stays', async () => {
  expect((await facturier(folder.path, 'backup', target)).code).toBe(0);
  const whole = readFileSync(target);
  // As it is between the two steps of giving it its name, which are too close together to be met from outside.
  linkSync(target, `${target}.partial`);
  writeFileSync(join(folder.path, 'unfinished'), `${target}.partial\n`);
  server = await startAppliance(folder.path);
  expect(readdirSync(elsewhere.path)).toEqual(['facturier.backup']);
  expect(readFileSync(target).equals(whole)).toBe(true);
}, 120_000);

test('the next backup destroys it too', async () => {
  await cutOff(command('backup', target), 'SIGKILL', isBegun(`${target}.partial`));
  const other = join(elsewhere.path, 'other.backup');
  expect((await facturier(folder.path, 'backup', other)).code).toBe(0);
  expect(readdirSync(elsewhere.path)).toEqual(['other.backup']);
}, 120_000);

test.each(['SIGTERM', 'SIGINT'] as const)(
  'a backup that is ended by %s says so and leaves nothing',
  async (signal) => {
    const code = await cutOff(command('backup', target), signal, isBegun(`${target}.partial`));
    expect(code).toBe(1);
    expect(readdirSync(elsewhere.path)).toEqual([]);
    expect(existsSync(join(folder.path, 'unfinished'))).toBe(false);
  },
  120_000,
);

test('a backup that is being written is left alone by a start and by another backup', async () => {
  const writing = command('backup', target);
  const ended = once(writing, 'exit') as Promise<[number | null]>;
  while (!isBegun(`${target}.partial`)()) await delay(1);
  writing.kill('SIGSTOP');
  server = await startAppliance(folder.path);
  const other = await facturier(folder.path, 'backup', join(elsewhere.path, 'other.backup'));
  expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('Another backup') });
  expect(existsSync(`${target}.partial`)).toBe(true);
  writing.kill('SIGCONT');
  expect((await ended)[0]).toBe(0);
  expect(readdirSync(elsewhere.path)).toEqual(['facturier.backup']);
}, 120_000);

test('a restore that is killed while it unpacks changes nothing, and its parts are destroyed', async () => {
  expect((await facturier(folder.path, 'backup', target)).code).toBe(0);
  const unpacked = join(folder.path, 'restoring', 'facturier.db');
  await cutOff(command('restore', target), 'SIGKILL', isBegun(unpacked));
  server = await startAppliance(folder.path);
  expect(existsSync(join(folder.path, 'restoring'))).toBe(false);
  expect((await facturier(folder.path, 'tenants', 'list')).stdout).toContain('A firm');
  await server.stop();
  server = null;
  expect(await cutOff(command('restore', target), 'SIGTERM', isBegun(unpacked))).toBe(1);
  expect(existsSync(join(folder.path, 'restoring'))).toBe(false);
}, 120_000);

test('a restore that is killed in a folder without data is no empty appliance', async () => {
  expect((await facturier(folder.path, 'backup', target)).code).toBe(0);
  const empty = await temporaryFolder();
  try {
    const all = [join(packageRoot, 'server', 'cli.ts'), 'restore', target, '--data', empty.path];
    const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'pipe'] });
    await cutOff(child, 'SIGKILL', isBegun(join(empty.path, 'restoring', 'facturier.db')));
    const started = await facturier(empty.path, 'serve', '--port', '0');
    expect(started).toMatchObject({ code: 1, stderr: expect.stringContaining('a restore that was cut off') });
    expect((await facturier(empty.path, 'restore', target)).code).toBe(0);
    expect((await facturier(empty.path, 'tenants', 'list')).stdout).toContain('A firm');
  } finally {
    await empty.remove();
  }
}, 120_000);
