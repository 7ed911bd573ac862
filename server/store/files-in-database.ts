import { DataFolderError } from './data-folder-error.ts';
import type { Db } from './db.ts';
import { FileStoreError } from './file-store-error.ts';
import { type Place, placeOf } from './place.ts';

/** The table `files` as the place of the files. */
export function filesInDatabase(db: Db): Place {
  return {
    async check() {
      if ((await placeOf(db, async () => 'database')) === 'database') return;
      throw new DataFolderError('The files of this database lie in an S3 store; give its address (--files).');
    },
    async put(documentId, bytes) {
      const sealed = { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
      await db
        .insertInto('files')
        .values({ document_id: documentId, ...sealed })
        .onConflict((conflict) => conflict.column('document_id').doUpdateSet(sealed))
        .execute();
    },
    async get(documentId) {
      const file = await db
        .selectFrom('files')
        .select('bytes')
        .where('document_id', '=', documentId)
        .executeTakeFirst()
        .catch((cause) => {
          throw new FileStoreError('GET', { cause });
        });
      return file?.bytes ?? null;
    },
    async remove(documentId) {
      await db.deleteFrom('files').where('document_id', '=', documentId).execute();
    },
    async removeOrphans(olderThan) {
      const ofDocuments = db.selectFrom('documents').select('id').where('has_file', '=', 1);
      await db
        .deleteFrom('files')
        .where('document_id', '<', olderThan)
        .where('document_id', 'not in', ofDocuments)
        .execute();
      return false;
    },
    close: () => undefined,
  };
}
