import type { TFunction } from 'i18next';
import type { Formats } from '../i18n/format.ts';
import { type Exported, headerColumns, lineColumns } from './columns.ts';

/**
 * A CSV file that opens right in a spreadsheet of the reader's language: one row for each line of each invoice, the
 * invoice's own values repeated, which spreadsheets filter and sum best.
 */
export function csvOf(documents: Exported[], t: TFunction, formats: Formats): Blob {
  const rows: string[][] = [[...headerColumns, ...lineColumns].map(({ label }) => t(label))];
  for (const document of documents) {
    const header = headerColumns.map(({ value }) => written(value(document, t), formats));
    const lines = document.extraction.invoice.line_items;
    for (const line of lines.length > 0 ? lines : [null]) {
      rows.push([...header, ...lineColumns.map(({ value }) => (line ? written(value(line, t), formats) : ''))]);
    }
  }
  // Where the comma is the decimal separator, spreadsheets expect semicolons between cells.
  const separator = formats.decimal === ',' ? ';' : ',';
  const text = rows.map((cells) => cells.map((cell) => quoted(cell, separator)).join(separator)).join('\r\n');
  // The mark at the start is how Excel knows UTF-8.
  return new Blob(['\uFEFF', text, '\r\n'], { type: 'text/csv' });
}

function written(value: string | number | null, formats: Formats): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value).replace('.', formats.decimal);
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formats.typedDate(value);
  // A text that a spreadsheet would take for a formula is an attack or an accident, never a wish.
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}

function quoted(cell: string, separator: string): string {
  return cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
