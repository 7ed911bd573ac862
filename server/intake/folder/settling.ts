import { endBytes, hasItsEnd } from '../../checks/file-end.ts';
import type { Clock } from '../../clock.ts';
import { headBytes } from '../received-file.ts';
import { isDenied, type Share } from './share.ts';
import type { FileProblem } from './why-refused.ts';

/** What a file was like at a look. */
export interface Look {
  size: number;
  mtimeMs: number;
}

/** Tells how long files have been as they are, and whether they are whole. */
export interface Settling {
  /** For how many milliseconds the file was the same at every look. */
  sameFor(path: string, look: Look): number;
  /** Why a file that does not change cannot be taken yet; null where it can. */
  problemOf(path: string, size: number): Promise<keyof typeof problems | null>;
  /** Forgets the files that are gone. */
  keepOnly(there: ReadonlySet<string>): void;
}

/** Remembers what files in a folder were like. */
export function watchSettling(share: Share, clock: Pick<Clock, 'elapsed'>): Settling {
  const seen = new Map<string, Look & { since: number }>();
  return {
    sameFor(path, { size, mtimeMs }) {
      const now = clock.elapsed();
      const before = seen.get(path);
      if (before?.size === size && before.mtimeMs === mtimeMs) return now - before.since;
      seen.set(path, { size, mtimeMs, since: now });
      return 0;
    },
    async problemOf(path, size) {
      try {
        const ends = await share.ends(path, headBytes, endBytes);
        return ends.size === size && hasItsEnd(ends.head, ends.tail, size) ? null : 'incomplete_file';
      } catch (error) {
        if (isDenied(error)) return 'not_readable';
        throw error;
      }
    },
    keepOnly(there) {
      for (const path of seen.keys()) if (!there.has(path)) seen.delete(path);
    },
  };
}

/** What a person is told of each problem. */
export const problems = {
  incomplete_file: 'The file is not whole: its end is missing. Scan or copy it again.',
  not_readable: 'Facturier may not read the file.',
} as const satisfies Partial<Record<FileProblem, string>>;
