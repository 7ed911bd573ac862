import { createHash, type Hash, randomUUID } from 'node:crypto';
import { closeSync, createWriteStream, fsync, openSync, writeFileSync } from 'node:fs';
import { mkdir, open as openFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { DataFolderError } from './data-folder-error.ts';
import type { Db } from './db.ts';
import { shared } from './shared-work.ts';
import { open, sealing, sealPieces, type Vault, type WrappedKey } from './vault.ts';

/** A file that was received and belongs to no document yet: a small one is in memory, a larger one on the disk, sealed. */
export type StagedFile = {
  key: WrappedKey;
  /** Of its bytes, in hexadecimal. */
  sha256: string;
} & ({ pieces: Uint8Array[] } | { path: string });

/** Where a file lies on the disk, and what it is sealed by: whoever needs its bytes can be another thread. */
export interface SealedFile {
  path: string;
  key: Uint8Array;
}

/** The submitted files, each sealed by its own key from the first byte that is kept anywhere. */
export interface Files {
  /**
   * Makes sure, before anything is kept, that files can be kept where they are to lie.
   * @throws DataFolderError in a sentence for the operator
   */
  check(): Promise<void>;
  /**
   * Takes a stream in. On any failure, of the source too, nothing stays and the error is thrown.
   * @param look sees each piece as it comes in; what it throws ends the taking in
   */
  stage(
    source: Readable | Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    look?: (piece: Uint8Array) => void,
  ): Promise<StagedFile>;
  discard(staged: StagedFile): Promise<void>;
  /** Makes a staged file a document's; it is kept for good when this resolves. */
  adopt(staged: StagedFile, documentId: string, signal?: AbortSignal): Promise<void>;
  /** @throws when the file was erased; FileStoreError when what it lies in is away */
  read(documentId: string, wrappedKey: Uint8Array, signal?: AbortSignal): Promise<Buffer>;
  /** A document's file as it lies here, for another place to keep. @throws when there is none */
  sealed(documentId: string): Promise<Buffer>;
  keepSealed(documentId: string, sealed: Uint8Array): Promise<void>;
  remove(documentId: string): Promise<void>;
  /** For the start. Removes what a crash left here: staged files, and in a folder files whose document has none any more. */
  sweep(db: Db, now: number): Promise<void>;
  /**
   * For every hour. Removes files whose document has none, where others share them and a crash is followed by no start.
   * @returns whether there may be more
   */
  removeOrphans(now: number): Promise<boolean>;
}

/** Most invoices are smaller; they are written once, when they are accepted, and need not be read back to be checked. */
export const smallBytes = 1024 * 1024;
/** Each piece has a price of its own, and a client may send them as small as it likes. */
const mostPieces = 500;

const sync = promisify(fsync);

/** What there is of a staged file to look at: a copy of its bytes, which the caller may give away, or where they lie. */
export function stagedContent(staged: StagedFile): Uint8Array | SealedFile {
  return 'pieces' in staged ? Buffer.concat(staged.pieces) : { path: staged.path, key: staged.key.key };
}

/** Reads what lies sealed on the disk. @throws when it is gone or was altered */
export async function readSealed({ path, key }: SealedFile): Promise<Buffer> {
  return open(key, await readFile(path));
}

/**
 * Where a document's file lies.
 * @param folder the data folder
 * @throws DataFolderError for what is no id: a database that was restored may say anything, a path too
 */
export function fileOf(folder: string, documentId: string): string {
  if (!/^doc_\w+$/.test(documentId)) throw new DataFolderError('The database names a document that has no proper id.');
  return join(folder, 'files', documentId);
}

/** The files of a data folder. @param folder its path */
export async function createFiles(folder: string, vault: Vault): Promise<Files> {
  const kept = join(folder, 'files');
  const staging = join(folder, 'incoming');
  await mkdir(kept, { recursive: true, mode: 0o700 });
  await mkdir(staging, { recursive: true, mode: 0o700 });
  const remove = (path: string): Promise<void> => rm(path, { force: true });
  // A new name is only certain once its folder is on the disk; Windows neither needs nor allows this.
  const syncKept = shared(async () => {
    if (process.platform === 'win32') return;
    const descriptor = openSync(kept, 'r');
    await sync(descriptor).finally(() => closeSync(descriptor));
  });

  const sealed = (documentId: string): Promise<Buffer> => readFile(fileOf(folder, documentId));

  return {
    // The folder could just be made and written to.
    check: async () => undefined,
    async stage(source, look = () => undefined) {
      const stream = source instanceof Readable ? source : Readable.from(source, { objectMode: false });
      const pieces: Uint8Array[] = [];
      let size = 0;
      const isWhole = await taken(stream, (piece) => {
        look(piece);
        pieces.push(piece);
        size += piece.byteLength;
        return size <= smallBytes && pieces.length <= mostPieces;
      });
      if (!isWhole) return stageOnDisk(pieces, stream, look);
      let made: WrappedKey | null = null;
      let digest: string | null = null;
      return {
        pieces,
        // Only what is adopted needs one.
        get key() {
          made ??= vault.newKey();
          return made;
        },
        // Nor is this asked for each time, and it takes as long as to receive the file.
        get sha256() {
          digest ??= sha256Of(pieces).digest('hex');
          return digest;
        },
      };
    },
    async discard(staged) {
      if ('path' in staged) await remove(staged.path);
    },
    async adopt(staged, documentId) {
      const path = fileOf(folder, documentId);
      if ('path' in staged) await rename(staged.path, path);
      const handle = await openFile(path, 'pieces' in staged ? 'wx' : 'r+', 0o600);
      try {
        // Written here and now, to the system's memory: threads take longer to be told than this takes.
        if ('pieces' in staged) {
          for (const piece of sealPieces(staged.key.key, staged.pieces)) writeFileSync(handle.fd, piece);
        }
        // Only now: what is refused need not reach the disk.
        await handle.sync();
      } finally {
        await handle.close();
      }
      await syncKept();
    },
    read: async (documentId, wrappedKey) => open(vault.unwrap(wrappedKey), await sealed(documentId)),
    sealed,
    keepSealed: (documentId, bytes) => writeFile(fileOf(folder, documentId), bytes, { mode: 0o600, flush: true }),
    remove: async (documentId) => remove(fileOf(folder, documentId)),
    async sweep(db) {
      await sweepStaging(folder);
      const owned = await db.selectFrom('documents').select('id').where('has_file', '=', 1).execute();
      const ids = new Set(owned.map(({ id }) => id));
      for (const name of await readdir(kept)) if (!ids.has(name)) await remove(join(kept, name));
    },
    removeOrphans: async () => false,
  };

  async function stageOnDisk(
    begun: Uint8Array[],
    rest: Readable,
    look: (piece: Uint8Array) => void,
  ): Promise<StagedFile> {
    const path = join(staging, randomUUID());
    const key = vault.newKey();
    const hash = sha256Of(begun);
    async function* all(): AsyncGenerator<Uint8Array> {
      yield* begun;
      for await (const piece of rest) {
        look(piece);
        hash.update(piece);
        yield piece;
      }
    }
    try {
      await pipeline(all(), sealing(key.key), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    } catch (error) {
      await remove(path);
      throw error;
    }
    return { key, sha256: hash.digest('hex'), path };
  }
}

/**
 * Gives each piece to `take` at the moment it comes in, until that wants no more; the rest then waits in the stream. Many
 * small files are all that a server receives for hours, and an iterator takes as long for one as their bytes do.
 * @returns whether this was all
 */
function taken(stream: Readable, take: (piece: Uint8Array) => boolean): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      stream.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
    };
    const onData = (piece: Uint8Array): void => {
      try {
        if (take(piece)) return;
        resolve(false);
      } catch (error) {
        reject(error);
      }
      stop();
      stream.pause();
    };
    const onEnd = (): void => {
      stop();
      resolve(true);
    };
    const onError = (error: Error): void => {
      stop();
      reject(error);
    };
    const onClose = (): void => onError(new Error('The source of a file was closed before its end.'));
    stream.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  });
}

function sha256Of(pieces: Uint8Array[]): Hash {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash;
}

/** Removes what a crash left of files that were being received. @param folder the data folder */
export async function sweepStaging(folder: string): Promise<void> {
  const staging = join(folder, 'incoming');
  for (const name of await readdir(staging)) await rm(join(staging, name), { force: true });
}
