import { fieldValues } from '../checks/field-paths.ts';
import { fold } from '../checks/fold.ts';
import { fields } from '../contract/fields.ts';
import type { Extraction, Invoice } from '../contract/invoice.ts';
import type { PageText } from '../contract/window.ts';
import { type LearntPlace, occurrences, placeOf, printsOf } from './printed.ts';

/** What one confirmed invoice taught of its supplier: the values that stay, and where the others stand. */
export interface Contribution {
  /** YYYY-MM-DD of the confirmation. */
  day: string;
  fixed: Record<string, { value: string | number; looked: boolean }>;
  places: Record<string, LearntPlace & { looked: boolean }>;
  /** Where it is paid to; null where that is another account than before and nobody has checked it with the supplier. */
  account: string | null;
}

/** What stays and where the rest stands, the first pages show; the others hold lines. */
const pagesLearntFrom = 10;

type Field = (typeof fields)[number];

/** What is the same on each invoice of a supplier for one company. Its currency may be another one each time. */
export const isFixed = ({ group, kind }: Pick<Field, 'group' | 'kind'>): boolean =>
  group === 'vendor' || group === 'customer' || group === 'bank' || (group === 'invoice' && kind === 'prose');
/** What is another on each. What stands in lines is found by its table. */
const isVarying = ({ group, kind }: Field): boolean =>
  (group === 'invoice' || group === 'amounts') && ['identifier', 'date', 'amount'].includes(kind);

/**
 * What a confirmed invoice teaches. Only what is printed on its pages counts: what a person knows beside them does not
 * help to read the next one.
 * @param looked the paths that a person accepted or changed; others count half
 */
export function contributionOf(
  { invoice }: Extraction,
  texts: readonly PageText[],
  { looked, day, accountIsKnown }: { looked: ReadonlySet<string>; day: string; accountIsKnown: boolean },
): Contribution {
  const values = fieldValues(invoice);
  const prints = printsOf(texts.slice(0, pagesLearntFrom));
  const account = accountIsKnown ? invoice.bank_details.iban : null;
  const contribution: Contribution = { day, fixed: {}, places: {}, account };
  for (const field of fields) {
    const value = values.get(field.path);
    if (value === undefined || value === null) continue;
    const printed = occurrences(prints, field.kind, value);
    if (field.path === 'bank_details.iban' && !accountIsKnown) continue;
    if (isFixed(field)) {
      if (printed.length > 0) contribution.fixed[field.path] = { value, looked: looked.has(field.path) };
    } else if (isVarying(field)) {
      const place = placeOf(prints, field.kind, value, printed);
      if (place) contribution.places[field.path] = { ...place, looked: looked.has(field.path) };
    }
  }
  return contribution;
}

/**
 * By what a supplier is known, the surest first: its VAT number, else its account, else its name. The first that there is
 * names it; the others only help to find it again.
 */
export function identifiersOf({ vendor, bank_details }: Invoice): string[] {
  const vat = vendor.vat_number && vatIdentifier(vendor.vat_number);
  const account = bank_details.iban && accountIdentifier(bank_details.iban);
  const name = vendor.name && `name ${fold(vendor.name)}`;
  return [vat, account, vat || account ? null : name].filter((each) => typeof each === 'string');
}

/** A Romanian number is the same with its prefix and without. */
export const vatIdentifier = (vat: string): string => `vat ${vat.replace(/^RO/, '')}`;
export const accountIdentifier = (iban: string): string => `account ${iban}`;
