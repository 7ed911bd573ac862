import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ReadingError } from '../../server/engine/reading-error.ts';
import { createLog } from '../../server/log.ts';
import { createReaderPool } from '../../server/reading/reader-pool.ts';
import { packageRoot } from '../../server/resources.ts';
import { type CorpusRow, corpusRows } from '../score/corpus-index.ts';

/**
 * npm run bench:memory -- [--corpus DIR] [--documents 200]
 * What this process holds while one reader thread reads many documents of all kinds one after the other, scans among
 * them: after the first twenty it should grow no more than a tenth. Every twenty have the same share of each kind, so
 * that one twenty can be held beside another; a thread that was just started is in the first. The allocator is set as the
 * appliance's is.
 */
const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string', default: resolve(packageRoot, '../shared/corpus') },
    documents: { type: 'string', default: '200' },
  },
});

const stretch = 20;
const mebibyte = 1024 * 1024;

const rows = evenlyMixed(corpusRows(options.corpus));
const count = Number(options.documents);
const pool = createReaderPool({ size: 1, log: createLog('warn') });
/** What was held after each document. */
const held: number[] = [];
let highest = 0;
const watch = setInterval(() => {
  highest = Math.max(highest, process.memoryUsage.rss());
}, 20);

const before = process.memoryUsage.rss();
for (let index = 0; index < count; index++) {
  const bytes = readFileSync(join(options.corpus, rows[index % rows.length]!.file));
  await pool.read({ bytes, buyer: { vat: 'RO18547290', name: null }, today: '2026-11-21' }).catch((error) => {
    if (!(error instanceof ReadingError)) throw error;
  });
  held.push(process.memoryUsage.rss());
  if ((index + 1) % stretch === 0)
    console.log(`${index + 1} documents: ${mib(mean(held.slice(-stretch)))} in the last 20`);
}
clearInterval(watch);
await pool.stop();
const settled = mean(held.slice(stretch, 2 * stretch));
const last = mean(held.slice(-stretch));
const stretches = Array.from({ length: Math.floor(count / stretch) }, (_, n) =>
  held.slice(n * stretch, (n + 1) * stretch),
);
const most = Math.max(...stretches.slice(1).map(mean));
console.log(`after 20: ${mib(settled)}, after ${count}: ${mib(last)}: ${((last / settled - 1) * 100).toFixed(1)} %`);
console.log(`the highest twenty of them: ${mib(most)}: ${((most / settled - 1) * 100).toFixed(1)} %`);
console.log(`a reader thread's peak: ${mib(highest - before)} over the ${mib(before)} of the process without it`);

/** In an order in which every stretch has the same share of each kind of file, and of a kind's families. */
function evenlyMixed(all: CorpusRow[]): CorpusRow[] {
  return Object.values(Object.groupBy(all, ({ kind }) => kind))
    .flatMap((kind = []) =>
      // A step that has no divisor in common with most counts.
      kind.map((_, index) => ({ row: kind[(index * 37) % kind.length]!, place: (index + 0.5) / kind.length })),
    )
    .sort((a, b) => a.place - b.place)
    .map(({ row }) => row);
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function mib(bytes: number): string {
  return `${(bytes / mebibyte).toFixed(0)} MB`;
}
