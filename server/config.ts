import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ExportPlace } from './contract/window.ts';
import { databaseUrl } from './database-url.ts';
import { filesUrl } from './files-url.ts';
import {
  folderPlaces,
  isFolderPlace,
  isProxy,
  isUpdatePlace,
  type Policy,
  policyFile,
  proxies,
  readPolicy,
  updatePlaces,
} from './policy.ts';
import type { BucketAddress } from './store/bucket.ts';
import type { KeyPlace } from './store/master-key.ts';

/**
 * What the environment says, under what the machine's policy says. Only this file reads either; flags of the command
 * line are laid between them.
 */
export interface Config {
  /** Absolute path of the data folder. */
  data: string;
  /** URL of a PostgreSQL database, complete; null for the one in the data folder. It may hold a password. */
  database: string | null;
  /** The S3-compatible store that the files of a shared database lie in; null for the database itself. Holds a key. */
  files: BucketAddress | null;
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Names beside the address listened on that a `Host` header may carry. */
  hostNames: string[];
  /** 32 bytes in base64, or null for the key file in the data folder. */
  masterKey: string | null;
  /** Where a new data folder's own master key goes. */
  newKeyIn: KeyPlace;
  /** A level of pino, or `silent`. */
  logLevel: string;
  /** PEM file of certificates that the tax office signs e-invoices with, beside those that are known. */
  einvoiceSignersFile: string | null;
  /** PEM file of authorities that webhook receivers are trusted by, beside the system's. */
  webhookCaFile: string | null;
  /** The proxy that events go through, and the hosts that they go to without it; null where they go straight. */
  webhookProxy: { address: string; direct: string[] } | null;
  /** PEM files of the certificate, with those above it, and of its key; null for one made here where one is needed. */
  tls: { certificateFile: string; keyFile: string } | null;
  /** Https address, or full path, of the folder that the desktop looks for updates in; null for never. */
  updates: string | null;
  /** Full path of the folder that files are put into to be taken in, or `off`; null for what the window says. */
  watchedFolder: string | null;
  /** Where confirmed invoices are written to by themselves, or `off`; null for what the window says. */
  exportFolder: ExportPlace | 'off' | null;
  /** Whether npm runs it, which passes no signal on. */
  byNpm: boolean;
  /** What an administrator settled for this machine; each of it is in the settings above already. */
  policy: Policy;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/**
 * @param file the machine's policy; its usual place by default
 * @throws Error with one sentence for the operator where a setting makes no sense
 */
export function readConfig(env: NodeJS.ProcessEnv, file: string = policyFile(env.ProgramData)): Config {
  const policy = readPolicy(file);
  const logLevel = policy.logLevel ?? (env.FACTURIER_LOG_LEVEL || 'info');
  if (!logLevels.includes(logLevel)) throw new Error(`FACTURIER_LOG_LEVEL must be one of ${logLevels.join(', ')}.`);
  const updates = policy.updates ?? (env.FACTURIER_UPDATES || 'off');
  const database = policy.database ?? (env.FACTURIER_DATABASE || null);
  const files = policy.files ?? (env.FACTURIER_FILES || null);
  if (updates !== 'off' && !isUpdatePlace(updates)) throw new Error(`FACTURIER_UPDATES ${updatePlaces}.`);
  const watchedFolder = policy.watchedFolder ?? (env.FACTURIER_WATCHED_FOLDER || null);
  if (watchedFolder !== null && !isFolderPlace(watchedFolder)) {
    throw new Error(`FACTURIER_WATCHED_FOLDER ${folderPlaces}.`);
  }
  const exportFolder = exportPlace(
    policy.exportFolder ?? (env.FACTURIER_EXPORT_FOLDER || null),
    policy.exportTo ?? (env.FACTURIER_EXPORT_TO || null),
  );
  if (exportFolder !== null && exportFolder !== 'off' && exportFolder.path === watchedFolder) {
    throw new Error('FACTURIER_EXPORT_FOLDER must be another folder than FACTURIER_WATCHED_FOLDER.');
  }
  const proxy = policy.webhookProxy ?? (env.FACTURIER_WEBHOOK_PROXY || null);
  if (proxy !== null && !isProxy(proxy)) throw new Error(`FACTURIER_WEBHOOK_PROXY ${proxies}.`);
  const direct = policy.webhookDirect ?? (env.FACTURIER_WEBHOOK_DIRECT ?? '').split(',');
  const hostNames = policy.hostNames ?? (env.FACTURIER_HOST_NAMES ?? '').split(',');
  return {
    data: resolve(policy.data ?? (env.FACTURIER_DATA || defaultDataFolder(env))),
    database: database === null ? null : databaseUrl(database, env),
    files: files === null ? null : filesUrl(files, env),
    host: policy.host ?? (env.FACTURIER_HOST || '127.0.0.1'),
    port: policy.port ?? portNumber(env.FACTURIER_PORT || '4870'),
    hostNames: hostNames.map((name) => name.trim().toLowerCase()).filter(Boolean),
    masterKey: env.FACTURIER_MASTER_KEY || null,
    newKeyIn: env.FACTURIER_NEW_KEY_IN === 'keychain' ? 'keychain' : 'file',
    logLevel,
    einvoiceSignersFile: policy.einvoiceSigners ?? (env.FACTURIER_EINVOICE_SIGNERS || null),
    webhookCaFile: policy.webhookCa ?? (env.FACTURIER_WEBHOOK_CA || null),
    webhookProxy: proxy === null ? null : { address: proxy, direct: direct.map((host) => host.trim()).filter(Boolean) },
    tls: tlsFiles(
      policy.tlsCertificate ?? (env.FACTURIER_TLS_CERTIFICATE || null),
      policy.tlsKey ?? (env.FACTURIER_TLS_KEY || null),
    ),
    updates: updates === 'off' ? null : updates,
    watchedFolder,
    exportFolder,
    byNpm: env.npm_command !== undefined,
    policy,
  };
}

function tlsFiles(certificateFile: string | null, keyFile: string | null): Config['tls'] {
  if (certificateFile === null && keyFile === null) return null;
  if (certificateFile !== null && keyFile !== null) return { certificateFile, keyFile };
  throw new Error('A certificate needs its key: set both FACTURIER_TLS_CERTIFICATE and FACTURIER_TLS_KEY.');
}

function exportPlace(path: string | null, target: string | null): Config['exportFolder'] {
  if (path === null && target === null) return null;
  if (path === 'off') return 'off';
  if (path === null || target === null) {
    throw new Error('Exports need both FACTURIER_EXPORT_FOLDER and FACTURIER_EXPORT_TO.');
  }
  if (!isFolderPlace(path)) throw new Error(`FACTURIER_EXPORT_FOLDER ${folderPlaces}.`);
  return { path, target };
}

/** @throws Error unless the text is a port number; 0 is one */
export function portNumber(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new Error(`${text} is no port number; 0 to 65535 are.`);
  return port;
}

/** Where each platform wants an application's data. */
function defaultDataFolder(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'win32') return join(env.APPDATA || join(homedir(), 'AppData', 'Roaming'), 'Facturier');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Facturier');
  return join(env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'facturier');
}
