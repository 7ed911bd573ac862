import type { Booked } from '../contract/booked.ts';
import { asOneFile, headerColumns, lineColumns } from './columns.ts';
import type { Target } from './target.ts';
import type { Words } from './words.ts';
import { romanianDate } from './written.ts';

/**
 * A CSV file that opens right in a spreadsheet of the reader's language: one row for each line of each invoice, the
 * invoice's own values repeated, which spreadsheets filter and sum best.
 */
export const csv: Target = {
  name: 'csv',
  perCompany: false,
  perInvoice: false,
  withFields: false,
  takesBookings: false,
  write: (invoices, settings) => asOneFile(invoices, settings, 'csv', (taken) => csvOf(taken, settings.words)),
};

function csvOf(invoices: readonly Booked[], words: Words): Uint8Array {
  const rows: Cell[][] = [[...headerColumns, ...lineColumns].map(({ label }) => words.of(label))];
  for (const booked of invoices) {
    const header = headerColumns.map(({ value }) => value(booked, words));
    const lines = booked.extraction.invoice.line_items;
    for (const line of lines.length > 0 ? lines : [null]) {
      rows.push([...header, ...lineColumns.map(({ value }) => (line ? value(line, words) : null))]);
    }
  }
  return csvBytes(rows, words);
}

type Cell = string | number | null;

/** Rows as a spreadsheet of the reader's language opens them right, guarded against formulas. */
export function csvBytes(rows: readonly (readonly Cell[])[], words: Words): Uint8Array {
  // Where the comma is the decimal separator, spreadsheets expect semicolons between cells.
  const separator = words.language === 'ro' ? ';' : ',';
  const text = rows
    .map((cells) => cells.map((cell) => quoted(written(cell, words), separator)).join(separator))
    .join('\r\n');
  // The mark at the start is how Excel knows UTF-8.
  return Buffer.from(`\uFEFF${text}\r\n`, 'utf8');
}

function written(value: string | number | null, { language }: Words): string {
  if (value === null) return '';
  const isRomanian = language === 'ro';
  if (typeof value === 'number') return String(value).replace('.', isRomanian ? ',' : '.');
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) {
    const date = romanianDate(value);
    return isRomanian ? date : date.replaceAll('.', '/');
  }
  return isFormula(value) ? `'${value}` : value;
}

/**
 * Whether a spreadsheet may take a text for a formula, which is an attack or an accident, never a wish. Some of them
 * pass over what is not seen before the sign, and some read a sign of another width or height as the plain one.
 */
function isFormula(text: string): boolean {
  return /^[\s\p{C}]*[=+\-@]/u.test(text.normalize('NFKC')) || /^[\t\r\n]/.test(text);
}

function quoted(cell: string, separator: string): string {
  return cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
