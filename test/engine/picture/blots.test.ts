import { expect, it } from 'vitest';
import { allPasses, PassRun } from '../../../server/engine/pass-run.ts';
import { deskew } from '../../../server/engine/picture/deskew.ts';
import { greyOf } from '../../../server/engine/picture/grey.ts';
import { prepare } from '../../../server/engine/picture/prepare.ts';
import { printedPage } from '../../helpers/scans.ts';

it('what was blackened becomes paper, and print beside it and in thick letters stays', async () => {
  const page = await printedPage(200, ['Example Trading Limited', 'Invoice 2026-0117', 'Total 1,487.50']);
  const context = page.getContext('2d');
  context.fillStyle = 'black';
  for (const [x, y] of [
    [1000, 700],
    [1060, 750],
  ] as const) {
    context.beginPath();
    context.roundRect(x, y, 320, 70, 35);
    context.fill();
  }
  // A black bar with light print on it, and the sign beside a telephone number.
  context.fillRect(200, 1500, 400, 80);
  context.fillRect(1000, 1500, 60, 60);
  context.fillStyle = 'white';
  for (let at = 0; at < 5; at++) context.fillRect(240 + 50 * at, 1525, 20, 30);
  context.fillStyle = 'black';
  // The stroke of a letter of a company's name in large type.
  context.fillRect(1000, 1200, 30, 160);
  const seen = greyOf(page);
  const prepared = prepare(seen, deskew(seen), new PassRun(allPasses));
  const [factor] = prepared.page.toSource;
  const inkIn = (x: number, y: number, width: number, height: number): number => {
    let dark = 0;
    for (let row = Math.round(y / factor); row < (y + height) / factor; row++)
      for (let at = Math.round(x / factor); at < (x + width) / factor; at++)
        if (prepared.grey.data[row * prepared.grey.width + at]! < 128) dark++;
    return dark * factor * factor;
  };
  expect(inkIn(980, 680, 420, 160)).toBeLessThan(300);
  expect(inkIn(1000, 1500, 60, 60)).toBeGreaterThan(3000);
  expect(inkIn(980, 1180, 70, 200)).toBeGreaterThan(4000);
  expect(inkIn(180, 240, 500, 240)).toBeGreaterThan(2000);
}, 60_000);
