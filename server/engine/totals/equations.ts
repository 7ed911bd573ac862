import { Decimal } from 'decimal.js';
import { isToTheCent, vatOn } from '../../checks/cents.ts';
import type { Entry } from './entry.ts';
import type { TotalKind } from './total-words.ts';

/** What the lines add up to; `total` is null where a line has no such figure. */
export interface LineSums {
  count: number;
  total: Decimal | null;
  /** What of it are deposits on packaging: they are charged with the goods, and no part of what VAT is counted on. */
  deposits: Decimal;
  /** Whether they are lines for certain: the head of their table names the amounts, or they multiply out. */
  itemised: boolean;
  /** The VAT rate, in percent, that all of them bear; null where they bear several, or none is said. */
  rate: Decimal | null;
}

/** In the currency: for each line or rate, and for all of them. */
const [forEach, atMost] = ['0.01', '0.10'];

/** Tolerance of decisions.md: 0.01 per line or rate involved, at most 0.10; whole units where no cents are printed. */
export function tolerance(parts: number, ...values: Entry[]): Decimal {
  const cents = values.some((entry) => entry.item.number === null || entry.item.number.decimals > 0);
  if (values.length > 0 && !cents && values.every((entry) => entry.value.abs().gte(100))) return new Decimal(1);
  return Decimal.min(atMost, new Decimal(forEach).mul(Math.max(1, parts)));
}

/** Whether net and VAT make the total. */
export function addsUp(net: Entry, vat: Entry, total: Entry, rates: number): boolean {
  return net.value
    .add(vat.value)
    .sub(total.value)
    .abs()
    .lte(tolerance(rates, net, vat, total));
}

/** Whether the lines, with their deposits or without them, add up to the amount. */
export function linesMake({ total, deposits, count }: LineSums, entry: Entry): boolean {
  const near = (sum: Decimal) => sum.sub(entry.value).abs().lte(tolerance(count, entry));
  return total !== null && (near(total) || (!deposits.isZero() && near(total.sub(deposits))));
}

/** The VAT of several rates, each printed with its rate and no sum of them, that net and total differ by; empty where they do not. */
export function vatsOfRates(net: Entry, total: Entry, entries: readonly Entry[]): readonly Entry[] {
  const taxed = entries.filter(
    (entry) => entry.kinds[0] === 'vat' && entry.from === 'left' && entry.rates.length === 1 && !entry.value.isZero(),
  );
  const byRate = Map.groupBy(taxed, (entry) => entry.rates[0]!.toString());
  const parts = [...byRate.values()].map(([first]) => first!);
  const sum = parts.reduce((all, part) => all.add(part.value), net.value);
  // A tax that is taken off is withheld, and no VAT.
  const isAdded = parts.every((part) => part.value.isNegative() === net.value.isNegative());
  const makesTotal = sum
    .sub(total.value)
    .abs()
    .lte(tolerance(parts.length, net, total));
  return parts.length > 1 && isAdded && makesTotal ? parts : [];
}

/** As few amounts make another by accident. */
const fewestListed = 4;
/** They end no farther from each other, and begin no farther below each other; in heights of the total. */
const listed = { edge: 0.5, step: 4 };

/**
 * The amounts right above a total, one under the other at one edge, that it is the sum of: the summary of a bill, which
 * names what is paid for and prints no net sum ("Power 10.00, Energy 30.00, …, VAT 3.00, Total 48.00"). Empty where they
 * are not.
 */
export function listedOver(total: Entry, entries: readonly Entry[]): readonly Entry[] {
  const edge = ({ item }: Entry): number => item.x + item.width;
  const above = entries
    .filter(
      (entry) =>
        entry.page === total.page &&
        entry.row.y < total.row.y &&
        entry.item.number?.decimals === 2 &&
        Math.abs(edge(entry) - edge(total)) < listed.edge * total.item.height,
    )
    .toSorted((a, b) => b.row.y - a.row.y);
  let sum = new Decimal(0);
  for (const [at, entry] of above.entries()) {
    // Net sum and VAT under their lines are no list, nor is what stands far above.
    const below = above[at - 1] ?? total;
    if (entry.kinds[0] === 'net' || below.row.y - entry.row.y > listed.step * total.item.height) return [];
    sum = sum.add(entry.value);
    if (sum.eq(total.value)) return at + 1 < fewestListed ? [] : above.slice(0, at + 1);
  }
  return [];
}

/**
 * The VAT of each of several rates over a total that it makes with what else is listed there, or with the lines where what is
 * listed was read as lines; empty where it does not, or is of one rate.
 */
