import { unzipSync, type Zippable, zipSync } from 'fflate';
import writeXlsxFile, { type Cell, type SheetData } from 'write-excel-file/node';
import type { Booked } from '../contract/booked.ts';
import { asOneFile, type Column, headerColumns, lineColumns, rateColumns, referenceColumns } from './columns.ts';
import { anyDay } from './packed.ts';
import type { Target } from './target.ts';
import type { Words } from './words.ts';
import { writable } from './xml.ts';

/** As wide as what stands in them, in characters. */
const widths = { text: 24, date: 12, money: 14, number: 11 };

/**
 * A workbook with a sheet of invoices, one of their lines and one of their VAT by rate. Amounts are numbers and dates are dates, which each
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
  /** A sheet of what each invoice has several of, beside what tells the invoice. */
  const rowsOf = <Of>(name: string, columns: Column<Of>[], of: (booked: Booked) => readonly Of[]) => ({
    sheet: words.of(name),
    columns: [...referenceColumns, ...columns].map(({ kind }) => ({ width: widths[kind] })),
    data: [
      [...headings(referenceColumns, words), ...headings(columns, words)],
      ...invoices.flatMap((booked) =>
        of(booked).map((one) => [
          ...referenceColumns.map((column) => cellOf(column, booked, words)),
          ...columns.map((column) => cellOf(column, one, words)),
        ]),
      ),
    ],
  });
  const sheets = [
    {
      sheet: words.of('export.invoices'),
      columns: headerColumns.map(({ kind }) => ({ width: widths[kind] })),
      data: [
        headings(headerColumns, words),
        ...invoices.map((booked) => headerColumns.map((column) => cellOf(column, booked, words))),
      ],
    },
    rowsOf('export.lines', lineColumns, ({ extraction }) => extraction.invoice.line_items),
    rowsOf('export.rates', rateColumns, ({ extraction }) => extraction.invoice.vat_breakdown),
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
