import { shortened } from '../../checks/file-name.ts';
import { maxFilenameBytes } from '../../contract/limits.ts';

/** Where a company's folder keeps what was taken in, by month, and what was refused. */
export const takenFolder = 'preluate';
export const refusedFolder = 'respinse';

/** What a claim's name begins with: of a file that is taken in, and of one that is about to be written out. */
const marks = { in: '.facturier-', out: '.facturier-export-' } as const;
type Way = keyof typeof marks;
const ignored = /^(?:~\$|\.)|\.(?:tmp|part|crdownload)$|^Thumbs\.db$/i;
const claimed = /^([0-9a-z]{8})([0-9a-z]{26})-(.+)$/su;

/** A file that an appliance has taken for itself by giving it this name. */
export interface Claim {
  /** Who has it: 8 characters, as `markOf` gives them. */
  owner: string;
  /** The document's, without its prefix. */
  id: string;
  /** The file's own, as much of it as a name may hold. */
  name: string;
}

/** What programs put into a folder for themselves, and files that are not whole yet. */
export function isIgnored(name: string): boolean {
  return ignored.test(name);
}

export function claimName({ owner, id, name }: Claim, way: Way = 'in'): string {
  const before = `${marks[way]}${owner}${id}-`;
  return before + shortened(name, maxFilenameBytes - before.length);
}

export function claimOf(name: string, way: Way = 'in'): Claim | null {
  const [, owner, id, own] = (name.startsWith(marks[way]) && claimed.exec(name.slice(marks[way].length))) || [];
  return owner && id && own ? { owner, id, name: own } : null;
}
