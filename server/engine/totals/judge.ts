import { Decimal } from 'decimal.js';
import type { Evidence } from '../../contract/invoice.ts';
import type { RateRow } from './breakdown.ts';
import type { Entry } from './entry.ts';
import {
  addedOutside,
  addsUp,
  adjustments,
  isMadeUp,
  type LineSums,
  linesMake,
  rateNamed,
  tolerance,
  vatsOfRates,
} from './equations.ts';
import type { MainSums } from './main-sums.ts';
import { paidOf, paymentContradicts, paymentProves } from './paid.ts';

/** What arithmetic says for or against each sum. */
export interface Judgement {
  net: Evidence[];
  vat: Evidence[];
  total: Evidence[];
  agree: boolean | null;
  linesAgree: boolean | null;
  /** Whether the lines add up to the net sum, or to the total where no VAT is printed. */
  linesAreNet: boolean;
}

/**
 * An equation counts only where a second one holds it in place, so that a wrong assignment can hardly close by
 * accident: net + VAT = total together with the lines' sum or the printed rate.
 */
export function judgeSums(
  main: MainSums,
  entries: readonly Entry[],
  rateRows: readonly RateRow[],
  sums: LineSums,
): Judgement {
  const { net, vat, total } = main;
  const lines = sums.total;
  const linesGive = (entry: Entry) => linesMake(sums, entry);
  const byLines = net !== null && lines !== null && (linesGive(net) || adjustments(lines, net, entries).length > 0);
  const grossLines = total !== null && linesGive(total);
  const linesAgree = lines === null || (!net && !total) ? null : byLines || grossLines;
  const linesAreNet = byLines || (grossLines && (vat === null || vat.value.isZero()));
  const payments = paidOf(entries);
  const rounded =
    entries.some((entry) => entry.kinds[0] === 'rounding' && !entry.value.isZero()) ||
    (total !== null && payments.length > 0 && payments.every(({ value }) => !value.eq(total.value)));
  const paid: Evidence[] = total && paymentProves(payments, total) ? ['sums_agree'] : [];
  const notPaid: Evidence[] = total && paymentContradicts(payments, total) ? ['contradicted'] : [];
  // One rate of several closes in itself, where all lines together make another printed sum or its row is all there is.
  const isPart =
    (vat !== null && isOneOfRates(vat, rateRows)) ||
    (linesAgree !== true &&
      ((lines !== null && entries.some((other) => other !== net && other !== total && linesGive(other))) ||
        (total !== null && isOnlyInRates(total, entries, rateRows))));
  const all = (given: Evidence[], agree: boolean | null): Judgement => judged(isPart ? without(given) : given, agree);
  const judged = (evidence: Evidence[], agree: boolean | null): Judgement => {
    // What the lines add up to proves the sums that close with it.
    const ofLines: Evidence[] = linesAgree && sums.itemised && evidence.includes('sums_agree') ? ['lines_agree'] : [];
    return {
      net: [...evidence, ...ofLines],
      vat: [...evidence, ...ofLines],
      // Before a printed rounding or after it: which of the two is meant is not for sums to say.
      total: [...(rounded ? without(evidence) : new Set([...evidence, ...ofLines, ...paid])), ...notPaid],
      agree,
      linesAgree,
      linesAreNet,
    };
  };
  if (ratesGive(main, rateRows)) return all(['sums_agree'], true);
  if (net && vat && total) {
    if (!addsUp(net, vat, total, rateRows.length) && !isMadeUp(net, vat, total, entries, sums)) {
      return addedOutside(net, vat, total, entries) ? all([], null) : all(['contradicted'], false);
    }
    const sure = vat.value.isZero() ? byLines : byLines || vatFollows(net, vat, rateRows);
    return all(sure ? ['sums_agree'] : [], sure ? true : null);
  }
  if (vat && total && !net && lines && sums.itemised) {
    const closes = lines.add(vat.value).sub(total.value).abs().lte(tolerance(sums.count, total));
    return {
      ...all(closes && !vat.value.isZero() ? ['sums_agree'] : [], closes ? true : null),
      linesAgree: closes || grossLines,
      linesAreNet: closes,
    };
  }
  if (net && total && !vat && vatsOfRates(net, total, entries).length > 0) return all(['sums_agree'], true);
  // Without VAT a single sum of several lines is confirmed by them, unless something was taken off that it knows nothing of.
  const reduced = entries.some((entry) => entry.kinds[0] === 'discount' && !entry.value.isZero());
  if (
    total &&
    !vat &&
    !reduced &&
    (net ? net.value.eq(total.value) && byLines : grossLines) &&
    sums.itemised &&
    sums.count > 1
  ) {
    return all(['sums_agree'], true);
  }
  return all([], null);
}

/** The VAT of one rate among several, and not of all. */
function isOneOfRates(vat: Entry, rateRows: readonly RateRow[]): boolean {
  const amounts = rateRows.map(({ amount }) => amount.value).filter((value) => !value.isZero());
  const all = amounts.reduce((sum, value) => sum.add(value), new Decimal(0));
  return amounts.length > 1 && amounts.some((value) => value.eq(vat.value)) && !all.eq(vat.value);
}

/** The total stands in one rate's row and nowhere else. */
const isOnlyInRates = (total: Entry, entries: readonly Entry[], rateRows: readonly RateRow[]): boolean =>
  rateRows.some(({ row }) => row === total.row) &&
  entries.every((other) => other.row === total.row || !other.value.eq(total.value));

const without = (evidence: readonly Evidence[]): Evidence[] => evidence.filter((fact) => fact !== 'sums_agree');

/** Whether the bases and the VAT of the printed rates make up all the sums that are printed. */
function ratesGive({ net, vat, total }: MainSums, rateRows: readonly RateRow[]): boolean {
  const sum = (part: 'base' | 'amount') => rateRows.reduce((all, row) => all.add(row[part].value), new Decimal(0));
  const [base, amount] = [sum('base'), sum('amount')];
  const slack = tolerance(rateRows.length);
  const fits = (entry: Entry | null, value: Decimal) => entry === null || entry.value.sub(value).abs().lte(slack);
  return total !== null && !amount.isZero() && fits(total, base.add(amount)) && fits(net, base) && fits(vat, amount);
}

/** Whether the VAT is what printed rates make of the printed bases. */
function vatFollows(net: Entry, vat: Entry, rateRows: readonly RateRow[]): boolean {
  if (rateNamed(net, vat)) return true;
  const sum = (part: 'base' | 'amount') => rateRows.reduce((all, row) => all.add(row[part].value), new Decimal(0));
  const slack = tolerance(rateRows.length, vat);
  if (
    rateRows.length > 0 &&
    sum('amount').sub(vat.value).abs().lte(slack) &&
    sum('base').sub(net.value).abs().lte(slack)
  ) {
    return true;
  }
  return rateRows.some((row) => row.base.value.eq(net.value) && row.amount.value.eq(vat.value));
}
