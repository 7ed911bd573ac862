import type { TFunction } from 'i18next';
import writeXlsxFile, { type Cell, type SheetData } from 'write-excel-file/universal';
import { type Column, type Exported, headerColumns, lineColumns, referenceColumns } from './columns.ts';

/** As wide as what stands in them, in characters. */
const widths = { text: 24, date: 12, money: 14, number: 11 };

/**
 * A workbook with a sheet of invoices and a sheet of their lines. Amounts are numbers and dates are dates, which each
 * spreadsheet shows in its own language; a text is never a formula, because its cell says that it is a text.
 */
export function xlsxOf(documents: Exported[], t: TFunction): Promise<Blob> {
  const lines = documents.flatMap((document) =>
    document.extraction.invoice.line_items.map((line) => ({ document, line })),
  );
  const sheets = [
    {
      sheet: t('export.invoices'),
      columns: headerColumns.map(({ kind }) => ({ width: widths[kind] })),
      data: [
        headings(headerColumns, t),
        ...documents.map((document) => headerColumns.map((column) => cellOf(column, document, t))),
      ],
    },
    {
      sheet: t('export.lines'),
      columns: [...referenceColumns, ...lineColumns].map(({ kind }) => ({ width: widths[kind] })),
      data: [
        [...headings(referenceColumns, t), ...headings(lineColumns, t)],
        ...lines.map(({ document, line }) => [
          ...referenceColumns.map((column) => cellOf(column, document, t)),
          ...lineColumns.map((column) => cellOf(column, line, t)),
        ]),
      ],
    },
  ] satisfies { sheet: string; data: SheetData; columns: { width: number }[] }[];
  return writeXlsxFile(sheets.map((sheet) => ({ ...sheet, stickyRowsCount: 1 }))).toBlob();
}

function headings<Of>(columns: Column<Of>[], t: TFunction): Cell[] {
  return columns.map(({ label, kind }) => ({
    value: t(label),
    fontWeight: 'bold',
    align: kind === 'money' || kind === 'number' ? 'right' : 'left',
    wrap: true,
  }));
}

function cellOf<Of>({ kind, value }: Column<Of>, of: Of, t: TFunction): Cell {
  const given = value(of, t);
  if (given === null) return null;
  if (typeof given === 'number') return { type: Number, value: given, ...(kind === 'money' && { format: '#,##0.00' }) };
  if (kind === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(given)) {
    return { type: Date, value: new Date(`${given}T00:00:00Z`), format: 'dd.mm.yyyy' };
  }
  return { type: String, value: given };
}
