import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { PDFDocument } from 'pdf-lib';
import { openFile } from '../../server/engine/open/open-file.ts';
import { openPdf } from '../../server/engine/open/pdf.ts';
import { ReadingError } from '../../server/engine/reading-error.ts';
import type { OcrLanguage } from '../../server/engine/recognise/ocr.ts';
import { createLog } from '../../server/log.ts';
import { createReaderPool } from '../../server/reading/reader-pool.ts';
import { packageRoot } from '../../server/resources.ts';
import { firstPage } from '../helpers/scans.ts';
import { type CorpusRow, corpusRows } from '../score/corpus-index.ts';
import { characterErrors, counted } from './character-errors.ts';

/**
 * npm run bench:ocr -- [--corpus DIR] [--each 2] [--only SUBSTRING] [--pages 8]
 * How well and how fast pictures of pages are read, beside Debian's `tesseract` (apt-get install tesseract-ocr) with
 * the same models, one thread and its defaults, told the language, on the same pictures: spoiled copies of digital
 * invoices, whose text layers say what is printed. First pages only. Then, with two reader threads and in time on the
 * clock: single pages, four at a time as one scanned PDF, and how much longer the first document takes than the second.
 * On a busy machine only the processor's time says something.
 */
const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string', default: resolve(packageRoot, '../shared/corpus') },
    each: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    words: { type: 'boolean', default: false },
    pages: { type: 'string', default: '8' },
  },
});
const require = createRequire(import.meta.url);

/** Tesseract's names of the corpus's languages. */
const models: Record<string, OcrLanguage> = {
  ro: 'ron',
  en: 'eng',
  de: 'deu',
  fr: 'fra',
  it: 'ita',
  es: 'spa',
  hu: 'hun',
  bg: 'bul',
  el: 'ell',
  pl: 'pol',
  nl: 'nld',
  cs: 'ces',
  pt: 'por',
};

interface Reading {
  words: string[];
  wallMs: number;
  /** Of the process and what it waits for. */
  cpuMs: number;
}

interface Compared {
  degradation: string;
  file: string;
  characters: number;
  ours: Reading & { errors: number };
  native: Reading & { errors: number };
}

/** `scan-office200` and `scanjpg200` are named after what was done, not after the kind of file. */
function degradationOf(file: string): string {
  const [, variant = ''] = /__(.+)\.\w+$/.exec(file) ?? [];
  return variant.replace(/^scan-/, '').replace(/(scan|photo)(jpg|png|gif|webp)/, '$1');
}

/** Some of each degradation: the first ones, in the corpus's order. */
function chosen(): CorpusRow[] {
  const spoiled = corpusRows(options.corpus).filter(
    ({ file, kind }) => kind.startsWith('synthetic') && existsSync(twinOf(file)) && file.includes(options.only),
  );
  const groups = Map.groupBy(spoiled, ({ file }) => degradationOf(file));
  return [...groups].sort((a, b) => (a[0] < b[0] ? -1 : 1)).flatMap(([, rows]) => rows.slice(0, Number(options.each)));
}

const twinOf = (file: string): string => join(options.corpus, file.replace(/__.+$/, '.pdf'));

async function wordsOfTwin(file: string): Promise<string[]> {
  const pdf = await openPdf(readFileSync(twinOf(file)));
  try {
    const page = await pdf.page(1);
    return page.words.filter(({ hidden }) => !hidden).map(({ word }) => word.text);
  } finally {
    await pdf.close();
  }
}

/** The first page as a PNG file; a picture keeps its own pixels. */
async function asPng(file: string): Promise<Buffer> {
  const bytes = readFileSync(join(options.corpus, file));
  if (!file.endsWith('.pdf')) {
    const image = await loadImage(bytes);
    const canvas = createCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, image.width, image.height);
    context.drawImage(image, 0, 0);
    return canvas.encode('png');
  }
  return (await firstPage(bytes, 300, 12_000_000)).encode('png');
}

async function readOurs(png: Uint8Array): Promise<Reading> {
  const cpu = process.cpuUsage();
  const started = performance.now();
  const words = await openFile(png).then(
    (opened) => opened.pages[0]!.words.map(({ text }) => text),
    // A page of which nothing can be read is one whose every character is wrong.
    () => [],
  );
  const { user, system } = process.cpuUsage(cpu);
  return { words, wallMs: performance.now() - started, cpuMs: (user + system) / 1000 };
}

function readNative(picture: string, models: string, language: OcrLanguage): Reading {
  const command = 'TIMEFORMAT="%R %U %S"; time tesseract "$1" - -l "$2" 2>/dev/null';
  const env = { ...process.env, OMP_THREAD_LIMIT: '1', TESSDATA_PREFIX: models, LC_ALL: 'C' };
  const run = spawnSync('bash', ['-c', command, 'bash', picture, language], { env, encoding: 'utf8' });
  if (run.status !== 0) throw new Error('tesseract is missing; on Debian: apt-get install tesseract-ocr');
  const [wall, user, system] = run.stderr.trim().split('\n').at(-1)!.split(' ').map(Number);
  const words = run.stdout.split(/\s+/).filter((word) => word !== '');
  return { words, wallMs: 1000 * wall!, cpuMs: 1000 * (user! + system!) };
}

