import type { TFunction } from 'i18next';
import { type Exported, headerColumns, lineColumns } from './columns.ts';

/** What the reader's language has to say of a CSV file; as the window's own formats have it. */
export interface CsvFormats {
  decimal: ',' | '.';
  typedDate(date: string): string;
}

/**
 * A CSV file that opens right in a spreadsheet of the reader's language: one row for each line of each invoice, the
 * invoice's own values repeated, which spreadsheets filter and sum best.
 */
export function csvOf(documents: Exported[], t: TFunction, formats: CsvFormats): Blob {
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

function written(value: string | number | null, formats: CsvFormats): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value).replace('.', formats.decimal);
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formats.typedDate(value);
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
