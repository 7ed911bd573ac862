import { kindOf } from '../../contract/fields.ts';
import { maxPages } from '../../contract/limits.ts';
import { gatherFacts } from '../candidates/facts.ts';
import { layOut } from '../layout/layout.ts';
import { type OpenPdf, openPdf } from '../open/pdf.ts';
import { release } from '../open/release.ts';
import { trustLayer } from '../open/trust.ts';
import type { OpenedFile, Page } from '../page.ts';
import { ReadingError } from '../reading-error.ts';
import { searchPages } from '../witnesses/on-page.ts';
import { type Sheet, setSheet } from './sheet.ts';
import { type SheetPlace, sheetHeight, sheetWidth } from './sheet-pen.ts';
import { type Stated, statedBy } from './stated.ts';
import type { EInvoice } from './unpack.ts';

/** What a person looks at beside an e-invoice's values: its own PDF, or pages of ours. */
export interface EInvoiceView {
  pages: Page[];
  /** Where values stand, by their paths. */
  places: Record<string, SheetPlace>;
  /** Exactly one of both is set. */
  pdf: Uint8Array | null;
  sheet: Sheet | null;
}

/**
 * Chooses the pages of an e-invoice. A PDF inside is taken where its text shows this invoice's number and total, for what
 * is attached may be a contract or a time sheet; nothing is recognised for that.
 */
export async function viewOf(invoice: EInvoice, stated = statedBy(invoice)): Promise<EInvoiceView> {
  for (const pdf of stated.pdfs) {
    const pages = await textPages(pdf);
    const places = pages && placesOn(pages, stated);
    if (places && 'invoice_number' in places && 'total_amount' in places) return { pages, places, pdf, sheet: null };
  }
  const sheet = setSheet(stated, invoice.document.root);
  const pages = sheet.pages.map(
    ({ words, rules }, index): Page => ({
      number: index + 1,
      width: sheetWidth,
      height: sheetHeight,
      words: words.map(({ quiet: _quiet, ...word }) => word),
      rules,
      source: 'text',
    }),
  );
  return { pages, places: sheet.places, pdf: null, sheet };
}

/** Pages of a PDF by their text alone; null where it cannot be opened, or is longer than what is read. */
async function textPages(bytes: Uint8Array): Promise<Page[] | null> {
  let pdf: OpenPdf | null = null;
  try {
    pdf = await openPdf(bytes);
    if (pdf.pageCount > maxPages) return null;
    const pages: Page[] = [];
    for (let number = 1; number <= pdf.pageCount; number++) {
      const { scan, ...page } = await pdf.page(number);
      if (scan) release(scan);
      const { width, height, rules } = page;
      pages.push({ number, width, height, rules, words: trustLayer(page).words, source: 'text' });
    }
    return pages;
  } catch (error) {
    if (error instanceof ReadingError) return null;
    throw error;
  } finally {
    await pdf?.close();
  }
}

/** Where a PDF prints what its e-invoice says. */
function placesOn(pages: Page[], { header, lines, rates }: Stated): Record<string, SheetPlace> {
  const info: OpenedFile['info'] = { title: null, author: null, producer: null };
  const layout = layOut({ mimeType: 'application/pdf', pages, attachments: [], codes: [], info });
  const buyer = { vat: String(header['customer.vat_number'] ?? ''), name: null };
  const search = searchPages(layout, gatherFacts(layout, buyer, info));
  const values: [string, unknown][] = [
    ...Object.entries(header),
    ...rowValues('line_items', lines),
    ...rowValues('vat_breakdown', rates),
  ];
  return Object.fromEntries(
    values.flatMap(([path, value]) => {
      if (typeof value !== 'string' && typeof value !== 'number') return [];
      // A word or number of a line may be any other line's.
      if (path.startsWith('line_items.') && !['description', 'identifier'].includes(kindOf(path))) return [];
      const place = search.find(path, value)?.place;
      return place ? [[path, place]] : [];
    }),
  );
}

const rowValues = (list: string, rows: readonly object[]): [string, unknown][] =>
  rows.flatMap((row, index) =>
    Object.entries(row).map(([name, value]): [string, unknown] => [`${list}.${index}.${name}`, value]),
  );
