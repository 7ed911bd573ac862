import { isToTheCent } from '../../checks/cents.ts';
import type { NumberedRow } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';

/** A row with more figures is no line of an invoice; trying all their products would take for ever. */
export const mostFigures = 24;

/** Whether some quantity times some price in the row is the figure to the right of both. */
export function productIn(row: NumberedRow): 'many' | 'one' | null {
  if (!row.cells.some((cell) => /\p{L}/u.test(cell.text))) return null;
  const named = row.cells.some((cell) => /\p{L}{3}/u.test(cell.text));
  const figures = row.items.filter((item) => item.number && !item.number.percent);
  if (figures.length > mostFigures) return null;
  for (const [i, total] of figures.entries()) {
    if (!isMoney(total) || total.number!.value.isZero()) continue;
    for (const price of figures.slice(0, i)) {
      if (price.number!.decimals < 2 && !(isMoney(price) && total.number!.decimals === 0)) continue;
      for (const quantity of figures.slice(0, i)) {
        if (quantity === price || quantity.number!.value.isZero()) continue;
        const product = quantity.number!.value.mul(price.number!.value);
        if (!isToTheCent(product, total.number!.value)) continue;
        if (!quantity.number!.value.eq(1)) return 'many';
        if (named) return 'one';
      }
    }
  }
  return null;
}

/** An amount with cents, or a large one of a currency that has none. */
export const isMoney = (item: Item) =>
  item.number!.decimals === 2 || (item.number!.decimals === 0 && item.number!.value.abs().gte(1000));
