import type { OpenedFile, Word } from '../../server/engine/page.ts';
import { readOpened } from '../../server/engine/read-invoice.ts';
import { fingerprint, signatureOver } from '../helpers/e-invoices.ts';
import { column, invoiceTitle, opened, page, printTable } from '../helpers/printed-page.ts';
import { cii, sample } from './witnesses/hybrid.ts';

export const left = (x: number) => ({ x, align: 'left' as const });
export const right = (x: number) => ({ x, align: 'right' as const });
export const file = (...words: Word[][]): OpenedFile => opened(page([...invoiceTitle, ...words.flat()]));
export const scanned = (text: OpenedFile, confidence = 0.97): OpenedFile => ({
  ...text,
  pages: text.pages.map((each) => ({
    ...each,
    source: 'ocr',
    words: each.words.map((word) => ({ ...word, source: 'ocr', confidence })),
  })),
});

/** The page, of which a second reader saw every word alike. */
export const readTwice = (text: OpenedFile): OpenedFile => ({
  ...text,
  pages: text.pages.map((each) => ({ ...each, words: each.words.map((word) => ({ ...word, alike: word.text })) })),
});

export const head = (...lines: string[]) => column(60, 40, lines);
export const foot = (...lines: string[]) => column(60, 640, lines);
export const vendor = (...more: string[]) =>
  column(60, 160, [
    'Furnizor',
    'Brad Alb Impex S.R.L.',
    'CIF: RO16702141',
    'Str. Lungă nr. 5, Iași, jud. Iași',
    ...more,
  ]);
export const customer = (cif = 'RO18547290') =>
  column(330, 160, ['Client', 'Auto Test 2003 SRL', `CIF: ${cif}`, 'Calea Florești nr. 3, Cluj-Napoca']);
export const lines = (...rows: string[][]) =>
  printTable(
    [['Denumire', 'Cantitate', 'Preț', 'Valoare'], ...rows],
    [left(60), right(300), right(420), right(530)],
    300,
  );
export const sums = (...rows: string[][]) => printTable(rows, [left(330), right(530)], 420);
export const closing = (total: string) =>
  sums(['Total fără TVA', '300,00'], ['TVA 21%', '63,00'], ['Total cu TVA', total]);
export const account = 'IBAN: RO45RZBR0000060012186372';
export const paid = (...more: string[]) => [vendor(), customer(), foot(account, ...more)];
/** An e-invoice that came as a file of its own; nobody looks at its pages here. */
export const alone = (invoice = sample, isSigned = false): OpenedFile => ({
  mimeType: 'application/xml',
  pages: [],
  attachments: [cii(invoice), ...(isSigned ? [signatureOver(cii(invoice))] : [])].map((file) => ({
    name: '',
    bytes: Buffer.from(file),
  })),
  codes: [],
  info: { title: null, author: null, producer: null },
  eInvoice: { places: {} },
});
export const today = '2026-11-21';
export const read = (opened: OpenedFile, buyer = 'RO18547290') =>
  readOpened(opened, { buyer: { vat: buyer, name: null }, today, signers: [fingerprint] }).extraction;

export const level = ({ fields }: ReturnType<typeof read>, path: string) => fields[path]?.confidence ?? 'none';
