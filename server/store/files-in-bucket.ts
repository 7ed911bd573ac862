import { randomUUID } from 'node:crypto';
import type { Bucket } from './bucket.ts';
import { DataFolderError } from './data-folder-error.ts';
import type { Db } from './db.ts';
import { FileStoreError } from './file-store-error.ts';
import { type Place, placeOf } from './place.ts';

/** Says which database's files lie here. Its name begins otherwise than a document's id, for rules by prefix. */
const markName = 'facturier-mark';
const probeName = 'facturier-probe-';
/** For so long after one that failed, no removal is waited for. */
const leaveMs = 10_000;
/** Few enough that a stop need not wait long. */
const removedAtOnce = 20;

/** An S3-compatible store as the place of the files: an object for each, named by its document's id. */
export function filesInBucket(db: Db, bucket: Bucket): Place {
  let sweptUpTo = '';
  let failedAt = Number.NEGATIVE_INFINITY;

  const markHere = async (): Promise<string | null> => {
    return (await bucket.get(markName))?.toString('utf8') ?? null;
  };
  const claim = async (): Promise<string> => {
    if ((await markHere()) !== null) {
      throw new DataFolderError(
        `The files of another database lie in this place of the S3 store. If that one was lost, bring it back; otherwise take another prefix, where nothing lies. If its files are not needed any more, remove ${markName} there.`,
      );
    }
    const mark = randomUUID();
    await bucket.put(markName, Buffer.from(mark));
    return mark;
  };

  return {
    async check() {
      try {
        await probe(bucket);
        const place = await placeOf(db, claim);
        if (place === 'database') {
          throw new DataFolderError(
            'The files of this database lie in the database itself; leave --files out, or move everything to an empty database (facturier move).',
          );
        }
        if (place === (await markHere())) return;
        throw new DataFolderError('The files of this database lie in another place of an S3 store than --files says.');
      } catch (error) {
        if (!(error instanceof FileStoreError)) throw error;
        throw new DataFolderError(`The S3 store cannot be used for files. ${error.message}`, { cause: error });
      }
    },
    async put(documentId, sealed, signal) {
      await bucket.put(documentId, sealed, signal);
    },
    get: (documentId, signal) => bucket.get(documentId, signal),
    async remove(documentId) {
      if (performance.now() - failedAt < leaveMs) return;
      await bucket.remove(documentId).catch((error) => {
        // The file's key is erased already. The object goes with the orphans, and whoever removes them hears of errors.
        if (!(error instanceof FileStoreError)) throw error;
        failedAt = performance.now();
      });
    },
    async removeOrphans(olderThan) {
      const names = (await bucket.list('doc_', sweptUpTo)).filter((name) => name < olderThan);
      if (names.length === 0) {
        sweptUpTo = '';
        return false;
      }
      const kept = await db
        .selectFrom('documents')
        .select('id')
        .where('has_file', '=', 1)
        .where('id', 'in', names)
        .execute();
      const ids = new Set(kept.map(({ id }) => id));
      const orphans = names.filter((name) => /^doc_\w+$/.test(name) && !ids.has(name));
      for (const name of orphans.slice(0, removedAtOnce)) await bucket.remove(name);
      sweptUpTo = (orphans.length > removedAtOnce ? orphans[removedAtOnce - 1] : names.at(-1)) ?? '';
      return true;
    },
    close: bucket.close,
  };
}

/** Tries everything that files will need. */
async function probe(bucket: Bucket): Promise<void> {
  const name = probeName + randomUUID();
  const bytes = Buffer.from(randomUUID());
  const { keepsVersions } = await bucket.put(name, bytes);
  const back = await bucket.get(name);
  await bucket.list('doc_', '');
  await bucket.remove(name);
  if (!back?.equals(bytes)) throw new DataFolderError('The S3 store does not give back what was put into it.');
  if (keepsVersions) {
    throw new DataFolderError(
      'The bucket keeps versions of what is deleted, so nothing would ever be erased; take one without versioning.',
    );
  }
}
