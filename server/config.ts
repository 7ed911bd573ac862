import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { KeyPlace } from './store/master-key.ts';

/** What the environment says. Only this file reads it; flags of the command line are laid over it. */
export interface Config {
  /** Absolute path of the data folder. */
  data: string;
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
  /** PEM file of authorities that webhook receivers are trusted by, beside the system's. */
  webhookCaFile: string | null;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** @throws Error with one sentence for the operator where a setting makes no sense */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const logLevel = env.FACTURIER_LOG_LEVEL || 'info';
  if (!logLevels.includes(logLevel)) throw new Error(`FACTURIER_LOG_LEVEL must be one of ${logLevels.join(', ')}.`);
  return {
    data: resolve(env.FACTURIER_DATA || defaultDataFolder(env)),
    host: env.FACTURIER_HOST || '127.0.0.1',
    port: portNumber(env.FACTURIER_PORT || '4870'),
    hostNames: (env.FACTURIER_HOST_NAMES ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter(Boolean),
    masterKey: env.FACTURIER_MASTER_KEY || null,
    newKeyIn: env.FACTURIER_NEW_KEY_IN === 'keychain' ? 'keychain' : 'file',
    logLevel,
    webhookCaFile: env.FACTURIER_WEBHOOK_CA || null,
  };
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
