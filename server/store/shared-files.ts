import { readFile } from 'node:fs/promises';
import type { BucketAddress } from './bucket.ts';
import type { Db } from './db.ts';
import { type Files, sweepStaging } from './files.ts';
import { filesInDatabase } from './files-in-database.ts';
import { idBefore } from './ids.ts';
import type { Place } from './place.ts';
import { open, sealPieces, type Vault } from './vault.ts';

/**
 * @param address an S3-compatible store; null for the database itself
 * @param now the time by the database's clock, in milliseconds since 1970
 */
export async function openPlace(db: Db, address: BucketAddress | null, now: () => number): Promise<Place> {
  if (address === null) return filesInDatabase(db);
  // Only who has such a store needs what speaks with it.
  const [{ openBucket }, { filesInBucket }] = await Promise.all([
    import('./bucket.ts'),
    import('./files-in-bucket.ts'),
  ]);
  return filesInBucket(db, openBucket(address, now));
}

/** Longer than a submission takes from its file to its document. */
const submittedWithinMs = 60 * 60 * 1000;

/**
 * The files of a database that several appliances share: what is received is staged in the data folder of the one that
 * receives it, and what becomes a document's is put where each of them finds it.
 * @param folder the data folder
 * @param staging its files
 */
export function sharedFiles(place: Place, vault: Vault, folder: string, staging: Files): Files {
  const sealed = async (documentId: string, signal?: AbortSignal): Promise<Buffer> => {
    const bytes = await place.get(documentId, signal);
    if (bytes === null) throw new Error(`The file of ${documentId} is gone.`);
    return bytes;
  };
  return {
    ...staging,
    check: place.check,
    async adopt(staged, documentId, signal) {
      const inMemory = 'pieces' in staged;
      const bytes = inMemory ? Buffer.concat(sealPieces(staged.key.key, staged.pieces)) : await readFile(staged.path);
      await place.put(documentId, bytes, signal);
      await staging.discard(staged);
    },
    async read(documentId, wrappedKey, signal) {
      const key = vault.unwrap(wrappedKey);
      return open(key, await sealed(documentId, signal));
    },
    sealed,
    keepSealed: (documentId, bytes) => place.put(documentId, bytes),
    remove: place.remove,
    sweep: () => sweepStaging(folder),
    // A younger one may be a document's in a moment.
    removeOrphans: (now) => place.removeOrphans(idBefore('doc', now - submittedWithinMs)),
  };
}
