import { detectFileType } from '../../checks/file-type.ts';
import { maxPages } from '../../contract/limits.ts';
import type { OpenedFile, Page } from '../page.ts';
import { ReadingError } from '../reading-error.ts';
import { fillGaps, gapsOf } from './fill-gaps.ts';
import { greyOf } from './grey.ts';
import { ocrEngine } from './ocr.ts';
import { type OpenPdf, openPdf } from './pdf.ts';
import { decodePicture } from './picture.ts';
import { createPictureReader, type PictureReader } from './read-picture.ts';
import { trustLayer } from './trust.ts';

export interface OpenOptions {
  /** Told after each page that has been read. */
  onPage?: (done: number, total: number) => void;
}

/** Print of 6 points is legible for OCR at this resolution, and A4 stays under the bound. */
const scanDpi = 300;
const maxPagePixels = 12_000_000;

/**
 * Opens an invoice file of any accepted kind as words and rules on pages.
 * @throws ReadingError when nothing of it can be read
 */
export async function openFile(bytes: Uint8Array, options: OpenOptions = {}): Promise<OpenedFile> {
  const mimeType = detectFileType(bytes);
  if (mimeType === null) throw new ReadingError('unreadable_file');
  const opened =
    mimeType === 'application/pdf' ? await openPdfFile(bytes, options) : await openPicture(bytes, mimeType);
  if (opened.pages.every((page) => page.words.length === 0)) throw new ReadingError('no_text_found');
  return opened;
}

async function openPicture(bytes: Uint8Array, mimeType: string): Promise<OpenedFile> {
  const picture = await decodePicture(bytes);
  const read = await createPictureReader(ocrEngine).read(picture, null);
  const info = { title: null, author: null, producer: null };
  return { mimeType, pages: [{ number: 1, source: 'ocr', ...read }], attachments: [], info };
}

async function openPdfFile(bytes: Uint8Array, options: OpenOptions): Promise<OpenedFile> {
  const pdf = await openPdf(bytes);
  try {
    // The API refuses such files; here it stands for those whose pages it could not count in time.
    if (pdf.pageCount > maxPages) throw new ReadingError('unreadable_file');
    const reader = createPictureReader(ocrEngine);
    const pages: Page[] = [];
    for (let number = 1; number <= pdf.pageCount; number++) {
      pages.push(await readPdfPage(pdf, number, reader));
      options.onPage?.(number, pdf.pageCount);
    }
    return { mimeType: 'application/pdf', pages, attachments: await pdf.attachments(), info: pdf.info };
  } finally {
    await pdf.close();
  }
}

async function readPdfPage(pdf: OpenPdf, number: number, reader: PictureReader): Promise<Page> {
  const page = await pdf.page(number);
  const { words, complete } = trustLayer(page);
  const { width, height, rules } = page;
  const asText: Page = { number, width, height, words, rules, source: 'text' };
  const gaps = gapsOf(page, words);
  if (complete && !gaps) return asText;
  const { picture, dpi } = await pdf.render(number, scanDpi, maxPagePixels);
  const seen = greyOf(picture.width, picture.height, picture.rgba);
  const points = 72 / dpi;
  if (!complete) {
    const scan = await reader.read(seen, points);
    // A page with few words and nothing else to see is complete after all.
    if (scan.words.length > 1.5 * words.length) return { number, source: 'ocr', ...scan };
  }
  return gaps ? fillGaps(asText, gaps, seen, points, reader) : asText;
}
