import type { Decimal } from 'decimal.js';
import { withoutEnd } from '../../checks/without-end.ts';
import type { BodyRow } from './body-rows.ts';
import type { NumberCell } from './cells.ts';
import { multipliesOut, type Roles } from './roles.ts';

/**
 * Puts right what OCR does to figures and the line's own product shows: a lost minus sign or separator, and a one that
 * looks like a letter. The digits stay those of the page; what is mended bears the mark of it.
 */
export function mendFigures(row: BodyRow, roles: Roles): BodyRow {
  const { quantity: quantityAt, price: priceAt, total: totalAt } = roles;
  if (quantityAt === null || priceAt === null || totalAt === null || roles.priceIsGross) return row;
  const [price, total] = [row.figures[priceAt], row.figures[totalAt]];
  const quantity = row.figures[quantityAt] ?? oneLikeALetter(row, quantityAt, price ?? null, total ?? null);
  if (!quantity || !price || !total || quantity.number.value.isZero()) return row;
  const withFigures = (changes: [number, NumberCell][]): BodyRow => ({
    ...row,
    figures: row.figures.map((figure, i) => changes.find(([at]) => at === i)?.[1] ?? figure),
  });
  if (multipliesOut(quantity.number.value, price, total)) {
    return quantity.mended ? withFigures([[quantityAt, quantity]]) : row;
  }
  if (multipliesOut(quantity.number.value.neg(), price, total)) {
    return withFigures([[quantityAt, withValue(quantity, quantity.number.value.neg())]]);
  }
  // Money is printed with two decimals, so a figure without them is the one that lost its separator.
  const product = quantity.number.value.mul(price.number.value).toDecimalPlaces(2);
  if (total.number.decimals !== 2 && sameDigits(product, total))
    return withFigures([[totalAt, withValue(total, product)]]);
  const each = total.number.value.div(quantity.number.value).toDecimalPlaces(4);
  if (price.number.decimals < 2 && sameDigits(each, price)) return withFigures([[priceAt, withValue(price, each)]]);
  if (price.number.value.isZero() || price.number.decimals < 2 || total.number.decimals !== 2) return row;
  const count = total.number.value.div(price.number.value).toDecimalPlaces(3);
  // A lost separator leaves the zero before it; without one it is the rate of a row of the VAT summary.
  const zeroStands = count.gte(1) || /^\W*0/.test(quantity.items[0]?.text ?? '');
  if (zeroStands && sameDigits(count, quantity, 1)) return withFigures([[quantityAt, withValue(quantity, count)]]);
  return row;
}

function oneLikeALetter(
  row: BodyRow,
  at: number,
  price: NumberCell | null,
  total: NumberCell | null,
): NumberCell | null {
  const item = row.cells[at]!.find(({ text }) => /^[lI|!]$/u.test(text));
  if (!item || !price || !total || !price.number.value.eq(total.number.value)) return null;
  const one = price.number.value.div(price.number.value);
  const number = { value: one, otherwise: null, decimals: 0, percent: false, currency: null };
  return { number, items: [item], rest: '', mended: true };
}

const withValue = (cell: NumberCell, value: Decimal): NumberCell => ({
  ...cell,
  number: { ...cell.number, value, otherwise: null, decimals: Math.max(2, value.decimalPlaces()) },
  mended: true,
});

/** Whether the value's digits are those of the print, zeros at the end aside; of few digits that may be an accident. */
function sameDigits(value: Decimal, { number }: NumberCell, least = 3): boolean {
  const digits = (of: Decimal) => withoutEnd(of.abs().toFixed().replace('.', '').replace(/^0+/u, ''), /0/);
  return (
    digits(value).length >= least &&
    digits(value) === digits(number.value) &&
    value.isNegative() === number.value.isNegative()
  );
}
