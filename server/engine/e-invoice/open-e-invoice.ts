import type { OpenedFile } from '../page.ts';
import { ReadingError } from '../reading-error.ts';
import { unpackEInvoice } from './unpack.ts';
import { viewOf } from './view.ts';

/**
 * Opens an e-invoice that was sent as a file of its own. Nothing is recognised, and pdf.js is asked only where a PDF lies
 * inside.
 * @param bytes the XML, or an archive with it
 * @throws ReadingError unreadable_file where there is none that can be read
 */
export async function openEInvoice(bytes: Uint8Array, mimeType: string): Promise<OpenedFile> {
  const invoice = unpackEInvoice(bytes);
  if (typeof invoice === 'string') throw new ReadingError('unreadable_file');
  const { pages, places } = await viewOf(invoice);
  return {
    mimeType,
    pages,
    attachments: [invoice.xml, invoice.signature].flatMap((file) => (file ? [{ name: '', bytes: file }] : [])),
    codes: [],
    info: { title: null, author: null, producer: null },
    eInvoice: { places },
  };
}
