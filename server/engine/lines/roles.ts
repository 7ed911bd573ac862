import { Decimal } from 'decimal.js';
import type { NumberCell } from './cells.ts';
import type { ColumnKind } from './column-words.ts';
import type { Column } from './columns.ts';

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
  /** Whether price times quantity gives the gross column, not the total. */
  priceIsGross: boolean;
  /** Part of the rows with all three figures whose quantity times price is the total; 0 without any. */
  closes: number;
}

/** One row's figures, by column; null where the cell holds no number. */
export type Figures = readonly (NumberCell | null)[];

const labelled = (column: Column, ...kinds: ColumnKind[]) =>
  column.kinds[0] !== undefined && kinds.includes(column.kinds[0]);
const mayBe = (column: Column, ...kinds: ColumnKind[]) => column.kinds.some((kind) => kinds.includes(kind));

/** Gives each column its role from labels and from what multiplies out in the rows. */
export function rolesOf(columns: readonly Column[], rows: readonly Figures[]): Roles {
  const filled = columns.map((_, i) => rows.filter((row) => row[i]).length);
  const numeric = columns.map((_, i) => i).filter((i) => filled[i]! > 0);
  const best = bestProduct(columns, rows, numeric);
  const rate = rateColumn(columns, rows, numeric, best);
  const { quantity, price } = best;
  const { total, gross, priceIsGross } = netAndGross(columns, rows, numeric, best, rate);
  const others = numeric.filter((i) => ![quantity, price, total, gross, rate].includes(i));
  const pick = (...kinds: ColumnKind[]) => others.find((i) => labelled(columns[i]!, ...kinds)) ?? null;
  return {
    quantity,
    price,
    total,
    gross,
    rate,
    priceIsGross,
    vatAmount: pick('vat_amount', 'vat'),
    discount: pick('discount'),
    base: pick('price_base'),
    closes: best.closes,
  };
}

interface Product {
  quantity: number | null;
  price: number | null;
  total: number | null;
  closes: number;
}

/** Tries every assignment of numeric columns to quantity, price and total; labels and arithmetic both have a say. */
function bestProduct(columns: readonly Column[], rows: readonly Figures[], numeric: readonly number[]): Product {
  const none = [null] as const;
  const quantities = numeric.filter((i) => !labelled(columns[i]!, ...neverQuantity));
  const prices = numeric.filter((i) => !labelled(columns[i]!, ...neverPrice));
  const totals = numeric.filter((i) => !labelled(columns[i]!, ...neverTotal));
  let best: Product & { score: number } = { quantity: null, price: null, total: null, closes: 0, score: -1 };
  for (const total of [...totals, ...none]) {
    for (const price of [...prices, ...none]) {
      if (price !== null && price === total) continue;
      for (const quantity of [...quantities, ...none]) {
        if (quantity !== null && (quantity === price || quantity === total)) continue;
        const closes = closing(rows, quantity, price, total);
        const score =
          labelScore(columns, quantity, 'quantity') +
          labelScore(columns, price, 'price') +
          labelScore(columns, total, 'amount') +
          4 * closes +
          position(total, numeric) +
          shape(columns, rows, quantity, price);
        if (score > best.score) best = { quantity, price, total, closes, score };
      }
    }
  }
  return best;
}

