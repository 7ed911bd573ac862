import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Something that must not be found: a text, or bytes with a name for them. */
export type Trace = string | { name: string; bytes: Buffer };

/**
 * Looks for traces in the raw bytes of every file of a folder: database, write-ahead log, everything.
 * @returns "what in which file" for each that is there
 */
export async function findTraces(folder: string, traces: Trace[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const content = await readFile(join(entry.parentPath, entry.name));
    for (const trace of traces) {
      const { name, bytes } = typeof trace === 'string' ? { name: trace, bytes: Buffer.from(trace) } : trace;
      if (content.includes(bytes)) found.push(`${name} in ${entry.name}`);
    }
  }
  return found;
}

/** Pieces from all over a file, so that a part of it is found too. */
export function piecesOf(name: string, file: Buffer): Trace[] {
  const length = 24;
  const pieces: Trace[] = [];
  for (let at = 0; at + length <= file.byteLength; at += Math.max(length, Math.floor(file.byteLength / 40))) {
    pieces.push({ name: `${name} from byte ${at}`, bytes: file.subarray(at, at + length) });
  }
  return pieces;
}
