import { unzipSync, type Zippable, zipSync } from 'fflate';
import writeXlsxFile, { type Cell, type SheetData } from 'write-excel-file/node';
import type { Booked } from '../contract/booked.ts';
import { asOneFile, type Column, headerColumns, lineColumns, referenceColumns } from './columns.ts';
import { anyDay } from './packed.ts';
import type { Target } from './target.ts';
import type { Words } from './words.ts';
import { writable } from './xml.ts';

/** As wide as what stands in them, in characters. */
const widths = { text: 24, date: 12, money: 14, number: 11 };

/**
 * A workbook with a sheet of invoices and a sheet of their lines. Amounts are numbers and dates are dates, which each
 * spreadsheet shows in its own language; a text is never a formula, because its cell says that it is a text.
 */
export const xlsx: Target = {
  name: 'xlsx',
  perCompany: false,
  perInvoice: false,
  withFields: false,
  takesBookings: false,
  write: (invoices, settings) => asOneFile(invoices, settings, 'xlsx', (taken) => xlsxOf(taken, settings.words)),
};

async function xlsxOf(invoices: readonly Booked[], words: Words): Promise<Uint8Array> {
  const lines = invoices.flatMap((booked) => booked.extraction.invoice.line_items.map((line) => ({ booked, line })));
  const sheets = [
    {
      sheet: words.of('export.invoices'),
      columns: headerColumns.map(({ kind }) => ({ width: widths[kind] })),
      data: [
        headings(headerColumns, words),
        ...invoices.map((booked) => headerColumns.map((column) => cellOf(column, booked, words))),
      ],
    },
    {
      sheet: words.of('export.lines'),
      columns: [...referenceColumns, ...lineColumns].map(({ kind }) => ({ width: widths[kind] })),
      data: [
        [...headings(referenceColumns, words), ...headings(lineColumns, words)],
        ...lines.map(({ booked, line }) => [
          ...referenceColumns.map((column) => cellOf(column, booked, words)),
          ...lineColumns.map((column) => cellOf(column, line, words)),
        ]),
      ],
    },
  ] satisfies { sheet: string; data: SheetData; columns: { width: number }[] }[];
  const made = await writeXlsxFile(sheets.map((sheet) => ({ ...sheet, stickyRowsCount: 1 }))).toBuffer();
  // The writer dates the archive; without a day the same invoices give the same bytes.
  const undated: Zippable = Object.fromEntries(
    Object.entries(unzipSync(made)).map(([name, bytes]) => [name, [bytes, { mtime: anyDay }]]),
  );
  return zipSync(undated);
}

function headings<Of>(columns: Column<Of>[], words: Words): Cell[] {
  return columns.map(({ label, kind }) => ({
    value: words.of(label),
    fontWeight: 'bold',
    align: kind === 'money' || kind === 'number' ? 'right' : 'left',
    wrap: true,
  }));
}

function cellOf<Of>({ kind, value }: Column<Of>, of: Of, words: Words): Cell {
  const given = value(of, words);
  if (given === null) return null;
  if (typeof given === 'number') return { type: Number, value: given, ...(kind === 'money' && { format: '#,##0.00' }) };
  if (kind === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(given)) {
    return { type: Date, value: new Date(`${given}T00:00:00Z`), format: 'dd.mm.yyyy' };
  }
  return { type: String, value: writable(given) };
}
