import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ReadingError } from '../../server/engine/reading-error.ts';
import { createLog } from '../../server/log.ts';
import { createReaderPool } from '../../server/reading/reader-pool.ts';
import { packageRoot } from '../../server/resources.ts';
import { corpusRows } from '../score/corpus-index.ts';

/**
 * npm run bench:memory -- [--corpus DIR] [--documents 200]
 * What this process holds while one reader thread reads many documents of all kinds one after the other, scans among
 * them: after the first twenty it should grow no more than a tenth. The allocator is set as the appliance's is.
 */
const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string', default: resolve(packageRoot, '../shared/corpus') },
    documents: { type: 'string', default: '200' },
  },
});

const settling = 20;
const mebibyte = 1024 * 1024;

const rows = corpusRows(options.corpus);
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
  // A step that has no divisor in common with most counts: all kinds and languages come mixed.
  const { file } = rows[(index * 37) % rows.length]!;
  const bytes = readFileSync(join(options.corpus, file));
  await pool.read({ bytes, buyer: { vat: 'RO18547290', name: null }, today: '2026-11-21' }).catch((error) => {
    if (!(error instanceof ReadingError)) throw error;
  });
  held.push(process.memoryUsage.rss());
  if ((index + 1) % settling === 0) report(index + 1);
}
clearInterval(watch);
await pool.stop();
const share = (usual(held.slice(-settling)) / usual(held.slice(0, settling)) - 1) * 100;
console.log(`from the first ${settling} to the last ${settling}: ${share.toFixed(1)} %`);

function report(documents: number): void {
  const last = usual(held.slice(-settling));
  console.log(
    `${documents} documents: usually ${mib(last)} in the last ${settling}, at most ${mib(highest)} so far, ${mib(before)} before`,
  );
}

/** The middle one: a single large picture says nothing about growth. */
function usual(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function mib(bytes: number): string {
  return `${(bytes / mebibyte).toFixed(0)} MB`;
}
