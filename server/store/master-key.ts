import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataFolderError } from './data-folder-error.ts';
import { KeychainError, keepInKeychain, readFromKeychain, removeFromKeychain } from './keychain.ts';

/** Where a folder's master key lies: in its `master.key`, or in the system's keychain, which `master.key` then names. */
export type KeyPlace = 'file' | 'keychain';

/** What `master.key` says when the key itself is in the keychain. */
const inKeychain = /^keychain ([0-9a-f-]{36})$/;

/** A master key, and where it was found: `given` when it came from outside (the environment). */
export interface FoundKey {
  key: Buffer;
  place: KeyPlace | 'given';
}

/**
 * The master key of a data folder, which must exist; made on first use.
 * @param given 32 bytes in base64, or null for the folder's own
 * @param newIn where a new one goes
 * @throws KeychainError when the keychain holds the key, or is to hold it, and cannot be used
 */
export async function masterKeyOf(folder: string, given: string | null, newIn: KeyPlace = 'file'): Promise<FoundKey> {
  if (given !== null) return { key: decoded(given, 'FACTURIER_MASTER_KEY'), place: 'given' };
  const path = keyPath(folder);
  if (keyPlace(folder) === null) {
    if (newIn === 'keychain') await keepNewInKeychain(path);
    else writeNew(path, encoded(randomBytes(32)));
  }
  const text = readFileSync(path, 'utf8').trim();
  const name = inKeychain.exec(text)?.[1];
  if (name === undefined) return { key: decoded(text, path), place: 'file' };
  const secret = await readFromKeychain(name);
  if (secret === null) {
    throw new KeychainError(
      "The system's keychain does not hold the master key of this data folder; it was made by another user, or deleted there.",
    );
  }
  return { key: decoded(secret, 'the keychain'), place: 'keychain' };
}

/** Where the folder's own key lies; null when it has none yet. */
export function keyPlace(folder: string): KeyPlace | null {
  try {
    return inKeychain.test(readFileSync(keyPath(folder), 'utf8').trim()) ? 'keychain' : 'file';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Moves the folder's own key. It is in its new place before it leaves the old one.
 * @returns false when it was there already
 * @throws KeychainError
 */
export async function moveMasterKey(folder: string, to: KeyPlace): Promise<boolean> {
  const path = keyPath(folder);
  const from = keyPlace(folder);
  if (from === null) throw new DataFolderError(`The folder ${folder} has no master key of its own.`);
  if (from === to) return false;
  const { key } = await masterKeyOf(folder, null);
  if (to === 'keychain') {
    const name = randomUUID();
    await keepInKeychain(name, encoded(key));
    replace(path, `keychain ${name}`);
  } else {
    const name = inKeychain.exec(readFileSync(path, 'utf8').trim())?.[1] ?? '';
    replace(path, encoded(key));
    await removeFromKeychain(name);
  }
  return true;
}

async function keepNewInKeychain(path: string): Promise<void> {
  const name = randomUUID();
  await keepInKeychain(name, encoded(randomBytes(32)));
  if (!writeNew(path, `keychain ${name}`)) await removeFromKeychain(name);
}

/** @returns false when another process was faster */
function writeNew(path: string, text: string): boolean {
  try {
    writeFileSync(path, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // On a full disk it is there and empty, and would be taken for the key from then on.
    rmSync(path, { force: true });
    throw error;
  }
}

function replace(path: string, text: string): void {
  const next = `${path}.next`;
  rmSync(next, { force: true });
  writeNew(next, text);
  renameSync(next, path);
}

function keyPath(folder: string): string {
  return join(folder, 'master.key');
}

function encoded(key: Buffer): string {
  return key.toString('base64');
}

function decoded(text: string, from: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.byteLength !== 32) throw new DataFolderError(`The master key in ${from} is not 32 bytes in base64.`);
  return key;
}
