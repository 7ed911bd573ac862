import { Decimal } from 'decimal.js';
import { type NumberStyle, parseNumber } from '../../checks/amounts.ts';
import { vatOn } from '../../checks/cents.ts';
import type { Layout, NumberedRow } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import type { Table } from '../lines/found-table.ts';
import { highestRate, isUsualRate } from '../lines/usual-rates.ts';

/** One VAT rate's sums as printed in one row. */
export interface RateRow {
  rate: { value: Decimal; item: Item };
  base: { value: Decimal; item: Item };
  amount: { value: Decimal; item: Item };
  page: number;
  row: NumberedRow;
}

/** Rounding line by line may move a rate's VAT by a few cents. */
const slack = new Decimal('0.05');

/**
 * Rows outside the lines in which a printed rate times one printed amount is another: the VAT summary. No labels are
 * needed; three printed figures that multiply out are seldom an accident.
 */
export function rateRowsOf(layout: Layout, tables: readonly Table[]): RateRow[] {
  const found: RateRow[] = [];
  for (const page of layout.pages) {
    const own = tables.filter((table) => table.page.page === page.page);
    for (const [index, row] of page.rows.entries()) {
      if (own.some((table) => index >= table.rows.from && index < table.rows.to)) continue;
      found.push(...rateRowsIn(row, page.page.number, layout.style));
    }
  }
  return withoutRepeats(found);
}

/** A row with more figures is no VAT summary; trying all their products would take for ever. */
const mostFigures = 16;

/** As {@link rateRowsOf}, in one row of a page. */
export function rateRowsIn(row: NumberedRow, page: number, style: NumberStyle): RateRow[] {
  const numbers = row.items.map((item) => withoutSigns(item, style)).filter((item) => item.number);
  if (numbers.length > mostFigures) return [];
  const amounts = numbers.filter((item) => !item.number!.percent && item.number!.decimals <= 2);
  const rates = numbers.filter(
    (item) =>
      (item.number!.percent || item.number!.decimals <= 2) &&
      mayBeVat(item.number!.value) &&
      item.number!.currency === null,
  );
  // A percent sign says which figure is the rate; bare figures are tried only without one.
  const percents = rates.filter((item) => item.number!.percent);
  // "18.40 | 21.00 | 3.86": either times the other makes the VAT, and only one is a rate that there is.
  const likeliest = [...rates].sort(
    (a, b) => Number(isUsualRate(b.number!.value)) - Number(isUsualRate(a.number!.value)),
  );
  const tried = percents.length > 0 ? percents : likeliest;
  const found: RateRow[] = [];
  for (const rate of tried) {
    const next = percents[percents.indexOf(rate) + 1];
    // Two summaries side by side: what one rate has made of the other's base is no sum of this one.
    const isTaken = (item: Item): boolean =>
      found.some(({ base, amount }) => base.item === item || amount.item === item);
    const inReach = amounts.filter(
      (item) => item !== rate && !isTaken(item) && (!next || item.x < next.x || percents.length === 1),
    );
    const pair = bestPair(rate, inReach);
    if (pair) {
      const part = (item: Item) => ({ value: item.number!.value, item });
      found.push({ rate: part(rate), base: part(pair.base), amount: part(pair.amount), page, row });
      if (percents.length === 0) break;
    }
  }
  return found;
}

/** In per cent: what is less and not zero is no rate of VAT. */
const lowestRate = '0.9';

/** No VAT act has a rate of 0.5 % or of 5.11269632 %: those are of levies on goods, which bear VAT themselves. */
const mayBeVat = (rate: Decimal): boolean =>
  (rate.isZero() || rate.gte(lowestRate)) && rate.lte(highestRate) && rate.decimalPlaces() <= 2;

/** "Base 19%: 100.00", "VAT (19.00)  100.00": the colon of the label or its brackets touch its rate. */
function withoutSigns(item: Item, style: NumberStyle): Item {
  const [, colon, bracket] = /^(?:(.*%):|\((\d{1,2}(?:[.,]\d{1,2})?)\))$/.exec(item.text) ?? [];
  const isRate = bracket !== undefined || (colon !== undefined && item.number === null);
  return isRate ? { ...item, number: parseNumber(bracket ?? colon!, style) } : item;
}

/** In the currency: tiny figures multiply out by accident. */
const tiny = '0.02';
/** How far VAT may be off: in parts of its base, and by rounding, in the currency. */
const mayBeOff = { part: '0.002', rounding: '0.006' };

function bestPair(rate: Item, amounts: readonly Item[]): { base: Item; amount: Item } | null {
  const value = rate.number!.value;
  let best: { base: Item; amount: Item; off: Decimal } | null = null;
  for (const base of amounts) {
    for (const amount of amounts) {
      if (base === amount) continue;
      const [b, a] = [base.number!.value, amount.number!.value];
      if (base.number!.decimals < 2 && base.number!.currency === null && b.abs().lt(100)) continue;
      // What base and VAT make together is no rate, and whole numbers beside a bare one are counts and codes.
      if (!rate.number!.percent && (value.eq(b.add(a)) || wholeMoney(base, amount))) continue;
      if (b.isZero() || (value.isZero() && (!a.isZero() || !rate.number!.percent))) continue;
      if (!value.isZero() && (a.abs().lt(tiny) || (!rate.number!.percent && a.abs().lt(1) && base.x > amount.x)))
        continue;
      const off = vatOn(b, value).sub(a).abs();
      const allowed = Decimal.min(slack, b.abs().mul(mayBeOff.part).add(mayBeOff.rounding));
      if (off.gt(wholeMoney(base, amount) ? new Decimal(1) : allowed)) continue;
      // Of no VAT every figure is the base: what is printed like money is it ("exempt, art. 292  200.00  0.00").
      const isLikelier = best !== null && value.isZero() && base.number!.decimals > best.base.number!.decimals;
      if (!best || off.lt(best.off) || isLikelier) best = { base, amount, off };
    }
  }
  return best;
}

/** Currencies without cents (HUF, JPY) round the VAT to whole units. */
const wholeMoney = (...items: Item[]) =>
  items.every((item) => item.number!.decimals === 0 && item.number!.value.abs().gte(100));

function withoutRepeats(rows: RateRow[]): RateRow[] {
  const seen = new Set<string>();
  // "Net 100.00 | Discount 0.00% | 0.00": what VAT is counted on is not free of it as well.
  const taxed = rows.filter(({ rate }) => !rate.value.isZero()).map(({ base }) => base.value);
  return rows.filter((row) => {
    if (row.rate.value.isZero() && taxed.some((base) => base.eq(row.base.value))) return false;
    const key = [row.rate.value, row.base.value, row.amount.value].join(' ');
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
