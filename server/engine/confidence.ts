import { fieldOf, kindOf, type MeaningProof, type ReadingProof } from '../contract/fields.ts';
import type { Confidence, Evidence, Source } from '../contract/invoice.ts';
import { isFixed } from '../suppliers/contribution.ts';

/** What the level of a field follows from. */
export interface Witnessed {
  source: Source;
  evidence: readonly Evidence[];
}

/** One way to prove that a value was read right, or that it means its field; all of `needs` must hold. */
export interface Proof<Name extends string = string> {
  /** Unique in its list. */
  name: Name;
  needs: readonly (Evidence | Source)[];
  /** Why these facts prove it, as a clause. */
  reason: string;
}

/** What proves it of any field. */
const ofAny = [
  'painted text',
  'e-invoice',
  'file of an e-invoice',
  'signed e-invoice',
  'sums of an e-invoice',
  'check digits of an e-invoice',
  'code',
  'known supplier',
] as const;
type OfAny = (typeof ofAny)[number];
type OfKind = 'another place' | 'two readers' | 'check digits';

/** Numbers with check digits are put right by them, and in every place alike. */
const ofKind = (path: string): OfKind[] =>
  ['vat', 'iban'].includes(fieldOf(path).kind) ? ['check digits'] : ['another place', 'two readers'];

/**
 * `high` promises that a value can be taken as it is. It takes one proof of each of two lists, because a value that was
 * read right may mean something else, and one that means the field may be misread. Which proofs there are for a field says
 * the table of fields, what each takes is said here alone; a value that lacks either proof is `medium`.
 */
export const readRight: readonly Proof<ReadingProof | OfAny | OfKind>[] = [
  {
    name: 'painted text',
    needs: ['text'],
    reason: 'the file itself says these characters and paints them, so nothing had to be recognised',
  },
  {
    name: 'e-invoice',
    needs: ['einvoice_agrees'],
    reason: 'the data inside the file says the same, and no misreading does',
  },
  {
    name: 'file of an e-invoice',
    needs: ['einvoice'],
    reason: 'the file itself says these characters, so nothing had to be recognised',
  },
  {
    name: 'code',
    needs: ['code_agrees'],
    reason: 'a printed code, which has its own correction of errors, says the same',
  },
  {
    name: 'another place',
    needs: ['seen_twice'],
    reason: 'it was read the same in another place',
  },
  {
    name: 'two readers',
    needs: ['read_twice'],
    reason: 'two readers that share nothing were both sure of the same characters',
  },
  {
    name: 'check digits',
    needs: ['check_digit'],
    reason: 'a misread character breaks the check digits',
  },
  {
    name: 'letters of the account',
    needs: ['check_digit'],
    reason: 'the account number, whose check digits hold, has the letters of this bank',
  },
  {
    name: 'buyer',
    needs: ['buyer_agrees'],
    reason: 'a misread number would not be the one that was sent',
  },
  {
    name: 'sums',
    needs: ['sums_agree'],
    reason: 'several printed amounts close only with this one',
  },
  {
    name: 'term of payment',
    needs: ['sums_agree'],
    reason: 'both dates differ by exactly the number of days that is printed as the term of payment',
  },
];

