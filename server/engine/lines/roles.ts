import { Decimal } from 'decimal.js';
import type { Figures, NumberCell, Product } from './cells.ts';
import type { ColumnKind } from './column-words.ts';
import type { Column } from './columns.ts';
import { withCount } from './counted.ts';
import { labelled, mayBe } from './labelled.ts';
import { closesAfterDiscount, multipliesOut } from './multiplies-out.ts';
import { netAndGross } from './net-and-gross.ts';
import { rateColumn } from './rate-column.ts';

/** Which column (by index) holds what. */
export interface Roles {
  quantity: number | null;
  price: number | null;
  /** The line's total; net wherever the table prints a net one. */
  total: number | null;
  gross: number | null;
  rate: number | null;
  vatAmount: number | null;
  discount: number | null;
  /** Number of units that the price is for. */
  base: number | null;
  /** A second count by which the price is multiplied, such as the days beside the pieces that are hired. */
  factor: number | null;
  /** Whether price times quantity gives the gross column, not the total. */
  priceIsGross: boolean;
  /** Part of the rows with all three figures whose quantity times price is the total; 0 without any. */
  closes: number;
}

/** Gives each column its role from labels and from what multiplies out in the rows. */
export function rolesOf(columns: readonly Column[], rows: readonly Figures[]): Roles {
  const filled = columns.map((_, i) => rows.filter((row) => row[i]).length);
  const numeric = columns.map((_, i) => i).filter((i) => filled[i]! > 0 && !areNames(columns[i]!, rows, i));
  const best = withCount(columns, rows, numeric, bestProduct(columns, rows, numeric));
  const unnamed = unnamedDiscount(columns, rows, numeric, best);
  const rated = numeric.filter((i) => i !== unnamed);
  const rate = rateColumn(columns, itemised(rows, best), rated, best);
  const { quantity, factor } = counts(columns, rows, numeric, best);
  const product = { ...best, quantity, total: afterDiscount(columns, rows, numeric, best) };
  const { price } = product;
  const { total, gross, priceIsGross } = netAndGross(columns, rows, numeric, product, rate);
  const others = numeric.filter((i) => ![quantity, price, total, gross, rate, factor].includes(i));
  const pick = (...kinds: ColumnKind[]) => others.find((i) => labelled(columns[i]!, ...kinds)) ?? null;
  return {
    quantity,
    price,
    total,
    gross,
    rate,
    priceIsGross,
    // Without any VAT the rows leave its column empty, and the sum below has nought in it.
    vatAmount: pick('vat_amount', 'vat') ?? emptyColumn(columns, filled, 'vat_amount'),
    discount: pick('discount') ?? unnamed,
    base: pick('price_base'),
    factor,
    closes: best.closes,
  };
}

/** "Site 1", "0045 2264": words with a number behind them, or numbers with zeros before them, under a head that means no figures. */
function areNames(column: Column, rows: readonly Figures[], at: number): boolean {
  const cells = rows.flatMap((row) => row[at] ?? []);
  const named = cells.filter(
    ({ rest, number, items }) => number.decimals === 0 && (/\p{L}{4}/u.test(rest) || /^0\d/.test(items[0]!.text)),
  );
  return column.kinds.length === 0 && named.length > 0.5 * cells.length;
}

function emptyColumn(columns: readonly Column[], filled: readonly number[], kind: ColumnKind): number | null {
  const at = columns.findIndex((column, i) => filled[i] === 0 && labelled(column, kind));
  return at < 0 ? null : at;
}

/** "Rate" may head prices as well as percentages. */
function arePercent(rows: readonly Figures[], at: number): boolean {
  const cells = rows.map((row) => row[at]).filter((cell) => cell !== null && cell !== undefined);
  return cells.filter((cell) => cell.number.percent).length > 0.5 * cells.length;
}

/** The rows that show the product's figures; below a table its summary of VAT may stand in the same columns. */
function itemised(rows: readonly Figures[], { quantity, price, total }: Product): readonly Figures[] {
  const shown = [quantity, price, total].filter((at) => at !== null);
  const full = rows.filter((row) => shown.every((at) => row[at]));
  return shown.length > 1 && full.length > 0 ? full : rows;
}

/**
 * Quantity and factor where two counts together multiply the price, as with "40 pieces, 21 days". One row of each where
 * the other is one would make a product of its own, and not what the rows mean.
 */
