import { foldLetters } from '../../checks/fold.ts';
import type { NumberedRow } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import { isUsualRate } from './usual-rates.ts';

/** What a till prints of a sale, as far as its VAT rate is told by it. */
interface Rated {
  /** Indexes of its rows on the page. */
  rows: number[];
  name: Item[];
  rate: Item | null;
}

/** The letter of a VAT rate, "12,40 B", behind the amount at this place; OCR sees an accent over it now and then. */
export function letterBehind(items: readonly Item[], amount: number): Item | null {
  const next = items[amount + 1];
  const letter = foldLetters(next?.text ?? '').toUpperCase();
  return next && /^\p{Lu}$/u.test(next.text) && /^[A-Z]$/.test(letter) ? { ...next, text: letter } : null;
}

/**
 * The sales with the rates that stand in their own rows, "Lamp oil 24%" or "2 pcs x 3,10 9,5%": each has one, and all of them
 * stand again among the sums below. Without that a percentage is of what is in the goods, as "Cream 20%" is.
 */
export function withRatesInRows<Sale extends Rated>(
  sales: readonly Sale[],
  rows: readonly NumberedRow[],
  below: readonly NumberedRow[],
): Sale[] {
  const summed = below.flatMap(({ items }) => items.filter(isRate));
  const rated = sales.flatMap((sale) => {
    const [rate, ...more] = sale.rows.flatMap((at) => rows[at]!.items.filter(isRate));
    const isSummed = rate && summed.some(({ number }) => number!.value.eq(rate.number!.value));
    return isSummed && more.length === 0
      ? [{ ...sale, rate, name: sale.name.filter(({ words }) => words[0] !== rate.words[0]) }]
      : [];
  });
  return rated.length === sales.length ? rated : [...sales];
}

const isRate = ({ number }: Item): boolean => number?.percent === true && isUsualRate(number.value);
