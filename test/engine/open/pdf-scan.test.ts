import { type Canvas, createCanvas } from '@napi-rs/canvas';
import {
  degrees,
  PDFDocument,
  type PDFImage,
  type PDFPage,
  rgb,
  StandardFonts,
  setTextRenderingMode,
  TextRenderingMode,
} from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../../../server/engine/open/pdf.ts';
import { decodePicture } from '../../../server/engine/picture/decode-picture.ts';
import { greyOf, soften } from '../../../server/engine/picture/grey.ts';

const size = { width: 400, height: 600 };
const whole = { x: 0, y: 0, ...size };

/** Half black and half grey, in 300 pixels an inch of the page. */
function picture(pixels = 1667, high = 2500): Buffer {
  const canvas = createCanvas(pixels, high);
  const context = canvas.getContext('2d');
  context.fillStyle = '#808080';
  context.fillRect(0, 0, pixels, high);
  context.fillStyle = '#000000';
  context.fillRect(0, 0, pixels / 2, high / 3);
  return canvas.toBuffer('image/jpeg');
}

async function scanOf(
  draw: (page: PDFPage, image: PDFImage, pdf: PDFDocument) => unknown,
  jpeg = picture(),
): Promise<Canvas | null> {
  const file = await PDFDocument.create();
  const page = file.addPage([size.width, size.height]);
  await draw(page, await file.embedJpg(jpeg), file);
  const pdf = await openPdf(await file.save());
  const { scan } = await pdf.page(1);
  await pdf.close();
  return scan;
}

describe('a page that is one picture', () => {
  it('is given as the scanner made it', async () => {
    const scan = await scanOf((page, image) => page.drawImage(image, whole));
    expect(scan).toMatchObject({ width: 1667, height: 2500 });
    const seen = greyOf(scan!);
    const sent = (await decodePicture(picture())).grey;
    soften(seen);
    // The same decoder has been at work; pdfjs' own rounds differently, and takes several times as long.
    expect(Buffer.compare(seen.data, sent.data)).toBe(0);
  });

  it('is given as far as it goes where its file was cut, and the rest is not white like paper', async () => {
    const whole = picture();
    const cut = Buffer.from(Uint8Array.from(whole.subarray(0, whole.length / 2)).buffer);
    const scan = await scanOf((page, image) => page.drawImage(image, { x: 0, y: 0, ...size }), cut);
    const seen = greyOf(scan!);
    expect(seen.data[10 * seen.width + 10]).toBeLessThan(20);
    expect(seen.data.at(-1)).toBeLessThan(200);
  });

  it('is so with the hidden words that a scanner read', async () => {
    const scan = await scanOf(async (page, image, pdf) => {
      page.drawImage(image, whole);
      page.setFont(await pdf.embedFont(StandardFonts.Helvetica));
      page.pushOperators(setTextRenderingMode(TextRenderingMode.Invisible));
      page.drawText('Invoice', { x: 50, y: 500 });
    });
    expect(scan === null).toBe(false);
  });

  it.each<[string, (page: PDFPage, image: PDFImage) => unknown]>([
    ['words that are painted over it', (page) => page.drawText('Paid', { x: 250, y: 500 })],
    ['a line over it', (page) => page.drawLine({ start: { x: 9, y: 9 }, end: { x: 90, y: 9 }, color: rgb(1, 0, 0) })],
    ['another picture over it', (page, image) => page.drawImage(image, { x: 20, y: 20, width: 40, height: 60 })],
  ])('is not where there is %s', async (_, draw) => {
    const scan = await scanOf((page, image) => {
      page.drawImage(image, whole);
      draw(page, image);
    });
    expect(scan).toBeNull();
  });

  it.each<[string, Parameters<PDFPage['drawImage']>[1], Buffer?]>([
    ['is mirrored', { x: 400, y: 0, width: -400, height: 600 }],
    ['stands on its head', { x: 400, y: 600, ...size, rotate: degrees(180) }],
    ['leaves a margin', { x: 20, y: 20, width: 360, height: 540 }],
    ['is stretched', whole, picture(1667, 1250)],
    ['has more pixels than can be of use', whole, picture(2900, 4350)],
    ['is too coarse to be read as it is', whole, picture(500, 750)],
  ])('is drawn where it %s', async (_, placed, jpeg) => {
    expect(await scanOf((page, image) => page.drawImage(image, placed), jpeg)).toBeNull();
  });
});