const neverQuantity: ColumnKind[] = [
  'price',
  'price_gross',
  'price_other',
  'gross_amount',
  'vat',
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
const neverPrice: ColumnKind[] = [
  'quantity',
  'gross_amount',
  'vat',
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
  'price_other',
  'origin',
  'description',
];
const neverTotal: ColumnKind[] = [
  'quantity',
  'vat_rate',
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
  'price_other',
  'vat_amount',
  'origin',
  'description',
  'unit',
];

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

/** Where labels do not tell quantity from price: prices carry cents, quantities mostly do not, and stand first. */
function shape(
  columns: readonly Column[],
  rows: readonly Figures[],
  quantity: number | null,
  price: number | null,
): number {
  if (quantity === null || price === null || columns[price]!.kinds.length + columns[quantity]!.kinds.length > 0)
    return 0;
  const cents = (at: number) => {
    const cells = rows.map((row) => row[at]).filter((cell) => cell !== null && cell !== undefined);
    return cells.filter((cell) => cell.number.decimals >= 2).length / Math.max(1, cells.length);
  };
  return 0.6 * (cents(price) - cents(quantity)) + (quantity < price ? 0.3 : 0);
}

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

/** Whether quantity times price is the total, as far as the printed digits of both can tell. */
export function multipliesOut(quantity: Decimal, price: NumberCell, total: NumberCell): boolean {
  const readings = [price.number.value, price.number.otherwise].filter((value) => value !== null);
  const slack = new Decimal(10).pow(-total.number.decimals).mul(0.5).add(0.005);
  return readings.some((value) => quantity.mul(value).sub(total.number.value).abs().lte(slack));
}

function rateColumn(
  columns: readonly Column[],
  rows: readonly Figures[],
  numeric: readonly number[],
  product: Product,
): number | null {
  const taken = [product.quantity, product.price, product.total];
  const free = numeric.filter((i) => !taken.includes(i));
  const share = (i: number, test: (cell: NumberCell) => boolean) => {
    const cells = rows.map((row) => row[i]).filter((cell) => cell !== null && cell !== undefined);
    return cells.length === 0 ? 0 : cells.filter(test).length / cells.length;
  };
  const percent = (cell: NumberCell) => cell.number.percent;
  const possible = (cell: NumberCell) => !cell.number.value.isNegative() && cell.number.value.lte(30);
  const asRate = free.find((i) => labelled(columns[i]!, 'vat_rate') && share(i, possible) > 0.5);
  if (asRate !== undefined) return asRate;
  const asVat = free.find(
    (i) =>
      labelled(columns[i]!, 'vat') && (share(i, percent) > 0.5 || (columns[i]!.percent && share(i, possible) > 0.5)),
  );
  if (asVat !== undefined) return asVat;
  // "VAT" over bare figures is the rate when they are whole and few of a kind, else the amount.
  const bare = free.find(
    (i) => labelled(columns[i]!, 'vat') && share(i, (cell) => possible(cell) && isUsualRate(cell.number.value)) > 0.9,
  );
  if (bare !== undefined) return bare;
  const unnamed = free.filter((i) => columns[i]!.kinds.length === 0);
  const byPercent = unnamed.find((i) => share(i, percent) > 0.9);
  if (byPercent !== undefined) return byPercent;
  const total = product.total;
  return unnamed.find((i) => total !== null && free.some((vat) => ratesGive(rows, i, total, vat))) ?? null;
}

/** Whether one column is the VAT that another one's rates make of the totals. */
function ratesGive(rows: readonly Figures[], rate: number, total: number, vat: number): boolean {
  if (rate === vat) return false;
  let all = 0;
  let good = 0;
  let taxed = 0;
  for (const row of rows) {
    const [r, t, v] = [row[rate], row[total], row[vat]];
    if (!r || !t || !v) continue;
    all++;
    if (!v.number.value.isZero()) taxed++;
    if (t.number.value.mul(r.number.value).div(100).sub(v.number.value).abs().lte('0.02')) good++;
  }
  return taxed > 0 && good > 0.8 * all;
}

const usualRates = new Set(
  '0 2.1 2.5 2.6 3 3.7 3.8 4 5 5.5 6 7 7.7 8 8.1 9 9.5 10 11 12 13 13.5 14 15 16 17 18 19 20 21 22 23 24 25 27'.split(
    ' ',
  ),
);
const isUsualRate = (rate: Decimal) => usualRates.has(rate.toString());

/** Sorts out which of two amount columns is net, and whether the price already holds the VAT. */
function netAndGross(
  columns: readonly Column[],
  rows: readonly Figures[],
  numeric: readonly number[],
  product: Product,
  rate: number | null,
): { total: number | null; gross: number | null; priceIsGross: boolean } {
  const { quantity, price, total } = product;
  const amounts = numeric.filter(
    (i) => ![quantity, price, rate].includes(i) && mayBe(columns[i]!, 'amount', 'gross_amount'),
  );
  if (total === null) return { total, gross: null, priceIsGross: false };
  const others = amounts.filter((i) => i !== total);
  const larger = others.find((i) => share(rows, total, i, rate, 1) > 0.6);
  if (larger !== undefined) return { total, gross: larger, priceIsGross: false };
  const smaller = others.find((i) => share(rows, i, total, rate, 1) > 0.6);
  if (smaller !== undefined) return { total: smaller, gross: total, priceIsGross: price !== null };
  const labelledGross = others.find((i) => labelled(columns[i]!, 'gross_amount') || columns[i]!.gross) ?? null;
  return { total, gross: labelledGross, priceIsGross: false };
}

/** Part of the rows in which `gross` is `net` with VAT on top (by the rate column, or within what rates can be). */
function share(rows: readonly Figures[], net: number, gross: number, rate: number | null, least: number): number {
  let all = 0;
  let good = 0;
  let apart = 0;
  for (const row of rows) {
    const [n, g] = [row[net], row[gross]];
    if (!n || !g) continue;
    all++;
    const r = rate === null ? null : row[rate];
    const [a, b] = [n.number.value, g.number.value];
    if (!a.eq(b)) apart++;
    if (r) {
      if (a.mul(r.number.value.div(100).add(1)).sub(b).abs().lte(0.02)) good++;
    } else if (!a.isZero() && b.div(a).gte(1) && b.div(a).lte(1.28)) good++;
  }
  return all < least || apart === 0 ? 0 : good / all;
}