export const meansThis: readonly Proof<MeaningProof | OfAny>[] = [
  {
    name: 'e-invoice',
    needs: ['einvoice_agrees'],
    reason: 'the data inside the file gives it for this field',
  },
  {
    name: 'signed e-invoice',
    needs: ['einvoice', 'signed'],
    reason: 'the e-invoice gives it for this field, and the tax office has signed that it said so',
  },
  {
    name: 'sums of an e-invoice',
    needs: ['einvoice', 'sums_agree'],
    reason: 'the e-invoice gives it for this field, and its sums close only with it',
  },
  {
    name: 'check digits of an e-invoice',
    needs: ['einvoice', 'check_digit'],
    reason: 'the e-invoice gives it for this field, and its check digits hold',
  },
  { name: 'code', needs: ['code_agrees'], reason: 'a printed code gives it for this field' },
  {
    name: 'buyer',
    needs: ['buyer_agrees'],
    reason: 'it is the buyer that was sent',
  },
  {
    name: "vendor's VAT number",
    needs: ['labelled'],
    reason: "its label stands beside it in the vendor's block, and no other company's number is left",
  },
  {
    name: 'register',
    needs: ['labelled'],
    reason: "a label of the trade register stands beside it in its party's block, and every word around both is known",
  },
  {
    name: 'account',
    needs: ['labelled'],
    reason: 'its label stands beside it, and all that is printed with it says that the vendor is paid to this account',
  },
  {
    name: 'bank of the account',
    needs: ['check_digit', 'labelled'],
    reason: 'it keeps the account that is to be paid to',
  },
  {
    name: 'rate of exchange',
    needs: ['sums_agree', 'labelled'],
    reason: 'its label stands beside it, and it turns a printed sum into another printed amount',
  },
  {
    name: 'number or date',
    needs: ['labelled'],
    reason: 'a label that means just this stands beside it, and every word around both is known',
  },
  {
    name: 'currency',
    needs: ['seen_twice'],
    reason: 'it stands in several rows beside amounts, and no other currency is printed anywhere',
  },
  {
    name: 'vendor',
    needs: ['labelled', 'seen_twice'],
    reason: 'it stands in the block that the label or the VAT number makes the vendor, and as a whole elsewhere',
  },
  {
    name: 'sums',
    needs: ['sums_agree', 'labelled'],
    reason: 'its label stands beside it, and the other sums close only with it',
  },
  {
    name: 'known supplier',
    needs: ['known_vendor'],
    reason: 'the invoices of this supplier that a person confirmed have the same, or have it in this place',
  },
  {
    name: 'line',
    needs: ['sums_agree'],
    reason: 'the line multiplies out, and the lines add up to a sum that is printed apart from them',
  },
];

/** Facts that make any value one for a person to look at. */
export const doubts: readonly Evidence[] = ['contradicted', 'altered', 'guessed'];
/** What leaves open whether the value means its field, or was read right, though each is proven. */
export const reservations: readonly Evidence[] = ['rival', 'no_invoice', 'incomplete_page', 'read_otherwise'];
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
  if (has(['weak_print']) && !settled) return has(supporting) || isKnownReading(path, has) ? 'medium' : 'low';
  return has(settled ? unsettled : reservations) || confirmationOf(path, field) === null ? 'medium' : 'high';
}

/**
 * A misreading is hardly one of the few titles that a kind of document has, or, of what stays the same on each invoice of a
 * supplier, the very value that was confirmed before.
 */
const isKnownReading = (path: string, has: (facts: readonly Evidence[]) => boolean): boolean =>
  (kindOf(path) === 'document_type' && has(['labelled'])) || (isFixed(fieldOf(path)) && has(['known_vendor']));

/** Why the value was read right and means its field, in a sentence; null when either is not proven. */
export function confirmationOf(path: string, field: Witnessed): string | null {
  const { readRight: reading, meansThis: meaning } = proofsOf(path, field);
  return reading[0] && meaning[0] ? `Read right: ${reading[0].reason}. Means this: ${meaning[0].reason}.` : null;
}

/** The proofs of both lists that hold for a field's value. */
export function proofsOf(path: string, { source, evidence }: Witnessed): Record<'readRight' | 'meansThis', Proof[]> {
  const known: readonly string[] = [source, ...evidence];
  const field = fieldOf(path);
  const held = (proofs: readonly Proof[], own: readonly string[] = []): Proof[] =>
    proofs.filter(({ name, needs }) => own.includes(name) && needs.every((fact) => known.includes(fact)));
  return {
    readRight: held(readRight, [...ofAny, ...ofKind(path), ...(field.readRight ?? [])]),
    meansThis: held(meansThis, [...ofAny, ...(field.meansThis ?? [])]),
  };
}
