import { type Zippable, zipSync } from 'fflate';
import type { ExportedFile } from './target.ts';

/** The first day that an archive can name, wherever it is: what is inside says nothing of when it was written. */
export const anyDay = new Date(1980, 0, 1);

const types: Record<string, string> = {
  xml: 'application/xml',
  txt: 'text/plain; charset=windows-1250',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
};

/** What an export makes as one file: itself, or an archive under this name of several, and of what lies in a folder. */
export function packed(
  files: readonly ExportedFile[],
  name: string,
): { name: string; bytes: Uint8Array; type: string } {
  const [only] = files;
  if (!only) throw new Error('There is nothing to pack.');
  const inside: Zippable = Object.fromEntries(files.map((file) => [file.name, [file.bytes, { mtime: anyDay }]]));
  const file = files.length === 1 && !only.name.includes('/') ? only : { name: `${name}.zip`, bytes: zipSync(inside) };
  return {
    name: file.name,
    bytes: file.bytes,
    type: types[file.name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
  };
}
