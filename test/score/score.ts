import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { normaliseBuyerVat } from '../../server/checks/vat-numbers.ts';
import { packageRoot } from '../../server/resources.ts';
import { openingCodeHash } from './open-cached.ts';
import type { ScoreJob } from './score-worker.ts';

/**
 * npm run score -- [--corpus DIR] [--kind digital] [--only SUBSTRING] [--misses FIELD|all] [--families] [--parallel 2]
 * Reads the corpus with the engine as it stands and lets the corpus's own scorer judge the Documents.
 */
const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string', default: resolve(packageRoot, '../shared/corpus') },
    kind: { type: 'string', default: 'digital' },
    only: { type: 'string' },
    misses: { type: 'string' },
    families: { type: 'boolean', default: false },
    parallel: { type: 'string', default: '2' },
  },
});
const { corpus } = options;
const predictions = join(packageRoot, 'score', 'predictions');

interface IndexRow {
  file: string;
  truth: string;
  kind: string;
  family: string;
}

function readIndex(): IndexRow[] {
  const [head, ...rows] = readFileSync(join(corpus, 'index.csv'), 'utf8').trim().split('\n').map(csvCells);
  const at = (name: string) => head!.indexOf(name);
  return rows
    .map((row) => ({
      file: row[at('file')]!,
      truth: row[at('truth')]!,
      kind: row[at('kind')]!,
      family: row[at('layout_family')]!,
    }))
    .filter(
      (row) =>
        (options.kind === 'all' || row.kind === options.kind) && (!options.only || row.file.includes(options.only)),
    );
}

function csvCells(line: string): string[] {
  return [...line.matchAll(/("([^"]|"")*"|[^,]*)(?:,|$)/g)].map((match) => match[1]!.replace(/^"|"$/g, ''));
}

async function readAll(rows: IndexRow[]): Promise<number[]> {
  rmSync(predictions, { recursive: true, force: true });
  mkdirSync(predictions, { recursive: true });
  const hashes = { text: openingCodeHash(false), picture: openingCodeHash(true) };
  const queue = [...rows];
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: Number(options.parallel) }, async () => {
      const worker = new Worker(new URL('./score-worker.ts', import.meta.url));
      let done: (ms: number) => void = () => {};
      let fail: (error: unknown) => void = () => {};
      worker.on('message', ({ decideMs }) => done(decideMs)).on('error', (error) => fail(error));
      for (let row = queue.shift(); row; row = queue.shift()) {
        const { truth } = JSON.parse(readFileSync(join(corpus, row.truth), 'utf8'));
        const job: ScoreJob = {
          file: join(corpus, row.file),
          prediction: join(predictions, `${basename(row.file)}.json`),
          // As a client would: what the API refuses is sent as another company.
          buyerVat: normaliseBuyerVat(truth.customer?.vat_number ?? '') ?? 'RO18547290',
          codeHash: row.kind === 'digital' ? hashes.text : hashes.picture,
        };
        const answered = new Promise<number>((resolve, reject) => {
          done = resolve;
          fail = reject;
        });
        worker.postMessage(job);
        times.push(await answered);
      }
      await worker.terminate();
    }),
  );
  return times.sort((a, b) => a - b);
}

function runScorer(extra: string[]): string {
  const scorer = join(corpus, 'score.mjs');
  const kind = options.kind === 'all' ? [] : ['--kind', options.kind];
  const only = options.only ? ['--only', options.only] : [];
  const run = spawnSync(
    process.execPath,
    [scorer, '--corpus', corpus, '--predictions', predictions, ...kind, ...only, ...extra],
    { encoding: 'utf8', maxBuffer: 1e9 },
  );
  return run.stdout + run.stderr;
}

/** The scorer run once per layout family, its figures in one row each. */
function scoreFamilies(rows: IndexRow[]): string {
  const out: string[] = [];
  const folder = join(packageRoot, 'score', 'family');
  for (const [family, members] of [...Map.groupBy(rows, (row) => row.family)].sort((a, b) => (a[0] < b[0] ? -1 : 1))) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const index = readFileSync(join(corpus, 'index.csv'), 'utf8').split('\n');
    const wanted = new Set(members.map((row) => row.file));
    writeFileSync(
      join(folder, 'index.csv'),
      [index[0], ...index.slice(1).filter((line) => wanted.has(line.split(',')[0]!))].join('\n'),
    );
    for (const row of members) {
      mkdirSync(join(folder, 'truth'), { recursive: true });
      const truth = join(folder, row.truth);
      if (!existsSync(truth)) writeFileSync(truth, readFileSync(join(corpus, row.truth)));
    }
    const json = join(folder, 'out.json');
    spawnSync(process.execPath, [
      join(corpus, 'score.mjs'),
      '--corpus',
      folder,
      '--predictions',
      predictions,
      '--json',
      json,
    ]);
    const figures = JSON.parse(readFileSync(json, 'utf8'));
    const show = (value: number | null) => (value === null ? '–' : value.toFixed(1)).padStart(6);
    out.push(
      `${family.padEnd(26)} ${String(members.length).padStart(3)}  header ${show(figures.header_f1)}  core ${show(figures.core_f1)}  cells ${show(figures.line_cell_f1)}  lines ${show(figures.whole_line_f1)}  high wrong ${figures.high.n - figures.high.right}/${figures.high.n}`,
    );
  }
  rmSync(folder, { recursive: true, force: true });
  return out.join('\n');
}

const rows = readIndex();
const times = await readAll(rows);
console.log(runScorer(options.misses ? ['--misses', options.misses] : []));
if (options.families) console.log(scoreFamilies(rows));
const at = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(0);
console.log(`deciding: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${at(1)} ms a document`);
