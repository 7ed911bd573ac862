import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open as openFile, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Db } from './db.ts';
import { open, sealing, type Vault, type WrappedKey } from './vault.ts';

/** A file that was received and belongs to no document yet. */
export interface StagedFile {
  path: string;
  key: WrappedKey;
}

/** The submitted files, each sealed by its own key from the first byte that reaches the disk. */
export interface Files {
  /** Writes a stream down, sealed. On any failure, of the source too, nothing stays and the error is thrown. */
  stage(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<StagedFile>;
  readStaged(staged: StagedFile): Promise<Buffer>;
  discard(staged: StagedFile): Promise<void>;
  /** Makes a staged file a document's; it is on the disk for good when this resolves. */
  adopt(staged: StagedFile, documentId: string): Promise<void>;
  /** @throws when the file was erased */
  read(documentId: string, wrappedKey: Uint8Array): Promise<Buffer>;
  remove(documentId: string): Promise<void>;
  /** Removes what a crash left: staged files, and files whose document has no key for them any more. */
  sweep(db: Db): Promise<void>;
}

/** @param folder the data folder */
export async function createFiles(folder: string, vault: Vault): Promise<Files> {
  const kept = join(folder, 'files');
  const staging = join(folder, 'incoming');
  await mkdir(kept, { recursive: true, mode: 0o700 });
  await mkdir(staging, { recursive: true, mode: 0o700 });
  const remove = (path: string): Promise<void> => rm(path, { force: true });

  return {
    async stage(source) {
      const key = vault.newKey();
      const path = join(staging, randomUUID());
      try {
        await pipeline(source, sealing(key.key), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      } catch (error) {
        await remove(path);
        throw error;
      }
      return { path, key };
    },
    readStaged: async (staged) => open(staged.key.key, await readFile(staged.path)),
    discard: (staged) => remove(staged.path),
    async adopt(staged, documentId) {
      const path = join(kept, documentId);
      await rename(staged.path, path);
      // Only now: what is refused need not reach the disk, and most file systems write the new name down with this.
      await sync(path, 'r+');
      // A rename is only certain once its folder is on the disk; Windows neither needs nor allows this.
      if (process.platform !== 'win32') await sync(kept, 'r');
    },
    read: async (documentId, wrappedKey) => open(vault.unwrap(wrappedKey), await readFile(join(kept, documentId))),
    remove: (documentId) => remove(join(kept, documentId)),
    async sweep(db) {
      for (const name of await readdir(staging)) await remove(join(staging, name));
      const owned = await db.selectFrom('documents').select('id').where('has_file', '=', 1).execute();
      const ids = new Set(owned.map(({ id }) => id));
      for (const name of await readdir(kept)) if (!ids.has(name)) await remove(join(kept, name));
    },
  };
}

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await openFile(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
