import type { Db } from './db.ts';
import { takeTurns } from './transactions.ts';

/** Where the sealed files of appliances that share a database lie, so that each of them finds them. */
export interface Place {
  /** @throws DataFolderError in a sentence for the operator when files cannot be kept here */
  check(): Promise<void>;
  put(documentId: string, sealed: Uint8Array, signal?: AbortSignal): Promise<void>;
  /** @returns null when there is none */
  get(documentId: string, signal?: AbortSignal): Promise<Buffer | null>;
  remove(documentId: string): Promise<void>;
  /**
   * Removes some files of documents that have none, where these were made before a moment.
   * @param olderThan an id
   * @returns whether there may be more
   */
  removeOrphans(olderThan: string): Promise<boolean>;
  /** Ends what is still on its way. */
  close(): void;
}

const name = 'files';

/**
 * Where the files of a shared database lie: `database`, or the mark of a place in an S3 store. The first appliance that
 * starts on it chooses; those that would keep files elsewhere do not start, for they and the others would not find each
 * other's.
 * @param choose says the place, for a database that has none yet
 */
export async function placeOf(db: Db, choose: () => Promise<string>): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await takeTurns(trx, name);
    const kept = await trx.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
    if (kept) return kept.value;
    // An earlier version kept them in the database, and wrote nothing of it down.
    const file = await trx.selectFrom('files').select('document_id').limit(1).executeTakeFirst();
    const value = file ? 'database' : await choose();
    await trx.insertInto('settings').values({ name, value }).execute();
    return value;
  });
}
