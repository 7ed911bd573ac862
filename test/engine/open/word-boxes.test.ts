import { expect, it } from 'vitest';
import { mendBoxes } from '../../../server/engine/open/word-boxes.ts';

/** Capitals stand from 100 to 123, tails hang down to 129. */
const line = { baseline: { x0: 0, y0: 123, x1: 400, y1: 123 }, rowHeight: 29, tails: 6 };
const word = (text: string, x: number, right: number, y: number, foot: number) => ({
  text,
  x,
  y,
  width: right - x,
  height: foot - y,
});

it('ends a word before the next one begins, and gives words without ink of their own the height of the line', () => {
  const [first, second, third] = mendBoxes(
    [word('Total', 10, 200, 100, 123), word('de', 80, 105, 94, 135), word('plata', 115, 200, 94, 135)],
    line,
  );
  expect(first!.x + first!.width).toBeLessThan(80);
  expect(first!.x + first!.width).toBeGreaterThan(70);
  expect(second).toMatchObject({ x: 80, width: 25, y: 100, height: 23 });
  expect(third).toMatchObject({ x: 115, width: 85, y: 100, height: 23 });
});

it('leaves words alone that do not overlap, with tails, without, and of another size', () => {
  const words = [word('page', 10, 60, 106, 129), word('No', 70, 95, 100, 123), word('Big', 100, 180, 80, 123)];
  expect(mendBoxes(words, line)).toEqual(words);
});

it('follows a line that falls', () => {
  const falling = { ...line, baseline: { x0: 0, y0: 103, x1: 400, y1: 143 } };
  expect(mendBoxes([word('far', 380, 400, 114, 155)], falling)[0]).toMatchObject({ y: 119, height: 23 });
});
