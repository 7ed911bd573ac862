import type { Decimal } from 'decimal.js';
import { isWithinEdits } from '../../checks/edit-distance.ts';
import type { Layout, NumberedRow } from '../layout/layout.ts';
import { boxAround } from '../layout/rows.ts';
import type { Word } from '../page.ts';
import type { Entry } from './entry.ts';
import { givenTo, paidOf } from './paid.ts';
import { totalPhrases } from './total-words.ts';

/** Payments in cash are rounded to it where there are no smaller coins. */
const smallestCoin = '0.05';

/** How clearly a mended total is called one; of 1. */
const clarity = 0.6;

/**
 * What a till was paid says how its total is to be read where OCR got one figure wrong or lost it: "119.7C" over cash
 * 120.00 and change 0.30. What is mended bears the mark of it.
 */
export function mendTotals(layout: Layout, entries: readonly Entry[]): Entry[] {
  const changes = entries.filter((entry) => entry.kinds.includes('change'));
  const exact = changes.length > 0 ? [] : givenTo(entries).map((tendered) => ({ value: tendered.value, tendered }));
  let mended = [...entries];
  for (const { value, tendered } of [...paidOf(entries), ...exact]) {
    const page = layout.pages.find((one) => one.page.number === tendered.page);
    if (page?.page.source !== 'ocr' || value.lt(1)) continue;
    const again = entries.filter((entry) => entry.page === tendered.page && entry.value.eq(value));
    if (again.some((entry) => entry !== tendered && !entry.kinds.includes('tendered'))) continue;
    // Paid as the slip says more than once, and not rounded to what coins make: then the total was misread, however clearly.
    const isRounded = value.mod(smallestCoin).isZero() || entries.some(({ kinds }) => kinds[0] === 'rounding');
    const isSure = again.length > 1 && changes.length === 0 && !isRounded;
    for (const row of page.rows.filter((one) => one.y < tendered.row.y && isNear(one, tendered.row))) {
      const figure = figureOf(row);
      if (!figure || (isClear(figure) && !isSure) || !resembles(figure, value)) continue;
      const text = figure.map((word) => word.text).join(' ');
      const item = { ...boxAround(figure), words: figure, text, number: null };
      const own = mended.find((entry) => entry.row === row && entry.item.words.some((word) => figure.includes(word)));
      const read = { value, item, page: tendered.page, row, mended: true };
      const label = { clarity, explained: false, rates: [], currency: null, from: 'left' } as const;
      const entry: Entry = { kinds: ['total'], ...label, rates: [], ...own, ...read };
      mended = [...mended.filter((one) => one !== own), { ...entry, kinds: ['total'] }];
    }
  }
  return mended;
}

/** In heights of the row of what was paid: a total stands no farther above it. */
const farthestAbove = 8;

const isNear = (row: NumberedRow, below: NumberedRow): boolean => below.y - row.y < farthestAbove * below.height;

/** The words of the figure at the end of a row that is called a total. */
function figureOf(row: NumberedRow): Word[] | null {
  const hits = totalPhrases().find(row.text.replace(/[\d.,]+/g, ' '), true);
  const kinds = hits.flatMap((hit) => hit.kinds);
  if (!kinds.some((kind) => kind === 'total' || kind === 'gross' || kind === 'due')) return null;
  if (kinds.some((kind) => kind === 'tendered' || kind === 'change' || kind === 'vat')) return null;
  const start = row.words.findLastIndex((word) => !/\d/.test(word.text)) + 1;
  return start < row.words.length ? row.words.slice(start) : null;
}

/** Confidence, of 1: a whole amount that was read with more is what is printed. */
const clearlyRead = 0.8;

/** A whole amount that was read with confidence may differ from what was paid, and says so. */
const isClear = (words: readonly Word[]): boolean =>
  words.length === 1 && /^\d[\d.,]*[.,]\d{2}$/.test(words[0]!.text) && (words[0]!.confidence ?? 1) > clearlyRead;

/** The same figures but for one that is wrong or missing. */
function resembles(words: readonly Word[], value: Decimal): boolean {
  const read = words.map((word) => word.text.replace(/[^\p{L}\p{N}]/gu, '')).join('');
  const meant = value.toFixed(2).replace('.', '');
  return read.length >= 3 && read.length <= meant.length && meant.length >= 3 && isWithinEdits(read, meant, 1);
}
