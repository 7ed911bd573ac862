import type { FieldValue } from '../../server/checks/field-paths.ts';
import { expectedPaths, type FieldKind, fieldGroups, fields } from '../../server/contract/fields.ts';

interface FieldGroup {
  name: string;
  paths: string[];
}

/** The header of an invoice in the order in which a bookkeeper looks at it; the lines have their own table. */
export const shownGroups: FieldGroup[] = fieldGroups.map((name) => ({
  name,
  paths: fields.filter(({ group }) => group === name).map(({ path }) => path),
}));

/** Fields that are shown though nothing stands in them: people look whether they are there. */
export const alwaysShown: ReadonlySet<string> = new Set([
  ...expectedPaths,
  'due_date',
  'document_type',
  'subtotal',
  'vat_amount',
  'customer.name',
  'customer.vat_number',
  'bank_details.iban',
  'notes',
]);

const addressParts: readonly string[] = ['street', 'city', 'county', 'postal_code', 'country'];

/** The address that a field is a part of, which says the same where it is shown; null for any other field. */
export function addressOf(path: string): string | null {
  const [party, name = ''] = path.split('.');
  return addressParts.includes(name) ? `${party}.address` : null;
}

/** Whether a value of this kind takes more than one line. */
export const isLong = (kind: FieldKind): boolean => kind === 'address' || kind === 'prose' || kind === 'description';

/** Takes a path of lines or VAT rates apart; null for a field of the header. */
export function indexedPath(path: string): { list: string; index: number; name: string } | null {
  const match = /^(line_items|vat_breakdown)\.(\d+)\.(.+)$/.exec(path);
  return match?.[1] && match[3] ? { list: match[1], index: Number(match[2]), name: match[3] } : null;
}

/** A shown text as a value; `wrong` where it cannot be one. */
export type Typed = { value: FieldValue } | 'wrong';
