import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One file of the corpus; paths are relative to its folder. */
export interface CorpusRow {
  file: string;
  truth: string;
  kind: string;
  language: string;
  family: string;
}

/** The corpus's own list of its files. */
export function corpusRows(corpus: string): CorpusRow[] {
  const [head, ...rows] = readFileSync(join(corpus, 'index.csv'), 'utf8').trim().split('\n').map(cellsOf);
  const at = (name: string): number => head!.indexOf(name);
  return rows.map((row) => ({
    file: row[at('file')]!,
    truth: row[at('truth')]!,
    kind: row[at('kind')]!,
    language: row[at('language')]!,
    family: row[at('layout_family')]!,
  }));
}

function cellsOf(line: string): string[] {
  return [...line.matchAll(/("([^"]|"")*"|[^,]*)(?:,|$)/g)].map((match) => match[1]!.replace(/^"|"$/g, ''));
}
