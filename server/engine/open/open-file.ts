import { detectFileType } from '../../checks/file-type.ts';
import type { OpenedFile, Page } from '../page.ts';
import { ReadingError } from '../reading-error.ts';
import { openPdf } from './pdf.ts';

export interface OpenOptions {
  /** Told after each page that has been read. */
  onPage?: (done: number, total: number) => void;
}

/**
 * Opens an invoice file of any accepted kind as words and rules on pages.
 * @throws ReadingError when nothing of it can be read
 */
export async function openFile(bytes: Uint8Array, options: OpenOptions = {}): Promise<OpenedFile> {
  const mimeType = detectFileType(bytes);
  if (mimeType === 'application/pdf') return openPdfFile(bytes, options);
  throw new ReadingError('unreadable_file');
}

async function openPdfFile(bytes: Uint8Array, options: OpenOptions): Promise<OpenedFile> {
  const pdf = await openPdf(bytes);
  try {
    const pages: Page[] = [];
    for (let number = 1; number <= pdf.pageCount; number++) {
      const { words, ...page } = await pdf.page(number);
      pages.push({
        number,
        width: page.width,
        height: page.height,
        words: words.map(({ word }) => word),
        rules: page.rules,
        source: 'text',
      });
      options.onPage?.(number, pdf.pageCount);
    }
    return { mimeType: 'application/pdf', pages, attachments: await pdf.attachments(), info: pdf.info };
  } finally {
    await pdf.close();
  }
}
