import { Decimal } from 'decimal.js';
import { isToTheCent, vatOn } from '../../checks/cents.ts';
import type { RateRow } from './breakdown.ts';
import { type Entry, isRightOver } from './entry.ts';
import { leastOfLabel } from './entry-label.ts';
import { addsUp, rateNamed, vatsOfRates } from './equations.ts';
import { isCalledTotal, type MainSums } from './main-sums.ts';
import type { TotalKind } from './total-words.ts';

/**
 * The amount that VAT is counted on where its own label names only what was sold ("Electricity 388.50, VAT 9% 34.97,
 * Total 423.47"): right over the VAT, in its column, and together with it the total. Its rate must be named too, for
 * any two amounts make some total, or the total stand right under the VAT without a label as well.
 */
export function withUnlabelledNet(main: MainSums, entries: readonly Entry[]): MainSums {
  const { net, vat, total } = main;
  if (net || !vat || !total || vat.value.isZero()) return main;
  const found = entries.find(
    (entry) =>
      (entry.kinds.length === 0 || entry.clarity < leastOfLabel) &&
      entry.value.add(vat.value).eq(total.value) &&
      (rateNamed(entry, vat) || (total.kinds.length === 0 && isRightOver(vat, total, entries))) &&
      entry.page === vat.page &&
      isRightOver(entry, vat, entries),
  );
  return found ? { ...main, net: found } : main;
}

/**
 * The VAT that stands beside the net sum, under a head that names its rate, or without a label between net sum and total: what
 * the total has more, and what the named rate makes of the net sum or all rates make together. A row's own label is for all
 * of its figures.
 */
export function withUnlabelledVat(
  main: MainSums,
  entries: readonly Entry[],
  rate: Decimal | null,
  rateRows: readonly RateRow[],
): MainSums {
  const { net, vat, total } = main;
  if (vat || !net || !total) return main;
  const ofRows = rateRows.reduce((sum, { amount }) => sum.add(amount.value), new Decimal(0));
  const isMade = ({ value }: Entry): boolean =>
    (rate !== null && isToTheCent(vatOn(net.value, rate), value)) || (rateRows.length > 1 && ofRows.eq(value));
  const isBetween = ({ page, row, kinds }: Entry): boolean =>
    kinds.length === 0 && page === net.page && page === total.page && row.y > net.row.y && row.y < total.row.y;
  const found = entries.find(
    (entry) =>
      (entry.row === net.row || isBetween(entry)) &&
      entry !== net &&
      !entry.value.isZero() &&
      net.value.add(entry.value).eq(total.value) &&
      isMade(entry),
  );
  return found ? { ...main, vat: { ...found, kinds: [] } } : main;
}

/** How clearly what a discount leaves is called the net sum, at least; of 1. */
const clearlyLeft = 0.6;

/**
 * What a printed discount leaves of a printed sum is the net sum, whatever its label says of it ("VAT base after discount"),
 * where it makes the total with the VAT: VAT is counted on that, and not on the sum over it.
 */
export function withNetLeft(entries: readonly Entry[]): Entry[] {
  const named = (...kinds: TotalKind[]) =>
    entries.filter(({ kinds: [first], from }) => first && from === 'left' && kinds.includes(first));
  const wholes = named('net', 'lines_sum', 'total');
  const left = named('discount')
    .filter(({ value }) => !value.isZero())
    .flatMap((discount) =>
      wholes.filter(isOver(discount)).map((whole) => ({ discount, value: whole.value.sub(discount.value.abs()) })),
    );
  const vats = named('vat').filter(({ value }) => !value.isZero());
  const isCounted = ({ value }: Entry): boolean =>
    vats.some((vat) => entries.some((total) => isCalledTotal(total) && total.value.eq(value.add(vat.value))));
  // What it is counted for, and after what, its label may name too.
  const mayBeLeft = new Set<TotalKind>(['base', 'vat', 'discount']);
  const isLeft = (entry: Entry): boolean =>
    entry.kinds.every((kind) => mayBeLeft.has(kind)) &&
    isCounted(entry) &&
    left.some(({ discount, value }) => value.eq(entry.value) && !value.eq(discount.value) && isOver(entry)(discount));
  return entries.map((entry) =>
    isLeft(entry) ? { ...entry, kinds: ['net'], clarity: Math.max(entry.clarity, clearlyLeft) } : entry,
  );
}

/**
 * "Rent 500.00, tax withheld 19% -95.00, VAT 7% 35.00, Total 440.00": what VAT of a named rate is counted on is the net sum
 * though its label says only what is sold, and what the tax leaves of both is still to be paid and no total with VAT.
 */
export function withNetBeforeTax(entries: readonly Entry[]): Entry[] {
  const of = (...kinds: TotalKind[]) => entries.filter(({ kinds: [first] }) => first && kinds.includes(first));
  const taxes = of('withheld').filter(({ value }) => !value.isZero());
  const sums = of('total', 'gross', 'due');
  for (const net of entries.filter(({ kinds }) => kinds.length === 0 || kinds[0] === 'net'))
    for (const vat of of('vat').filter((each) => each.page === net.page && rateNamed(net, each)))
      for (const tax of taxes) {
        const left = net.value.add(vat.value).sub(tax.value.abs());
        const dues = sums.filter(({ value }) => value.eq(left));
        if (dues.length === 0) continue;
        return entries.map((entry) => {
          if (entry === net) return { ...entry, kinds: ['net'] };
          if (!dues.includes(entry)) return entry;
          // "Total" over what is still to be paid is no label of it: the sums say so, and they are no label.
          return { ...entry, kinds: ['due'], explained: entry.explained && entry.kinds[0] === 'due', afterTax: true };
        });
      }
  return [...entries];
}

/**
 * "Total amount 300.00, VAT 3% 6.00, VAT 7% 7.00, Invoice total 313.00": what VAT of several rates is added to is the net sum,
 * though it is called a total; so is what VAT of a single one is counted on.
 */
export function withNetBeforeRates(entries: readonly Entry[]): Entry[] {
  const totals = entries.filter((entry) => entry.from === 'left' && isCalledTotal(entry));
  const nets = totals.filter((net) =>
    totals.some((total) => {
      if (!isOver(total)(net)) return false;
      const several = vatsOfRates(net, total, entries);
      const vats = several.length > 0 ? several : entries.filter((vat) => isOnlyVat(net, vat, total));
      return vats.length > 0 && vats.every((vat) => isOver(vat)(net) && isOver(total)(vat));
    }),
  );
  return entries.map((entry) => (nets.includes(entry) ? { ...entry, kinds: ['net'], explained: false } : entry));
}

/** "Total" may be a net sum's name anyway; "Grand total" is one only over the VAT of it, whose rate is named. */
const isOnlyVat = (net: Entry, vat: Entry, total: Entry): boolean =>
  net.kinds[0] === 'gross' &&
  vat.kinds[0] === 'vat' &&
  vat.from === 'left' &&
  rateNamed(net, vat) &&
  addsUp(net, vat, total, 1);

const isOver =
  (below: Entry) =>
  ({ page, row }: Entry): boolean =>
    page === below.page && row.y < below.row.y;
