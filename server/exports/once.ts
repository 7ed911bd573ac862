import { createHash } from 'node:crypto';
import type { Booked } from '../contract/booked.ts';
import type { Exported, ExportSettings, Problem, Target } from './target.ts';

/**
 * Writes for a program what did not go there before. What did is told, with what changed since.
 * @param before documents that went there, with the paths that a person changed since
 * @param again writes those too
 */
export async function writeOnce(
  target: Target,
  invoices: readonly Booked[],
  settings: ExportSettings,
  before: ReadonlyMap<string, { changed: readonly string[] }>,
  again: boolean,
): Promise<Exported> {
  const known = invoices.flatMap(({ id }): Problem[] => {
    const changed = before.get(id)?.changed;
    if (!changed) return [];
    if (changed.length === 0) return [{ document: id, code: 'exported_before', path: null, blocking: !again }];
    return changed.map((path) => ({ document: id, code: 'changed_since_export', path, blocking: !again }));
  });
  const { files, problems } = await target.write(
    again ? invoices : invoices.filter(({ id }) => !before.has(id)),
    settings,
  );
  return { files, problems: [...known, ...problems] };
}

/** The documents that are in files. */
export const writtenIn = ({ files }: Exported): Set<string> => new Set(files.flatMap(({ documents }) => documents));

/** Each written document with the SHA-256 of its file, in hexadecimal; of one that is in several, of the first. */
export function digestsOf({ files }: Exported): Map<string, string> {
  const digests = new Map<string, string>();
  for (const { bytes, documents } of files) {
    const digest = createHash('sha256').update(bytes).digest('hex');
    for (const id of documents) if (!digests.has(id)) digests.set(id, digest);
  }
  return digests;
}
