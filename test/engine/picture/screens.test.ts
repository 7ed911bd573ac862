import { createCanvas } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { openFile } from '../../../server/engine/open/open-file.ts';
import { allPasses, PassRun } from '../../../server/engine/pass-run.ts';
import type { PassName } from '../../../server/engine/passes.ts';
import { deskew } from '../../../server/engine/picture/deskew.ts';
import { greyOf } from '../../../server/engine/picture/grey.ts';
import { prepare } from '../../../server/engine/picture/prepare.ts';
import { printedPage } from '../../helpers/scans.ts';

const lines = [
  'Example Trading Limited',
  'Quantity   Unit price   Amount',
  'Harbour lease 1,250.00',
  'Net 1,250.00',
  'Total EUR 1,487.50',
];
/** In pixels of a page at 300 dpi: the rows of the second and the last of these lines, and nothing else. */
const grounds = [
  { x: 250, y: 482, width: 1700, height: 72 },
  { x: 250, y: 807, width: 1700, height: 72 },
];

/** A page whose second and last lines stand on grey that a printer made of dots: a third of the ground, four pixels apart. */
async function screenedPage() {
  const print = await printedPage(300, lines);
  const canvas = createCanvas(print.width, print.height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = 'rgb(70, 70, 70)';
  for (const { x, y, width, height } of grounds)
    for (let down = 0; down < height; down += 2)
      for (let across = down % 4; across < width; across += 4) context.fillRect(x + across, y + down, 3, 1);
  context.globalCompositeOperation = 'multiply';
  context.drawImage(print, 0, 0);
  return canvas;
}

it('print on grey that a printer made of dots is read from a scan', async () => {
  const read = (await openFile((await screenedPage()).toBuffer('image/png'))).pages[0]!.words.map(({ text }) => text);
  expect(lines.flatMap((line) => line.split(/\s+/)).filter((word) => !read.includes(word))).toEqual([]);
}, 60_000);

it('the dots become paper, and print stays, on them and beside them', async () => {
  const seen = greyOf(await screenedPage());
  const page = deskew(seen);
  const inkWith = (...without: PassName[]) => {
    const { grey } = prepare(seen, page, new PassRun({ ...allPasses, without: new Set(without) }));
    const factor = grey.width / seen.width;
    return ({ x, y, width, height }: (typeof grounds)[number]): number => {
      let dark = 0;
      for (let row = Math.round(y * factor); row < (y + height) * factor; row++)
        for (let at = Math.round(x * factor); at < (x + width) * factor; at++)
          if (grey.data[row * grey.width + at]! < 128) dark++;
      return dark / (width * height * factor * factor);
    };
  };
  const ink = inkWith();
  const bare = { ...grounds[0]!, x: 1300, width: 600 };
  expect(ink(bare)).toBeLessThan(0.01);
  expect(ink({ ...grounds[0]!, width: 700 })).toBeGreaterThan(0.03);
  const withoutPass = inkWith('remove_screens');
  expect(withoutPass(bare)).toBeGreaterThan(0.05);
  const beside = { x: 250, y: 360, width: 900, height: 80 };
  expect(ink(beside)).toBeCloseTo(withoutPass(beside), 3);
}, 60_000);
