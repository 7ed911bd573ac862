import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { CorpusRow } from './corpus-index.ts';
import { alike, type Miss } from './losses.ts';
import { score } from './marks.ts';

/** The cells of a line that the scorer counts for a whole one. */
const cells = ['description', 'quantity', 'unit_price', 'vat_rate', 'total'] as const;

type Line = Partial<Record<(typeof cells)[number], string | number | null>>;

interface TruthFile {
  truth: { line_items?: Line[] };
  printed?: Record<string, boolean>;
  has_embedded_xml?: boolean;
  unknown?: string[];
}

/** What the scorer calls missing or wrong in saved Documents, by the file's name as the list has it. */
export function missesOf(
  corpus: string,
  rows: readonly CorpusRow[],
  predictions: string,
  kind: string,
): Map<string, Miss[]> {
  const { report } = score(corpus, predictions, ['--misses', 'all', ...(kind === 'all' ? [] : ['--kind', kind])]);
  const told = Map.groupBy(
    report.split('\n').flatMap((line) => {
      const [, file, path, how] = /^- (\S+) (\S+) (missing|wrong): truth /.exec(line) ?? [];
      return file && path && how ? [{ file, path, text: line.slice(`- ${file} ${path} ${how}: truth `.length) }] : [];
    }),
    ({ file }) => file,
  );
  return new Map(
    rows.map(({ file, truth }) => {
      const known = JSON.parse(readFileSync(join(corpus, truth), 'utf8')) as TruthFile;
      const { document } = JSON.parse(readFileSync(join(predictions, `${basename(file)}.json`), 'utf8'));
      const misses = (told.get(file) ?? []).flatMap(({ path, text }) =>
        path.startsWith('line_items.')
          ? lineMisses(path, text, known, document?.line_items ?? [])
          : [{ path, truth: printedTruth(known, path), given: at(document, path) }],
      );
      return [file, [...misses, ...linesTooMany(known, document?.line_items ?? [])]];
    }),
  );
}

/** What the truth says and the page shows; null where it shows nothing. */
function printedTruth(known: TruthFile, path: string): string | number | null {
  const shown = known.printed?.[path] ?? known.printed?.[path.replace(/\.(\d+)\./, '[$1].')];
  return shown === false && known.has_embedded_xml !== true ? null : at(known.truth, path);
}

const at = (owner: unknown, path: string): string | number | null =>
  (path.split('.').reduce((value: unknown, name) => (value as Record<string, unknown> | undefined)?.[name], owner) as
    | string
    | number
    | undefined) ?? null;

/** A line that was not found is one miss; of a line that was, each cell that differs. */
function lineMisses(path: string, text: string, known: TruthFile, given: readonly Line[]): Miss[] {
  const line = known.truth.line_items![Number(path.split('.')[1])]!;
  const answered = text.slice(`${JSON.stringify(line)} | given `.length);
  if (answered === 'undefined') return [{ path, truth: line.total ?? line.description ?? null, given: null }];
  const givenAt = given.findIndex((one) => JSON.stringify(one) === answered);
  return cells.flatMap((cell): Miss[] => {
    const truth = printedTruth(known, `${path}.${cell}`);
    const read = given[givenAt]?.[cell] ?? null;
    if (truth === null || (read !== null && isRight(truth, read))) return [];
    return [{ path: `${path}.${cell}`, truth, given: read, givenPath: `line_items.${givenAt}.${cell}` }];
  });
}

/** As the scorer compares cells. */
const isRight = (truth: string | number, given: string | number): boolean =>
  typeof truth === 'number' ? Math.abs(truth - Number(given)) < 0.005 + 1e-9 : alike(truth, String(given)) >= 0.8;

/** Lines that are given beyond those that are printed. */
function linesTooMany({ truth, unknown = [] }: TruthFile, given: readonly Line[]): Miss[] {
  const lines = truth.line_items;
  if (!lines || unknown.includes('line_items')) return [];
  return given.slice(lines.length).map((line, index) => ({
    path: `line_items.${lines.length + index}`,
    truth: null,
    given: line.description ?? line.total ?? null,
    givenPath: `line_items.${lines.length + index}.total`,
  }));
}
