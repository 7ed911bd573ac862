import { Decimal } from 'decimal.js';
import { withoutEnd } from '../../checks/without-end.ts';
import type { BodyRow } from './body-rows.ts';
import type { NumberCell } from './cells.ts';
import { multipliesOut } from './multiplies-out.ts';
import type { Roles } from './roles.ts';

/** A quantity like 1.234 in the reading that makes the line's total: what weighs goods prints three decimals. */
export function readByProduct(row: BodyRow, { quantity: at, price, total }: Roles): BodyRow {
  const [quantity, each, sum] = [at, price, total].map((role) => (role === null ? null : row.figures[role]));
  const other = quantity?.number.otherwise;
  if (!quantity || !other || !each || !sum || sum.number.value.isZero()) return row;
  // "12.000  47.350": of two readings that make the same total the one is meant that leaves the price as it is printed.
  const printed = { ...each, number: { ...each.number, otherwise: null } };
  if (multipliesOut(quantity.number.value, printed, sum)) return row;
  const isGrouped = each.number.otherwise?.mul(1000).eq(each.number.value) === true;
  const isMeant = (isGrouped && multipliesOut(other, printed, sum)) || !multipliesOut(quantity.number.value, each, sum);
  if (!isMeant || !multipliesOut(other, each, sum)) return row;
  const read = { ...quantity, number: { ...quantity.number, value: other, otherwise: quantity.number.value } };
  return { ...row, figures: row.figures.map((figure, i) => (i === at ? read : figure)) };
}

/**
 * Puts right what OCR does to figures and the line's own product shows: a lost minus sign or separator, a one that looks
 * like a letter, and figures that two readers saw differently. What is mended bears the mark of it.
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
  const otherwise = readOtherwise([quantity, price, total]);
  if (otherwise) return withFigures(otherwise.map((cell, i) => [[quantityAt, priceAt, totalAt][i]!, cell]));
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

type Product = [quantity: NumberCell, price: NumberCell, total: NumberCell];

/** The line with one or two of its figures as the other of two readers saw them, where only so it multiplies out. */
function readOtherwise(cells: Product): Product | null {
  const others = cells.map((cell) => {
    const [item, ...more] = cell.items;
    const other = more.length === 0 && item?.words.length === 1 ? item.words[0]!.other : undefined;
    return other && figure.test(other) ? withValue(cell, new Decimal(other.replace(',', '.'))) : null;
  });
  const tried = [[0], [1], [2], [0, 1], [0, 2], [1, 2]]
    .filter((some) => some.every((at) => others[at] !== null))
    .map((some) => cells.map((cell, at) => (some.includes(at) ? others[at]! : cell)) as Product);
  return tried.find(([quantity, price, total]) => multipliesOut(quantity.number.value, price, total)) ?? null;
}

const figure = /^\d{1,9}(?:[.,]\d{1,4})?$/;

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
