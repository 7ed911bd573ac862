import { createCanvas, loadImage } from '@napi-rs/canvas';
import { type PDFDict, PDFName } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { pagePicture } from '../../../server/engine/open/page-picture.ts';
import { pdfOf } from './sheets.ts';

/** The page in a font that the file only names. */
const named = (name: string): Promise<Uint8Array> =>
  pdfOf(async ({ pdf, font }) => {
    await font.embed();
    (pdf.context.lookup(font.ref) as PDFDict).set(PDFName.of('BaseFont'), PDFName.of(name));
  });

async function pixels(pdf: Uint8Array): Promise<Uint8ClampedArray> {
  const picture = await loadImage((await pagePicture(pdf, 1, 300)).jpeg);
  const context = createCanvas(picture.width, picture.height).getContext('2d');
  context.drawImage(picture, 0, 0);
  return context.getImageData(0, 0, picture.width, picture.height).data;
}

describe('a font that a file names and does not bring', () => {
  it('is drawn in the letters that come with the program, whatever fonts the machine has', async () => {
    const [ours, unknown] = [await pixels(await named('Helvetica')), await pixels(await named('Tahoma'))];
    const darkness = (of: Uint8ClampedArray): number => of.reduce((sum, value) => sum + 255 - value, 0);
    const apart = unknown.reduce((sum, value, at) => sum + Math.abs(value - ours[at]!), 0);
    expect(apart / darkness(ours)).toBeLessThan(0.3);
  });
});