async function compare(row: CorpusRow, folder: string): Promise<Compared> {
  const printed = await wordsOfTwin(row.file);
  const png = await asPng(row.file);
  const picture = join(folder, 'page.png');
  await writeFile(picture, png);
  const native = readNative(picture, folder, models[row.language]!);
  const ours = await readOurs(png);
  if (options.words) console.log(`${row.file}\n  ${ours.words.join(' ')}\n`);
  return {
    degradation: degradationOf(row.file),
    file: basename(row.file),
    characters: sum(counted(printed).map((word) => word.length)),
    ours: { ...ours, errors: characterErrors(printed, ours.words) },
    native: { ...native, errors: characterErrors(printed, native.words) },
  };
}

const sum = (values: number[]): number => values.reduce((all, value) => all + value, 0);

function line(name: string, compared: Compared[]): string {
  const rate = (of: 'ours' | 'native'): string =>
    ((100 * sum(compared.map((one) => one[of].errors))) / sum(compared.map((one) => one.characters))).toFixed(2);
  const seconds = (of: 'ours' | 'native', what: 'cpuMs' | 'wallMs'): string =>
    (sum(compared.map((one) => one[of][what])) / 1000 / compared.length).toFixed(2);
  const times = sum(compared.map((one) => one.ours.cpuMs)) / sum(compared.map((one) => one.native.cpuMs));
  return [
    name.padEnd(34),
    `${compared.length}`.padStart(3),
    rate('ours').padStart(9),
    rate('native').padStart(9),
    seconds('ours', 'cpuMs').padStart(9),
    seconds('native', 'cpuMs').padStart(9),
    times.toFixed(2).padStart(6),
    seconds('ours', 'wallMs').padStart(9),
    seconds('native', 'wallMs').padStart(9),
  ].join(' ');
}

/** Four pages as one file, as a scanner with a feeder gives them: a JPEG on each page. */
async function asScan(pages: Uint8Array[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (const png of pages) {
    const picture = await loadImage(png);
    const canvas = createCanvas(picture.width, picture.height);
    canvas.getContext('2d').drawImage(picture, 0, 0);
    const image = await pdf.embedJpg(new Uint8Array(await canvas.encode('jpeg', 90)));
    const { width, height } = image.scaleToFit(595, 842);
    pdf.addPage([595, 842]).drawImage(image, { x: 0, y: 842 - height, width, height });
  }
  return pdf.save();
}

/** With two reader threads, as the appliance reads when nothing else waits. */
async function compareThreads(rows: CorpusRow[], folder: string): Promise<void> {
  const pool = createReaderPool({ size: 2, log: createLog('silent') });
  const timed = async (bytes: Uint8Array): Promise<number> => {
    const since = performance.now();
    await pool.read({ bytes, buyer: { vat: 'RO18547290', name: null }, today: '2026-11-21' }).catch((error) => {
      if (!(error instanceof ReadingError)) throw error;
    });
    return performance.now() - since;
  };
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
  const versus = (ours: number, native: number): string =>
    `${seconds(ours)} beside ${seconds(native)}, ${(ours / native).toFixed(2)} times`;
  try {
    const pages: { png: Buffer; native: number }[] = [];
    for (const row of rows) {
      const png = await asPng(row.file);
      const picture = join(folder, 'page.png');
      await writeFile(picture, png);
      pages.push({ png, native: readNative(picture, folder, models[row.language]!).wallMs });
    }
    const first = await timed(pages[0]!.png);
    console.log(`\nfirst document: ${seconds(first)}, the same as second: ${seconds(await timed(pages[0]!.png))}`);
    const single: number[] = [];
    for (const { png } of pages) single.push(await timed(png));
    console.log(`one page with two threads: ${versus(sum(single), sum(pages.map(({ native }) => native)))}`);
    const fours: number[] = [];
    for (let at = 0; at + 4 <= pages.length; at += 4)
      fours.push(await timed(await asScan(pages.slice(at, at + 4).map(({ png }) => png))));
    const native = sum(pages.slice(0, 4 * fours.length).map((page) => page.native));
    console.log(`four pages with two threads: ${versus(sum(fours), native)}`);
  } finally {
    await pool.stop();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'facturier-bench-'));
try {
  for (const model of Object.values(models)) {
    const packed = join(dirname(require.resolve(`@tesseract.js-data/${model}/package.json`)), '4.0.0_best_int');
    await writeFile(
      join(folder, `${model}.traineddata`),
      gunzipSync(readFileSync(join(packed, `${model}.traineddata.gz`))),
    );
  }
  const rows = chosen();
  // The first picture of a process starts the engine and compiles the code.
  await readOurs(await asPng(rows[0]!.file));
  console.log(
    `${'degradation'.padEnd(34)}   n  CER ours   native  CPU ours   native  times wall ours   native   (%, s a page)`,
  );
  const all: Compared[] = [];
  for (const row of rows) {
    const compared = await compare(row, folder);
    all.push(compared);
    console.log(line(`  ${compared.file.slice(0, 32)}`, [compared]));
  }
  console.log('');
  for (const [name, group] of Map.groupBy(all, ({ degradation }) => degradation)) console.log(line(name, group));
  console.log(line('all', all));
  await compareThreads(rows.slice(0, Number(options.pages)), folder);
} finally {
  await rm(folder, { recursive: true, force: true });
}
