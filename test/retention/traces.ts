import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Store } from '../../server/store/data-folder.ts';
import { isShared } from '../../server/store/db.ts';
import { objectsIn } from '../helpers/buckets.ts';
import { placeOfFiles } from '../helpers/store.ts';

/** Something that must not be found: a text, or bytes with a name for them. */
export type Trace = string | { name: string; bytes: Buffer };

/**
 * Looks for traces in the raw bytes of every file of a folder: database, write-ahead log, everything.
 * @returns "what in which file" for each that is there
 */
export async function findTraces(folder: string, traces: Trace[]): Promise<string[]> {
  const found: string[] = [];
  for await (const [name, content] of filesOf(folder)) found.push(...tracesIn(name, content, traces));
  return found;
}

/**
 * The same in all that a store has: its folder, and where its database is shared every value of every table there, and
 * every object of its files. What
 * PostgreSQL's own files hold of rows that were overwritten is for its settings (docs/admin.md).
 */
export async function findTracesIn({ folder, db }: Store, traces: Trace[]): Promise<string[]> {
  const found = await findTraces(folder, traces);
  if (!isShared(db)) return found;
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    for (const value of rows.flatMap((row) => Object.values(row))) {
      const content = Buffer.isBuffer(value) ? value : Buffer.from(String(value));
      found.push(...tracesIn(`the table ${name}`, content, traces));
    }
  }
  const place = await placeOfFiles({ db });
  for (const [name, content] of place ? await objectsIn(place) : []) {
    found.push(...tracesIn(`the object ${name}`, content, traces));
  }
  return found;
}

async function* filesOf(folder: string): AsyncGenerator<[name: string, content: Buffer]> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) yield [entry.name, await readFile(join(entry.parentPath, entry.name))];
  }
}

function tracesIn(place: string, content: Buffer, traces: Trace[]): string[] {
  return traces.flatMap((trace) => {
    const { name, bytes } = typeof trace === 'string' ? { name: trace, bytes: Buffer.from(trace) } : trace;
    return content.includes(bytes) ? [`${name} in ${place}`] : [];
  });
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
