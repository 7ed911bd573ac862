import { type Features, weigh } from '../weights.ts';
import { arithmetic } from './arithmetic.ts';
import type { RateRow } from './breakdown.ts';
import { type Entry, isRightOver } from './entry.ts';
import { type LineSums, linesMake, listedOver, listedVats } from './equations.ts';
import { called, isCalledTotal, type MainSums, noSums, type Role } from './main-sums.ts';
import { givenTo, type Paid, paidOf, paymentContradicts } from './paid.ts';

/** Candidates for each sum that are tried together with those for the others, and the least that one must weigh. */
const most = 8;
const leastWeight = -1.5;

/** The most VAT of a net sum, in parts of it, and a few cents of rounding. */
const mostVat = { part: '0.275', rounding: '0.05' };

/** VAT has the sign of what it is taken of, and is no more than 27 % of it anywhere in the EU. */
function mayBeVatOf(vat: Entry, net: Entry): boolean {
  const opposite = !vat.value.isZero() && !net.value.isZero() && vat.value.isNegative() !== net.value.isNegative();
  return !opposite && vat.value.abs().lte(net.value.abs().mul(mostVat.part).add(mostVat.rounding));
}

/** A label by which an amount is called clearly; in clarity, of 1. */
const clear = 0.5;
/** How much a label says: one that is hardly clear, how much more a clear one, and the part of it that its second meaning says. */
const says = { hardly: 0.5, clearly: 0.5, second: 0.7 };

/** What speaks for an amount's being one of the sums; null for what is called something else. */
function roleFeatures(entry: Entry, role: Role): Features | null {
  const kind = entry.kinds.find((each) => called[role].includes(each));
  if (kind === undefined || entry.kinds.some((each) => noSums.has(each))) return null;
  if (role === 'total' && entry.afterTax) return null;
  const isWhole = entry.item.number?.decimals === 0 && entry.currency === null;
  const amidText = /\p{L}{3}/u.test(entry.row.text);
  return {
    [`${role}_called_${kind}`]:
      (says.hardly + says.clearly * entry.clarity) * (entry.kinds[0] === kind ? 1 : says.second),
    equivalent: entry.kinds[0] === 'equivalent',
    column_amid_text: entry.from === 'column' && amidText,
    column: entry.from === 'column' && !amidText,
    // Sums are printed with cents; a bare whole number beside a label is often a count.
    whole_number: isWhole && entry.clarity >= clear,
    unclear_whole_number: isWhole && entry.clarity < clear,
    many_decimals: (entry.item.number?.decimals ?? 2) > 2,
    // What the invoice comes to is said in words, and none of its parts.
    in_words: role === 'total' && entry.inWords === true,
  };
}

/** Chooses net, VAT and total together: labels propose, arithmetic decides. */
export function chooseMainSums(
  entries: readonly Entry[],
  rateRows: readonly RateRow[],
  sums: LineSums,
  currency: string | null,
): MainSums {
  let best: { sums: MainSums; weight: number } = { sums: { net: null, vat: null, total: null }, weight: -Infinity };
  for (const assignment of assignments(entries, rateRows, sums, currency))
    if (assignment.weight > best.weight + 1e-9) best = assignment;
  return best.sums;
}

/** What may be net, VAT and total together. */
export interface Assignment {
  sums: MainSums;
  /** Of each sum alone, and of all together. */
  features: readonly Features[];
  weight: number;
}

export function* assignments(
  entries: readonly Entry[],
  rateRows: readonly RateRow[],
  sums: LineSums,
  currency: string | null,
): Generator<Assignment> {
  const paid = paidOf(entries);
  const candidates = (role: Role): Candidate[] =>
    entries
      .flatMap((entry) => {
        const own = featuresFor(entry, role, entries, { paid, sums });
        return own ? [candidate(entry, { ...own, foreign: isForeign(entry, currency) })] : [];
      })
      .filter(({ weight }) => weight > leastWeight)
      .sort((a, b) => b.weight - a.weight)
      .slice(0, most);
  const nets = [...candidates('net'), candidate(null, {})];
  const vats = [...candidates('vat').filter(({ entry }) => !isOfFreeRate(entry!, entries)), candidate(null, {})];
  const isPart = (total: Entry): boolean => total.value.isZero() && entries.some(isClearlyDue);
  const totals = [...candidates('total').filter(({ entry }) => !isPart(entry!)), candidate(null, { no_total: true })];
  for (const total of totals) {
    // The VAT of one of several rates in the list that makes a total is not the invoice's.
    const hasSeveralVats = total.entry !== null && listedVats(total.entry, entries, sums).length > 0;
    for (const net of nets) {
      if (net.entry && net.entry === total.entry) continue;
      for (const vat of vats) {
        if (vat.entry && (vat.entry === net.entry || vat.entry === total.entry)) continue;
        if (vat.entry && net.entry && !mayBeVatOf(vat.entry, net.entry)) continue;
        const chosen = { net: net.entry, vat: vat.entry, total: total.entry };
        const together = {
          ...arithmetic(chosen, entries, rateRows, sums),
          ...payment(total.entry, paid, entries),
          vat_of_one_rate: hasSeveralVats && vat.entry !== null,
        };
        const features = [total.features, net.features, vat.features, together];
        yield { sums: chosen, features, weight: total.weight + net.weight + vat.weight + weigh('sums', together) };
      }
    }
  }
}

