import { existsSync, lstatSync } from 'node:fs';
import { link, lstat, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DataFolderError } from './data-folder-error.ts';
import { takeLock } from './lock.ts';

/** Names what is being written outside of the data folder, until it is whole: whoever is cut off cannot tidy up. */
const recordName = 'unfinished';
const lockName = 'unfinished.lock';
const suffix = '.partial';
/** What SQLite writes beside a database that it fills. */
const besides = ['', '-journal', '-wal', '-shm'];

/**
 * Writes a file that has its name only once it is whole. Nothing stays of one that fails; what a killed process left is
 * destroyed by the next that writes one, or at the next start.
 * @param folder the data folder
 * @param target must not exist
 * @param write fills the file of the path that it is given, which does not exist
 * @throws DataFolderError when the target exists or cannot be made, or another process is writing one
 */
export async function writeWhole<Result>(
  folder: string,
  target: string,
  write: (partial: string) => Promise<Result>,
): Promise<Result> {
  const release = takeLock(join(folder, lockName));
  if (!release) throw new DataFolderError('Another backup of this data folder is being written; wait for its end.');
  const partial = target + suffix;
  try {
    await destroyRecorded(folder);
    if (await isThere(target)) throw new DataFolderError(`The file ${target} cannot be made: it exists.`);
    if (await isThere(partial)) throw new DataFolderError(`The file ${target} cannot be made: ${partial} exists.`);
    await record(folder, [...(await recorded(folder)), partial]);
    try {
      const result = await write(partial);
      await sync(partial);
      await publish(partial, target);
      return result;
    } catch (error) {
      await destroyPartial(partial);
      throw error;
    } finally {
      await record(
        folder,
        (await recorded(folder)).filter((path) => path !== partial),
      );
    }
  } finally {
    release();
  }
}

/**
 * For the start of whoever owns the data folder, once its database is open: destroys what processes that were killed left
 * half written, here and where backups go.
 */
export async function sweepUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name === 'restoring') await destroyFolder(join(folder, name));
    if (name === 'master.key.next' || /^before-.+\.db\.part$/.test(name)) await destroyAll(join(folder, name));
  }
  const release = takeLock(join(folder, lockName));
  // A backup is being written at this moment.
  if (!release) return;
  try {
    await destroyRecorded(folder);
  } finally {
    release();
  }
}

/** Destroys a folder that holds what a data folder does. Of a link only the link goes. */
export async function destroyFolder(folder: string): Promise<void> {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    // What lies in the folders is sealed by keys of the database.
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (entry.isFile()) await destroy(join(folder, entry.name));
    }
  }
  await rm(folder, { recursive: true, force: true });
}

/** Makes sure that names in a folder are on the disk; Windows neither needs nor allows it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await sync(folder);
}

async function destroyRecorded(folder: string): Promise<void> {
  const left: string[] = [];
  for (const path of await recorded(folder)) {
    // On a disk that is not there now it may come back.
    if (existsSync(dirname(path))) await destroyPartial(path);
    else left.push(path);
  }
  await record(folder, left);
}

/** One that was cut off once it had its own name is whole under it: the bytes, which both names share, stay. */
async function destroyPartial(partial: string): Promise<void> {
  const [one, other] = [partial, partial.slice(0, -suffix.length)].map((path) =>
    lstatSync(path, { bigint: true, throwIfNoEntry: false }),
  );
  if (one && other && one.ino === other.ino && one.dev === other.dev) await rm(partial);
  else await destroyAll(partial);
}

async function destroyAll(path: string): Promise<void> {
  for (const beside of besides) await destroy(path + beside);
}

/**
 * Overwrites a file before it is removed: it may hold the master key, and keys of what is erased later. Of a link only the
 * link goes.
 */
async function destroy(path: string): Promise<void> {
  if (!(await isThere(path))) return;
  if ((await lstat(path)).isSymbolicLink()) return rm(path);
  const handle = await open(path, 'r+');
  try {
    const zeros = Buffer.alloc(1024 * 1024);
    const { size } = await handle.stat();
    for (let at = 0; at < size; at += zeros.byteLength) {
      await handle.write(zeros, 0, Math.min(zeros.byteLength, size - at), at);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rm(path, { force: true });
}

/** Gives a file its name, where no other may have come to it meanwhile. */
async function publish(partial: string, target: string): Promise<void> {
  try {
    await link(partial, target);
    await rm(partial);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      throw new DataFolderError(`The file ${target} cannot be made: it exists.`, { cause: error });
    }
    // Not every file system has a second name for a file.
    await rename(partial, target);
  }
  await syncFolder(dirname(target));
}

async function recorded(folder: string): Promise<string[]> {
  try {
    return (await readFile(join(folder, recordName), 'utf8')).split('\n').filter((line) => line !== '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function record(folder: string, paths: string[]): Promise<void> {
  const path = join(folder, recordName);
  if (paths.length === 0) await rm(path, { force: true });
  else await writeFile(path, `${paths.join('\n')}\n`, { mode: 0o600, flush: true });
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw new DataFolderError(`The file ${path} cannot be made: ${(error as Error).message}`, { cause: error });
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
