import { fold } from '../checks/fold.ts';
import type { fields } from '../contract/fields.ts';
import type { Invoice } from '../contract/invoice.ts';
import type { LearntBooking } from './bookings.ts';
import type { LearntPlace } from './places.ts';

/** What one confirmed invoice taught of its supplier: the values that stay, and where the others stand. */
export interface Contribution {
  /** YYYY-MM-DD of the confirmation. */
  day: string;
  fixed: Record<string, { value: string | number; looked: boolean }>;
  places: Record<string, LearntPlace & { looked: boolean }>;
  /** Where it is paid to; null where that is another account than before and nobody has checked it with the supplier. */
  account: string | null;
  /** What was known of its fields and said another value than this invoice has, by the names that `said.ts` gives it. */
  contradicted?: Record<string, string[]>;
  /** Where its lines went in the books. */
  bookings?: LearntBooking[];
}

type Field = (typeof fields)[number];

/** What is the same on each invoice of a supplier for one company. Its currency may be another one each time. */
export const isFixed = ({ group, kind }: Pick<Field, 'group' | 'kind'>): boolean =>
  group === 'vendor' || group === 'customer' || group === 'bank' || (group === 'invoice' && kind === 'prose');
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

/**
 * What else a supplier is found by where neither its number nor its account was read: what nobody else prints as its own. A
 * name counts only together with its place, for two may share one.
 */
export function furtherIdentifiersOf({ vendor }: Invoice): string[] {
  const { name, email, phone, trade_register_number: register, postal_code, city } = vendor;
  const place = postal_code ?? city;
  // With the country's code and without.
  const subscriber = phone?.replace(/\D/g, '').slice(-9) ?? '';
  return [
    register && `register ${fold(register)}`,
    email && `mail ${fold(email)}`,
    subscriber.length === 9 && `phone ${subscriber}`,
    name && place && `name ${fold(name)} in ${fold(place)}`,
  ].filter((each) => typeof each === 'string');
}

/** A Romanian number is the same with its prefix and without. */
export const vatIdentifier = (vat: string): string => `vat ${vat.replace(/^RO/, '')}`;
export const accountIdentifier = (iban: string): string => `account ${iban}`;
