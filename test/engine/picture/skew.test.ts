import { expect, it } from 'vitest';
import type { Component } from '../../../server/engine/picture/connected-components.ts';
import { lettersOf } from '../../../server/engine/picture/skew.ts';

const piece = (x: number, y: number, side: number): Component => ({
  x,
  y,
  width: Math.round(0.7 * side),
  height: side,
  size: Math.round(0.4 * side * side),
});
/** Five lines of twenty letters, and specks that outnumber them, each by itself. */
const letters = Array.from({ length: 100 }, (_, at) => piece(50 + 20 * (at % 20), 50 + 40 * Math.floor(at / 20), 22));
const specks = Array.from({ length: 300 }, (_, at) => piece(20 + 37 * (at % 25), 400 + 41 * Math.floor(at / 25), 7));

it('letters are as large as those that stand beside each other, where specks outnumber them', () => {
  const found = lettersOf([...letters, ...specks]);
  expect(found).toHaveLength(letters.length);
  expect(new Set(found)).toEqual(new Set(letters));
});

it('letters that stand apart are letters where there are no others', () => {
  expect(lettersOf(specks)).toHaveLength(specks.length);
});
