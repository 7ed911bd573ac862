import { createCanvas } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { openFile } from '../../../server/engine/open/open-file.ts';
import { allPasses, PassRun } from '../../../server/engine/pass-run.ts';
import { deskew } from '../../../server/engine/picture/deskew.ts';
import { greyOf } from '../../../server/engine/picture/grey.ts';
import { prepare } from '../../../server/engine/picture/prepare.ts';
import { printedPage } from '../../helpers/scans.ts';

const lines = [
  'Example Trading Limited, Harbour Street 40',
  'Invoice 2026-0117 of 14.03.2026',
  'Consulting services in March 1,250.00',
  'Net 1,250.00 VAT 237.50',
  'Total EUR 1,487.50',
];

/** A page at 300 dpi whose print stands between dotted lines, of which there are more dots than letters. */
async function dottedPage() {
  const print = await printedPage(300, lines);
  const canvas = createCanvas(print.width, print.height);
  const context = canvas.getContext('2d');
  context.drawImage(print, 0, 0);
  context.fillStyle = 'black';
  for (const y of [200, 1100, 1400, 1900])
    for (let x = 150; x < canvas.width - 150; x += 14) {
      context.beginPath();
      context.arc(x, y, 4, 0, 2 * Math.PI);
      context.fill();
    }
  return canvas;
}

it('print among dotted lines is as high as its letters, and is read', async () => {
  const picture = greyOf(await dottedPage());
  const plain = greyOf(await printedPage(300, lines));
  // As a part of the page's width, because pages are enlarged for what is taken for their letters.
  const heightOf = (seen: typeof picture): number => {
    const { grey, letterHeight } = prepare(seen, deskew(seen), new PassRun(allPasses));
    return letterHeight / grey.width;
  };
  expect(heightOf(picture) / heightOf(plain)).toBeCloseTo(1, 0);
  const { pages } = await openFile((await dottedPage()).toBuffer('image/png'));
  const text = pages[0]!.words.map(({ text }) => text).join(' ');
  for (const part of ['Example Trading Limited', '2026-0117', '1,487.50']) expect(text).toContain(part);
});
