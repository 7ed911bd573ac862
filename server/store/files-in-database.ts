import { readFile } from 'node:fs/promises';
import type { Db } from './db.ts';
import { type Files, sweepStaging } from './files.ts';
import { idBefore } from './ids.ts';
import { open, sealPieces, type Vault } from './vault.ts';

/** Longer than a submission takes from its file to its document. */
const submittedWithinMs = 60 * 60 * 1000;

/**
 * The files of a database that several appliances share: what is received is staged in the data folder of the one that
 * receives it, and what becomes a document's lies in the database, where each of them finds it.
 * @param folder the data folder
 * @param staging its files
 */
export function filesInDatabase(db: Db, vault: Vault, folder: string, staging: Files): Files {
  const remove = async (documentId: string): Promise<void> => {
    await db.deleteFrom('files').where('document_id', '=', documentId).execute();
  };
  return {
    ...staging,
    async adopt(staged, documentId) {
      const inMemory = 'pieces' in staged;
      const bytes = inMemory ? Buffer.concat(sealPieces(staged.key.key, staged.pieces)) : await readFile(staged.path);
      await db.insertInto('files').values({ document_id: documentId, bytes }).execute();
      await staging.discard(staged);
    },
    async read(documentId, wrappedKey) {
      const key = vault.unwrap(wrappedKey);
      const { bytes } = await db
        .selectFrom('files')
        .select('bytes')
        .where('document_id', '=', documentId)
        .executeTakeFirstOrThrow();
      return open(key, bytes);
    },
    remove,
    async sweep(_, now) {
      await sweepStaging(folder);
      const ofDocuments = db.selectFrom('documents').select('id').where('has_file', '=', 1);
      await db
        .deleteFrom('files')
        // A younger one may be a document's in a moment.
        .where('document_id', '<', idBefore('doc', now - submittedWithinMs))
        .where('document_id', 'not in', ofDocuments)
        .execute();
    },
  };
}
