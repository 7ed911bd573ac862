import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Marks } from './marks.ts';

/** The marks that later runs are compared with: for all, by field and language, and by layout family. */
export interface Recorded {
  marks: Marks;
  families: Record<string, Marks>;
}

const file = fileURLToPath(new URL('recorded.json', import.meta.url));

/** Null before the first record. */
export function readRecorded(): Recorded | null {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** One mark a line, so that a change of the file can be read. */
export function writeRecorded({ marks, families }: Recorded): void {
  const lines = (entries: Record<string, unknown>): string =>
    Object.entries(entries)
      .map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(',\n');
  writeFileSync(file, `{\n  "marks": {\n${lines(marks)}\n  },\n  "families": {\n${lines(families)}\n  }\n}\n`);
}
