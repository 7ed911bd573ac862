import { Decimal } from 'decimal.js';
import type { RateRow } from './breakdown.ts';
import type { Entry } from './entry.ts';
import {
  addsUp,
  adjustments,
  depositsOf,
  isMadeUp,
  type LineSums,
  linesMake,
  rateNamed,
  vatOfRatesGives,
} from './equations.ts';
import { type Paid, paidOf, paymentContradicts } from './paid.ts';
import type { TotalKind } from './total-words.ts';

/** The three sums that must fit together; null where the invoice does not print one. */
export interface MainSums {
  net: Entry | null;
  vat: Entry | null;
  total: Entry | null;
}

type Role = 'net' | 'vat' | 'total';

/** How well a label fits a role. */
const fit: Record<Role, Partial<Record<TotalKind, number>>> = {
  net: { net: 3, lines_sum: 1.4, total: 0.8, base: 0.4 },
  vat: { vat: 3 },
  total: { gross: 3, due: 2.2, total: 2.2, lines_sum: 0.2 },
};
const noSums = new Set<TotalKind>(['previous', 'ignore', 'carried', 'tendered', 'change']);
const most = 8;

/** Whether the label says that the amount is, or may be, the total. */
export const isCalledTotal = (entry: Entry): boolean => entry.kinds.some((kind) => fit.total[kind] !== undefined);

function roleScore(entry: Entry, role: Role): number {
  const kind = entry.kinds.find((each) => fit[role][each] !== undefined);
  if (kind === undefined) return -Infinity;
  if (entry.kinds.some((each) => noSums.has(each))) return -Infinity;
  let score = fit[role][kind]! * (0.5 + 0.5 * entry.clarity);
  if (entry.kinds[0] !== kind) score *= 0.7;
  if (entry.kinds[0] === 'equivalent') score -= 1.5;
  if (entry.from === 'column') score -= /\p{L}{3}/u.test(entry.row.text) ? 0.9 : 0.4;
  // Sums are printed with cents; a bare whole number beside a label is often a count.
  if (entry.item.number?.decimals === 0 && entry.currency === null) score -= entry.clarity < 0.5 ? 3 : 0.8;
  if ((entry.item.number?.decimals ?? 2) > 2) score -= 2;
  return score;
}

/** Chooses net, VAT and total together: labels propose, arithmetic decides. */
export function chooseMainSums(
  entries: readonly Entry[],
  rateRows: readonly RateRow[],
  sums: LineSums,
  currency: string | null,
): MainSums {
  const paid = paidOf(entries);
  const candidates = (role: Role) =>
    entries
      .map((entry) => ({ entry, score: scoreFor(entry, role, entries, paid) - foreign(entry, currency) }))
      .filter(({ score }) => score > -1.5)
      .sort((a, b) => b.score - a.score)
      .slice(0, most);
  const nets = [...candidates('net'), { entry: null, score: 0 }];
  const vats = [...candidates('vat'), { entry: null, score: 0 }];
  const totals = [...candidates('total'), { entry: null, score: -2 }];
  let best: { sums: MainSums; score: number } = { sums: { net: null, vat: null, total: null }, score: -Infinity };
  for (const total of totals) {
    for (const net of nets) {
      if (net.entry && net.entry === total.entry) continue;
      for (const vat of vats) {
        if (vat.entry && (vat.entry === net.entry || vat.entry === total.entry)) continue;
        const chosen = { net: net.entry, vat: vat.entry, total: total.entry };
        const score =
          total.score +
          net.score +
          vat.score +
          arithmetic(chosen, entries, rateRows, sums) +
          payment(total.entry, paid, entries);
        if (score > best.score + 1e-9) best = { sums: chosen, score };
      }
    }
  }
  return best.sums;
}

/** What a till was paid, and what net and VAT over it make, is the total however it is called. */
function scoreFor(entry: Entry, role: Role, entries: readonly Entry[], paid: readonly Paid[]): number {
  const score = roleScore(entry, role);
  if (role !== 'total' || score >= unnamedTotal || entry.kinds.some((kind) => noSums.has(kind))) return score;
  const before = (other: Entry) => other.page === entry.page && other.row.y < entry.row.y;
  const bought = paid.some(({ value, tendered }) => value.eq(entry.value) && tendered.row.y > entry.row.y);
  const closes =
    (entry.kinds.length === 0 || entry.kinds[0] === 'prepaid') &&
    entries.some(
      (net) =>
        net.kinds[0] === 'net' &&
        before(net) &&
        entries.some(
          (vat) =>
            vat.kinds[0] === 'vat' && before(vat) && !vat.value.isZero() && net.value.add(vat.value).eq(entry.value),
        ),
    );
  return bought || closes ? unnamedTotal : score;
}

const unnamedTotal = 1;

