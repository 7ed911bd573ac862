import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { readInvoice } from '../../server/engine/read-invoice.ts';
import { createLog } from '../../server/log.ts';
import { createReaderPool } from '../../server/reading/reader-pool.ts';
import { packageRoot } from '../../server/resources.ts';
import { corpusRows } from '../score/corpus-index.ts';

/**
 * npm run bench:read -- [--corpus DIR]
 * How long reading digital invoices takes, from bytes to extraction and warm in one process, beside `pdftotext -bbox`
 * (Debian: poppler-utils) as a process on the same file right after; and what a long PDF takes in memory.
 */
const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string', default: resolve(packageRoot, '../shared/corpus') },
    alone: { type: 'string' },
  },
});
const context = { buyer: { vat: 'RO18547290', name: null }, today: '2026-11-21' };

/** How many times what pdftotext takes reading a one-page invoice may take. */
const mostTimes = 12;

interface Timed {
  file: string;
  pages: number;
  readMs: number;
  pdftotextMs: number;
}

async function times(): Promise<void> {
  const files = corpusRows(options.corpus)
    .filter((row) => row.kind === 'digital' && row.file.endsWith('.pdf'))
    .map((row) => join(options.corpus, row.file));
  // The first readings compile the code and load fonts; they are not what a running appliance does.
  for (const file of files.slice(0, 30)) await readInvoice(readFileSync(file), context);
  const timed: Timed[] = [];
  for (const file of files) timed.push(await timeBoth(file));

  const onePage = timed.filter(({ pages }) => pages === 1);
  console.log(
    `${timed.length} digital files, ${timed.reduce((all, { pages }) => all + pages, 0)} pages, ${onePage.length} of one page`,
  );
  show(
    'reading, ms a page',
    timed.map(({ readMs, pages }) => readMs / pages),
  );
  show(
    'pdftotext -bbox as a process, ms a page',
    timed.map(({ pdftotextMs, pages }) => pdftotextMs / pages),
  );
  show(
    'one-page files: reading, ms',
    onePage.map(({ readMs }) => readMs),
  );
  show(
    'one-page files: pdftotext, ms',
    onePage.map(({ pdftotextMs }) => pdftotextMs),
  );
  show(
    'one-page files: reading by pdftotext',
    onePage.map(({ readMs, pdftotextMs }) => readMs / pdftotextMs),
  );
  const over = onePage.filter(({ readMs, pdftotextMs }) => readMs > mostTimes * pdftotextMs);
  console.log(`more than ${mostTimes} times: ${over.length} ${over.map(({ file }) => basename(file)).join(' ')}`);
}

async function timeBoth(file: string): Promise<Timed> {
  const bytes = readFileSync(file);
  const started = performance.now();
  const { pages } = await readInvoice(bytes, context);
  const read = performance.now();
  const run = spawnSync('pdftotext', ['-bbox', file, '-'], { maxBuffer: 1 << 28 });
  if (run.error)
    throw new Error('pdftotext is missing; on Debian: apt-get install poppler-utils', { cause: run.error });
  return { file, pages, readMs: read - started, pdftotextMs: performance.now() - read };
}

function show(name: string, values: number[]): void {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): string => sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(1).padStart(7);
  console.log(`${name.padEnd(42)} p50 ${at(0.5)}  p95 ${at(0.95)}  most ${at(1)}`);
}

/** Peak memory of a process of its own that reads a short PDF, and of one that reads a long one. */
async function memory(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'facturier-bench-'));
  try {
    for (const pages of [5, 50]) {
      const file = join(folder, `${pages}.pdf`);
      await writeFile(file, await longPdf(pages));
      const run = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--alone', file], { encoding: 'utf8' });
      process.stdout.write(run.stdout || run.stderr);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads one file on a reader thread of this process and says what that took. */
async function readAlone(file: string): Promise<void> {
  const peak = (): string => `${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`;
  const pool = createReaderPool({ size: 1, log: createLog('silent') });
  const [bytes, before, started] = [readFileSync(file), peak(), performance.now()];
  const { extraction, pages } = await pool.read({ bytes, ...context });
  const ms = (performance.now() - started).toFixed(0);
  const lines = extraction.invoice.line_items.length;
  console.log(`${pages} pages, ${lines} lines: ${ms} ms cold, peak memory ${peak()}, before reading ${before}`);
  await pool.stop();
}

/** An invoice whose table goes on over all pages. */
async function longPdf(pages: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const rows = 40;
  for (let number = 0; number < pages; number++) {
    const sheet = pdf.addPage([595, 842]);
    const print = (text: string, x: number, y: number): void => sheet.drawText(text, { x, y, size: 9, font });
    print(`Invoice no. LONG-77, page ${number + 1}`, 40, 800);
    for (const [text, x] of [
      ['Description', 40],
      ['Qty', 300],
      ['Unit price', 380],
      ['Amount', 480],
    ] as const)
      print(text, x, 770);
    for (let row = 0; row < rows; row++) {
      const at = number * rows + row;
      const [quantity, cents] = [1 + (at % 9), 125 + 7 * at];
      const y = 750 - 16 * row;
      print(`Article ${at + 1} of steel`, 40, y);
      print(String(quantity), 300, y);
      print((cents / 100).toFixed(2), 380, y);
      print(((quantity * cents) / 100).toFixed(2), 480, y);
    }
  }
  return pdf.save();
}

if (options.alone !== undefined) await readAlone(options.alone);
else {
  // First, because Linux counts what this process held before it started another one as the other's.
  await memory();
  if (existsSync(options.corpus)) await times();
  else console.log(`No times: there is no corpus at ${options.corpus}.`);
}
