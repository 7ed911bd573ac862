import type { Canvas } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { openFile } from '../../../server/engine/open/open-file.ts';
import { allPasses, PassRun } from '../../../server/engine/pass-run.ts';
import { deskew } from '../../../server/engine/picture/deskew.ts';
import { type Grey, greyOf } from '../../../server/engine/picture/grey.ts';
import { prepare } from '../../../server/engine/picture/prepare.ts';
import { printed, printedPage } from '../../helpers/scans.ts';

/** Two rings as a round stamp has them, over some lines of print, which shows through. */
async function stamped(colour: string): Promise<Canvas> {
  const page = await printedPage(200);
  const context = page.getContext('2d');
  context.globalCompositeOperation = 'multiply';
  context.strokeStyle = colour;
  for (const [radius, width] of [
    [190, 8],
    [130, 4],
  ] as const) {
    context.lineWidth = width;
    context.beginPath();
    context.arc(480, 620, radius, 0, 2 * Math.PI);
    context.stroke();
  }
  return page;
}

it('words under a grey round stamp are read', async () => {
  const opened = await openFile((await stamped('#777777')).toBuffer('image/png'));
  const read = opened.pages[0]!.words.map(({ text }) => text);
  expect(read.join(' ')).toBe(printed.join(' '));
}, 30_000);

it('letters under a black round stamp are no longer one mark with it', async () => {
  const widest = (grey: Grey): number =>
    Math.max(
      ...prepare(grey, deskew(grey), new PassRun(allPasses)).marks.map(({ width, height }) => Math.min(width, height)),
    );
  expect(widest(greyOf(await stamped('#000000')))).toBeLessThan(0.6 * 2 * 190);
});

it('what stands in a ring of its own colour stays', async () => {
  const page = await printedPage(200);
  const context = page.getContext('2d');
  context.strokeStyle = '#777777';
  context.lineWidth = 6;
  context.beginPath();
  context.arc(1200, 1200, 190, 0, 2 * Math.PI);
  context.stroke();
  context.fillStyle = '#777777';
  context.fillRect(1120, 1180, 160, 12);
  const grey = greyOf(page);
  const { marks } = prepare(grey, deskew(grey), new PassRun(allPasses));
  expect(marks.some(({ width }) => width > 150 && width < 170)).toBe(true);
});
