import { expect, it } from 'vitest';
import { cutAtWhite, mendBoxes } from '../../../server/engine/recognise/word-boxes.ts';

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

it('takes the ink of the line below out of a box, but neither accents nor larger print', () => {
  const page = { width: 600, height: 120, data: new Uint8Array(600 * 120).fill(250) };
  const ink = (x: number, y: number, width: number, height: number): void => {
    for (let row = y; row < y + height; row++) page.data.fill(20, row * 600 + x, row * 600 + x + width);
  };
  const words = [
    { ...word('high', 10, 60, 20, 72), line: 0 },
    { ...word('Înalt', 80, 130, 12, 44), line: 0 },
    { ...word('BIG', 150, 210, 8, 44), line: 0 },
    ...[230, 300, 370, 440].map((x) => ({ ...word('usual', x, x + 50, 22, 44), line: 0 })),
  ];
  ink(10, 22, 50, 22);
  ink(10, 54, 50, 18);
  ink(80, 12, 8, 5);
  ink(80, 22, 50, 22);
  ink(150, 8, 60, 36);
  for (const x of [230, 300, 370, 440]) ink(x, 22, 50, 22);
  const [high, accented, big, ...usual] = cutAtWhite(words, page);
  expect(high).toMatchObject({ y: 22, height: 22 });
  expect(accented).toMatchObject({ y: 12, height: 32 });
  expect([big, ...usual]).toEqual(words.slice(2));
});

it('takes the picture beside a text out of the boxes of its lines', () => {
  const page = { width: 600, height: 160, data: new Uint8Array(600 * 160).fill(250) };
  const ink = (x: number, y: number, width: number, height: number): void => {
    for (let row = y; row < y + height; row++) page.data.fill(20, row * 600 + x, row * 600 + x + width);
  };
  ink(10, 22, 90, 22);
  ink(10, 62, 90, 22);
  ink(130, 12, 80, 84);
  for (const x of [10, 110, 210]) ink(x, 120, 80, 22);
  const words = [
    { ...word('AB1234', 10, 100, 12, 96), line: 0 },
    { ...word('12/03', 10, 100, 62, 84), line: 1 },
    ...[10, 110, 210].map((x) => ({ ...word('usual', x, x + 80, 120, 142), line: 2 })),
  ];
  expect(cutAtWhite(words, page)[0]).toMatchObject({ y: 22, height: 22 });
});
