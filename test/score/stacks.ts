import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decide } from '../../server/engine/decide/decide.ts';
import type { OpenedFile } from '../../server/engine/page.ts';
import { saysAll } from '../../server/engine/read-invoice.ts';
import { type CorpusRow, corpusRows } from './corpus-index.ts';
import { openCached, openingCodeHash } from './open-cached.ts';

/**
 * npm run score:stacks -- DIR...
 * Lays invoices of labelled folders one behind the other as an office's scanner does, two hundred stacks of two to six, half
 * of them digital and half scanned, and half of each from one layout alone, and compares where one ends and the next begins
 * with what `splits` proposes. The same stacks each time. No code or attachment of a single file goes along.
 */
const buyer = { vat: 'RO18547290', name: null };
const today = '2027-01-01';
const stacksOfAKind = 100;
const mostPages = 50;
/** So many scanned ones are opened, which takes seconds each. */
const mostScans = 80;

interface Single extends CorpusRow {
  folder: string;
}

/** Numbers from 0 to 1 in an order that is the same each time (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = randomFrom(20_261_123);
const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
const hashes = { digital: openingCodeHash(false), scanned: openingCodeHash(true) };
const context = { buyer, today };

async function opened({ folder, file, kind }: Single): Promise<OpenedFile> {
  const hash = kind === 'digital' ? hashes.digital : hashes.scanned;
  return openCached(readFileSync(join(folder, file)), hash, (part) => saysAll(part, context));
}

/** As one file, with the numbers of the pages that an invoice begins on, but for the first. */
function stacked(files: readonly OpenedFile[]): { stack: OpenedFile; begins: number[] } {
  const begins: number[] = [];
  const pages: OpenedFile['pages'] = [];
  for (const { pages: own } of files) {
    if (pages.length + own.length > mostPages) break;
    if (pages.length > 0) begins.push(pages.length + 1);
    for (const page of own) pages.push({ ...page, number: pages.length + 1 });
  }
  const info = { title: null, author: null, producer: null };
  return { stack: { mimeType: 'application/pdf', pages, attachments: [], codes: [], info }, begins };
}

/** In any order, each invoice in one of its forms: nobody can tell where a copy of one begins. */
function different(singles: readonly Single[]): Single[] {
  const mixed = singles.map((single) => ({ single, at: random() })).toSorted((a, b) => a.at - b.at);
  return [...new Map(mixed.map(({ single }) => [numberOf(single), single])).values()];
}

function numberOf({ folder, file, truth }: Single): string {
  const said = JSON.parse(readFileSync(join(folder, truth), 'utf8')).truth;
  return said.invoice_number ?? file;
}

async function measure(name: string, singles: readonly Single[]): Promise<void> {
  const counts = { right: 0, wrong: 0, missed: 0, whole: 0 };
  const families = Map.groupBy(singles, ({ family }) => family);
  const large = [...families.values()].filter((family) => different(family).length > 2);
  for (let index = 0; index < stacksOfAKind; index++) {
    const among = index % 2 === 0 || large.length === 0 ? singles : oneOf(large);
    const chosen = different(among).slice(0, 2 + Math.floor(random() * 5));
    const { stack, begins } = stacked(await Promise.all(chosen.map(opened)));
    const proposed = (decide(stack, buyer, today).splits ?? []).slice(1).map(({ from }) => from);
    const wrong = proposed.filter((page) => !begins.includes(page));
    const missed = begins.filter((page) => !proposed.includes(page));
    counts.right += proposed.length - wrong.length;
    counts.wrong += wrong.length;
    counts.missed += missed.length;
    if (wrong.length + missed.length === 0) counts.whole += 1;
    else if (process.env.FACTURIER_STACKS === 'all') {
      console.log(`  wrong ${wrong} missed ${missed} of ${chosen.map(({ file }) => file).join(' ')}`);
    }
  }
  const { right, wrong, missed, whole } = counts;
  const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;
  console.log(
    `${name}: ${right} cuts right, ${wrong} wrong, ${missed} missed; precision ${percent(right / (right + wrong))}, ` +
      `F1 ${percent((2 * right) / (2 * right + wrong + missed))}; ${whole} of ${stacksOfAKind} stacks right`,
  );
}

const all = process.argv.slice(2).flatMap((folder) => corpusRows(folder).map((row): Single => ({ ...row, folder })));
await measure(
  'digital',
  all.filter(({ kind, file }) => kind === 'digital' && file.endsWith('.pdf')),
);
const scans = different(all.filter(({ kind }) => kind !== 'digital'));
await measure('scanned', scans.slice(0, mostScans));
