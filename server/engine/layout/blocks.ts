import type { Box, Page } from '../page.ts';
import { bottomOf, boxAround, type Cell, type Row, rightOf } from './rows.ts';

/** Lines of print that belong together by closeness and alignment, such as an address. */
export interface Block extends Box {
  /** From 1. */
  page: number;
  /** Top to bottom, one cell a line. */
  lines: Cell[];
  /** The lines joined by line feeds. */
  text: string;
}

/**
 * Groups the page's cells into blocks: a line joins the block above it when it starts at the same left edge (or is
 * centred or right-aligned with it), follows at an ordinary line distance, has a like font size, and no drawn
 * horizontal line parts the two.
 */
export function blocksOf(page: Page, rows: readonly Row[]): Block[] {
  const open: Cell[][] = [];
  const done: Cell[][] = [];
  const horizontals = page.rules.filter((rule) => rule.direction === 'horizontal');
  for (const row of rows) {
    for (const cell of row.cells) {
      let best: { lines: Cell[]; distance: number } | null = null;
      for (const lines of open) {
        const last = lines.at(-1)!;
        const distance = follows(last, cell);
        if (distance === null || (best && distance >= best.distance)) continue;
        const parted = horizontals.some(
          (rule) =>
            rule.y >= bottomOf(last) - 2 &&
            rule.y <= cell.y + 2 &&
            rule.x <= cell.x + cell.width / 2 &&
            rightOf(rule) >= cell.x + 2,
        );
        if (!parted) best = { lines, distance };
      }
      if (best) best.lines.push(cell);
      else open.push([cell]);
    }
    // Blocks that ended well above this row cannot go on.
    for (let i = open.length - 1; i >= 0; i--) {
      if (row.y - bottomOf(open[i]!.at(-1)!) > 3 * row.height + 20) done.push(...open.splice(i, 1));
    }
  }
  return [...done, ...open]
    .map((lines) => ({
      page: page.number,
      ...boxAround(lines),
      lines,
      text: lines.map((line) => line.text).join('\n'),
    }))
    .sort((a, b) => a.y - b.y || a.x - b.x);
}

/** The vertical gap in line heights when `cell` can be the next line under `last`, else null. */
function follows(last: Cell, cell: Cell): number | null {
  const height = Math.min(last.height, cell.height);
  const gap = cell.y - bottomOf(last);
  if (gap < -0.4 * height || gap > 1.1 * height) return null;
  if (Math.max(last.height, cell.height) > 1.6 * height) return null;
  const tolerance = 0.5 * height;
  const left = Math.abs(last.x - cell.x);
  const centre = Math.abs(last.x + last.width / 2 - cell.x - cell.width / 2);
  const right = Math.abs(rightOf(last) - rightOf(cell));
  return Math.min(left, centre, right) <= tolerance ? gap / height : null;
}
