import { existsSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { readFile, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { localDate, systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { isLoopback } from '../http/tls.ts';
import { createLog } from '../log.ts';
import { createReaderPool } from '../reading/reader-pool.ts';
import { resource } from '../resources.ts';
import { lastAddress } from '../store/address.ts';
import { openStore, type Store } from '../store/data-folder.ts';
import { KeychainError } from '../store/keychain.ts';
import { checkNotLost, hasDatabase } from '../store/lost-database.ts';
import { keyPlace } from '../store/master-key.ts';
import { soundness } from '../store/soundness.ts';
import { answers } from './answers.ts';

/** One thing that was looked at. */
export interface Finding {
  what: string;
  is: string;
  /** What to do about it; null where all is well. */
  remedy: string | null;
}

const good = (what: string, is: string): Finding => ({ what, is, remedy: null });

/** A month of an office's invoices, and room for the database to copy itself. */
const leastFreeBytes = 2 * 2 ** 30;
/** A clock that is further behind than this makes signatures of events worthless (interface.md 6.3). */
const mostBehindMs = 5 * 60_000;

/** Everything that can be looked at without changing anything. */
export async function findings(config: Config): Promise<Finding[]> {
  const found: Finding[] = [policy(config), network(config)];
  const store = await opened(config, found);
  try {
    if (store) {
      found.push(...permissions(config.data), await database(store));
      if (config.database !== null) found.push(await files(config, store));
      found.push(await port(config, store), await clock(store));
    }
    if (existsSync(config.data)) found.push(await disk(config.data));
    found.push(await selfTest());
  } finally {
    await store?.close();
  }
  return found;
}

function policy({ policy }: Config): Finding {
  const names = Object.keys(policy);
  return good('Policy', names.length === 0 ? 'none on this machine' : `sets ${names.join(', ')}`);
}

function network({ host, tls, updates, webhookProxy }: Config): Finding {
  const reach = isLoopback(host)
    ? 'this machine only'
    : `other machines, over TLS with ${tls ? 'your' : 'its own'} certificate`;
  // There nothing could check an update's signature.
  const byPackages = process.platform === 'linux' && updates !== null;
  const where = byPackages ? 'nowhere, for on Linux the package manager brings them' : (updates ?? 'nowhere');
  return good(
    'Network',
    `answers ${reach}; looks for updates: ${where}; sends events ${webhookProxy ? 'through a proxy' : 'straight'}`,
  );
}

async function opened(config: Config, found: Finding[]): Promise<Store | null> {
  try {
    if (config.database === null && !hasDatabase(config.data)) {
      if (existsSync(config.data)) checkNotLost(config.data, { setsAside: false, now: systemClock.now() });
      found.push(unmade(config.data));
      return null;
    }
    const store = await openStore(config);
    const place = config.masterKey === null ? keyPlace(config.data) : 'environment';
    found.push(good('Data folder', config.data), good('Master key', `opens the data; it lies in the ${place}`));
    return store;
  } catch (error) {
    const remedy =
      error instanceof KeychainError
        ? 'Unlock the keychain or bring the key back, and run this again as the user that Facturier runs as.'
        : 'See to that, and run this again as the user that Facturier runs as.';
    found.push({ what: 'Data folder', is: (error as Error).message, remedy });
    return null;
  }
}

/** Whether a first start could make the folder: only trying tells, for under /proc even root may not. */
function unmade(folder: string): Finding {
  let above = folder;
  while (!existsSync(above)) above = dirname(above);
  try {
    rmdirSync(mkdtempSync(join(above, '.facturier-')));
    return good('Data folder', `${folder}, not made yet`);
  } catch (error) {
    const remedy = 'Name another folder with --data, or let this user write there.';
    return { what: 'Data folder', is: `${folder} cannot be made: ${(error as Error).message}`, remedy };
  }
}

function permissions(folder: string): Finding[] {
  // Windows keeps a user's folder from others by itself.
  if (process.platform === 'win32') return [];
  const open = ['.', 'facturier.db', 'files', 'master.key']
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path) && (statSync(path).mode & 0o077) !== 0 && !inPrivateFolder(path, folder));
  const { uid } = statSync(folder);
  const found: Finding[] = [];
  if (uid !== process.getuid?.()) {
    found.push({ what: 'Owner', is: `the data belongs to user ${uid}`, remedy: 'Run Facturier as that user.' });
  }
  if (open.length === 0) found.push(good('Permissions', 'only its owner reads the data'));
  else {
    const is = `others may read ${open.join(', ')}`;
    found.push({ what: 'Permissions', is, remedy: `chmod -R go= '${folder}'` });
  }
  return found;
}

/** What lies in a folder that only its owner enters is out of reach, except the key, which may be copied about. */
function inPrivateFolder(path: string, folder: string): boolean {
  return path !== folder && !path.endsWith('master.key') && (statSync(folder).mode & 0o077) === 0;
}

async function database({ db }: Store): Promise<Finding> {
  const { problem } = await soundness(db);
  if (problem === null) return good('Database', 'sound');
  return { what: 'Database', is: problem, remedy: 'Stop Facturier and restore the last backup (facturier restore).' };
}

/** Tries where the files of a shared database lie; what is tried leaves nothing. */
async function files(config: Config, store: Store): Promise<Finding> {
  const where = config.files ? `are kept in an S3 store, ${config.files.endpoint}` : 'are kept in the database';
  try {
    await store.files.check();
    return good('Files', where);
  } catch (error) {
    const remedy = 'See to the store of the files, or set its right address (FACTURIER_FILES) and access key.';
    return { what: 'Files', is: (error as Error).message, remedy };
  }
}

async function port(config: Config, { db }: Store): Promise<Finding> {
  const address = await lastAddress(db);
  if (address !== null && (await answers(address))) return good('Server', `answers at ${address}`);
  if (config.port === 0 || (await isFree(config.host, config.port))) {
    return good('Server', `is not running; port ${config.port} is free`);
  }
  const is = `is not running, and port ${config.port} of ${config.host} is taken`;
  return { what: 'Server', is, remedy: 'End what listens there, or set another port (FACTURIER_PORT).' };
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const trial = createServer();
    trial.once('error', () => resolve(false));
    trial.listen(port, host, () => trial.close(() => resolve(true)));
  });
}

