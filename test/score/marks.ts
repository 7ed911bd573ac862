import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { packageRoot } from '../../server/resources.ts';
import type { CorpusRow } from './corpus-index.ts';

/** A mark in percent, and how many printed values it is made of. */
interface Mark {
  mark: number;
  values: number;
}

/** What a run is worth. Names say what each mark is: `fields vendor.name`, `languages ro`, `all core`. */
export type Marks = Record<string, Mark>;

export interface Scored {
  /** The scorer's own report. */
  report: string;
  marks: Marks;
}

/** A mark may fall by this much before it counts. */
const halfAPoint = 0.5;

/**
 * Lets the corpus's own scorer judge saved Documents: one mark for all, per field and per language.
 * @param extra further arguments for the scorer
 */
export function score(corpus: string, predictions: string, extra: readonly string[] = []): Scored {
  const folder = mkdtempSync(join(tmpdir(), 'facturier-score-'));
  try {
    const json = join(folder, 'figures.json');
    const report = runScorer(corpus, predictions, [...extra, '--json', json]);
    return { report, marks: { ...overall(JSON.parse(readFileSync(json, 'utf8'))), ...listed(report) } };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same marks for each layout family alone, the scorer run once for each. */
export function scoreFamilies(corpus: string, predictions: string, rows: readonly CorpusRow[]): Map<string, Marks> {
  const families = [...Map.groupBy(rows, (row) => row.family)].sort((a, b) => (a[0] < b[0] ? -1 : 1));
  const index = readFileSync(join(corpus, 'index.csv'), 'utf8').split('\n');
  return new Map(
    families.map(([family, members]) => {
      const folder = mkdtempSync(join(tmpdir(), 'facturier-family-'));
      try {
        const wanted = new Set(members.map((row) => row.file));
        const own = [index[0], ...index.slice(1).filter((line) => wanted.has(line.split(',')[0]!))];
        writeFileSync(join(folder, 'index.csv'), own.join('\n'));
        for (const { truth } of members) {
          mkdirSync(dirname(join(folder, truth)), { recursive: true });
          writeFileSync(join(folder, truth), readFileSync(join(corpus, truth)));
        }
        const json = join(folder, 'figures.json');
        runScorer(folder, predictions, ['--json', json]);
        return [family, overall(JSON.parse(readFileSync(json, 'utf8')))];
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }),
  );
}

/** A family's name in the record: layouts bear their vendors' names, and those stay in the corpus. */
export const familyKey = (family: string): string => createHash('sha256').update(family).digest('hex').slice(0, 8);

/** Marks that are lower than recorded by more than half a point, the deepest fall first. */
export function fallen(now: Marks, recorded: Marks): { name: string; was: number; is: number }[] {
  return Object.entries(recorded)
    .filter(([, { values }]) => tells(values))
    .map(([name, { mark }]) => ({ name, was: mark, is: now[name]?.mark ?? 0 }))
    .filter(({ was, is }) => is < was - halfAPoint)
    .sort((a, b) => a.is - a.was - (b.is - b.was));
}

/** In a mark of fewer values a single one weighs more than half a point, so it shows something and proves nothing. */
const tells = (values: number): boolean => values >= 100 / halfAPoint;

interface Figures {
  documents: number;
  header_f1: number | null;
  core_f1: number | null;
  line_cell_f1: number | null;
  whole_line_f1: number | null;
  high: { right: number; n: number };
  medium: { right: number; n: number };
  core_right: number | null;
  touchless: number | null;
}

function overall(figures: Figures): Marks {
  const { documents, high, medium } = figures;
  const share = ({ right, n }: { right: number; n: number }): number | null => (n === 0 ? null : (100 * right) / n);
  // Values behind an F1 are not told here; each of these covers more than one in every document.
  const marks: [string, number | null, number][] = [
    ['header', figures.header_f1, documents],
    ['core', figures.core_f1, documents],
    ['line cells', figures.line_cell_f1, documents],
    ['whole lines', figures.whole_line_f1, documents],
    ['high right', share(high), high.n],
    ['medium right', share(medium), medium.n],
    ['core all right', figures.core_right, documents],
    ['touchless', figures.touchless, documents],
  ];
  return Object.fromEntries(
    marks.flatMap(([name, mark, values]) => (mark === null ? [] : [[`all ${name}`, { mark: rounded(mark), values }]])),
  );
}

/** Rows of the report like "vendor.name   P  98.1  R  97.0  F1  97.5   254/262". */
function listed(report: string): Marks {
  const row = /^(.+?)\s+P\s+\S+\s+R\s+\S+\s+F1\s+([\d.]+)\s+\d+\/(\d+)$/;
  const marks: Marks = {};
  for (const line of report.split('\n')) {
    const [, name, mark, values] = row.exec(line) ?? [];
    if (name === undefined || /^[A-Z]{2}/.test(name)) continue;
    const language = /^\s+digital (\w+)$/.exec(name)?.[1];
    marks[language ? `languages ${language}` : `fields ${name}`] = { mark: Number(mark), values: Number(values) };
  }
  return marks;
}

/** Whatever corpus is judged, the labelled one's scorer judges it. */
const scorer = resolve(packageRoot, '../shared/corpus/score.mjs');

function runScorer(corpus: string, predictions: string, extra: readonly string[]): string {
  const args = [scorer, '--corpus', corpus, '--predictions', predictions, ...extra];
  const run = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e9 });
  if (run.status !== 0) throw new Error(`The scorer failed:\n${run.stderr}`);
  return run.stdout;
}

const rounded = (mark: number): number => Math.round(mark * 100) / 100;
