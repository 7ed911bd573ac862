import type { PageRange } from '../../contract/invoice.ts';
import { ReadingError } from '../reading-error.ts';
import { guarded, load } from './pdf-load.ts';

/**
 * Ranges of a PDF's pages, each as a PDF of its own that shows them as they were.
 * @throws ReadingError when the file cannot be opened, or has no such pages
 */
export async function pagesOfPdf(bytes: Uint8Array, ranges: readonly PageRange[]): Promise<Uint8Array[]> {
  const { document, close } = await load(bytes);
  try {
    const parts: Uint8Array[] = [];
    for (const { from, to } of ranges) {
      if (from < 1 || to > document.numPages) throw new ReadingError('unreadable_file');
      const pages = await guarded(() =>
        document.extractPages([{ document: null, includePages: [[from - 1, to - 1]] }]),
      );
      // pdf.js says nothing of why.
      if (!pages) throw new ReadingError('unreadable_file');
      parts.push(pages);
    }
    return parts;
  } finally {
    await close();
  }
}
