import type { Page, Word } from '../page.ts';
import { fixedSpace, gapBetween, isWider, leastGap, looseGap, partedWhere } from './gaps.ts';
import { followsTightly, rightOf, startNear } from './geometry.ts';
import { type Cell, cellFrom, isSideways, type Row, withCells } from './rows.ts';
import { isSlip } from './slip.ts';

/**
 * The rows with the cells that everything on a page is read from: wide gaps and drawn lines part them (`rows.ts`), and so do
 * loose gaps where cells of the rows around begin.
 */
export function cutCells<R extends Row>(page: Page, rows: readonly R[]): R[] {
  const bulleted = rows.map((row) => joinBulleted(row.cells));
  const cells = joinHeadOfSlip(
    page,
    splitAtColumns(
      bulleted.map((row, index) => joinSender(row, bulleted.slice(index + 1, index + 1 + rowsBelow).flat())),
    ),
  );
  return rows.map((row, index) => withCells(row, cells[index]!));
}

/**
 * The same cells cut at every loose gap: in tables, columns stand nearer than the parts of a letterhead. What is set sideways
 * beside a table is no part of it; it comes last, so a row's place means the same here and there.
 */
export function cutForTables<R extends Row>(rows: readonly R[]): R[] {
  const loose = looseGap(rows.flatMap(({ cells }) => cells));
  return rows
    .filter((row) => !isSideways(row))
    .map((row) => {
      const fixed = fixedSpace(row.words);
      const isApart = (before: Word, word: Word): boolean =>
        gapBetween(before, word) > fixed && isWider(before, word, loose);
      return withCells(
        row,
        row.cells.flatMap(({ words }) => partedWhere(words, isApart).map(cellFrom)),
      );
    });
}

/** A cell that begins at the same place at least this often within a few rows marks a column. */
const columnStarts = 2;
const columnReach = 7;
/** What begins in the same place does so to this much of a point. */
const exact = 0.8;

/**
 * Where text fills its column up to the next one, the gap is no wider than a loose space: a word that stands exactly
 * where cells of the rows around begin starts a cell too.
 */
function splitAtColumns(rows: readonly (readonly Cell[])[]): Cell[][] {
  const loose = looseGap(rows.flat());
  return rows.map((cells, index) => {
    const around = rows
      .slice(Math.max(0, index - columnReach), index + columnReach + 1)
      .filter((other) => other !== cells);
    const starts = around.flatMap((row) => row.slice(1).map((cell) => cell.x));
    const below = cells.length === 1 ? columnsBelow(cells[0]!, rows[index + 1]) : [];
    return cells.flatMap((cell) => {
      const heads = headsOver(cell, rows[index - 1]);
      const isApart = (before: Word, word: Word): boolean =>
        (isWider(before, word, loose) && starts.filter((x) => beginsAt(x, word)).length >= columnStarts) ||
        (isWider(before, word, leastGap) && heads.some((x) => beginsAt(x, word))) ||
        below.some((x) => beginsAt(x, word));
      return partedWhere(cell.words, isApart).map(cellFrom);
    });
  });
}

const beginsAt = (x: number, word: Word): boolean => Math.abs(x - word.x) < exact;

/** In heights: what is right below a cell begins no farther down. */
const rightBelow = 2.5;

/** Labels may fill their columns with hardly a space between them: the cells right below all begin under words. */
function columnsBelow(cell: Cell, below: readonly Cell[] | undefined): number[] {
  if (!below || below.length < 3 || below[0]!.y - cell.y > rightBelow * cell.height) return [];
  const starts = below.slice(1).map((one) => one.x);
  return starts.every((x) => cell.words.some((word) => beginsAt(x, word))) ? starts : [];
}

