import { Decimal } from 'decimal.js';
import { isToTheCent } from '../../checks/cents.ts';
import type { Features } from '../weights.ts';
import type { RateRow } from './breakdown.ts';
import type { Entry } from './entry.ts';
import {
  addedOutside,
  addsUp,
  adjustments,
  depositsOf,
  isMadeUp,
  type LineSums,
  linesMake,
  rateNamed,
  rateOfLines,
  vatsOfRates,
} from './equations.ts';
import { isCalledTotal, type MainSums } from './main-sums.ts';
import type { TotalKind } from './total-words.ts';

/** What the figures themselves say for an assignment. */
export function arithmetic(
  { net, vat, total }: MainSums,
  entries: readonly Entry[],
  rateRows: readonly RateRow[],
  sums: LineSums,
): Features {
  return {
    ...among({ net, vat, total }, entries, rateRows, sums),
    ...(total && furtherDown(total, entries)),
    ...(total && notThisInvoice({ net, vat, total }, entries, sums)),
    ...withLines({ net, vat, total }, entries, sums),
    ...withRates({ net, vat, total }, rateRows, sums),
    rates_sum_to_vat: vat !== null && isSumOfRates(vat, entries),
  };
}

function among(
  { net, vat, total }: MainSums,
  entries: readonly Entry[],
  rateRows: readonly RateRow[],
  sums: LineSums,
): Features {
  if (net && vat && total) {
    if (addsUp(net, vat, total, rateRows.length))
      return vat.value.isZero() ? { adds_up_without_vat: true } : { adds_up: true };
    if (isMadeUp(net, vat, total, entries, sums)) return { made_up: true };
    if (addedOutside(net, vat, total, entries)) return { added_outside: true };
    // Costs less than dropping a clearly labelled sum: a contradiction is shown, not hidden.
    const unclear = 1 - Math.min(net.clarity, vat.clarity, total.clarity);
    return { differs: true, differs_unclearly: unclear, differs_among_vats: severalVats(entries) };
  }
  if (net && total) {
    if (net.value.eq(total.value)) return { net_is_total: true };
    if (vatsOfRates(net, total, entries).length > 0) return { rates_give_total: true };
    return mayGrowTo(net, total) ? { vat_is_missing: true } : { net_is_unrelated: true };
  }
  if (vat && total) {
    const fits = [...rateRows.map((row) => row.rate.value), ...vat.rates].some((rate) =>
      isToTheCent(total.value.mul(rate).div(rate.add(100)), vat.value),
    );
    return fits ? { vat_in_total: true } : { vat_of_no_rate: true };
  }
  return {};
}

function withLines({ net, vat, total }: MainSums, entries: readonly Entry[], sums: LineSums): Features {
  if (!sums.total) return {};
  const near = (entry: Entry): boolean => linesMake(sums, entry);
  // Without any VAT a discount that leads from the lines' sum to the total leaves no net sum over it.
  const isBefore = net !== null && vat === null && total !== null && adjustments(net.value, total, entries).length > 0;
  const isNet = net !== null && !isBefore && near(net);
  const isAdjusted = !isNet && net !== null && adjustments(sums.total, net, entries).length > 0;
  return {
    lines_make_net: isNet,
    lines_and_adjustments_make_net: isAdjusted,
    lines_make_total:
      !net && total !== null && (near(total) || (!vat && adjustments(sums.total, total, entries).length > 0)),
    lines_make_gross: net !== null && total !== null && !isNet && near(total) && !net.value.eq(total.value),
  };
}

/** In the currency: rounding rate by rate moves a sum by no more. */
const roundings = '0.1';

function withRates({ net, vat, total }: MainSums, rateRows: readonly RateRow[], sums: LineSums): Features {
  const make = (part: 'base' | 'amount', entry: Entry): boolean =>
    rateRows
      .reduce((all, row) => all.add(row[part].value), new Decimal(0))
      .sub(entry.value)
      .abs()
      .lte(roundings) || rateRows.some((row) => row[part].value.eq(entry.value));
  const some = rateRows.length > 0;
  return {
    bases_make_net: some && net !== null && make('base', net),
    rates_make_vat: some && vat !== null && make('amount', vat),
    rates_make_total: total !== null && areOfRates(total, rateRows),
    rate_named: net !== null && vat !== null && !vat.value.isZero() && rateNamed(net, vat),
    rate_of_lines: net !== null && vat !== null && !vat.value.isZero() && rateOfLines(net, vat, sums),
  };
}

/** Whether the bases and VAT of several rates make the total together, and none of them by itself. */
function areOfRates({ value }: Entry, rateRows: readonly RateRow[]): boolean {
  const gross = rateRows.map(({ base, amount }) => base.value.add(amount.value));
  const all = gross.reduce((sum, one) => sum.add(one), new Decimal(0));
  return rateRows.length > 1 && all.eq(value) && !gross.some((one) => one.eq(value));
}