async function clock({ db }: Store): Promise<Finding> {
  const now = systemClock.now();
  const { newest } = await soundness(db);
  if (newest === null || Date.parse(newest) - now < mostBehindMs) return good('Clock', new Date(now).toISOString());
  const is = `it is ${new Date(now).toISOString()}, before the newest document (${newest})`;
  return { what: 'Clock', is, remedy: 'Set the clock, best from a time server.' };
}

async function disk(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const is = `${(free / 2 ** 30).toFixed(1)} GiB free`;
  if (free >= leastFreeBytes) return good('Disk', is);
  return { what: 'Disk', is, remedy: `Make room for at least ${leastFreeBytes / 2 ** 30} GiB where ${folder} lies.` };
}

/** Reads the invoice that comes with the program and looks at what came out. */
async function selfTest(): Promise<Finding> {
  const what = 'Reading';
  const remedy = 'Install Facturier again; something of it is missing or does not run on this machine.';
  const expected = JSON.parse(await readFile(resource('samples', 'invoice.json'), 'utf8')) as Record<string, unknown>;
  const pool = createReaderPool({ size: 1, log: createLog('silent') });
  try {
    const job = {
      bytes: await readFile(resource('samples', 'invoice.pdf')),
      buyer: { vat: '', name: null },
      today: localDate(systemClock.now()),
    };
    const { extraction } = await pool.read(job, { signal: new AbortController().signal, onPage: () => undefined });
    const invoice = extraction.invoice as unknown as Record<string, unknown>;
    const wrong = Object.keys(expected).filter((name) => invoice[name] !== expected[name]);
    if (wrong.length === 0) return good(what, 'the sample invoice is read right');
    return { what, is: `the sample invoice is read with another ${wrong.join(', ')}`, remedy };
  } catch (error) {
    return { what, is: `the sample invoice cannot be read: ${(error as Error).message}`, remedy };
  } finally {
    await pool.stop();
  }
}
