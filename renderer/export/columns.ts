import type { TFunction } from 'i18next';
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

/** The invoice itself, one row each. */
export const headerColumns: Column<Exported>[] = [
  { label: 'column.state', kind: 'text', value: ({ row }, t) => t(`state.${row.state}`) },
  { label: 'field.vendor_name', kind: 'text', value: ({ extraction }) => extraction.invoice.vendor.name },
  { label: 'field.vendor_vat_number', kind: 'text', value: ({ extraction }) => extraction.invoice.vendor.vat_number },
  { label: 'field.customer_name', kind: 'text', value: ({ extraction }) => extraction.invoice.customer.name },
  { label: 'field.customer_vat_number', kind: 'text', value: buyerOf },
  {
    label: 'field.document_type',
    kind: 'text',
    value: ({ extraction: { invoice } }, t) => invoice.document_type && t(`documentType.${invoice.document_type}`),
  },
  { label: 'field.invoice_number', kind: 'text', value: ({ extraction }) => extraction.invoice.invoice_number },
  { label: 'field.invoice_date', kind: 'date', value: ({ extraction }) => extraction.invoice.invoice_date },
  { label: 'field.due_date', kind: 'date', value: ({ extraction }) => extraction.invoice.due_date },
  { label: 'field.currency', kind: 'text', value: ({ extraction }) => extraction.invoice.currency },
  { label: 'field.exchange_rate', kind: 'number', value: ({ extraction }) => extraction.invoice.exchange_rate },
  { label: 'field.subtotal', kind: 'money', value: ({ extraction }) => extraction.invoice.subtotal },
  { label: 'field.vat_amount', kind: 'money', value: ({ extraction }) => extraction.invoice.vat_amount },
  { label: 'field.total_amount', kind: 'money', value: ({ extraction }) => extraction.invoice.total_amount },
  { label: 'field.prepaid_amount', kind: 'money', value: ({ extraction }) => extraction.invoice.prepaid_amount },
  { label: 'field.amount_due', kind: 'money', value: ({ extraction }) => extraction.invoice.amount_due },
  { label: 'field.bank_details_iban', kind: 'text', value: ({ extraction }) => extraction.invoice.bank_details.iban },
  { label: 'field.po_reference', kind: 'text', value: ({ extraction }) => extraction.invoice.po_reference },
  {
    label: 'field.delivery_note_number',
    kind: 'text',
    value: ({ extraction }) => extraction.invoice.delivery_note_number,
  },
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
export const lineColumns: Column<Line>[] = [
  { label: 'field.line_items_description', kind: 'text', value: (line) => line.description },
  { label: 'field.line_items_quantity', kind: 'number', value: (line) => line.quantity },
  { label: 'field.line_items_unit', kind: 'text', value: (line) => line.unit },
  { label: 'field.line_items_unit_price', kind: 'number', value: (line) => line.unit_price },
  { label: 'field.line_items_vat_rate', kind: 'number', value: (line) => line.vat_rate },
  { label: 'field.line_items_total', kind: 'money', value: (line) => line.total },
  { label: 'field.line_items_lot_number', kind: 'text', value: (line) => line.lot_number },
  { label: 'field.line_items_origin_country', kind: 'text', value: (line) => line.origin_country },
  { label: 'field.line_items_details', kind: 'text', value: (line) => line.details },
];

/** The buyer as printed, else as it was sent. */
function buyerOf({ row, extraction }: Exported): string | null {
  return extraction.invoice.customer.vat_number ?? row.buyerVat;
}
