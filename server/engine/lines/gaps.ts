import type { PageLayout } from '../layout/layout.ts';
import { type Cell, cellFrom, isSideways, rightOf } from '../layout/rows.ts';
import type { Word } from '../page.ts';

/** The usual space between words where rows tell nothing, in font sizes. */
const ordinarySpace = 0.3;
/** Wider than this many usual spaces is no space between words any more; justified print in a table is rare. */
const widened = 1.6;
/** Columns stand at least this many font sizes apart. */
export const leastGap = 0.42;

/** The usual space between the words of these rows, in font sizes; among wider gaps of tables it is a narrow one. */
function usualSpace(rows: readonly { cells: readonly Cell[] }[]): number {
  const gaps: number[] = [];
  for (const { cells } of rows) {
    for (const { words } of cells) {
      for (let i = 1; i < words.length; i++) {
        const gap = words[i]!.x - rightOf(words[i - 1]!);
        if (gap > 0) gaps.push(gap / words[i]!.fontSize);
      }
    }
  }
  gaps.sort((a, b) => a - b);
  return gaps.length < 12 ? ordinarySpace : gaps[Math.floor(gaps.length * 0.3)]!;
}

/**
 * The page with its cells cut where words stand farther apart than words of one text do: in tables, columns stand
 * nearer than the parts of a letterhead. What is set sideways beside a table is no part of it.
 */
export function tightened(layout: PageLayout): PageLayout {
  const space = usualSpace(layout.rows);
  return {
    ...layout,
    rows: layout.rows
      .filter((row) => !isSideways(row))
      .map((row) => ({ ...row, cells: row.cells.flatMap((cell) => cut(cell, space, fixedSpace(row.words))) })),
  };
}

/** Fewer words may be as wide as each other by accident. */
const fewestWords = 4;

/** More than the space between two words of a row whose print is of one fixed width; 0 where it is not. */
export function fixedSpace(words: readonly Word[]): number {
  const widths = words.map(({ width, text }) => width / text.length);
  const [least, most] = [Math.min(...widths), Math.max(...widths)];
  return words.length >= fewestWords && most - least < 0.05 * most ? 1.5 * most : 0;
}

function cut(cell: Cell, space: number, fixed: number): Cell[] {
  const { words } = cell;
  const cuts = words.flatMap((word, i) => {
    if (i === 0) return [];
    const size = Math.min(words[i - 1]!.fontSize, word.fontSize);
    return word.x - rightOf(words[i - 1]!) > Math.max(Math.max(leastGap, widened * space) * size, fixed) ? [i] : [];
  });
  if (cuts.length === 0) return [cell];
  return [0, ...cuts].map((from, i) => cellFrom(words.slice(from, cuts[i] ?? words.length)));
}
