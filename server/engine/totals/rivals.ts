import type { Decimal } from 'decimal.js';
import { rightOf } from '../layout/geometry.ts';
import { highestVat } from '../lines/usual-rates.ts';
import type { RateRow } from './breakdown.ts';
import type { Entry } from './entry.ts';
import { adjustments, type LineSums } from './equations.ts';
import type { MainSums } from './main-sums.ts';
import type { Settlement } from './settlement.ts';
import type { TotalKind } from './total-words.ts';

/** What the chosen sums are held beside. */
interface Around {
  main: MainSums;
  settlement: Settlement;
  entries: readonly Entry[];
  rateRows: readonly RateRow[];
  sums: LineSums;
  /** Whether the lines add up to the chosen sums; null where they cannot tell. */
  linesAgree: boolean | null;
  /** The invoice's own. */
  currency: string | null;
}

/** Which of the chosen sums another printed amount could be meant for. */
export interface Rivals {
  /** Net sum and VAT. */
  parts: boolean;
  total: boolean;
  due: boolean;
}

/**
 * Looks for amounts that are called a total or an amount due, or stand as one does, and that nothing printed explains:
 * another period's, another part's or another currency's sums close as the invoice's own do.
 */
export function rivalsOf(around: Around): Rivals {
  const { main, settlement, entries, linesAgree } = around;
  const { net, total } = main;
  // The lines make another sum: what closes without them is another's, or a line is missing.
  if (linesAgree === false) return { parts: true, total: true, due: true };
  const due = settlement.due?.entry ?? null;
  const money = entries.filter((entry) => isMoney(entry, around));
  const isTotal = (entry: Entry) => isCalledTotal(entry) || isLast(entry, total) || isSum(entry, money);
  const others = money.filter(
    (entry) => entry !== total && entry !== net && isTotal(entry) && !isExplained(entry, around),
  );
  // Lines that make the net sum may be those of one part of the invoice: then the whole is larger.
  const isWhole = ({ value, kinds }: Entry) =>
    kinds[0] !== 'due' && total !== null && value.abs().gt(total.value.abs());
  return {
    parts: linesAgree ? others.some(isWhole) : others.length > 0,
    total: others.length > 0,
    due: others.some((entry) => entry !== due),
  };
}

/** Printed as the total is: counts, years and days are called "total" and "due" too. */
const isMoney = ({ item, currency, value }: Entry, { main: { total } }: Around): boolean =>
  !value.isZero() && (currency !== null || item.number?.decimals === 2 || total?.item.number?.decimals === 0);

const isCalledTotal = ({ kinds }: Entry): boolean => ['gross', 'total', 'due'].includes(kinds[0] ?? '');

/** In the total's column and more than it, without a label of its own that says otherwise: as the last sum of all stands. */
function isLast({ kinds, from, page, value, item }: Entry, total: Entry | null): boolean {
  if (!total || (kinds.length > 0 && from !== 'column') || page !== total.page) return false;
  return value.gt(total.value.abs()) && Math.abs(rightOf(item) - rightOf(total.item)) < total.item.height;
}

/** Among more amounts some add up by accident. */
const mostAmounts = 60;

/** Two other amounts that can be net and VAT make it, whatever all three are called. */
function isSum({ value, page, kinds }: Entry, money: readonly Entry[]): boolean {
  if (money.length > mostAmounts || (kinds.length > 0 && !['net', 'base'].includes(kinds[0]!))) return false;
  const values = money.filter((other) => other.page === page).map((other) => other.value);
  return values.some(
    (net) =>
      net.abs().lt(value.abs()) &&
      value.sub(net).abs().lte(net.abs().mul(highestVat)) &&
      values.some((vat) => net.add(vat).eq(value)),
  );
}

function isExplained(entry: Entry, around: Around): boolean {
  const { main, settlement, rateRows, sums, linesAgree, currency, entries } = around;
  const { net, vat, total } = main;
  const isForeign = currency !== null && entry.currency !== null && entry.currency !== currency;
  if ((linesAgree && isForeign) || isConverted(entry, [net, vat, total])) return true;
  const same = (value: Decimal | null | undefined) => value?.abs().eq(entry.value.abs()) ?? false;
  const chosen = [net, vat, total, settlement.prepaid?.entry, settlement.discount?.entry];
  if (chosen.some((one) => same(one?.value)) || same(sums.total) || same(sums.total?.sub(sums.deposits))) return true;
  // Net sum and VAT make the total: another one is it only where a printed part is added to them.
  if (total && net && vat && same(net.value.add(vat.value)))
    return total.value.gt(entry.value) && leadsTo(entry, total, entries);
  const ofRates = rateRows.flatMap(({ base, amount }) => [base.value, amount.value, base.value.add(amount.value)]);
  if (ofRates.some(same)) return true;
  // A part of what the lines make.
  if (linesAgree && total && entry.value.abs().lt(total.value.abs())) return true;
  if (net && adjustments(entry.value, net, entries).length > 0) return true;
  return total !== null && (follows(total, entry, entries) || leadsTo(entry, total, entries));
}

/** How far a sum may be off at a rate: a cent of each currency. */
const aCent = '0.01';

/** One of the sums at a rate of exchange that the same row gives. */
const isConverted = ({ value, row }: Entry, sums: readonly (Entry | null)[]): boolean =>
  row.items.some(
    ({ number }) =>
      number &&
      number.decimals > 2 &&
      sums.some((sum) => sum?.value.mul(number.value).sub(value).abs().lte(number.value.mul(aCent).add(aCent))),
  );

/** What stands before the total and is it once deposits, a rounding, a charge or a discount are counted in. */
function leadsTo(entry: Entry, total: Entry, entries: readonly Entry[]): boolean {
  const missing = total.value.sub(entry.value).abs();
  return entries.some(({ kinds, value }) => !value.isZero() && counted.has(kinds[0]!) && value.abs().eq(missing));
}

const counted = new Set<TotalKind>(['deposit', 'rounding', 'charge', 'discount']);

/** What leads from the total to what is to be paid, and whether it is added. */
const steps: Partial<Record<TotalKind, 1 | -1>> = {
  deposit: 1,
  prepaid: -1,
  withheld: -1,
  discount: -1,
  ignore: -1,
};
/** More are not tried. */
const mostSteps = 10;

/** Whether one or two printed steps, or all payments together, lead from the total to the other amount. */
function follows(total: Entry, other: Entry, entries: readonly Entry[]): boolean {
  const missing = other.value.sub(total.value);
  const changes = entries
    .filter(({ value }) => !value.isZero() && !value.eq(other.value))
    .flatMap(({ kinds, value }) => {
      const [kind] = kinds;
      if (kind === 'rounding') return [value, value.neg()];
      if (kind === 'previous') return [value];
      const sign = kind && steps[kind];
      return sign ? [value.abs().mul(sign)] : [];
    })
    .slice(0, mostSteps);
  const paid = entries
    .filter(({ kinds }) => kinds[0] === 'prepaid')
    .reduce((sum, { value }) => sum.sub(value.abs()), missing.sub(missing));
  return (
    [...changes, paid].some((change) => change.eq(missing)) ||
    changes.some((first, at) => changes.slice(at + 1).some((second) => first.add(second).eq(missing)))
  );
}
