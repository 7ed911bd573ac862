import { Decimal } from 'decimal.js';
import { isToTheCent, vatOn } from '../../checks/cents.ts';
import type { AmountInWords } from '../candidates/amounts-in-words.ts';
import type { Layout } from '../layout/layout.ts';
import type { FoundLines } from '../lines/read-lines.ts';
import { type RateRow, rateRowsOf } from './breakdown.ts';
import { entriesOf } from './entries.ts';
import type { Entry } from './entry.ts';
import type { LineSums } from './equations.ts';
import { sumLines } from './line-sums.ts';
import { mendEntries } from './mend-entries.ts';
import { mendTotals } from './mend-totals.ts';
import { withoutPartTotals } from './part-totals.ts';
import { amountsSaid, withSaidInWords } from './said-in-words.ts';
import { isSumRow } from './sum-rows.ts';
import { withGoodsOfTill } from './till-receipt.ts';
import { withNetBeforeRates, withNetBeforeTax, withNetLeft } from './unlabelled-net.ts';

/** The labelled amounts around the lines, the rows of VAT by rate, what the lines add up to, and what is said in words. */
export function readEntries(
  layout: Layout,
  read: FoundLines,
): { entries: Entry[]; rateRows: RateRow[]; sums: LineSums; said: readonly AmountInWords[] } {
  const all = entriesOf(layout, read.tables);
  const rateRows = rateRowsOf(layout, read.tables).filter((row) => !isOfWithheldTax(row, all));
  const summed = withGoodsOfTill(layout, withoutPartTotals(roundedTotals(all)));
  const printed = withNetBeforeTax(withNetBeforeRates(withNetLeft(summed)));
  const said = amountsSaid(layout);
  const rated = withRates(mendEntries(mendTotals(layout, withVatOfBase(printed))), rateRows);
  const entries = withSaidInWords(rated, said);
  return { entries, rateRows, sums: sumLines(read), said };
}

/** "VAT 22% on the taxable sum  66.00" below "Taxable sum  300.00": the label names a sum that stands elsewhere, and this is its VAT. */
const withVatOfBase = (entries: readonly Entry[]): Entry[] =>
  entries.map((entry): Entry => {
    const [rate, ...others] = entry.rates;
    const isShare =
      entry.from === 'left' &&
      entry.kinds[0] === 'base' &&
      rate !== undefined &&
      others.length === 0 &&
      !entry.value.isZero() &&
      entries.some(({ kinds, value }) => kinds.includes('net') && isToTheCent(vatOn(value, rate), entry.value));
    return isShare ? { ...entry, kinds: ['vat'] } : entry;
  });

/** "Income tax: base 80.00 | 15 | tax 12.00" is built as a row of VAT is, and multiplies out as one does. */
const isOfWithheldTax = ({ amount }: RateRow, entries: readonly Entry[]): boolean =>
  entries.some(({ item, kinds }) => item === amount.item && kinds[0] === 'withheld');

/** A till may call the total after rounding by the rounding's name: "Rounding 0.02" and below it "Rounding 182.00". */
function roundedTotals(entries: readonly Entry[]): Entry[] {
  const roundings = entries.filter(
    ({ kinds, value }) => kinds[0] === 'rounding' && !value.isZero() && value.abs().lt(1),
  );
  const leadsTo = (before: Entry, after: Entry): boolean =>
    ['gross', 'total'].includes(before.kinds[0] ?? '') &&
    before.row.y < after.row.y &&
    roundings.some((rounding) => before.value.sub(after.value).abs().eq(rounding.value.abs()));
  return entries.map((entry) =>
    entry.kinds[0] === 'rounding' && entry.value.gte(1) && entries.some((before) => leadsTo(before, entry))
      ? { ...entry, kinds: ['total'] }
      : entry,
  );
}

/** How clearly figures are called what the rates make them, at least: sums of the rates, and VAT and base of a single one; of 1. */
const byRates = { sum: 0.8, vat: 0.4, base: 0.3 };

