import type { Decimal } from 'decimal.js';
import { type AmountInWords, amountInWords } from '../candidates/amounts-in-words.ts';
import { startNear } from '../layout/geometry.ts';
import type { Layout } from '../layout/layout.ts';
import type { Entry } from './entry.ts';

/** The amounts that the pages say in words, in one line or in two below each other. */
export function amountsSaid({ pages }: Layout): readonly AmountInWords[] {
  return pages.flatMap(({ rows }) =>
    rows.flatMap(({ cells }, at) =>
      cells.flatMap((cell) => {
        const one = amountInWords(cell.text).amount;
        if (!one) return [];
        const below = rows[at + 1]?.cells.find((other) => startNear(other, cell));
        const both = below && one.end === cell.text.length ? amountInWords(`${cell.text} ${below.text}`).amount : null;
        return [both && both.start === one.start ? both : one];
      }),
    ),
  );
}

/** Marks the amounts that are said in words as well, to the cent. */
export const withSaidInWords = (entries: readonly Entry[], said: readonly AmountInWords[]): Entry[] =>
  entries.map((entry) => (said.some((one) => one.value.eq(entry.value.abs())) ? { ...entry, inWords: true } : entry));

/** Whether amounts are said in words and none of them is one of the sums, of which words may leave out the cents. */
export const saysAnother = (said: readonly AmountInWords[], sums: readonly Decimal[]): boolean =>
  said.length > 0 &&
  !said.some((one) =>
    sums.some((sum) => one.value.eq(sum.abs()) || (!one.saysCents && one.value.eq(sum.abs().trunc()))),
  );
