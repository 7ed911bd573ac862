import type { TFunction } from 'i18next';
import { fieldValues } from '../../server/checks/field-paths.ts';
import { fieldOf, fields, namesOf } from '../../server/contract/fields.ts';
import type { Line } from '../../server/contract/invoice.ts';
import type { WindowInvoices } from '../../server/contract/window.ts';

/** A document that has an extraction. */
export type Exported = WindowInvoices['invoices'][number] & {
  extraction: NonNullable<WindowInvoices['invoices'][number]['extraction']>;
};

/** What a column holds, which decides how a spreadsheet shows it. */
type Kind = 'text' | 'date' | 'money' | 'number';

export interface Column<Of> {
  /** Key of its heading. */
  label: string;
  kind: Kind;
  value: (of: Of, t: TFunction) => string | number | null;
}

/** Fields of the header before these, which tell whose invoice it is, stand first in a row. */
const isOfParty = (path: string): boolean => ['vendor', 'customer'].includes(fieldOf(path).group ?? '');

const cellOf: (of: Exported, path: string, t: TFunction) => string | number | null = ({ row, extraction }, path, t) => {
  const value = fieldValues(extraction.invoice).get(path) ?? null;
  // The buyer as printed, else as it was sent.
  if (path === 'customer.vat_number') return value ?? row.buyerVat;
  return path === 'document_type' && value !== null ? t(`documentType.${value}`) : value;
};

const exportedHeader = fields.filter((field) => field.group !== null && 'exported' in field).map(({ path }) => path);

/** The invoice itself, one row each. */
export const headerColumns: Column<Exported>[] = [
  { label: 'column.state', kind: 'text', value: ({ row }, t) => t(`state.${row.state}`) },
  ...[...exportedHeader.filter(isOfParty), ...exportedHeader.filter((path) => !isOfParty(path))].map(
    (path): Column<Exported> => ({
      label: `field.${path.replaceAll('.', '_')}`,
      kind: columnKind(path),
      value: (of, t) => cellOf(of, path, t),
    }),
  ),
  {
    label: 'column.warnings',
    kind: 'text',
    value: ({ extraction }, t) => extraction.warnings.map((code) => t(`warning.${code}`)).join('; ') || null,
  },
  { label: 'column.file', kind: 'text', value: ({ row }) => row.filename },
];

/** What a row of a line begins with, so that it is found beside its invoice. */
export const referenceColumns = headerColumns.filter(({ label }) =>
  ['field.vendor_name', 'field.vendor_vat_number', 'field.invoice_number', 'field.invoice_date'].includes(label),
);

/** A line of an invoice. */
export const lineColumns: Column<Line>[] = namesOf('line_items.*.')
  .filter((name) => fields.some((field) => field.path === `line_items.*.${name}` && 'exported' in field))
  .map((name) => ({
    label: `field.line_items_${name}`,
    kind: columnKind(`line_items.0.${name}`),
    value: (line) => line[name],
  }));

function columnKind(path: string): Kind {
  const { kind, perUnit } = fieldOf(path);
  if (kind === 'amount') return perUnit ? 'number' : 'money';
  return kind === 'number' || kind === 'date' ? kind : 'text';
}
