import { AsyncEntry } from '@napi-rs/keyring';
import { DataFolderError } from './data-folder-error.ts';

const service = 'Facturier';
/** A locked keychain may be waiting for a password that somebody types, or for nobody. */
const answersWithinMs = 20_000;

/** The system's keychain did not answer, is locked, or is not there. */
export class KeychainError extends DataFolderError {
  override readonly name = 'KeychainError';
}

/** Reads a secret out of the system's keychain; null when it holds none of this name. @throws KeychainError */
export async function readFromKeychain(name: string): Promise<string | null> {
  return asked((signal) => entry(name).getPassword(signal));
}

/** @throws KeychainError when it could not be kept, or does not come back as it was given */
export async function keepInKeychain(name: string, secret: string): Promise<void> {
  await asked((signal) => entry(name).setPassword(secret, signal));
  if ((await readFromKeychain(name)) !== secret) throw new KeychainError('The keychain did not keep the master key.');
}

/** @throws KeychainError */
export async function removeFromKeychain(name: string): Promise<void> {
  await asked((signal) => entry(name).deleteCredential(signal));
}

function entry(name: string): AsyncEntry {
  // Without this the library falls back to the kernel's keyring, which forgets everything at the next start.
  return new AsyncEntry(service, name, { linux: { store: 'secret-service' } });
}

async function asked<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  // The library only drops what has not begun, so a call that hangs is left behind and not waited for.
  const deadline = AbortSignal.timeout(answersWithinMs);
  const late = new Promise<never>((_, reject) =>
    deadline.addEventListener('abort', () => reject(new Error('it does not answer'))),
  );
  try {
    return await Promise.race([work(deadline), late]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new KeychainError(`The system's keychain cannot be used: ${reason}`, { cause: error });
  }
}
