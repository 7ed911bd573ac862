import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { type Grey, greyOf } from '../../../server/engine/picture/grey.ts';
import { greyWithoutStamps } from '../../../server/engine/picture/stamps.ts';
import { printed, printedPage } from '../../helpers/scans.ts';

/** What is darker than this counts as ink beside print. */
const inkLevel = 185;

/** A sheet with black rows, and on it what `draw` does. */
async function sheet(draw: (context: ReturnType<Canvas['getContext']>) => void, paper = '#ffffff'): Promise<Canvas> {
  const page = await printedPage(150, printed);
  const canvas = createCanvas(page.width, page.height);
  const context = canvas.getContext('2d');
  context.fillStyle = paper;
  context.fillRect(0, 0, page.width, page.height);
  context.globalCompositeOperation = 'multiply';
  context.drawImage(page, 0, 0);
  context.globalCompositeOperation = 'source-over';
  draw(context);
  return canvas;
}

/** A frame as it is stamped: a little turned, over the rows. */
function stamp(context: ReturnType<Canvas['getContext']>, colour: string): void {
  context.save();
  context.translate(250, 260);
  context.rotate(0.12);
  context.globalAlpha = 0.7;
  context.strokeStyle = colour;
  context.lineWidth = 6;
  context.strokeRect(-100, -60, 260, 140);
  context.restore();
}

function inkIn({ width, data }: Grey, x: number, y: number, w: number, h: number): number {
  let count = 0;
  for (let row = y; row < y + h; row++)
    for (let column = x; column < x + w; column++) if (data[row * width + column]! < inkLevel) count++;
  return count;
}

const binariseAll = (grey: Grey): number => inkIn(grey, 0, 0, grey.width, grey.height);

describe('stamps over print', () => {
  for (const [name, colour, paper] of [
    ['red', '#b02030', '#ffffff'],
    ['violet', '#6a3d8a', '#ffffff'],
    ['blue on paper in warm light', '#2a50a0', '#efe2cc'],
  ] as const)
    it(`a ${name} one is lightened, and the print below stays`, async () => {
      const bare = binariseAll(greyOf(await sheet(() => {}, paper)));
      const canvas = await sheet((context) => stamp(context, colour), paper);
      const stamped = binariseAll(greyOf(canvas));
      const grey = greyWithoutStamps(canvas);
      expect(stamped).toBeGreaterThan(1.2 * bare);
      expect(binariseAll(grey)).toBeGreaterThan(0.93 * bare);
      expect(binariseAll(grey)).toBeLessThan(1.05 * bare);
    });

  it('a frame that is printed around a word in the same colour stays', async () => {
    const canvas = await sheet((context) => {
      context.strokeStyle = '#b02030';
      context.lineWidth = 4;
      context.strokeRect(700, 120, 260, 90);
      context.fillStyle = '#b02030';
      context.fillRect(760, 150, 120, 12);
    });
    expect(greyWithoutStamps(canvas).data).toEqual(greyOf(canvas).data);
  });
});
