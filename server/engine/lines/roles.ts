import { Decimal } from 'decimal.js';
import { added, type Features, weigh } from '../weights.ts';
import type { Figures, NumberCell, Product } from './cells.ts';
import type { ColumnKind } from './column-words.ts';
import type { Column } from './columns.ts';
import { withCount } from './counted.ts';
import { labelled, mayBe } from './labelled.ts';
import { areMost } from './most.ts';
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
  const numeric = numericColumns(columns, rows);
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
    vatAmount: pick('vat_amount', 'vat') ?? emptyColumn(columns, rows, 'vat_amount', 'vat'),
    discount: pick('discount') ?? unnamed,
    base: pick('price_base'),
    factor,
    closes: best.closes,
  };
}

const numericColumns = (columns: readonly Column[], rows: readonly Figures[]): number[] =>
  columns.map((_, i) => i).filter((i) => rows.some((row) => row[i]) && !areNames(columns[i]!, rows, i));

/** "Site 1", "0045 2264": words with a number behind them, or numbers with zeros before them, under a head that means no figures. */
function areNames(column: Column, rows: readonly Figures[], at: number): boolean {
  const cells = rows.flatMap((row) => row[at] ?? []);
  const named = cells.filter(
    ({ rest, number, items }) => number.decimals === 0 && (/\p{L}{4}/u.test(rest) || /^0\d/.test(items[0]!.text)),
  );
  return column.kinds.length === 0 && areMost(named.length, cells.length);
}

function emptyColumn(columns: readonly Column[], rows: readonly Figures[], ...kinds: ColumnKind[]): number | null {
  const at = columns.findIndex((column, i) => labelled(column, ...kinds) && !rows.some((row) => row[i]));
  return at < 0 ? null : at;
}

/** "Rate" may head prices as well as percentages. */
function arePercent(rows: readonly Figures[], at: number): boolean {
  const cells = rows.map((row) => row[at]).filter((cell) => cell !== null && cell !== undefined);
  return areMost(cells.filter((cell) => cell.number.percent).length, cells.length);
}

/** The rows that show the product's figures; below a table its summary of VAT may stand in the same columns. */
function itemised(rows: readonly Figures[], { quantity, price, total }: Product): readonly Figures[] {
  const shown = [quantity, price, total].filter((at) => at !== null);
  const full = rows.filter((row) => shown.every((at) => row[at]));
  return shown.length > 1 && full.length > 0 ? full : rows;
}

/** Part of the rows with a product in which a second count has to stand. */
const enoughCounted = 0.6;

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
    return all.length >= enoughCounted * full.length && all.every(closes) && all.some(isNoOne);
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

/** In the currency: how far an amount may be off, beside half of the price's last digit for each piece. */
const aCent = 0.01;

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
    const slack = count.number.value.abs().mul(0.5).mul(new Decimal(10).pow(-each.number.decimals)).add(aCent);
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

/** The likeliest assignment of numeric columns to quantity, price and total; labels and arithmetic both have a say. */
function bestProduct(columns: readonly Column[], rows: readonly Figures[], numeric: readonly number[]): Product {
  const weights = columns.map((column) => ({
    quantity: weigh('columns', nameFeatures(column, 'quantity')),
    price: weigh('columns', nameFeatures(column, 'price')),
    total: weigh('columns', nameFeatures(column, 'total')),
  }));
  let best: Product & { weight: number } = { quantity: null, price: null, total: null, closes: 0, weight: -1 };
  for (const product of products(columns, rows, numeric)) {
    const named = productRoles.map((role) => (product[role] === null ? 0 : weights[product[role]]![role]));
    const weight =
      named.reduce((sum, one) => sum + one, 0) + weigh('columns', figureFeatures(columns, rows, numeric, product));
    if (weight > best.weight) best = { ...product, weight };
  }
  return best;
}

/** Every assignment that a table's columns may have, with what speaks for and against it. */
export function assignmentsOf(
  columns: readonly Column[],
  rows: readonly Figures[],
): { product: Product; features: Features }[] {
  const numeric = numericColumns(columns, rows);
  return [...products(columns, rows, numeric)].map((product) => {
    const named = productRoles.map((role) =>
      product[role] === null ? {} : nameFeatures(columns[product[role]]!, role),
    );
    return { product, features: added([...named, figureFeatures(columns, rows, numeric, product)]) };
  });
}

