import { expect, it } from 'vitest';
import { blocksOf } from '../../../server/engine/picture/blocks.ts';
import type { Component } from '../../../server/engine/picture/connected-components.ts';

const letterHeight = 20;

function letters(x: number, y: number, count: number): Component[] {
  return Array.from({ length: count }, (_, index) => ({
    x: x + 16 * index,
    y,
    width: 12,
    height: letterHeight,
    size: 120,
  }));
}

it('parts the lines below a logo, which are no accents of it', () => {
  const logo: Component = { x: 600, y: 20, width: 110, height: 90, size: 6000 };
  const lines = [122, 156, 190, 224, 258].map((y) => letters(40, y, 12));
  const blocks = blocksOf([logo, ...lines.flat()], letterHeight);
  expect(blocks.flatMap((block) => block.lines).map(({ top, bottom }) => [top, bottom])).toEqual([
    [20, 110],
    ...[122, 156, 190, 224, 258].map((y) => [y, y + letterHeight]),
  ]);
});

it('leaves accents with the letters below them', () => {
  const accents = letters(40, 40, 4).map((component) => ({ ...component, y: 40, height: 6, size: 30 }));
  const [block, ...others] = blocksOf([...accents, ...letters(40, 49, 12)], letterHeight);
  expect(others).toEqual([]);
  expect(block!.lines.map(({ top, bottom }) => [top, bottom])).toEqual([[40, 49 + letterHeight]]);
});