/** In parts of a net sum: its total lies between. */
const grown = { least: '0.9', most: '1.33' };

/** No VAT makes more of a sum than a third again. */
const mayGrowTo = (net: Entry, total: Entry): boolean =>
  net.value.isNegative() === total.value.isNegative() &&
  total.value.abs().gte(net.value.abs().mul(grown.least)) &&
  total.value.abs().lte(net.value.abs().mul(grown.most));

/** What is called so less clearly confirms nothing; in clarity, of 1. */
const leastClarity = 0.4;

/** What comes after a total confirms it: a rounding that led to it, or a payment that leaves the amount due. */
function furtherDown(total: Entry, entries: readonly Entry[]): Features {
  const of = (...kinds: TotalKind[]) =>
    entries.filter((entry) => entry !== total && kinds.includes(entry.kinds[0]!) && entry.clarity >= leastClarity);
  const isTill = entries.some((entry) => entry.kinds[0] === 'change');
  const rounded = of('rounding').some((rounding) =>
    of('gross', 'total').some(
      (before) =>
        before.row.y < total.row.y &&
        !before.value.eq(total.value) &&
        before.value.sub(total.value).abs().eq(rounding.value.abs()) &&
        rounding.value.abs().lt(1),
    ),
  );
  if (rounded && (isTill || total.kinds[0] !== 'due')) return { rounded_to: true };
  const settled = of('prepaid').some(
    (paid) =>
      !paid.value.isZero() &&
      of('due', 'total').some((due) => total.value.abs().sub(paid.value.abs()).eq(due.value.abs())),
  );
  return { settled_after: settled };
}

/** "Incl. VAT 189.15", "Coupon -18.92", "Total incl. VAT 170.23": what a discount below it is still taken off. */
const isDiscounted = (total: Entry, entries: readonly Entry[]): boolean => {
  const isBelow = (entry: Entry, upper: Entry): boolean => entry.page === upper.page && entry.row.y > upper.row.y;
  return entries.some(
    (discount) =>
      discount.kinds[0] === 'discount' &&
      isBelow(discount, total) &&
      entries.some(
        (rest) =>
          isCalledTotal(rest) &&
          isBelow(rest, discount) &&
          rest.value.eq(total.value.sub(discount.value.abs())) &&
          !discount.value.isZero(),
      ),
  );
};

/**
 * What an earlier balance was added to, or a withheld tax taken from, is not the invoice's gross; nor is what deposits
 * on packaging are still added to.
 */
function notThisInvoice({ net, vat, total }: MainSums, entries: readonly Entry[], sums: LineSums): Features {
  if (total && takesDeposits(total, entries, sums)) return { before_deposits: true };
  if (total && isDiscounted(total, entries)) return { before_discount: true };
  const gross = net?.value.add(vat?.value ?? 0);
  const withheld =
    total !== null &&
    total.kinds[0] !== 'gross' &&
    entries.some(
      (entry) =>
        entry.kinds[0] === 'withheld' &&
        !entry.value.isZero() &&
        gross?.sub(entry.value.abs()).eq(total.value) === true,
    );
  return { after_balance_or_tax: withheld || carriesBalance(total, entries) };
}

/** It and the deposits make another amount that is called a total. */
const takesDeposits = (total: Entry, entries: readonly Entry[], sums: LineSums): boolean =>
  depositsOf(entries, sums).some((deposit) =>
    entries.some((other) => isCalledTotal(other) && total.value.add(deposit).eq(other.value)),
  );

/** A printed sum and a printed earlier balance add up to it. */
function carriesBalance(total: Entry | null, entries: readonly Entry[]): boolean {
  const balances = entries.filter((entry) => entry.kinds[0] === 'previous' && !entry.value.isZero()).slice(0, 6);
  return entries.some(
    (sum) =>
      total !== null &&
      sum !== total &&
      !sum.value.isZero() &&
      sum.kinds.some((kind) => kind === 'gross' || kind === 'total') &&
      balances.some((balance) => sum.value.add(balance.value).eq(total.value)),
  );
}

/** Whether the VAT of several rates, each with its own label, adds up to it. */
function isSumOfRates(vat: Entry, entries: readonly Entry[]): boolean {
  const parts = entries.filter((entry) => entry.kinds[0] === 'vat' && entry.rates.length > 0 && entry !== vat);
  const sum = parts.reduce((all, part) => all.add(part.value), new Decimal(0));
  return vat.rates.length === 0 && parts.length > 1 && sum.eq(vat.value);
}

/** Several different VAT amounts that do not fit are those of single rates, not a contradiction. */
function severalVats(entries: readonly Entry[]): boolean {
  const vats = entries.filter((entry) => entry.kinds[0] === 'vat' && !entry.value.isZero());
  return vats.some((entry) => !entry.value.eq(vats[0]!.value));
}