function counts(
  columns: readonly Column[],
  rows: readonly Figures[],
  numeric: readonly number[],
  { quantity, price, total }: Product,
): { quantity: number | null; factor: number | null } {
  const none = { quantity, factor: null };
  if (quantity === null || price === null || total === null) return none;
  const full = rows.filter((row) => row[quantity] && row[price] && row[total]);
  const others = numeric.filter(
    (i) => ![quantity, price, total].includes(i) && !labelled(columns[i]!, ...neverQuantity, 'amount', 'unit'),
  );
  const factor = others.find((i) => {
    const all = full.filter((row) => row[i]);
    const closes = (row: Figures) =>
      multipliesOut(row[quantity]!.number.value.mul(row[i]!.number.value), row[price]!, row[total]!);
    const isNoOne = (row: Figures) => ![quantity, i].some((at) => row[at]!.number.value.eq(1));
    return all.length >= 0.6 * full.length && all.every(closes) && all.some(isNoOne);
  });
  if (factor === undefined) return none;
  // What is counted stands before how long or how often.
  return { quantity: Math.min(quantity, factor), factor: Math.max(quantity, factor) };
}

/** The amounts after the discount where they stand beside those before it, and the price makes only the latter. */
function afterDiscount(
  columns: readonly Column[],
  rows: readonly Figures[],
  numeric: readonly number[],
  { total }: Product,
): number | null {
  const discounts = numeric.filter((i) => labelled(columns[i]!, 'discount'));
  if (total === null || discounts.length === 0) return total;
  const one = new Decimal(1);
  const less = (discount: number, after: number) => {
    const full = rows.filter((row) => row[total] && row[discount] && row[after]);
    const taken = full.filter((row) => !row[discount]!.number.value.isZero());
    const same = (row: Figures) => row[total]!.number.value.eq(row[after]!.number.value);
    return (
      taken.length > 0 &&
      full.every((row) =>
        taken.includes(row) ? closesAfterDiscount(one, row[total]!, row[discount]!, row[after]!) : same(row),
      )
    );
  };
  const after = numeric.find(
    (i) => i !== total && labelled(columns[i]!, 'amount') && discounts.some((discount) => less(discount, i)),
  );
  return after ?? total;
}

/**
 * A column of percentages without a label that says anything, each of which taken off what quantity and price make gives
 * the amount, which they make by themselves in no such row; as far as a price tells that was rounded.
 */
function unnamedDiscount(
  columns: readonly Column[],
  rows: readonly Figures[],
  numeric: readonly number[],
  { quantity, price, total }: Product,
): number | null {
  if (quantity === null || price === null || total === null) return null;
  const takesOff = (row: Figures, at: number): boolean => {
    const [count, each, amount, off] = [row[quantity], row[price], row[total], row[at]!.number.value];
    if (!count || !each || !amount || multipliesOut(count.number.value, each, amount)) return false;
    const slack = count.number.value.abs().mul(0.5).mul(new Decimal(10).pow(-each.number.decimals)).add(0.01);
    const after = count.number.value.mul(each.number.value).mul(new Decimal(100).sub(off)).div(100);
    return after.sub(amount.number.value).abs().lte(slack);
  };
  const found = numeric.find((i) => {
    const taken = rows.filter((row) => row[i] && !row[i].number.value.isZero());
    return (
      columns[i]!.kinds.length === 0 &&
      arePercent(rows, i) &&
      new Set(taken.map((row) => row[i]!.number.value.toString())).size > 1 &&
      taken.every((row) => takesOff(row, i))
    );
  });
  return found ?? null;
}

/** The part of the rows that multiplies out where a product does. */
const mostClose = 0.5;

/** Tries every assignment of numeric columns to quantity, price and total; labels and arithmetic both have a say. */
function bestProduct(columns: readonly Column[], rows: readonly Figures[], numeric: readonly number[]): Product {
  const none = [null] as const;
  const quantities = numeric.filter((i) => !labelled(columns[i]!, ...neverQuantity));
  const prices = numeric.filter((i) => !labelled(columns[i]!, ...neverPrice) && !arePercent(rows, i));
  // A label that means VAT first, as "Val. TVA" does, may head the amounts without it where these multiply out.
  const onlyIfCloses = (i: number): boolean => labelled(columns[i]!, ...neverTotal) && mayBe(columns[i]!, 'amount');
  const totals = numeric.filter((i) => !labelled(columns[i]!, ...neverTotal) || onlyIfCloses(i));
  let best: Product & { score: number } = { quantity: null, price: null, total: null, closes: 0, score: -1 };
  for (const total of [...totals, ...none]) {
    for (const price of [...prices, ...none]) {
      if (price !== null && price === total) continue;
      for (const quantity of [...quantities, ...none]) {
        if (quantity !== null && (quantity === price || quantity === total)) continue;
        const closes = closing(rows, quantity, price, total);
        if (total !== null && closes < mostClose && onlyIfCloses(total)) continue;
        // A column whose label says nothing known counts the pieces, or prices what nothing counts, only where some row says so.
        const isUnknown = (at: number | null): boolean => at !== null && columns[at]!.kinds.length === 0;
        const isGuess = total !== null && closes === 0 && price !== null;
        if (isGuess && (isUnknown(quantity) || (quantity === null && isUnknown(price)))) continue;
        const score =
          labelScore(columns, quantity, 'quantity') +
          labelScore(columns, price, 'price') +
          labelScore(columns, total, 'amount') +
          4 * closes +
          position(total, numeric) +
          marks(rows, quantity, price) +
          pieces(rows, quantity) +
          shape(columns, rows, quantity, price);
        if (score > best.score) best = { quantity, price, total, closes, score };
      }
    }
  }
  return best;
}

