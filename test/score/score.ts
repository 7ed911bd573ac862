import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../server/resources.ts';
import { corpusRows } from './corpus-index.ts';
import { fallen, familyKey, type Marks, score, scoreFamilies } from './marks.ts';
import { readCorpus } from './read-corpus.ts';
import { readRecorded, writeRecorded } from './recorded.ts';

/**
 * npm run score -- [--corpus DIR] [--kind digital] [--only SUBSTRING] [--misses FIELD|all] [--families] [--parallel 2] [--buyer VAT]
 *   [--without MEANING]
 * Reads the corpus with the engine as it stands and lets the corpus's own scorer judge the Documents. The digital part
 * as a whole is compared with the recorded marks; --record makes its marks the recorded ones. --buyer reads all for that
 * company, whoever received it: who is not on the page must make nothing `high`. --without reads all as if no label of a
 * meaning ("other_reference") were printed: what only that has proven must not be `high` then.
 */
const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string', default: resolve(packageRoot, '../shared/corpus') },
    kind: { type: 'string', default: 'digital' },
    only: { type: 'string' },
    misses: { type: 'string' },
    families: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    parallel: { type: 'string', default: '2' },
    buyer: { type: 'string' },
    without: { type: 'string' },
  },
});
const { corpus, kind, only } = options;
const predictions = join(packageRoot, 'score', 'predictions');

const show = (mark: number | undefined): string => (mark === undefined ? '–' : mark.toFixed(1)).padStart(5);

function familyTable(families: ReadonlyMap<string, Marks>): string {
  const before = readRecorded()?.families ?? {};
  const columns = ['header', 'core', 'line cells', 'whole lines'];
  return [...families]
    .map(([family, marks]) => {
      const was = before[familyKey(family)];
      const cells = columns.map((name) => {
        const [now, then] = [marks[`all ${name}`]?.mark, was?.[`all ${name}`]?.mark];
        return `${name} ${show(now)}${now !== undefined && then !== undefined && now !== then ? ` (was ${show(then)})` : ''}`;
      });
      return `${family.padEnd(26)} ${String(marks['all header']?.values ?? 0).padStart(3)}  ${cells.join('  ')}`;
    })
    .join('\n');
}

function comparison(marks: Marks, recorded: Marks): string {
  const changed = Object.entries(marks)
    .map(([name, { mark, values }]) => ({ name, mark, values, was: recorded[name]?.mark }))
    .filter(({ mark, was }) => was !== mark)
    .map(({ name, mark, values, was }) => `  ${name.padEnd(34)} ${show(was)} → ${show(mark)}  of ${values}`);
  const worse = fallen(marks, recorded).map(({ name }) => name);
  const verdict = worse.length === 0 ? 'None fell by more than half a point.' : `Fell too far: ${worse.join(', ')}.`;
  return ['Against the recorded marks:', ...changed, verdict].join('\n');
}

const rows = corpusRows(corpus).filter(
  (row) => (kind === 'all' || row.kind === kind) && (!only || row.file.includes(only)),
);
const times = await readCorpus(corpus, rows, predictions, Number(options.parallel), {
  buyerVat: options.buyer ?? null,
  without: options.without ?? null,
});
const { report, marks } = score(corpus, predictions, [
  ...(kind === 'all' ? [] : ['--kind', kind]),
  ...(only ? ['--only', only] : []),
  ...(options.misses ? ['--misses', options.misses] : []),
]);
console.log(report);
const families = options.families || options.record ? scoreFamilies(corpus, predictions, rows) : null;
if (families) console.log(familyTable(families));
const at = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(0);
console.log(`deciding: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${at(1)} ms a document`);
if (kind === 'digital' && !only && !options.buyer && !options.without) {
  const recorded = readRecorded();
  if (recorded) console.log(comparison(marks, recorded.marks));
  if (options.record && families) {
    const byKey = [...families].map(([family, own]) => [familyKey(family), own] as const);
    writeRecorded({ marks, families: Object.fromEntries(byKey.sort((a, b) => (a[0] < b[0] ? -1 : 1))) });
  }
}