export function listedVats(total: Entry, entries: readonly Entry[], sums: LineSums): readonly Entry[] {
  const isVat = ({ kinds }: Entry): boolean => kinds[0] === 'vat';
  const listed = listedOver(total, entries).filter(isVat);
  const above = entries.filter(
    (entry) => isVat(entry) && entry.from === 'left' && entry.page === total.page && entry.row.y < total.row.y,
  );
  const sum = above.reduce((all, { value }) => all.add(value), sums.total ?? new Decimal(0));
  const vats = listed.length === 0 && sums.total !== null && sum.eq(total.value) ? above : listed;
  return vats.length > 1 ? vats : [];
}

/**
 * Whether something is printed that makes up what net and VAT lack of the total: a rounding, a charge beside the VAT as
 * freight or a surcharge, or deposits on packaging.
 */
export function isMadeUp(net: Entry, vat: Entry, total: Entry, entries: readonly Entry[], sums: LineSums): boolean {
  const missing = total.value.sub(net.value).sub(vat.value);
  const makesUp = (entry: Entry): boolean =>
    (entry.kinds[0] === 'rounding' && isToTheCent(entry.value.abs(), missing.abs())) ||
    (entry.kinds[0] === 'charge' && !missing.isZero() && entry.value.eq(missing));
  return entries.some(makesUp) || depositsOf(entries, sums).some((deposit) => deposit.eq(missing));
}

/**
 * Whether a row between the VAT and the total holds just what both sums miss of it, or all of them do together: taxes or
 * fees that bear no VAT. They may as well be an older balance under a name that nobody knows, so they lead to the total and
 * prove nothing.
 */
export function addedOutside(net: Entry, vat: Entry, total: Entry, entries: readonly Entry[]): boolean {
  const missing = total.value.sub(net.value).sub(vat.value);
  const isBetween = ({ page, row }: Entry): boolean =>
    page === total.page && page === vat.page && vat.row.y < row.y && row.y < total.row.y;
  const gross = net.value.add(vat.value);
  const between = entries.filter(
    (entry) => isBetween(entry) && !entry.value.eq(gross) && !entry.kinds.some((kind) => outside.has(kind)),
  );
  const all = between.reduce((sum, { value }) => sum.add(value), new Decimal(0));
  return (
    rateNamed(net, vat) && missing.gt(0) && [all, ...between.map(({ value }) => value)].some((sum) => sum.eq(missing))
  );
}

/** What is known to belong to no invoice's own sum. */
const outside = new Set<TotalKind>(['previous', 'withheld', 'prepaid', 'tendered', 'change', 'carried']);

/** What deposits on packaging may come to: each that is printed under the lines, all of these, and those of the lines. */
export function depositsOf(entries: readonly Entry[], sums: LineSums): Decimal[] {
  const printed = entries.filter(({ kinds }) => kinds[0] === 'deposit').map(({ value }) => value);
  const all = printed.reduce((sum, value) => sum.add(value), new Decimal(0));
  return [...printed, all, sums.deposits].filter((value) => !value.isZero());
}

/** Whether VAT is net times the rate that its own label names. */
export const rateNamed = (net: Entry, vat: Entry): boolean => vat.rates.some((rate) => isVatAt(rate, net, vat));

/** Whether VAT is net times the rate that all lines bear: of a figure that was misread it is not. */
export const rateOfLines = (net: Entry, vat: Entry, { rate }: LineSums): boolean =>
  rate !== null && isVatAt(rate, net, vat);

const isVatAt = (rate: Decimal, net: Entry, vat: Entry): boolean =>
  !rate.isZero() && vatOn(net.value, rate).sub(vat.value).abs().lte(tolerance(2, vat));

/** In the currency: rounding moves what leads from one sum to another by no more. */
const fewCents = '0.05';

/** Every printed discount, charge or pair of both, or deposit among the lines, that leads from the lines' sum to the net sum. */
export function adjustments(lines: Decimal, net: Entry, entries: readonly Entry[]): Entry[][] {
  const difference = net.value.sub(lines);
  const close = (value: Decimal) => value.sub(difference).abs().lte(fewCents);
  const of = (kind: 'discount' | 'charge' | 'deposit') =>
    entries.filter((entry) => entry.kinds[0] === kind && !entry.value.isZero()).slice(0, 6);
  const [discounts, charges] = [of('discount'), of('charge')];
  const taken = discounts.map((entry) => ({ entries: [entry], change: entry.value.abs().neg() }));
  const added = charges.map((entry) => ({ entries: [entry], change: entry.value }));
  const both = discounts.flatMap((discount) =>
    charges.map((charge) => ({ entries: [discount, charge], change: charge.value.abs().sub(discount.value.abs()) })),
  );
  const returned = of('deposit').map((entry) => ({ entries: [entry], change: entry.value.neg() }));
  return [...taken, ...both, ...added, ...returned]
    .filter(({ change }) => close(change))
    .map(({ entries: some }) => some);
}
