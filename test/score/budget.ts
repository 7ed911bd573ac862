import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Decision, decideWithReasons } from '../../server/engine/decide/decide.ts';
import { html } from '../../server/engine/explain/html.ts';
import { pagePicture } from '../../server/engine/open/page-picture.ts';
import type { OpenedFile } from '../../server/engine/page.ts';
import { saysAll } from '../../server/engine/read-invoice.ts';
import { packageRoot } from '../../server/resources.ts';
import { budgetPage } from './budget-page.ts';
import { type CorpusRow, corpusRows } from './corpus-index.ts';
import { type Loss, lossesOf } from './losses.ts';
import { missesOf } from './misses.ts';
import { openCached, openingCodeHash } from './open-cached.ts';
import { buyerVatOf, readCorpus } from './read-corpus.ts';
import { table } from './stage-table.ts';

/**
 * npm run budget -- [--corpus DIR] [--kind all] [--only SUBSTRING]
 * Reads labelled invoices as `npm run score` does and says of every value that was lost where it was lost: as tables,
 * and over the pages' pictures in `score/budget/index.html`, which git ignores.
 */
const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string', default: resolve(packageRoot, '../shared/corpus') },
    kind: { type: 'string', default: 'all' },
    only: { type: 'string' },
  },
});
const { corpus, kind, only } = options;
const predictions = join(packageRoot, 'score', 'predictions');
const out = join(packageRoot, 'score', 'budget');
/** Enough for a person to read print of 6 points by. */
const dpi = 100;

const rows = corpusRows(corpus).filter(
  (row) => (kind === 'all' || row.kind === kind) && (!only || row.file.includes(only)),
);
await readCorpus(corpus, rows, predictions, 2);
const misses = missesOf(corpus, rows, predictions, kind);
const hashes = { text: openingCodeHash(false), picture: openingCodeHash(true) };
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const losses: (Loss & { row: CorpusRow })[] = [];
for (const row of rows) {
  const missed = misses.get(row.file) ?? [];
  if (missed.length === 0) continue;
  const bytes = readFileSync(join(corpus, row.file));
  const read = await decided(row, bytes);
  const own = lossesOf(missed, read?.decision ?? null);
  losses.push(...own.map((loss) => ({ ...loss, row })));
  const pictures = [];
  for (const page of read?.opened.pages ?? [])
    if (own.some(({ truthPlace, givenPlace }) => [truthPlace?.page, givenPlace?.page].includes(page.number)))
      pictures.push({ page, picture: await pagePicture(bytes, page.number, dpi) });
  writeFileSync(join(out, `${basename(row.file)}.html`), budgetPage(row.file, own, pictures));
}
const report = [
  table(losses, ({ path }) => fieldOf(path)),
  table(losses, ({ row }) => `${row.kind} ${row.language}`),
  table(losses, ({ row, path }) => `${row.kind} ${row.language} ${fieldOf(path)}`),
].join('\n\n');
console.log(report);
writeFileSync(join(out, 'index.html'), index());
console.log(`\n${losses.length} losses in ${rows.length} documents; each over its page: ${join(out, 'index.html')}`);

async function decided(row: CorpusRow, bytes: Uint8Array): Promise<{ opened: OpenedFile; decision: Decision } | null> {
  const { status } = JSON.parse(readFileSync(join(predictions, `${basename(row.file)}.json`), 'utf8'));
  if (status !== 'succeeded') return null;
  const context = { buyer: { vat: buyerVatOf(corpus, row), name: null }, today: '2027-01-01' };
  const hash = row.kind === 'digital' ? hashes.text : hashes.picture;
  const opened = await openCached(bytes, hash, (part) => saysAll(part, context));
  return { opened, decision: decideWithReasons(opened, context.buyer, context.today) };
}

/** `line_items.3.total` is the lines' total; a whole line that is missing or too many is a line. */
function fieldOf(path: string): string {
  const [first, , cell] = path.split('.');
  return first === 'line_items' ? `line ${cell ?? 'whole'}` : path;
}

function index(): string {
  const cases = losses.map(
    ({ row, path, stage, truth, given, why }) =>
      html`<tr><td><a href="${`${encodeURIComponent(basename(row.file))}.html`}">${row.file}</a></td><td>${row.kind} ${row.language}</td><td>${path}</td><td>${stage}</td><td>${truth ?? '–'}</td><td>${given ?? '–'}</td><td>${why}</td></tr>
`,
  );
  return html`<!doctype html><meta charset="utf-8"><title>Where values were lost</title><pre>${report}</pre>
<table border="1">${cases}</table>`.markup;
}
