import { join } from 'node:path';
import { numbered, shortened } from '../../checks/file-name.ts';
import { maxFilenameBytes } from '../../contract/limits.ts';
import { refusedFolder, takenFolder } from './names.ts';
import { codeOf, isMissing, type Share } from './share.ts';

/** So many names are tried before one is taken that nobody else has. */
const mostNumbers = 20;
const besides = '.txt';

/** A file that was claimed, and what it was called. */
export interface Claimed {
  path: string;
  name: string;
  id: string;
}

/** Puts what was taken in where a person finds it. @param month YYYY-MM */
export async function setDownTaken(share: Share, folder: string, file: Claimed, month: string): Promise<void> {
  const target = join(folder, takenFolder, month);
  await share.makeFolder(join(folder, takenFolder));
  await share.makeFolder(target);
  await move(share, file, target, maxFilenameBytes);
}

/** Puts what was refused aside, with a text beside it that says why. */
export async function setDownRefused(share: Share, folder: string, file: Claimed, why: string): Promise<void> {
  const target = join(folder, refusedFolder);
  await share.makeFolder(target);
  await move(share, file, target, maxFilenameBytes - besides.length, (path) => share.write(path + besides, why));
}

/** Gives a file its name back. Where another one has it by now, it keeps the one that it was claimed by. */
export async function putBack(share: Share, folder: string, file: Claimed): Promise<void> {
  const path = join(folder, file.name);
  if (!(await share.look(path))) await share.rename(file.path, path);
}

/**
 * Moves a file into a folder, where it takes no other one's place.
 * @param mostBytes of its name there, in UTF-8
 * @param beforeGone is told its new path before its old one is gone: whoever is cut off there begins again
 */
export async function move(
  share: Share,
  { path, name, id }: Claimed,
  folder: string,
  mostBytes: number,
  beforeGone: (path: string) => Promise<void> = async () => undefined,
): Promise<void> {
  for (let number = 1; ; number++) {
    const more = number <= mostNumbers ? ` (${number})` : ` ${id}`;
    const target = join(folder, number === 1 ? shortened(name, mostBytes) : numbered(name, more, mostBytes));
    const at = await place(share, path, target);
    if (at === 'other') continue;
    await beforeGone(target);
    if (at === 'both') await share.unlink(path);
    else await share.rename(path, target);
    return;
  }
}

/**
 * Gives a file a second name, where its system has such, so that it never takes the place of another.
 * @returns both: it has both names now; free: nobody has the other name; other: another file has it
 */
async function place(share: Share, path: string, target: string): Promise<'both' | 'free' | 'other'> {
  try {
    await share.link(path, target);
    return 'both';
  } catch (error) {
    if (isMissing(error)) throw error;
    const [one, there] = [await share.look(path), await share.look(target)];
    if (one && there && one.ino === there.ino && one.dev === there.dev && one.ino !== 0) return 'both';
    if (there || codeOf(error) === 'EEXIST') return 'other';
    return 'free';
  }
}