function* products(
  columns: readonly Column[],
  rows: readonly Figures[],
  numeric: readonly number[],
): Generator<Product> {
  const none = [null] as const;
  const quantities = numeric.filter((i) => !labelled(columns[i]!, ...neverQuantity));
  const prices = numeric.filter((i) => !labelled(columns[i]!, ...neverPrice) && !arePercent(rows, i));
  // A label that means VAT first, as "Val. TVA" does, may head the amounts without it where these multiply out.
  const onlyIfCloses = (i: number): boolean => labelled(columns[i]!, ...neverTotal) && mayBe(columns[i]!, 'amount');
  const totals = numeric.filter((i) => !labelled(columns[i]!, ...neverTotal) || onlyIfCloses(i));
  for (const total of [...totals, ...none]) {
    for (const price of [...prices, ...none]) {
      if (price !== null && price === total) continue;
      for (const quantity of [...quantities, ...none]) {
        if (quantity !== null && (quantity === price || quantity === total)) continue;
        const closes = closing(rows, quantity, price, total);
        if (total !== null && closes < mostClose && onlyIfCloses(total)) continue;
        // How much of the work is done counts nothing.
        if (quantity !== null && closes === 0 && arePercent(rows, quantity)) continue;
        // A column whose label says nothing known counts the pieces, or prices what nothing counts, only where some row says so.
        const isUnknown = (at: number | null): boolean => at !== null && columns[at]!.kinds.length === 0;
        const isGuess = total !== null && closes === 0 && price !== null;
        if (isGuess && (isUnknown(quantity) || (quantity === null && isUnknown(price)))) continue;
        yield { quantity, price, total, closes };
      }
    }
  }
}

/** What the figures of all rows, and the places of the columns, say for and against an assignment. */
const figureFeatures = (
  columns: readonly Column[],
  rows: readonly Figures[],
  numeric: readonly number[],
  { quantity, price, total, closes }: Product,
): Features => ({
  closes,
  total_to_the_right: total === null ? 0 : (numeric.indexOf(total) + 1) / numeric.length,
  // Of two columns that count, neither of which multiplies out, the one of whole pieces does.
  quantity_whole: quantity !== null && share(rows, quantity, ({ value }) => value.isInteger()) === 1,
  ...inCurrency(rows, quantity, price),
  ...shape(columns, rows, quantity, price),
});

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

const productRoles = ['quantity', 'price', 'total'] as const;
type ProductRole = (typeof productRoles)[number];

/** What a column's label says for and against a role. */
function nameFeatures(column: Column, role: ProductRole): Features {
  const wanted: Record<ProductRole, ColumnKind[]> = {
    quantity: ['quantity'],
    price: ['price', 'price_gross'],
    total: ['amount', 'gross_amount'],
  };
  const isNamed = labelled(column, ...wanted[role]);
  const maybe = mayBe(column, ...wanted[role]);
  const [isUnknown, first] = [column.kinds.length === 0, column.kinds[0]];
  return {
    named: isNamed,
    named_among_others: !isNamed && maybe,
    unnamed: !isNamed && !maybe && isUnknown,
    named_otherwise: !isNamed && !maybe && !isUnknown,
    net_total: role === 'total' && column.net,
    gross_total: role === 'total' && (column.gross || first === 'gross_amount'),
    gross_price: role === 'price' && (column.gross || first === 'price_gross'),
  };
}

/** The part of a column's figures of which something holds. */
function share(rows: readonly Figures[], at: number, holds: (number: NumberCell['number']) => boolean): number {
  const cells = rows.flatMap((row) => row[at] ?? []);
  return cells.filter(({ number }) => holds(number)).length / Math.max(1, cells.length);
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
): Features {
  if (quantity === null || price === null || columns[price]!.kinds.length + columns[quantity]!.kinds.length > 0)
    return {};
  const cents = (at: number) => share(rows, at, ({ decimals }) => decimals >= 2);
  const pieces = (at: number) => share(rows, at, ({ decimals, value }) => decimals === 3 && value.isInteger());
  return {
    price_in_cents: cents(price) - cents(quantity),
    quantity_in_pieces: pieces(quantity) - pieces(price),
    quantity_first: quantity < price,
  };
}

/** Prices bear a currency, and quantities a unit, whatever the labels over them may mean. */
function inCurrency(rows: readonly Figures[], quantity: number | null, price: number | null): Features {
  if (quantity === null || price === null) return {};
  const bears = (at: number) => share(rows, at, ({ currency }) => currency !== null);
  return { price_in_currency: bears(price) - bears(quantity) };
}

/** What a row with quantity one says, where others say 1: any price is its own amount. */
const saidByOne = 0.4;
/** What is believed of no row at all, and how much more of each: a single row that closes by accident must not outweigh the labels. */
const believed = { none: 0.6, each: 0.2 };

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
    const says = q.number.value.abs().eq(1) ? saidByOne : 1;
    weight += says;
    // What weighs goods prints "14,208" whatever parts the thousands of money.
    const readings = [q.number.value, q.number.otherwise].filter((value) => value !== null);
    if (readings.some((value) => multipliesOut(value, p, t))) good += says;
  }
  return weight === 0 ? 0 : (good / weight) * Math.min(1, believed.none + believed.each * weight);
}