/** Values set close below the heads of a form begin under them: where each head over a cell stands over the beginning of a word. */
function headsOver(cell: Cell, above: readonly Cell[] | undefined): number[] {
  if (!above || above.length < 3 || above.some(({ text }) => /\p{N}/u.test(text)) || !followsTightly(above[0]!, cell))
    return [];
  const over = above.filter(({ x }) => x > cell.x - exact && x < rightOf(cell));
  return over.length > 1 && over.every(({ x }) => cell.words.some((word) => beginsAt(x, word)))
    ? over.map(({ x }) => x)
    : [];
}

/** In heights: a bullet stands no farther from what it parts. */
const bulletGap = 3;

/** "Name • Street • City" set with wide gaps is one line: a cell that is a mere bullet joins its neighbours. */
function joinBulleted(cells: readonly Cell[]): Cell[] {
  const joined: Cell[] = [];
  for (const [index, cell] of cells.entries()) {
    const before = cells[index - 1];
    if (
      before &&
      (isBullet(before.text) || isBullet(cell.text)) &&
      gapBetween(before, cell) < bulletGap * cell.height
    ) {
      const last = joined.pop()!;
      joined.push(cellFrom([...last.words, ...cell.words]));
    } else joined.push(cell);
  }
  return joined;
}

/** Rows of another column may stand between the sender's line and the address. */
const rowsBelow = 3;
/** A sender's line over the window of a letter: how much smaller its print is than the address's, and how wide its gaps, in heights. */
const [smaller, senderGap] = [0.93, 1.6];
/** In heights of the address, from the top of the sender's line. */
const senderOver = 3;

/**
 * "Name  Street 3  28195 City" in small print right over an address that begins at the same edge: one line, whose bullets
 * were set as mere gaps or were lost in reading.
 */
function joinSender(cells: readonly Cell[], below: readonly Cell[]): readonly Cell[] {
  const first = cells.findIndex((cell) => below.some((one) => isRightOver(cell, one)));
  if (first < 0) return cells;
  const apart = cells.findIndex((cell, at) => at > first && gapBetween(cells[at - 1]!, cell) > senderGap * cell.height);
  const line = cells.slice(first, apart < 0 ? cells.length : apart);
  const isSender =
    line.length > 1 && !/\d/.test(line[0]!.text) && line.slice(1).some(({ text }) => /(?<!\d)\d{4,5}(?!\d)/.test(text));
  if (!isSender) return cells;
  return [...cells.slice(0, first), cellFrom(line.flatMap(({ words }) => words)), ...cells.slice(first + line.length)];
}

const isRightOver = (cell: Cell, below: Cell): boolean =>
  cell.height < smaller * below.height && startNear(cell, below) && below.y - cell.y < senderOver * below.height;

/** A gap in a line of a slip's head is no wider than so many times the size of its letters. */
const slipGap = 5;
const dateOrAmount =
  /\d[.,]\d{2}(?!\d)|(?<![\d-])\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?!\d)|(19|20)\d\d[./-]\d{1,2}[./-]\d{1,2}/;

/** Above date and goods a till's slip is one column, however wide the spaces in its lines are. */
function joinHeadOfSlip(page: Page, rows: Cell[][]): Cell[][] {
  if (!isSlip(page)) return rows;
  const end = rows.findIndex((cells) => cells.some(({ text }) => dateOrAmount.test(text)));
  return rows.map((cells, index) => {
    if (index >= end) return cells;
    const joined: Word[][] = [];
    for (const { words, text } of cells) {
      const before = joined.at(-1);
      const goesOn = before && !isNoise(before) && !isWider(before.at(-1)!, words[0]!, slipGap);
      if (goesOn && !isNoise(words) && !/^\p{L}[\p{L}\s./]{0,20}:/u.test(text)) before.push(...words);
      else joined.push([...words]);
    }
    return joined.map(cellFrom);
  });
}

const isNoise = (words: readonly Word[]): boolean => !words.some(({ text }) => /[\p{L}\p{N}]/u.test(text));

const isBullet = (text: string): boolean => /^[·•●∙|–—-]$/u.test(text);
