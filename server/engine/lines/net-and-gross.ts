import type { Decimal } from 'decimal.js';
import { grossOf, isToTheCent } from '../../checks/cents.ts';
import type { Figures, Product } from './cells.ts';
import type { Column } from './columns.ts';
import { labelled, mayBe } from './labelled.ts';
import { highestVat } from './usual-rates.ts';

/** In more of the rows one column has to be another one with VAT. */
const enoughRows = 0.6;
/** Without a rate beside it, an amount with VAT is at most so many times the one without: no usual rate is higher than 27 %. */
const mostWithVat = 1.28;

/** Sorts out which of two amount columns is net, and whether the price already holds the VAT. */
export function netAndGross(
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
  const larger = others.find((i) => share(rows, total, i, rate, 1) > enoughRows);
  if (larger !== undefined) return { total, gross: larger, priceIsGross: false };
  const smaller = others.find((i) => share(rows, i, total, rate, 1) > enoughRows);
  if (smaller !== undefined) return { total: smaller, gross: total, priceIsGross: price !== null };
  const net = netBelow(columns, rows, numeric, [quantity, price, rate], total);
  if (net !== null) return { total: net, gross: total, priceIsGross: price !== null };
  const labelledGross = others.find((i) => labelled(columns[i]!, 'gross_amount') || columns[i]!.gross) ?? null;
  return { total, gross: labelledGross, priceIsGross: false };
}

/**
 * The column of net amounts, whatever its label says, where they and another column's VAT are in every row the gross ones.
 * Labels that stand too close to be told apart hide a net column, and gross amounts would be taken for the lines' own.
 */
function netBelow(
  columns: readonly Column[],
  rows: readonly Figures[],
  numeric: readonly number[],
  taken: readonly (number | null)[],
  gross: number,
): number | null {
  const free = numeric.filter((i) => i !== gross && !taken.includes(i));
  const isGross = columns[gross]!.gross || labelled(columns[gross]!, 'gross_amount');
  const makes = (net: number, vat: number) => {
    const full = rows.filter((row) => row[net] && row[vat] && row[gross]);
    const adds = (row: Figures) => {
      const [n, v, g] = [net, vat, gross].map((i) => row[i]!.number.value) as [Decimal, Decimal, Decimal];
      return n.add(v).eq(g) && v.abs().lte(n.abs().mul(highestVat));
    };
    return full.length > 0 && full.every(adds) && full.some((row) => !row[vat]!.number.value.isZero());
  };
  const net = free.find((i) =>
    free.some((vat) => vat !== i && (isGross || mayBe(columns[vat]!, 'vat', 'vat_amount')) && makes(i, vat)),
  );
  return net ?? null;
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
      if (isToTheCent(grossOf(a, r.number.value), b)) good++;
    } else if (!a.isZero() && b.div(a).gte(1) && b.div(a).lte(mostWithVat)) good++;
  }
  return all < least || apart === 0 ? 0 : good / all;
}
