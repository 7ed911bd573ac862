import { currencySpelled } from '../../server/checks/amounts.ts';
import { fold } from '../../server/checks/fold.ts';
import type { Place } from '../../server/engine/candidates/text-lines.ts';
import type { Layout, NumberedRow } from '../../server/engine/layout/layout.ts';
import { boxAround } from '../../server/engine/layout/rows.ts';
import type { Word } from '../../server/engine/page.ts';

/** A value in more words than this is prose, of which the words are looked for one by one. */
const mostWords = 8;
/** So much of a text's words is to stand on one page: labels stand between them, and hyphens part a few. */
const mostOfText = 0.8;

/**
 * Where a value stands among the words as they were read, whatever they were taken for; null where no page has it.
 * @param near only within so many points above and below it
 */
export function printedPlace(layout: Layout, field: string, value: string | number, near: Place | null): Place | null {
  const rows = layout.pages
    .flatMap((page) => page.rows)
    .filter(({ page, y }) => !near || (page === near.page && Math.abs(y - near.box.y) < nearby));
  const forms = formsOf(field, value);
  for (const row of rows) {
    const words = runOf(row.words, forms);
    if (words) return { page: row.page, box: boxAround(words) };
  }
  return typeof value === 'string' && /\s/.test(value.trim()) ? textPlace(rows, value) : null;
}

/** Points; a line of an invoice has two or three rows. */
const nearby = 30;

/** How a run of words may look, less all that is neither letter nor figure. */
interface Forms {
  of(words: readonly string[]): string;
  known: ReadonlySet<string>;
}

function formsOf(field: string, value: string | number): Forms {
  if (typeof value === 'number') {
    const digits = (text: string): string => text.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
    const known = [String(value), ...[0, 1, 2, 3, 4].map((places) => value.toFixed(places))]
      .filter((text) => Number(text) === value)
      .map(digits);
    return { known: new Set(known), of: (words) => (isFigure(words.join('')) ? digits(words.join('')) : '') };
  }
  if (/^\d{4}-\d\d-\d\d$/.test(value)) {
    const [year, month, day] = value.split('-') as [string, string, string];
    const [years, months, days] = [
      [year, year.slice(2)],
      [month, String(Number(month)), ''],
      [day, String(Number(day))],
    ] as const;
    const known = years.flatMap((y) => months.flatMap((m) => days.flatMap((d) => [d + m + y, m + d + y, y + m + d])));
    return { known: new Set(known), of: (words) => words.join('').replace(/\D/g, '') };
  }
  if (field === 'currency' || field === 'exchange_rate_currency')
    return {
      known: new Set([value]),
      of: ([word, ...more]) => (more.length > 0 ? '' : (currencySpelled(word!.replace(/[^\p{L}€£$¥]/gu, '')) ?? '')),
    };
  const known = new Set([fold(value), fold(value).replace(/^[a-z]{2}(?=\d)/, '')]);
  return { known, of: (words) => fold(words.join('')).replace(/^[a-z]{2}(?=\d+$)/, '') };
}

const isFigure = (text: string): boolean => /\d/.test(text) && text.replace(/[^\p{L}]/gu, '').length <= 4;

/** The shortest run of neighbouring words that looks like one of the forms. */
function runOf(words: readonly Word[], { known, of }: Forms): Word[] | null {
  for (let length = 1; length <= mostWords; length++)
    for (let from = 0; from + length <= words.length; from++) {
      const run = words.slice(from, from + length);
      const form = of(run.map(({ text }) => text));
      if (form !== '' && known.has(form)) return run;
    }
  return null;
}

/** A text in several lines stands where its words do; its place is the row that has the most of them. */
function textPlace(rows: readonly NumberedRow[], value: string): Place | null {
  const wanted = new Set(partsOf(value));
  const pages = Map.groupBy(rows, (row) => row.page);
  for (const own of pages.values()) {
    const has = ({ words }: NumberedRow): number =>
      new Set(words.flatMap(({ text }) => partsOf(text)).filter((part) => wanted.has(part))).size;
    const all = new Set(own.flatMap(({ words }) => words.flatMap(({ text }) => partsOf(text))));
    if ([...wanted].filter((part) => all.has(part)).length < mostOfText * wanted.size) continue;
    const best = own.toSorted((a, b) => has(b) - has(a))[0]!;
    const words = best.words.filter(({ text }) => partsOf(text).some((part) => wanted.has(part)));
    return { page: best.page, box: boxAround(words) };
  }
  return null;
}

const partsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).flatMap((part) => fold(part) || []);
