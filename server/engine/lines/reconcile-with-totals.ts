import { Decimal } from 'decimal.js';
import { vatOn } from '../../checks/cents.ts';
import type { FoundTotals } from '../totals/read-totals.ts';
import { withFact } from '../witnesses/reconcile-value.ts';
import type { FoundLine } from './found-line.ts';

/**
 * Looks at the lines again once the sums are known. Lines that do not add up to the printed sum lose the word of their
 * own arithmetic: one of them is misread or missing. So do lines that hold their VAT, whose amounts are not the net ones
 * that are asked for. Lines without a rate take the document's only one, but where it leaves some of them out.
 */
export function reconcileWithTotals(lines: readonly FoundLine[], totals: FoundTotals): FoundLine[] {
  const rates = totals.vat_breakdown.map((row) => row.rate).filter((rate) => rate !== null);
  const isOnly = rates.length === 1 && lines.every((line) => line.vat_rate === null) && !leavesOut(lines, totals);
  const only = isOnly ? rates[0]! : null;
  return lines.map((line) => {
    const settled = totals.lines_are_net ? line : withoutSums(line);
    return only ? { ...settled, vat_rate: { ...only, evidence: [] } } : settled;
  });
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
