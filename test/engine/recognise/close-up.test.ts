import { expect, it } from 'vitest';
import { blocksOf } from '../../../server/engine/picture/blocks.ts';
import { binarise, componentsOf } from '../../../server/engine/picture/connected-components.ts';
import type { Grey } from '../../../server/engine/picture/grey.ts';
import { closeUp } from '../../../server/engine/recognise/close-up.ts';

const letterHeight = 20;

/** A page with marks as high as letters at these places. */
function pageWith(marks: [x: number, y: number][]): Grey {
  const [width, height] = [900, 120];
  const data = new Uint8Array(width * height).fill(250);
  for (const [left, top] of marks)
    for (let y = top; y < top + letterHeight; y++) data.fill(10, y * width + left, y * width + left + 12);
  return { width, height, data };
}

function only(page: Grey) {
  const [block, ...others] = blocksOf(componentsOf(binarise(page)), letterHeight);
  expect(others).toEqual([]);
  return block!;
}

const letters = (x: number, y: number, count: number): [number, number][] =>
  Array.from({ length: count }, (_, index) => [x + 16 * index, y]);

it('closes wide gaps in each line, and says where on the page a place in the close-up is', () => {
  const page = pageWith([...letters(40, 20, 6), ...letters(700, 20, 4), ...letters(40, 60, 5), ...letters(400, 60, 3)]);
  const block = only(page);
  const near = closeUp(page, block, 6, 10);
  expect(near.grey.width).toBeLessThan(250);
  expect(block.width).toBeGreaterThan(700);
  const seen = componentsOf(binarise(near.grey)).map((component) => near.onPage(component));
  const places = seen.map(({ x, y, width }) => [x, y, width]).sort((a, b) => a[1]! - b[1]! || a[0]! - b[0]!);
  expect(places).toEqual(
    [...letters(40, 20, 6), ...letters(700, 20, 4), ...letters(40, 60, 5), ...letters(400, 60, 3)].map(([x, y]) => [
      x,
      y,
      12,
    ]),
  );
});

it('leaves a gap open in which something stands that is too large for a letter', () => {
  const page = pageWith([...letters(40, 40, 6), ...letters(700, 40, 4)]);
  // A stamp, much higher than a line, that crosses the gap.
  for (let y = 0; y < 120; y++) page.data.fill(10, y * page.width + 300, y * page.width + 304);
  for (let x = 300; x < 420; x++) for (const y of [0, 1, 118, 119]) page.data[y * page.width + x] = 10;
  const near = closeUp(page, only(page), 6, 10);
  expect(near.grey.width).toBeGreaterThan(700);
});
