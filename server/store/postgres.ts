import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type DataTypeNode, Kysely, PostgresDialect, PostgresQueryCompiler } from 'kysely';
import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import passwordIn from 'pgpass';
import { applianceName } from './appliances.ts';
import { DataFolderError } from './data-folder-error.ts';
import { asShared, type Db } from './db.ts';
import { type Hints, sharedHints } from './hints.ts';
import { migrate } from './migrate.ts';

/** Connections of one appliance: requests, readings and deliveries take turns on them. */
const mostConnections = 20;
const connectWithinMs = 5_000;
/** No statement of ours takes nearly so long; one that does hangs, or its database does. */
const answersWithinMs = 30_000;

/**
 * Opens a PostgreSQL database and brings it to the newest schema; of several that do so at once, one does the work.
 * @param url as libpq writes it, with `sslmode` and `sslrootcert` as libpq reads them; without a password, the password
 *   file is asked
 * @param name what its connections are called in PostgreSQL's own lists
 * @throws DataFolderError when the database cannot be reached, or does not let us in
 */
export async function openPostgres(url: string, name: string = applianceName): Promise<{ db: Db; hints: Hints }> {
  const config = { ...(await reachable(url)), application_name: name };
  // Not bounded in time: a migration may have a large table to go through.
  const migrating = open({ ...config, max: 1 });
  try {
    await migrate(migrating);
  } finally {
    await migrating.destroy();
  }
  const db = open({
    ...config,
    max: mostConnections,
    // Also what a statement waits for its turn, when many are on their way.
    connectionTimeoutMillis: answersWithinMs,
    statement_timeout: answersWithinMs,
    idle_in_transaction_session_timeout: answersWithinMs,
    // A little later than the database's own bound, for a database that cannot be reached any more.
    query_timeout: answersWithinMs + 5_000,
  });
  const hints = sharedHints(() => connected(config));
  return { db, hints };
}

function open(config: pg.PoolConfig): Db {
  const pool = new pg.Pool(config);
  // A connection that is lost while it waits is replaced by the next query, which also says what is wrong if that fails.
  pool.on('error', () => undefined);
  // One that is lost between two statements of a transaction fails the next of them, and must not end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new Kysely({ dialect: new SharedDialect({ pool }) });
}

/** How the database is reached. Connects once, to say what is wrong in one sentence and to know whether there is TLS. */
async function reachable(url: string): Promise<pg.PoolConfig> {
  try {
    const config = configOf(url);
    return await tried(config).catch((error: Error) => {
      if (!/[?&]sslmode=prefer\b/.test(url) || !/does not support SSL/.test(error.message)) throw error;
      return tried({ ...config, ssl: false });
    });
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new DataFolderError(`The database cannot be used: ${message || code}`, { cause: error });
  }
}

async function tried(config: pg.PoolConfig): Promise<pg.PoolConfig> {
  await (await connected(config)).end();
  return config;
}

async function connected(config: pg.PoolConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  // What is wrong is also said by the call that it is wrong for.
  client.on('error', () => undefined);
  try {
    return await client.connect();
  } catch (error) {
    await client.end();
    throw error;
  }
}

function configOf(url: string): pg.PoolConfig {
  const [address = '', query] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  // Otherwise pg takes every mode for the strictest one.
  parameters.set('uselibpqcompat', 'true');
  const rootCertificate = join(homedir(), '.postgresql', 'root.crt');
  const verifies = parameters.get('sslmode')?.startsWith('verify-');
  if (verifies && !parameters.has('sslrootcert') && existsSync(rootCertificate)) {
    parameters.set('sslrootcert', rootCertificate);
  }
  const { password, ...config } = parseIntoClientConfig(`${address}?${parameters}`);
  return {
    ...config,
    // Of itself pg would ask the file too, and warn that it will not do so for ever.
    password: password || passwordFromFile(config),
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    types: { getTypeParser: parserOf },
  };
}

/** What the user's password file says (`PGPASSFILE`, else `.pgpass`); empty where it says nothing. */
function passwordFromFile(config: pg.ClientConfig): () => Promise<string> {
  const { host, port, database, user } = new pg.Client(config);
  return () => new Promise((resolve) => passwordIn({ host, port, database, user }, (found) => resolve(found ?? '')));
}

/** Counts and sums come as 64-bit numbers, which pg leaves as text; ours are far below what a double holds exactly. */
function parserOf(type: number): (value: string) => unknown {
  return type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, 'text');
}

/** The same migrations make the same schema: `blob` is `bytea` here, and text is ordered by its bytes, as SQLite does. */
class SharedDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new (class extends PostgresQueryCompiler {
      protected override visitDataType(node: DataTypeNode): void {
        const types: Record<string, string> = { blob: 'bytea', text: 'text collate "C"' };
        this.append(types[node.dataType] ?? node.dataType);
      }

      protected override appendValue(value: unknown): void {
        super.appendValue(asShared(value));
      }

      protected override getAutoIncrement(): string {
        return 'generated by default as identity';
      }
    })();
  }
}
