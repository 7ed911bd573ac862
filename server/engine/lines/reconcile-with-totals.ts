import { Decimal } from 'decimal.js';
import { vatOn } from '../../checks/cents.ts';
import type { Found } from '../found.ts';
import type { FoundTotals } from '../totals/read-totals.ts';
import { withFact } from '../witnesses/reconcile-value.ts';
import type { FoundLine } from './found-line.ts';

/**
 * Looks at the lines again once the sums are known. Lines that do not add up to the printed sum lose the word of their
 * own arithmetic: one of them is misread or missing. So do lines that hold their VAT, whose amounts are not the net ones
 * that are asked for. Lines without a rate take the one that the sums tell.
 */
export function reconcileWithTotals(lines: readonly FoundLine[], totals: FoundTotals): FoundLine[] {
  const told = ratesToldBySums(lines, totals);
  return lines.map((line, i) => {
    const settled = totals.lines_are_net ? line : withoutSums(line);
    return told && !line.vat_rate ? { ...settled, vat_rate: { ...told[i]!, evidence: [] } } : settled;
  });
}

/**
 * The document's only rate, where it leaves none of the lines out; none where the page says why nothing is taxed; else whose
 * amounts make what each rate is of.
 */
function ratesToldBySums(lines: readonly FoundLine[], totals: FoundTotals): Found<number>[] | null {
  const rates = totals.vat_breakdown.flatMap(({ rate }) => rate ?? []);
  const named = lines.flatMap(({ vat_rate }) => vat_rate ?? []);
  // Among lines with the only rate one without may bear none, unless all of them together are what the rate is of.
  const isOfAll =
    named.length === 0 || (totals.vat_breakdown[0]?.base && named.every(({ value }) => value === rates[0]?.value));
  if (rates.length === 1 && isOfAll && !leavesOut(lines, totals)) return lines.map(() => rates[0]!);
  if (named.length > 0) return null;
  if (rates.length === 0) return totals.untaxed && lines.map(() => ({ ...totals.untaxed!, value: 0 }));
  return sharedOut(lines, totals);
}

/** Of more lines some make any sum by accident. */
const mostShared = 8;

/** The rates of lines that can be shared out among what the rates are of in one way only; what is left over bears none. */
function sharedOut(lines: readonly FoundLine[], { vat_breakdown }: FoundTotals): Found<number>[] | null {
  const totals = lines.flatMap(({ total }) => (total ? [new Decimal(total.value)] : []));
  if (totals.length < lines.length || lines.length > mostShared) return null;
  const shared = new Map<number, Found<number>>();
  for (const { rate, base } of vat_breakdown) {
    if (!rate || !base) return null;
    const [own, ...others] = subsetsOf(totals, new Decimal(base.value));
    if (!own || others.length > 0 || own.some((at) => shared.has(at))) return null;
    for (const at of own) shared.set(at, rate);
  }
  return lines.map((line, at) => shared.get(at) ?? { ...line.total!, value: 0, place: null });
}

/** The indexes of amounts that together make a sum, in every way there is. */
function subsetsOf(amounts: readonly Decimal[], sum: Decimal): number[][] {
  const subsets: { at: number[]; sum: Decimal }[] = [{ at: [], sum: new Decimal(0) }];
  for (const [i, amount] of amounts.entries()) {
    subsets.push(...subsets.map((one) => ({ at: [...one.at, i], sum: one.sum.add(amount) })));
  }
  return subsets.filter((one) => one.at.length > 0 && one.sum.eq(sum)).map(({ at }) => at);
}

/**
 * Whether the lines come to more than what the only rate is of, and neither the VAT nor a discount is what is over: donations
 * and interest on arrears are not taxed. What comes to less lacks a line.
 */
function leavesOut(lines: readonly FoundLine[], { vat_breakdown: [row], discount_amount }: FoundTotals): boolean {
  if (!row?.base || lines.some(({ total }) => total === null)) return false;
  const sum = lines.reduce((all, { total }) => all.add(total!.value), new Decimal(0));
  const over = sum.sub(row.base.value);
  const most = slack.mul(lines.length);
  const explained = [0, row.amount?.value, discount_amount?.value].some(
    (value) => value !== undefined && over.sub(value).abs().lte(most),
  );
  return over.gt(0) && !explained;
}

function withoutSums(line: FoundLine): FoundLine {
  const entries = Object.entries(line).map(([key, found]) => [
    key,
    found && { ...found, evidence: found.evidence.filter((fact) => fact !== 'sums_agree') },
  ]);
  return Object.fromEntries(entries) as FoundLine;
}

/** Rounding line by line moves the VAT of all by so much for each. */
const slack = new Decimal('0.01');

/**
 * VAT by rate where no summary prints it: every line names one rate, and net and VAT of the invoice are what it makes of them.
 * All three are printed, each in its place.
 */
export function withRateOfLines(totals: FoundTotals, lines: readonly FoundLine[]): FoundTotals {
  const { subtotal, vat_amount, vat_breakdown } = totals;
  const [first] = lines;
  if (vat_breakdown.length > 0 || !subtotal || !vat_amount || !first?.vat_rate) return totals;
  const { value } = first.vat_rate;
  if (!lines.every(({ vat_rate }) => vat_rate?.value === value)) return totals;
  const apart = vatOn(new Decimal(subtotal.value), value).sub(vat_amount.value).abs();
  if (value === 0 || apart.gt(slack.mul(lines.length))) return totals;
  const rate = withFact(first.vat_rate, 'sums_agree');
  return { ...totals, vat_breakdown: [{ rate, base: subtotal, amount: vat_amount, reason: null, category: null }] };
}
