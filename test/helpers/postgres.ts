import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { guarded } from './guardian.ts';
import { postgresPrograms } from './prerequisites.ts';

/** A PostgreSQL server that belongs to the tests alone. */
export interface Cluster {
  /** Of its own database `postgres`, without a password. */
  url: string;
  /** Ends it and starts it again on what it kept. @param how its signal: SIGQUIT as if it had crashed, SIGINT in order */
  restart(how: 'SIGQUIT' | 'SIGINT'): Promise<void>;
  stop(): Promise<void>;
}

/** The user that the server runs as where the tests run as root, which it refuses. */
const nobody = 65_534;

/**
 * Starts a server on a free port of this machine, with everything of it in a temporary folder.
 * @param settings.password of its user, which otherwise needs none
 * @param settings.tls what it shows to those who ask for TLS
 * @param settings.durable writes to the disk what it says it has written, for who measures how long that takes
 */
export async function startCluster(
  settings: { password?: string; tls?: { cert: string; key: string }; durable?: boolean } = {},
): Promise<Cluster> {
  const programs = postgresPrograms();
  if (programs === null) throw new Error('PostgreSQL is not installed.');
  const folder = await mkdtemp(join(tmpdir(), 'facturier-postgres-'));
  const asNobody = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const own = (path: string): void => {
    if (asNobody.uid !== undefined) chownSync(path, nobody, nobody);
  };
  const keep = (name: string, content: string): string => {
    const path = join(folder, name);
    writeFileSync(path, content, { mode: 0o600 });
    own(path);
    return path;
  };
  own(folder);
  const data = join(folder, 'data');
  // Ordered by a language's rules, as most databases are: no test may pass only because text is ordered by its bytes.
  const language = ['--locale-provider=icu', '--icu-locale=ro', '--locale=C', '--encoding=UTF8'];
  const { password, tls, durable } = settings;
  const identity =
    password === undefined ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${keep('password', password)}`];
  const made = spawnSync(
    join(programs, 'initdb'),
    ['--pgdata', data, '--username=facturier', '--no-sync', ...identity, ...language],
    { cwd: folder, encoding: 'utf8', ...asNobody },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);

  const port = await freePort();
  const all = {
    ...{ listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: folder, max_connections: '200' },
    // What tests write has to survive nothing.
    ...(!durable && { fsync: 'off', full_page_writes: 'off' }),
    ...(tls && { ssl: 'on', ssl_cert_file: keep('cert.pem', tls.cert), ssl_key_file: keep('key.pem', tls.key) }),
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const start = async (): Promise<(how: 'SIGQUIT' | 'SIGINT') => Promise<void>> => {
    const server = guarded(
      spawn(join(programs, 'postgres'), ['-D', data, ...flags], {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
        ...asNobody,
      }),
    );
    const ended = once(server, 'close');
    let log = '';
    await new Promise<void>((resolve, reject) => {
      createInterface({ input: server.stderr }).on('line', (line) => {
        log += `${line}\n`;
        if (line.includes('ready to accept connections')) resolve();
      });
      void ended.then(() => reject(new Error(`PostgreSQL ended before it listened\n${log}`)));
    });
    return async (how) => {
      server.kill(how);
      await ended;
    };
  };
  let end = await start();
  return {
    url: `postgres://facturier@127.0.0.1:${port}/postgres`,
    async restart(how) {
      await end(how);
      end = await start();
    },
    async stop() {
      // Ends its sessions and does not wait for them.
      await end('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Makes an empty database in a cluster. @returns its URL */
export async function createDatabase(cluster: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client(cluster);
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  const url = new URL(cluster);
  url.pathname = name;
  return url.href;
}
