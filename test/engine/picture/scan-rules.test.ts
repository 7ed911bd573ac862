import { createCanvas } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { allPasses, PassRun } from '../../../server/engine/pass-run.ts';
import { deskew } from '../../../server/engine/picture/deskew.ts';
import { greyOf } from '../../../server/engine/picture/grey.ts';
import { prepare } from '../../../server/engine/picture/prepare.ts';
import { printedPage } from '../../helpers/scans.ts';

it('ruled lines that are paler than print are found and taken out, in pieces of which some are dark', async () => {
  const page = await printedPage(200);
  const context = page.getContext('2d');
  context.fillStyle = '#cacaca';
  for (let row = 0; row < 7; row++) context.fillRect(150, 315 + row * 72, 1300, 2);
  for (const x of [150, 700, 1448]) context.fillRect(x, 315, 2, 6 * 72);
  context.fillStyle = '#8a8a8a';
  for (let row = 0; row < 7; row++) context.fillRect(300 + row * 90, 315 + row * 72, 45, 2);
  const grey = greyOf(page);
  const { rules, grey: read } = prepare(grey, deskew(grey), new PassRun(allPasses));
  const length = (direction: string): number =>
    rules.filter((rule) => rule.direction === direction).reduce((sum, rule) => sum + rule.width + rule.height, 0);
  expect(length('horizontal')).toBeGreaterThan(7 * 1290);
  expect(length('vertical')).toBeGreaterThan(3 * 425);
  expect(read.data[(315 + 72) * read.width + 1200]).toBeGreaterThan(240);
});

it('a frame is taken out although the first letter of each line in it, or all letters of one, touch it', async () => {
  const page = await printedPage(200);
  const context = page.getContext('2d');
  context.fillStyle = '#202020';
  // Down along the first letters, and under the first line.
  context.fillRect(192, 240, 4, 560);
  context.fillRect(192, 287, 420, 3);
  const grey = greyOf(page);
  const { rules, blocks } = prepare(grey, deskew(grey), new PassRun(allPasses));
  expect(rules.some(({ direction, height }) => direction === 'vertical' && height > 500)).toBe(true);
  expect(rules.some(({ direction, width }) => direction === 'horizontal' && width > 380)).toBe(true);
  expect(blocks.flatMap(({ lines }) => lines).length).toBe(8);
});

it('small print whose letters run together is no ruled line, however thin it is beside the rest of the page', async () => {
  const page = await printedPage(200);
  const context = page.getContext('2d');
  const small = createCanvas(420, 14);
  const pen = small.getContext('2d');
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, 420, 14);
  // Strokes as letters leave them that were blurred: no row is bare, and none as dark all along.
  for (let x = 0; x < 420; x += 5) {
    pen.fillStyle = ['#505050', '#a8a8a8', '#686868', '#bcbcbc'][(x / 5) % 4]!;
    pen.fillRect(x, 3, 5, 8);
  }
  context.drawImage(small, 900, 700);
  context.fillStyle = '#505050';
  context.fillRect(900, 800, 420, 8);
  const grey = greyOf(page);
  const { rules } = prepare(grey, deskew(grey), new PassRun(allPasses));
  expect(rules.filter(({ width }) => width > 300)).toHaveLength(1);
});