/** Columns whose numbers are neither quantity nor price nor amount. */
const neverFigures: ColumnKind[] = [
  'price_other',
  'vat_rate',
  'vat_amount',
  'discount',
  'position',
  'code',
  'lot',
  'expiry',
  'customs',
  'date',
  'order',
  'delivery_note',
  'price_base',
  'origin',
  'description',
];
const neverQuantity: ColumnKind[] = [...neverFigures, 'price', 'price_gross', 'gross_amount', 'vat'];
const neverPrice: ColumnKind[] = [...neverFigures, 'quantity', 'gross_amount', 'vat'];
// What looks like a date's label may be the rest of a torn one; dates are no figures.
const neverTotal: ColumnKind[] = [...neverFigures.filter((kind) => kind !== 'date'), 'quantity', 'unit'];

function labelScore(columns: readonly Column[], at: number | null, role: 'quantity' | 'price' | 'amount'): number {
  if (at === null) return 0;
  const column = columns[at]!;
  const wanted: ColumnKind[] = role === 'amount' ? ['amount', 'gross_amount'] : [role];
  if (role === 'price') wanted.push('price_gross');
  let score = labelled(column, ...wanted) ? 2 : mayBe(column, ...wanted) ? 1 : column.kinds.length === 0 ? 0.2 : -1;
  if (role === 'amount') {
    if (column.net) score += 0.4;
    if (column.gross || column.kinds[0] === 'gross_amount') score -= 0.5;
  }
  if (role === 'price' && (column.gross || column.kinds[0] === 'price_gross')) score -= 0.3;
  return score;
}

/**
 * Where labels do not tell quantity from price: prices carry cents, quantities mostly do not, and stand first; and whole
 * pieces with three decimals ("1,000") are counted.
 */
function shape(
  columns: readonly Column[],
  rows: readonly Figures[],
  quantity: number | null,
  price: number | null,
): number {
  if (quantity === null || price === null || columns[price]!.kinds.length + columns[quantity]!.kinds.length > 0)
    return 0;
  const share = (at: number, test: (number: NumberCell['number']) => boolean) => {
    const cells = rows.flatMap((row) => row[at] ?? []);
    return cells.filter(({ number }) => test(number)).length / Math.max(1, cells.length);
  };
  const cents = (at: number) => share(at, ({ decimals }) => decimals >= 2);
  const pieces = (at: number) => share(at, ({ decimals, value }) => decimals === 3 && value.isInteger());
  const told = cents(price) - cents(quantity) + pieces(quantity) - pieces(price);
  return 0.6 * told + (quantity < price ? 0.3 : 0);
}

/** Prices bear a currency, and quantities a unit, whatever the labels over them may mean. */
function marks(rows: readonly Figures[], quantity: number | null, price: number | null): number {
  if (quantity === null || price === null) return 0;
  const inCurrency = (at: number) => {
    const cells = rows.map((row) => row[at]).filter((cell) => cell !== null && cell !== undefined);
    return cells.filter(({ number }) => number.currency !== null).length / Math.max(1, cells.length);
  };
  return inCurrency(price) - inCurrency(quantity);
}

/** Of two columns that count, neither of which multiplies out, the one of whole pieces does; a mere tie-break. */
const pieces = (rows: readonly Figures[], quantity: number | null) => {
  const cells = quantity === null ? [] : rows.flatMap((row) => row[quantity] ?? []);
  return cells.length > 0 && cells.every(({ number }) => number.value.isInteger()) ? 0.05 : 0;
};

/** The total stands right of most other figures; a mere tie-break. */
const position = (total: number | null, numeric: readonly number[]) =>
  total === null ? 0 : (0.1 * (numeric.indexOf(total) + 1)) / numeric.length;

/** The part of full rows that multiply out; rows with quantity one say less. */
function closing(
  rows: readonly Figures[],
  quantity: number | null,
  price: number | null,
  total: number | null,
): number {
  if (quantity === null || price === null || total === null) return 0;
  let weight = 0;
  let good = 0;
  for (const row of rows) {
    const [q, p, t] = [row[quantity], row[price], row[total]];
    if (!q || !p || !t || t.number.value.isZero()) continue;
    const says = q.number.value.abs().eq(1) ? 0.4 : 1;
    weight += says;
    if (multipliesOut(q.number.value, p, t)) good += says;
  }
  // A single row that closes by accident must not outweigh the labels.
  return weight === 0 ? 0 : (good / weight) * Math.min(1, 0.6 + 0.2 * weight);
}
