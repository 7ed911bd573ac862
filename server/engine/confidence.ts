import type { Confidence, Evidence, Source } from '../contract/invoice.ts';

/** What the level of a field follows from. */
export interface Witnessed {
  source: Source;
  evidence: readonly Evidence[];
}

/** One way to prove that a value was read right, or that it means its field; all of `needs` must hold. */
export interface Proof {
  /** Unique in its list. */
  name: string;
  fields: RegExp;
  needs: readonly (Evidence | Source)[];
  /** Why these facts prove it, as a clause. */
  reason: string;
}

const sums = 'subtotal|vat_amount|total_amount|discount_amount|prepaid_amount|amount_due';
const numbers = 'invoice_number|po_reference|delivery_note_number';

/**
 * `high` promises that a value can be taken as it is. It takes one proof of each of two lists, because a value that was
 * read right may mean something else, and one that means the field may be misread. This is the only place that says
 * what proves what; a value that lacks either proof is `medium`.
 */
export const readRight: readonly Proof[] = [
  {
    name: 'painted text',
    fields: /./,
    needs: ['text'],
    reason: 'the file itself says these characters and paints them, so nothing had to be recognised',
  },
  {
    name: 'e-invoice',
    fields: /./,
    needs: ['einvoice_agrees'],
    reason: 'the data inside the file says the same, and no misreading does',
  },
  {
    name: 'code',
    fields: /./,
    needs: ['code_agrees'],
    reason: 'a printed code, which has its own correction of errors, says the same',
  },
  {
    // Numbers with check digits are put right by them, and in every place alike.
    name: 'another place',
    fields: /(?<!vat_number|iban)$/,
    needs: ['seen_twice'],
    reason: 'it was read the same in another place',
  },
  {
    name: 'check digits',
    fields: /(vat_number|iban)$/,
    needs: ['check_digit'],
    reason: 'a misread character breaks the check digits',
  },
  {
    name: 'letters of the account',
    fields: /^bank_details\.(bic|bank_name)$/,
    needs: ['check_digit'],
    reason: 'the account number, whose check digits hold, has the letters of this bank',
  },
  {
    name: 'buyer',
    fields: /^customer\.vat_number$/,
    needs: ['buyer_agrees'],
    reason: 'a misread number would not be the one that was sent',
  },
  {
    name: 'sums',
    fields: new RegExp(String.raw`^(${sums}|exchange_rate(_currency)?|line_items\.\d+\.(quantity|unit_price|total))$`),
    needs: ['sums_agree'],
    reason: 'several printed amounts close only with this one',
  },
  {
    name: 'term of payment',
    fields: /^(invoice_date|due_date)$/,
    needs: ['sums_agree'],
    reason: 'both dates differ by exactly the number of days that is printed as the term of payment',
  },
];

export const meansThis: readonly Proof[] = [
  {
    name: 'e-invoice',
    fields: /./,
    needs: ['einvoice_agrees'],
    reason: 'the data inside the file gives it for this field',
  },
  { name: 'code', fields: /./, needs: ['code_agrees'], reason: 'a printed code gives it for this field' },
  {
    name: 'buyer',
    fields: /^customer\.vat_number$/,
    needs: ['buyer_agrees'],
    reason: 'it is the buyer that was sent',
  },
  {
    name: "vendor's VAT number",
    fields: /^vendor\.vat_number$/,
    needs: ['labelled'],
    reason: "its label stands beside it in the vendor's block, and no other company's number is left",
  },
  {
    name: 'account',
    fields: /^bank_details\.(iban|bic)$/,
    needs: ['labelled'],
    reason: 'its label stands beside it, and all that is printed with it says that the vendor is paid to this account',
  },
  {
    name: 'bank of the account',
    fields: /^bank_details\.bank_name$/,
    needs: ['check_digit', 'labelled'],
    reason: 'it keeps the account that is to be paid to',
  },
  {
    name: 'rate of exchange',
    fields: /^exchange_rate(_currency)?$/,
    needs: ['sums_agree', 'labelled'],
    reason: 'its label stands beside it, and it turns a printed sum into another printed amount',
  },
  {
    name: 'number or date',
    fields: new RegExp(`^(${numbers}|invoice_date|due_date)$`),
    needs: ['labelled'],
    reason: 'a label that means just this stands beside it, and every word around both is known',
  },
  {
    name: 'currency',
    fields: /^currency$/,
    needs: ['seen_twice'],
    reason: 'it stands in several rows beside amounts, and no other currency is printed anywhere',
  },
  {
    name: 'vendor',
    fields: /^vendor\.name$/,
    needs: ['labelled', 'seen_twice'],
    reason: 'it stands in the block that the label or the VAT number makes the vendor, and as a whole elsewhere',
  },
  {
    name: 'sums',
    fields: new RegExp(`^(${sums})$`),
    needs: ['sums_agree', 'labelled'],
    reason: 'its label stands beside it, and the other sums close only with it',
  },
  {
    name: 'line',
    fields: /^line_items\.\d+\.(quantity|unit_price|total)$/,
    needs: ['sums_agree'],
    reason: 'the line multiplies out, and the lines add up to a sum that is printed apart from them',
  },
];

/** Facts that make any value one for a person to look at. */
export const doubts: readonly Evidence[] = ['contradicted', 'guessed'];
/** What leaves open whether the value means its field, however well it was read. */
export const reservations: readonly Evidence[] = ['rival', 'no_invoice', 'incomplete_page'];
/** Data inside the file says which of several values is meant; that the page is no invoice it does not change. */
const unsettled: readonly Evidence[] = ['no_invoice'];
/** A witness beside the print that says the same settles whether it was read right, but not what contradicts it. */
const settling: readonly Evidence[] = ['einvoice_agrees', 'code_agrees'];
/**
 * Weak print that was misread would hardly hold against these, so nobody has to look at it; but `high` takes print that
 * is in order as well. Of 63 such values on scans none was wrong, of 158 others 17.
 */
const supporting: readonly Evidence[] = ['check_digit', 'sums_agree', 'seen_twice', 'buyer_agrees'];

export function confidenceOf(path: string, field: Witnessed): Confidence {
  const has = (facts: readonly Evidence[]): boolean => facts.some((fact) => field.evidence.includes(fact));
  if (has(['confirmed'])) return 'high';
  const settled = has(settling);
  if (has(settled ? ['contradicted'] : doubts)) return 'low';
  if (has(['weak_print']) && !settled) return has(supporting) ? 'medium' : 'low';
  return has(settled ? unsettled : reservations) || confirmationOf(path, field) === null ? 'medium' : 'high';
}

/** Why the value was read right and means its field, in a sentence; null when either is not proven. */
export function confirmationOf(path: string, { source, evidence }: Witnessed): string | null {
  const known: readonly (Evidence | Source)[] = [source, ...evidence];
  const proofIn = (proofs: readonly Proof[]): Proof | undefined =>
    proofs.find(({ fields, needs }) => fields.test(path) && needs.every((fact) => known.includes(fact)));
  const [reading, meaning] = [proofIn(readRight), proofIn(meansThis)];
  return reading && meaning ? `Read right: ${reading.reason}. Means this: ${meaning.reason}.` : null;
}
