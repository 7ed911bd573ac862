import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { normaliseBuyerVat } from '../../server/checks/vat-numbers.ts';
import type { CorpusRow } from './corpus-index.ts';
import { openingCodeHash } from './open-cached.ts';
import type { ScoreJob } from './score-worker.ts';

/**
 * Reads the files with the engine as it stands; the Documents go to `predictions`, which is emptied first.
 * @param parallel how many threads read at once
 * @param buyerVat for which company all of it is read; null for the one that each file's truth names
 * @param without the meaning whose labels are left out of all pages; null where all are read
 * @returns how long deciding took for each, in milliseconds, the shortest first
 */
export async function readCorpus(
  corpus: string,
  rows: readonly CorpusRow[],
  predictions: string,
  parallel: number,
  { buyerVat = null, without = null }: { buyerVat?: string | null; without?: string | null } = {},
): Promise<number[]> {
  rmSync(predictions, { recursive: true, force: true });
  mkdirSync(predictions, { recursive: true });
  const hashes = { text: openingCodeHash(false), picture: openingCodeHash(true) };
  const queue = [...rows];
  const times: number[] = [];
  const readers = Array.from({ length: parallel }, async () => {
    const worker = new Worker(new URL('./score-worker.ts', import.meta.url));
    let done: (ms: number) => void = () => {};
    let fail: (error: unknown) => void = () => {};
    worker.on('message', ({ decideMs }) => done(decideMs)).on('error', (error) => fail(error));
    for (let row = queue.shift(); row; row = queue.shift()) {
      const job: ScoreJob = {
        file: join(corpus, row.file),
        prediction: join(predictions, `${basename(row.file)}.json`),
        buyerVat: buyerVat ?? buyerVatOf(corpus, row),
        codeHash: row.kind === 'digital' ? hashes.text : hashes.picture,
        without,
      };
      const answered = new Promise<number>((resolve, reject) => {
        done = resolve;
        fail = reject;
      });
      worker.postMessage(job);
      times.push(await answered);
    }
    await worker.terminate();
  });
  await Promise.all(readers);
  return times.sort((a, b) => a - b);
}

/**
 * Whom a client would name as the buyer: its VAT number with the country before it, also where the page leaves that out;
 * what the API refuses is sent as another company.
 */
export function buyerVatOf(corpus: string, row: CorpusRow): string {
  const { truth, country } = JSON.parse(readFileSync(join(corpus, row.truth), 'utf8'));
  const printed: string = truth.customer?.vat_number ?? '';
  const prefix = country || countryOfLanguage[row.language] || '';
  return (
    normaliseBuyerVat(printed) ??
    normaliseBuyerVat(`${prefix}${printed.toUpperCase().replace(/[^A-Z0-9]/g, '')}`) ??
    'RO18547290'
  );
}

/** As the corpus's scorer has it, where a file does not say its country. */
const countryOfLanguage: Readonly<Record<string, string>> = {
  ro: 'RO',
  de: 'DE',
  fr: 'FR',
  it: 'IT',
  es: 'ES',
  pl: 'PL',
  hu: 'HU',
  cs: 'CZ',
  nl: 'NL',
  pt: 'PT',
  bg: 'BG',
  el: 'EL',
  hr: 'HR',
  sl: 'SI',
};
