import type { TFunction } from 'i18next';
import type { Invoice, Line } from '../../server/contract/invoice.ts';
import type { WindowInvoices, WindowState } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import type { Formats } from '../i18n/format.ts';

type Cell = string | number | null;
type Column = [label: string, value: (invoice: Invoice, line: Line | undefined) => Cell];

/** One row for each line of each invoice, the invoice's own values repeated: what spreadsheets filter and sum best. */
const columns: Column[] = [
  ['field.vendor_name', (invoice) => invoice.vendor.name],
  ['field.vendor_vat_number', (invoice) => invoice.vendor.vat_number],
  ['field.customer_vat_number', (invoice) => invoice.customer.vat_number],
  ['field.invoice_number', (invoice) => invoice.invoice_number],
  ['field.invoice_date', (invoice) => invoice.invoice_date],
  ['field.due_date', (invoice) => invoice.due_date],
  ['field.currency', (invoice) => invoice.currency],
  ['field.subtotal', (invoice) => invoice.subtotal],
  ['field.vat_amount', (invoice) => invoice.vat_amount],
  ['field.total_amount', (invoice) => invoice.total_amount],
  ['field.bank_details_iban', (invoice) => invoice.bank_details.iban],
  ['field.line_items_description', (_invoice, line) => line?.description ?? null],
  ['field.line_items_quantity', (_invoice, line) => line?.quantity ?? null],
  ['field.line_items_unit', (_invoice, line) => line?.unit ?? null],
  ['field.line_items_unit_price', (_invoice, line) => line?.unit_price ?? null],
  ['field.line_items_vat_rate', (_invoice, line) => line?.vat_rate ?? null],
  ['field.line_items_total', (_invoice, line) => line?.total ?? null],
];

/** Saves what was extracted as a CSV file that opens right in a spreadsheet of the reader's language. */
export async function exportCsv(state: WindowState | null, t: TFunction, formats: Formats): Promise<void> {
  const headings = ['column.state', ...columns.map(([label]) => label)];
  const lines = [headings.map((label) => t(label))];
  for (const { row, invoice } of await everything(state)) {
    if (!invoice) continue;
    const items = invoice.line_items.length > 0 ? invoice.line_items : [undefined];
    for (const item of items) {
      lines.push([t(`state.${row.state}`), ...columns.map(([, value]) => written(value(invoice, item), formats))]);
    }
  }
  // Where the comma is the decimal separator, spreadsheets expect semicolons between cells.
  const separator = formats.decimal === ',' ? ';' : ',';
  const text = lines.map((cells) => cells.map((cell) => quoted(cell, separator)).join(separator)).join('\r\n');
  // The mark at the start is how Excel knows UTF-8.
  save(new Blob(['\uFEFF', text, '\r\n'], { type: 'text/csv' }), 'facturi.csv');
}

async function everything(state: WindowState | null): Promise<WindowInvoices['invoices']> {
  const all: WindowInvoices['invoices'] = [];
  let before: string | null = null;
  do {
    const page: WindowInvoices = await api.invoices(state, before);
    all.push(...page.invoices);
    before = page.next;
  } while (before !== null);
  return all;
}

function written(value: Cell, formats: Formats): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value).replace('.', formats.decimal);
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formats.typedDate(value);
  // A text that a spreadsheet would take for a formula is an attack or an accident, never a wish.
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}

function quoted(cell: string, separator: string): string {
  return cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
