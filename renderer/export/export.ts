import type { TFunction } from 'i18next';
import type { InboxQuery, WindowInvoices } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import type { Formats } from '../i18n/format.ts';
import type { Exported } from './columns.ts';
import { csvOf } from './csv.ts';

export const exportFormats = ['xlsx', 'csv', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** So many are asked for at once; the server gives no more. */
const AT_ONCE = 100;

/** What is exported: the rows that were ticked, else everything that the list finds. */
interface Wanted {
  query: InboxQuery;
  chosen: ReadonlySet<string>;
}

/**
 * Saves what was extracted as a file. What is not read yet, or expired, has nothing to export, and what nobody knows the
 * company of is in no company's books.
 * @returns how many, and how many were left out because their company is unknown
 */
export async function exportAs(
  format: ExportFormat,
  wanted: Wanted,
  t: TFunction,
  formats: Formats,
): Promise<{ exported: number; withoutCompany: number }> {
  const all = wanted.chosen.size > 0 ? await chosenOf([...wanted.chosen]) : await foundBy(wanted.query);
  const read = all.filter((one): one is Exported => one.extraction !== null);
  const documents = read.filter(({ row }) => row.buyerVat !== null);
  if (documents.length > 0) save(await fileOf(format, documents, t, formats), `${t('export.file')}.${format}`);
  return { exported: documents.length, withoutCompany: read.length - documents.length };
}

async function fileOf(format: ExportFormat, documents: Exported[], t: TFunction, formats: Formats): Promise<Blob> {
  switch (format) {
    case 'csv':
      return csvOf(documents, t, formats);
    case 'json':
      return jsonOf(documents);
    case 'xlsx': {
      // The one who never exports a workbook never loads what makes one.
      const { xlsxOf } = await import('./xlsx.ts');
      return xlsxOf(documents, t);
    }
  }
}

/** In the words of the API, whose clients may already read them. */
function jsonOf(documents: Exported[]): Blob {
  const data = documents.map(({ row, extraction }) => ({
    id: row.id,
    external_id: row.externalId,
    filename: row.filename,
    buyer_vat: row.buyerVat,
    created_at: row.createdAt,
    confirmed: row.state === 'confirmed',
    document: extraction.invoice,
    fields: extraction.fields,
    warnings: extraction.warnings,
  }));
  return new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
}

async function foundBy(query: InboxQuery): Promise<WindowInvoices['invoices']> {
  const all: WindowInvoices['invoices'] = [];
  for (;;) {
    const { invoices, total } = await api.invoices(query, all.length);
    all.push(...invoices);
    if (invoices.length === 0 || all.length >= total) return all;
  }
}

async function chosenOf(ids: string[]): Promise<WindowInvoices['invoices']> {
  const all: WindowInvoices['invoices'] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    all.push(...(await api.chosenInvoices(ids.slice(at, at + AT_ONCE))).invoices);
  }
  return all;
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser takes the file up after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
