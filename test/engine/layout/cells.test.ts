import { describe, expect, it } from 'vitest';
import { cutCells, cutForTables } from '../../../server/engine/layout/cells.ts';
import { rowsOf } from '../../../server/engine/layout/rows.ts';
import type { Word } from '../../../server/engine/page.ts';
import { page, word } from '../../helpers/printed-page.ts';

/** Words of 10 points, each at its own place from the left. */
const line = (y: number, words: readonly [string, number][]): Word[] =>
  words.map(([text, x]) => ({ ...word(text, x, y), width: 5 * text.length, fontSize: 10 }));

const cellsOf = (words: Word[]) => {
  const printed = page(words);
  const rows = cutCells(printed, rowsOf(printed));
  const texts = (of: typeof rows) => of.map(({ cells }) => cells.map(({ text }) => text));
  return { cells: texts(rows), inTables: texts(cutForTables(rows)) };
};

// "filling" ends 6 points before the next column: more than a space, and less than what parts a letterhead.
const crowded: [string, number][] = [
  ['filling', 50],
  ['column', 91],
];
const apart = (text: string): [string, number][] => [
  [text, 50],
  ['value', 91],
];

describe('cells', () => {
  it('parts words at a loose gap where cells around begin in the same place', () => {
    const { cells } = cellsOf([...line(100, apart('one')), ...line(114, crowded), ...line(128, apart('two'))]);
    expect(cells).toEqual([
      ['one', 'value'],
      ['filling', 'column'],
      ['two', 'value'],
    ]);
  });

  it('leaves words at a loose gap together where no column says otherwise, but in tables', () => {
    const { cells, inTables } = cellsOf(line(100, crowded));
    expect(cells).toEqual([['filling column']]);
    expect(inTables).toEqual([['filling', 'column']]);
  });

  it('leaves words a space apart together in tables too', () => {
    const near = line(100, [
      ['filling', 50],
      ['column', 88],
    ]);
    expect(cellsOf(near).inTables).toEqual([['filling column']]);
  });
});
