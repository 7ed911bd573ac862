import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { guarded } from './guardian.ts';

/** How an S3-compatible store is reached, in the variables that AWS' own programs know. */
export type StoreEnv = Record<
  'AWS_ENDPOINT_URL' | 'AWS_REGION' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY',
  string
>;

/** Rings of one device each, on this machine: where Swift looks for accounts, containers and objects. */
const makeRings = `
import sys
from swift.common.ring import RingBuilder
folder, ports = sys.argv[1], sys.argv[2:]
for name, port in zip(('account', 'container', 'object'), ports):
    builder = RingBuilder(1, 1, 0)
    builder.add_dev(dict(region=1, zone=1, weight=1, ip='127.0.0.1', port=int(port), device='disk', meta=''))
    builder.rebalance()
    builder.get_ring().save(f'{folder}/{name}.ring.gz')
`;

const region = 'eu-test-1';
const behind = ['account', 'container', 'object'];

/**
 * Starts OpenStack Swift with its S3 API, which checks every signature, on free ports of this machine: one server of each
 * kind, with everything of it in a temporary folder.
 * @returns how it is reached, and what ends it
 */
export async function startObjectStore(): Promise<{ env: StoreEnv; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'facturier-swift-'));
  mkdirSync(join(folder, 'devices', 'disk'), { recursive: true });
  const [proxy = 0, cache = 0, ...ports] = await Promise.all(['proxy', 'cache', ...behind].map(freePort));
  execFileSync('/usr/bin/python3', ['-c', makeRings, folder, ...ports.map(String)]);
  const children: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    const running = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    const ended = running.map((child) => once(child, 'exit'));
    for (const child of running) child.kill('SIGKILL');
    await Promise.all(ended);
    await rm(folder, { recursive: true, force: true });
  };
  const start = (name: string, port: number, filters: Record<string, string>): void => {
    const app = `${name}-server`;
    const lines = [
      ...['[DEFAULT]', 'bind_ip = 127.0.0.1', `bind_port = ${port}`, `user = ${userInfo().username}`, 'workers = 0'],
      ...[`swift_dir = ${folder}`, `devices = ${folder}/devices`, 'mount_check = false', 'disable_fallocate = true'],
      ...['[pipeline:main]', `pipeline = ${[...Object.keys(filters), app].join(' ')}`],
      ...[`[app:${app}]`, `use = egg:swift#${name}`, 'account_autocreate = true'],
      ...Object.entries(filters).flatMap(([filter, settings]) => [`[filter:${filter}]`, settings]),
    ];
    const path = join(folder, `${app}.conf`);
    writeFileSync(path, lines.join('\n'));
    children.push(guarded(spawn(`swift-${app}`, [path], { stdio: 'ignore', detached: true })));
  };
  const memory = ['-u', 'nobody', '-l', '127.0.0.1', '-p', String(cache), '-m', '16'];
  children.push(guarded(spawn('memcached', memory, { stdio: 'ignore', detached: true })));
  behind.forEach((name, index) => {
    start(name, ports[index] ?? 0, {});
  });
  const use = (name: string, ...settings: string[]): string => [`use = egg:swift#${name}`, ...settings].join('\n');
  start('proxy', proxy, {
    catch_errors: use('catch_errors'),
    gatekeeper: use('gatekeeper'),
    listing_formats: use('listing_formats'),
    cache: use('memcache', `memcache_servers = 127.0.0.1:${cache}`),
    s3api: use('s3api', `location = ${region}`),
    tempauth: use('tempauth', 'user_test_tester = testing .admin'),
    versioned_writes: use('versioned_writes', 'allow_object_versioning = true'),
    symlink: use('symlink'),
  });
  try {
    for (const port of [proxy, ...ports]) await answers(port);
  } catch (error) {
    await stop();
    throw error;
  }
  const env = { AWS_ENDPOINT_URL: `http://127.0.0.1:${proxy}`, AWS_REGION: region };
  return { env: { ...env, AWS_ACCESS_KEY_ID: 'test:tester', AWS_SECRET_ACCESS_KEY: 'testing' }, stop };
}

async function answers(port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    if (answer) return void (await answer.arrayBuffer());
    await delay(100);
  }
  throw new Error('The S3 store does not answer.');
}
