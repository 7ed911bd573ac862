import { createCanvas, loadImage } from '@napi-rs/canvas';
import { detectFileType } from '../../checks/file-type.ts';
import { drawSheet } from '../e-invoice/draw-sheet.ts';
import { unpackEInvoice } from '../e-invoice/unpack.ts';
import { viewOf } from '../e-invoice/view.ts';
import { maxPicturePixels } from '../picture/decode-picture.ts';
import { ReadingError } from '../reading-error.ts';
import { usualWidth } from '../recognise/read-picture.ts';
import { openPdf } from './pdf.ts';
import { pictureSize } from './picture-size.ts';

/** A page for people to look at. */
export interface PagePicture {
  /** JPEG, which is encoded in a fraction of the time that PNG takes. */
  jpeg: Buffer;
  /** Size of the page in points, as boxes are given. */
  width: number;
  height: number;
}

const JPEG_QUALITY = 88;
const MAX_PIXELS = 12_000_000;

/**
 * Draws a page of an invoice file as it was sent.
 * @param number from 1
 * @param dpi of a page whose size is known; less where the picture would pass 12 million pixels
 * @throws ReadingError when the file has no such page or cannot be drawn
 */
export async function pagePicture(bytes: Uint8Array, number: number, dpi: number): Promise<PagePicture> {
  const mimeType = detectFileType(bytes);
  if (mimeType === 'application/pdf') return pdfPage(bytes, number, dpi);
  return mimeType === null ? eInvoicePage(bytes, number, dpi) : picturePage(bytes, dpi);
}

async function eInvoicePage(bytes: Uint8Array, number: number, dpi: number): Promise<PagePicture> {
  const invoice = unpackEInvoice(bytes);
  if (typeof invoice === 'string') throw new ReadingError('unreadable_file');
  const { pdf, sheet } = await viewOf(invoice);
  if (pdf) return pdfPage(pdf, number, dpi);
  const page = sheet?.pages[number - 1];
  if (!page) throw new ReadingError('unreadable_file');
  return drawSheet(page, dpi);
}

async function pdfPage(bytes: Uint8Array, number: number, dpi: number): Promise<PagePicture> {
  const pdf = await openPdf(bytes);
  try {
    if (number > pdf.pageCount) throw new ReadingError('unreadable_file');
    const { canvas, dpi: drawn } = await pdf.render(number, dpi, MAX_PIXELS);
    const points = 72 / drawn;
    const jpeg = await canvas.encode('jpeg', JPEG_QUALITY);
    return { jpeg, width: canvas.width * points, height: canvas.height * points };
  } finally {
    await pdf.close();
  }
}

/** A picture has no size in points of its own; it counts as wide as reading takes it to be. */
async function picturePage(bytes: Uint8Array, dpi: number): Promise<PagePicture> {
  const size = pictureSize(bytes);
  if (!size) throw new ReadingError('unreadable_file');
  if (size.width * size.height > maxPicturePixels) throw new ReadingError('image_too_large');
  const image = await loadImage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const points = usualWidth / image.width;
  const fitting = Math.sqrt(MAX_PIXELS / (image.width * image.height));
  const scale = Math.min(1, (dpi / 72) * points, fitting);
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  return { jpeg: await canvas.encode('jpeg', JPEG_QUALITY), width: usualWidth, height: image.height * points };
}
