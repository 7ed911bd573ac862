import { join } from 'node:path';
import { codeOf, type Share } from '../intake/folder/share.ts';

/** Files that go to a program together. */
interface Named {
  name: string;
  bytes: Uint8Array;
}

/** No file of a package comes near this. */
const mostFileBytes = 64 * 1024 * 1024;
/** What file systems say of a folder's new name where a folder that holds something has it. */
const takenCodes = new Set(['ENOTEMPTY', 'EEXIST']);

/** Writes files into a folder of their own, and has them on the disk before it returns. */
export async function writePackage(share: Share, path: string, files: readonly Named[]): Promise<void> {
  await share.makeFolder(path);
  for (const { name, bytes } of files) await share.write(join(path, name), bytes);
  await share.sync(path);
}

/** The files of a package, as they lie there. */
export async function filesOfPackage(share: Share, path: string): Promise<Named[]> {
  const files: Named[] = [];
  for (const { name } of await share.list(path)) {
    files.push({ name, bytes: Buffer.concat(await share.read(join(path, name), mostFileBytes)) });
  }
  return files;
}

/** Gives a package's folder its name, or a numbered one: it takes no other one's place. */
export async function namePackage(share: Share, path: string, folder: string, name: string): Promise<void> {
  const taken = new Set((await share.list(folder)).map((entry) => entry.name));
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name} (${number})`;
    if (taken.has(free)) continue;
    try {
      await share.rename(path, join(folder, free));
      return;
    } catch (error) {
      if (!takenCodes.has(codeOf(error) ?? '')) throw error;
    }
  }
}

/** Takes a package that nobody may take in away. */
export async function removePackage(share: Share, path: string): Promise<void> {
  for (const { name } of await share.list(path)) await share.unlink(join(path, name));
  await share.removeFolder(path);
}
