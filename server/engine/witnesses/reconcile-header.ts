import type { HeaderPath } from '../../contract/fields.ts';
import { fieldOf, kindOf } from '../../contract/fields.ts';
import type { Found } from '../found.ts';
import type { FoundTotals } from '../totals/read-totals.ts';
import type { PageSearch } from './on-page.ts';
import { agreement, type ReconciledValue, reconcileValue, withFact } from './reconcile-value.ts';
import { codeOf, same } from './same.ts';
import type { Witness } from './witness.ts';

/**
 * Holds a header field of the page beside what a witness says of it.
 * @param context.fills whether the witness speaks of this invoice, so that it may say what the page does not show
 */
export function reconcileHeader(
  path: string,
  shown: Found<string | number> | null,
  witness: Witness,
  search: PageSearch,
  { fills, totals }: { fills: boolean; totals: FoundTotals },
): ReconciledValue<string | number> {
  const stated = witness.header[path as HeaderPath];
  if (shown && fieldOf(path).notCompared) return { found: shown, differs: false };
  if (stated !== undefined) {
    const shared = Object.entries(witness.header).some(
      ([other, value]) => other !== path && value === stated && kindOf(other) === kindOf(path),
    );
    return reconcileValue({ path, shown, stated, witness, search, shared, fills });
  }
  if (!shown) return { found: null, differs: false };
  if (isSupported(path, shown, witness) || isPaid(path, shown, witness))
    return { found: withFact(shown, agreement(witness)), differs: false };
  const unpaid = path === paymentPath(totals) && !paysWhatIsPrinted(witness, totals, search);
  return unpaid ? { found: withFact(shown, 'contradicted'), differs: true } : { found: shown, differs: false };
}

/** A number that no label names may be any number, one of a parcel too; only with its label does a code confirm it. */
function isSupported(path: string, { value, evidence }: Found<string | number>, witness: Witness): boolean {
  const support = witness.supports[path as HeaderPath];
  if (path !== 'invoice_number') return support !== undefined && same(path, value, support);
  if (!evidence.includes('labelled')) return false;
  return (
    (support !== undefined && same(path, value, support)) ||
    witness.references.some((text) => mentions(text, String(value)))
  );
}

/** Whether a transfer's text names the invoice: its number whole, or its digits where the norm takes no others. */
function mentions(reference: string, number: string): boolean {
  const [text, wanted] = [codeOf(reference), codeOf(number)];
  const digits = wanted.replace(/\D/g, '');
  if (wanted.length < 4) return false;
  const at = text.indexOf(wanted);
  const whole = at >= 0 && !/\d$/.test(text.slice(0, at)) && !/^\d/.test(text.slice(at + wanted.length));
  return whole || (digits.length >= 4 && text.replace(/^0+/, '') === digits.replace(/^0+/, ''));
}

const isPaid = (path: string, { value }: Found<string | number>, { payable }: Witness): boolean =>
  (path === 'total_amount' || path === 'amount_due') && payable !== null && same(path, value, payable);

/** The field that a code's amount is held against. */
const paymentPath = ({ amount_due }: FoundTotals): string => (amount_due ? 'amount_due' : 'total_amount');

/** What is to be paid may be an account's whole balance; but it is printed somewhere. */
function paysWhatIsPrinted({ payable }: Witness, totals: FoundTotals, search: PageSearch): boolean {
  if (payable === null || payable === 0) return true;
  const own = [totals.amount_due, totals.total_amount].some((sum) => sum !== null && sum.value === payable);
  return own || search.find('amount_due', payable) !== null;
}