/** What the payment says for a total, or against one that was not paid; a payment in cash may be rounded. */
function payment(total: Entry | null, paid: readonly Paid[], entries: readonly Entry[]): number {
  if (!total || paid.length === 0) return 0;
  const fitting = paid.filter(({ value }) => value.eq(total.value));
  if (fitting.length > 0) return fitting.some(({ change }) => !change.value.isZero()) ? 3 : 1.5;
  if (!paymentContradicts(paid, total)) return 0;
  // One rate's row of the VAT summary below adds up too, but is not what was paid.
  const another = paid.some(
    ({ value, tendered, change }) =>
      !change.value.isZero() && entries.some((entry) => entry.value.eq(value) && entry.row.y < tendered.row.y),
  );
  return another ? -9 : -1.5;
}

const foreign = (entry: Entry, currency: string | null) =>
  currency !== null && entry.currency !== null && entry.currency !== currency ? 3 : 0;

/** What the figures themselves say for an assignment. */
function arithmetic(
  { net, vat, total }: MainSums,
  entries: readonly Entry[],
  rateRows: readonly RateRow[],
  sums: LineSums,
): number {
  let score = 0;
  if (net && vat && total) {
    if (addsUp(net, vat, total, rateRows.length)) score += vat.value.isZero() ? 2.5 : 4.5;
    else if (isMadeUp(net, vat, total, entries, sums)) score += 4;
    // Costs less than dropping a clearly labelled sum: a contradiction is shown, not hidden.
    else score -= 2.5 + 3 * (1 - Math.min(net.clarity, vat.clarity, total.clarity)) + (severalVats(entries) ? 2.5 : 0);
  } else if (net && total) {
    if (net.value.eq(total.value)) score += 0.5;
    else if (vatOfRatesGives(net, total, entries)) score += 4.5;
    else score += mayGrowTo(net, total) ? -1 : -4;
  } else if (vat && total) {
    const fits = [...rateRows.map((row) => row.rate.value), ...vat.rates].some((rate) =>
      total.value.mul(rate).div(rate.add(100)).sub(vat.value).abs().lte('0.02'),
    );
    score += fits ? 1.5 : -0.5;
  }
  if (total) score += furtherDown(total, entries) - notThisInvoice({ net, vat, total }, entries, sums);
  if (sums.total) {
    const near = (entry: Entry) => linesMake(sums, entry);
    if (net && near(net)) score += 2.5;
    else if (net && adjustments(sums.total, net, entries).length > 0) score += 2;
    else if (!net && total && near(total)) score += 2;
    if (net && total && !near(net) && near(total) && !net.value.eq(total.value)) score += 0.5;
  }
  if (rateRows.length > 0) {
    const sum = (part: 'base' | 'amount') => rateRows.reduce((all, row) => all.add(row[part].value), new Decimal(0));
    if (net && (sum('base').sub(net.value).abs().lte('0.1') || rateRows.some((row) => row.base.value.eq(net.value)))) {
      score += 1;
    }
    if (
      vat &&
      (sum('amount').sub(vat.value).abs().lte('0.1') || rateRows.some((row) => row.amount.value.eq(vat.value)))
    ) {
      score += 1;
    }
  }
  if (net && vat && !vat.value.isZero() && rateNamed(net, vat)) score += 1.5;
  return score;
}

/** No VAT makes more of a sum than a third again. */
const mayGrowTo = (net: Entry, total: Entry): boolean =>
  net.value.isNegative() === total.value.isNegative() &&
  total.value.abs().gte(net.value.abs().mul('0.9')) &&
  total.value.abs().lte(net.value.abs().mul('1.33'));

/** What comes after a total confirms it: a rounding that led to it, or a payment that leaves the amount due. */
function furtherDown(total: Entry, entries: readonly Entry[]): number {
  const of = (...kinds: TotalKind[]) =>
    entries.filter((entry) => entry !== total && kinds.includes(entry.kinds[0]!) && entry.clarity >= 0.4);
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
  if (rounded && (isTill || total.kinds[0] !== 'due')) return 3;
  const settled = of('prepaid').some(
    (paid) =>
      !paid.value.isZero() &&
      of('due', 'total').some((due) => total.value.abs().sub(paid.value.abs()).eq(due.value.abs())),
  );
  return settled ? 2 : 0;
}

/**
 * What an earlier balance was added to, or a withheld tax taken from, is not the invoice's gross; nor is what deposits
 * on packaging are still added to.
 * @returns what the score loses
 */
function notThisInvoice({ net, vat, total }: MainSums, entries: readonly Entry[], sums: LineSums): number {
  if (total && takesDeposits(total, entries, sums)) return 5;
  if (!total || total.kinds[0] === 'gross') return carriesBalance(total, entries) ? 4 : 0;
  const gross = net?.value.add(vat?.value ?? 0);
  const withheld = entries.some(
    (entry) =>
      entry.kinds[0] === 'withheld' && !entry.value.isZero() && gross?.sub(entry.value.abs()).eq(total.value) === true,
  );
  return withheld || carriesBalance(total, entries) ? 4 : 0;
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

/** Several different VAT amounts that do not fit are those of single rates, not a contradiction. */
function severalVats(entries: readonly Entry[]): boolean {
  const vats = entries.filter((entry) => entry.kinds[0] === 'vat' && !entry.value.isZero());
  return vats.some((entry) => !entry.value.eq(vats[0]!.value));
}
