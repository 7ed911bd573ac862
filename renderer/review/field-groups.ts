import type { FieldValue } from '../../server/checks/field-paths.ts';

export type FieldKind = 'text' | 'long' | 'date' | 'amount' | 'number' | 'vat' | 'iban' | 'bic' | 'currency' | 'type';

interface FieldGroup {
  name: string;
  paths: string[];
}

/** The header of an invoice in the order in which a bookkeeper looks at it; the lines have their own table. */
export const fieldGroups: FieldGroup[] = [
  {
    name: 'invoice',
    paths: [
      'invoice_number',
      'invoice_date',
      'due_date',
      'document_type',
      'currency',
      'payment_terms',
      'po_reference',
    ].concat(['delivery_note_number', 'exchange_rate', 'exchange_rate_currency']),
  },
  {
    name: 'amounts',
    paths: ['subtotal', 'vat_amount', 'total_amount', 'discount_amount', 'prepaid_amount', 'amount_due'],
  },
  { name: 'vendor', paths: ['name', 'vat_number', 'address', 'email', 'phone'].map((name) => `vendor.${name}`) },
  { name: 'customer', paths: ['name', 'vat_number', 'address'].map((name) => `customer.${name}`) },
  { name: 'bank', paths: ['iban', 'bic', 'bank_name'].map((name) => `bank_details.${name}`) },
  { name: 'notes', paths: ['notes'] },
];

const kinds: [RegExp, FieldKind][] = [
  [/(^|_)date$/, 'date'],
  [/vat_number$/, 'vat'],
  [/iban$/, 'iban'],
  [/bic$/, 'bic'],
  [/currency$/, 'currency'],
  [/^document_type$/, 'type'],
  [/address$|^notes$|^payment_terms$|\.reason$/, 'long'],
  [/amount$|^subtotal$|\.(unit_price|total|base)$/, 'amount'],
  [/exchange_rate$|\.(quantity|vat_rate|rate)$/, 'number'],
];

export function kindOf(path: string): FieldKind {
  return kinds.find(([pattern]) => pattern.test(path))?.[1] ?? 'text';
}

/** Takes a path of lines or VAT rates apart; null for a field of the header. */
export function indexedPath(path: string): { list: string; index: number; name: string } | null {
  const match = /^(line_items|vat_breakdown)\.(\d+)\.(.+)$/.exec(path);
  return match?.[1] && match[3] ? { list: match[1], index: Number(match[2]), name: match[3] } : null;
}

/** A shown text as a value; `wrong` where it cannot be one. */
export type Typed = { value: FieldValue } | 'wrong';