/** In a single rate's row what is base and what is VAT follows from the figures, whatever the labels say. */
function withRates(entries: readonly Entry[], rateRows: readonly RateRow[]): Entry[] {
  const only = rateRows.length === 1 ? rateRows[0]! : null;
  const bases = new Set(rateRows.map((row) => row.base.item));
  const taxed = rateRows.filter((row) => !row.amount.value.isZero());
  // The same two figures alone in another row are its row again.
  const isPart = (entry: Entry, { base, amount }: RateRow, part: 'base' | 'amount'): boolean => {
    const own = part === 'base' ? base : amount;
    const others = entries.filter(({ row }) => row === entry.row).map(({ value }) => value);
    const again = others.length === 2 && [base, amount].every(({ value }) => others.some((other) => other.eq(value)));
    return entry.item === own.item || (again && !amount.value.isZero() && entry.value.eq(own.value));
  };
  const over = only && overUntaxed(only, entries);
  const summed = over ?? summedUp(rateRows, entries);
  return entries.map((entry) => {
    const role = summed.get(entry);
    if (role) return { ...entry, kinds: [role], clarity: Math.max(entry.clarity, byRates.sum) };
    if (over && entry.row === only.row) return { ...entry, kinds: [] };
    // Base, VAT and gross of one rate among several are no sums of the invoice.
    const part = taxed.length > 1 ? taxed.find((row) => row.row === entry.row) : undefined;
    const ofPart = part && [part.base.value, part.amount.value, part.base.value.add(part.amount.value)];
    if (ofPart?.some((value) => value.eq(entry.value))) return { ...entry, kinds: [] };
    if (rateRows.some((row) => isRateOf(row, entry))) return { ...entry, kinds: [] };
    if (!only && bases.has(entry.item)) return { ...entry, kinds: ['base'] };
    if (only && isPart(entry, only, 'amount'))
      return { ...entry, kinds: ['vat'], rates: [only.rate.value], clarity: Math.max(entry.clarity, byRates.vat) };
    if (only && isPart(entry, only, 'base') && !entry.kinds.includes('net'))
      return { ...entry, kinds: ['base', 'net'], clarity: Math.max(entry.clarity, byRates.base) };
    return entry;
  });
}

/**
 * "Total: 500.00 | 81.00 | 581.00" below the only rate's 300.00 and 81.00: what else is sold bears no VAT, and its
 * row none that multiplies out.
 */
function overUntaxed(
  { row, base, amount }: RateRow,
  entries: readonly Entry[],
): Map<Entry, 'net' | 'vat' | 'gross'> | null {
  const rows = Map.groupBy(
    entries.filter((entry) => entry.row.y > row.y),
    (entry) => entry.row,
  );
  const whole = [...rows.values()]
    .map((own) => own.slice(-3))
    .find((own) => isSumRow(own) && own[1]!.value.eq(amount.value) && own[0]!.value.abs().gt(base.value.abs()));
  if (!whole || amount.value.isZero()) return null;
  const [net, vat, gross] = whole;
  return new Map([
    [net!, 'net'],
    [vat!, 'vat'],
    [gross!, 'gross'],
  ] as const);
}

/** Bases and VAT of all rates where one row sums both up: what they are says the summary over it, whatever its label says. */
function summedUp(rateRows: readonly RateRow[], entries: readonly Entry[]): Map<Entry, 'net' | 'vat'> {
  const sumOf = (part: 'base' | 'amount'): Decimal =>
    rateRows.reduce((sum, row) => sum.add(row[part].value), new Decimal(0));
  const [net, vat] = [sumOf('base'), sumOf('amount')];
  if (rateRows.length < 2 || vat.isZero()) return new Map();
  const rows = entries.filter(({ value }) => value.eq(net)).map(({ row }) => row);
  const own = entries.filter(({ row, value }) => rows.includes(row) && (value.eq(net) || value.eq(vat)));
  const whole = own.filter(({ row }) => own.some((other) => other.row === row && other.value.eq(vat)));
  return new Map(whole.map((entry) => [entry, entry.value.eq(net) ? 'net' : 'vat']));
}

/** A rate that is printed without its sign, or once more, as the code with which its row begins. */
const isRateOf = ({ row, rate, base, amount }: RateRow, entry: Entry): boolean =>
  rate.item.words[0] === entry.item.words[0] ||
  (row === entry.row &&
    entry.item.number?.decimals === 0 &&
    rate.value.eq(entry.value) &&
    ![base, amount].some(({ item }) => item === entry.item));