/** "VAT D 0% 0.00" beside "VAT B 9% 1.80": nothing is the VAT of one rate, where there is some of another. */
const isOfFreeRate = ({ value, rates, page }: Entry, entries: readonly Entry[]): boolean =>
  value.isZero() &&
  rates.length > 0 &&
  entries.some(
    (other) =>
      other.kinds[0] === 'vat' &&
      other.from === 'left' &&
      other.page === page &&
      other.item.number?.decimals === 2 &&
      other.value.gt(0),
  );

/** Beside an amount that is clearly to be paid nought is the total of a part that was not used. */
const isClearlyDue = ({ kinds, explained, value }: Entry): boolean =>
  explained && value.gt(0) && (kinds[0] === 'gross' || kinds[0] === 'due');

interface Candidate {
  entry: Entry | null;
  features: Features;
  weight: number;
}

const candidate = (entry: Entry | null, features: Features): Candidate => ({
  entry,
  features,
  weight: weigh('sums', features),
});

/** What a till was paid, and what net and VAT over it make, is the total however it is called. */
function featuresFor(
  entry: Entry,
  role: Role,
  entries: readonly Entry[],
  { paid, sums }: { paid: readonly Paid[]; sums: LineSums },
): Features | null {
  const own = roleFeatures(entry, role);
  const features = own && role === 'total' ? { ...own, ...ofList(entry, entries) } : own;
  const unnamed = { paid_or_made_up: true };
  // What was given for just what the lines cost; the total over it could not be read.
  const isAll =
    paid.length === 0 &&
    entry.kinds[0] === 'tendered' &&
    sums.itemised &&
    linesMake(sums, entry) &&
    !isBought(entry, entries);
  if (role === 'total' && isAll) return unnamed;
  if (role !== 'total' || entry.kinds.some((kind) => noSums.has(kind))) return features;
  if (features && weigh('sums', features) >= weigh('sums', unnamed)) return features;
  const given = paid.length > 0 ? paid : givenTo(entries).map((tendered) => ({ value: tendered.value, tendered }));
  const bought = given.some(({ value, tendered }) => value.eq(entry.value) && tendered.row.y > entry.row.y);
  return bought || isMadeAbove(entry, entries, sums) ? unnamed : features;
}

/** Whether a net sum and its VAT that stand over an amount make it, which no label calls anything else. */
function isMadeAbove(total: Entry, entries: readonly Entry[], sums: LineSums): boolean {
  if (total.kinds.length > 0 && total.from !== 'column' && total.kinds[0] !== 'prepaid') return false;
  const above = entries.filter(({ page, row }) => page === total.page && row.y < total.row.y);
  const isMade = (net: Entry, vat: Entry): boolean => {
    if (!net.value.add(vat.value).eq(total.value)) return false;
    const isNet = net.kinds[0] === 'net' || (sums.itemised && linesMake(sums, net));
    // The three below each other are sums, also where only the VAT is named, or is nothing.
    const isColumn = isRightOver(net, vat, entries) && isRightOver(vat, total, entries);
    return vat.value.isZero() ? isNet && isColumn : isNet || (isUnnamed(net) && isColumn);
  };
  const vats = above.filter(({ kinds }) => kinds[0] === 'vat');
  return vats.some((vat) => above.some((net) => isMade(net, vat)));
}

/** An amount with cents that no label says anything of. */
const isUnnamed = ({ kinds, item }: Entry): boolean => kinds.length === 0 && item.number?.decimals === 2;

/** What the payment says for a total, or against one that was not paid; a payment in cash may be rounded. */
function payment(total: Entry | null, paid: readonly Paid[], entries: readonly Entry[]): Features {
  if (!total) return {};
  if (paid.length === 0) return exactly(total, entries);
  const fitting = paid.filter(({ value }) => value.eq(total.value));
  const withChange = fitting.some(({ change }) => !change.value.isZero());
  if (fitting.length > 0) return { paid_with_change: withChange, paid: !withChange };
  if (!paymentContradicts(paid, total)) return {};
  // One rate's row of the VAT summary below adds up too, but is not what was paid.
  const another = paid.some(
    ({ value, tendered, change }) =>
      !change.value.isZero() && entries.some((entry) => entry.value.eq(value) && entry.row.y < tendered.row.y),
  );
  return { another_was_paid: another, not_paid: !another };
}

/** What is given without any change is the total, and a rate's row of the summary below that adds up too is not. */
function exactly(total: Entry, entries: readonly Entry[]): Features {
  const given = givenTo(entries).filter(({ page }) => page === total.page);
  const paid = given.some((tendered) => tendered.value.eq(total.value));
  return { paid, another_was_paid: !paid && given.some((tendered) => isBought(tendered, entries)) };
}

/** Whether an amount above what was given is just that: its label may be that of a net sum. */
const isBought = (tendered: Entry, entries: readonly Entry[]): boolean =>
  entries.some(
    (entry) =>
      entry !== tendered &&
      entry.page === tendered.page &&
      entry.row.y < tendered.row.y &&
      !entry.kinds.some((kind) => noSums.has(kind)) &&
      entry.value.eq(tendered.value),
  );

/** Whether a total is that of a bill's list, and stands elsewhere too, as on the first of its pages. */
function ofList(total: Entry, entries: readonly Entry[]): Features {
  if (listedOver(total, entries).length === 0) return {};
  const isRepeated = entries.some(
    (other) => other.row !== total.row && other.value.eq(total.value) && isCalledTotal(other),
  );
  return { list_makes_total: true, listed_total_repeated: isRepeated };
}

const isForeign = (entry: Entry, currency: string | null): boolean =>
  currency !== null && entry.currency !== null && entry.currency !== currency;
