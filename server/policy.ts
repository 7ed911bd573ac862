import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { retentions } from './contract/document.ts';
import { mostSupplierMonths } from './contract/limits.ts';

const text = z.string().min(1);

/** What `webhookProxy` may be, for a sentence. */
export const proxies = 'must be the http address of a proxy, such as http://proxy:3128';

export function isProxy(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** What `updates` may be, for a sentence. */
export const updatePlaces = "must be an https address, a folder's full path, or off";

export function isUpdatePlace(text: string): boolean {
  return isAbsolute(text) || (URL.canParse(text) && new URL(text).protocol === 'https:');
}

/** What `watchedFolder` and `exportFolder` may be, for a sentence. */
export const folderPlaces = "must be a folder's full path, or off";

export function isFolderPlace(text: string): boolean {
  return text === 'off' || isAbsolute(text);
}

/**
 * What an administrator settles for a whole machine, in one JSON file. It wins over flags, the environment and what a
 * person chooses in the window, which shows it as locked.
 */
const policySchema = z.strictObject({
  data: text.optional(),
  /** URL of a PostgreSQL database. */
  database: text.optional(),
  /** URL of a place in an S3-compatible store. */
  files: text.optional(),
  host: text.optional(),
  port: z.int().min(0).max(65_535).optional(),
  hostNames: z.array(text).optional(),
  tlsCertificate: text.optional(),
  tlsKey: text.optional(),
  /** Of what a person drops into the window. */
  retention: z.enum(retentions).optional(),
  /** How long a supplier is remembered after its last confirmed invoice; 0 remembers none. */
  supplierMonths: z.int().min(0).max(mostSupplierMonths).optional(),
  /** Of the window. */
  language: z.enum(['ro', 'en']).optional(),
  /** Where updates are looked for; `off` for never. */
  updates: text.refine((place) => place === 'off' || isUpdatePlace(place), updatePlaces).optional(),
  /** Folder that files are put into to be taken in; `off` for none, whatever a window names. */
  watchedFolder: text.refine(isFolderPlace, folderPlaces).optional(),
  /** Folder that confirmed invoices are written to by themselves; `off` for none, whatever a window names. */
  exportFolder: text.refine(isFolderPlace, folderPlaces).optional(),
  /** The program that they are written for. */
  exportTo: text.optional(),
  logLevel: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  /** PEM file of certificates that the tax office signs e-invoices with, beside those that are known. */
  einvoiceSigners: text.optional(),
  webhookCa: text.optional(),
  /** Http proxy that events go through. */
  webhookProxy: text.refine(isProxy, proxies).optional(),
  /** Hosts that they go to without it. */
  webhookDirect: z.array(text).optional(),
});

export type Policy = z.infer<typeof policySchema>;

/** All that a policy may set. */
export const policyNames = Object.keys(policySchema.shape);

/**
 * Where each system keeps what an administrator sets for all of its users.
 * @param programData Windows' folder of that kind, as its environment names it
 */
export function policyFile(programData: string | undefined): string {
  if (process.platform === 'win32') return join(programData || 'C:\\ProgramData', 'Facturier', 'policy.json');
  if (process.platform === 'darwin') return '/Library/Application Support/Facturier/policy.json';
  return '/etc/facturier/policy.json';
}

/**
 * The policy of this machine; empty where there is none.
 * @throws Error with one sentence for the operator when it makes no sense, or when others than an administrator may write it
 */
export function readPolicy(path: string): Policy {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Error(`The policy ${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  if (process.platform !== 'win32') {
    const { mode, uid } = statSync(path);
    if ((mode & 0o022) !== 0) {
      throw new Error(`The policy ${path} may be written by others than its owner; take that right away (chmod 644).`);
    }
    // Another user's file would settle where this user's data goes.
    if (uid !== 0 && uid !== process.getuid?.()) {
      throw new Error(
        `The policy ${path} belongs to another user than the administrator; give it to root (chown root).`,
      );
    }
  }
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch (error) {
    throw new Error(`The policy ${path} is not JSON: ${(error as Error).message}`, { cause: error });
  }
  const parsed = policySchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = issue?.path.join('.');
  throw new Error(`The policy ${path} is not right${at ? ` at ${at}` : ''}: ${issue?.message}`);
}
