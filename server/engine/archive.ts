import { unzipSync } from 'fflate';

/** A file in an archive. */
export interface Entry {
  /** With the folders that it is in. */
  name: string;
  bytes: Uint8Array;
}

/** Why an archive is not opened. */
export type ArchiveProblem = 'unsafe' | 'damaged';

class Unsafe extends Error {}

/**
 * The files in an archive, each no longer than it says to be. Nothing is written anywhere; names are looked at for what they
 * would do to who unpacks it.
 * @param most.entries more are unsafe, before anything is unpacked
 * @param most.bytes of all of them together
 */
export function entriesOf(bytes: Uint8Array, most: { entries: number; bytes: number }): Entry[] | ArchiveProblem {
  const names = new Set<string>();
  let entries = 0;
  let total = 0;
  try {
    const files = unzipSync(bytes, {
      filter({ name, originalSize }) {
        entries += 1;
        total += originalSize;
        // Of two files with one name only the last would be seen.
        const isUnsafe = entries > most.entries || total > most.bytes || leadsElsewhere(name) || names.has(name);
        // An archive may say that it has as many entries as there are numbers.
        if (isUnsafe) throw new Unsafe();
        names.add(name);
        return originalSize > 0;
      },
    });
    return Object.entries(files).map(([name, file]) => ({ name, bytes: file }));
  } catch (error) {
    return error instanceof Unsafe ? 'unsafe' : 'damaged';
  }
}

/** Whether a name leads out of the folder that an archive is unpacked into. */
function leadsElsewhere(name: string): boolean {
  return /^([/\\]|[a-z]:)/i.test(name) || name.split(/[/\\]/).includes('..');
}
