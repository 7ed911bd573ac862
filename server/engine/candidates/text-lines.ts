import type { Layout } from '../layout/layout.ts';
import { boxAround, type Cell, cellFrom, type Row } from '../layout/rows.ts';
import { isSlip } from '../layout/slip.ts';
import { type Token, tokensOf } from '../lexicon/tokens.ts';
import type { Box, Page, Word } from '../page.ts';

/** A cell as text with its tokens: what labels and typed values are searched in. */
export interface TextLine extends Box {
  /** From 1. */
  page: number;
  /** Index of its row on the page, and of the cell in the row. */
  row: number;
  cell: number;
  words: Word[];
  /** The words joined by single spaces. */
  text: string;
  tokens: readonly Token[];
  fontSize: number;
  ocr: boolean;
}

/** A page as rows of text lines. */
interface TextPage {
  page: Page;
  rows: TextLine[][];
}

export interface TextDocument {
  pages: TextPage[];
  /** All lines in reading order. */
  lines: TextLine[];
}

export function readText(layout: Layout): TextDocument {
  const pages = layout.pages.map(({ page, rows }) => ({
    page,
    rows: joinHeadOfSlip(page, splitAtColumns(rows.map((row) => joinBulleted(row.cells)))).map((cells, index) =>
      cells.map((cell, at) => textLine(rows[index]!, index, cell, at)),
    ),
  }));
  return { pages, lines: pages.flatMap((page) => page.rows.flat()) };
}

/** A cell that begins at the same place at least this often within a few rows marks a column. */
const columnStarts = 2;
const columnReach = 7;

/**
 * Where text fills its column up to the next one, the gap is no wider than a loose space: a word that stands exactly
 * where cells of the rows around begin starts a cell too.
 */
function splitAtColumns(rows: readonly (readonly Cell[])[]): Cell[][] {
  const space = Math.max(0.4, 1.4 * usualSpace(rows.flat()));
  return rows.map((cells, index) => {
    const around = rows
      .slice(Math.max(0, index - columnReach), index + columnReach + 1)
      .filter((other) => other !== cells);
    const starts = around.flatMap((row) => row.slice(1).map((cell) => cell.x));
    const below = cells.length === 1 ? columnsBelow(cells[0]!, rows[index + 1]) : [];
    return cells.flatMap((cell) => {
      const parts: Word[][] = [[cell.words[0]!]];
      for (const word of cell.words.slice(1)) {
        const before = parts.at(-1)!.at(-1)!;
        const loose = gapBefore(before, word) > space;
        const column =
          (loose && starts.filter((x) => Math.abs(x - word.x) < 0.8).length >= columnStarts) ||
          below.some((x) => Math.abs(x - word.x) < 0.8);
        if (column) parts.push([word]);
        else parts.at(-1)!.push(word);
      }
      return parts.length === 1 ? [cell] : parts.map(cellFrom);
    });
  });
}

/** Labels may fill their columns with hardly a space between them: the cells right below all begin under words. */
function columnsBelow(cell: Cell, below: readonly Cell[] | undefined): number[] {
  if (!below || below.length < 3 || below[0]!.y - cell.y > 2.5 * cell.height) return [];
  const starts = below.slice(1).map((one) => one.x);
  return starts.every((x) => cell.words.some((word) => Math.abs(x - word.x) < 0.8)) ? starts : [];
}

/** The gap between two words in font sizes. */
const gapBefore = (left: Word, right: Word): number =>
  (right.x - left.x - left.width) / Math.max(1, Math.min(left.fontSize, right.fontSize));

/** The median gap within cells: wide in fixed-width type, where every word stands in some column. */
function usualSpace(cells: readonly Cell[]): number {
  const gaps = cells.flatMap(({ words }) => words.slice(1).map((word, i) => gapBefore(words[i]!, word)));
  return gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? 0;
}

/** "Name • Street • City" set with wide gaps is one line: a cell that is a mere bullet joins its neighbours. */
function joinBulleted(cells: readonly Cell[]): Cell[] {
  const joined: Cell[] = [];
  for (const [index, cell] of cells.entries()) {
    const before = cells[index - 1];
    if (
      before &&
      (isBullet(before.text) || isBullet(cell.text)) &&
      cell.x - before.x - before.width < 3 * cell.height
    ) {
      const last = joined.pop()!;
      joined.push(cellFrom([...last.words, ...cell.words]));
    } else joined.push(cell);
  }
  return joined;
}

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
      const goesOn = before && !isNoise(before) && gapBefore(before.at(-1)!, words[0]!) < slipGap;
      if (goesOn && !isNoise(words) && !/^\p{L}[\p{L}\s./]{0,20}:/u.test(text)) before.push(...words);
      else joined.push([...words]);
    }
    return joined.map(cellFrom);
  });
}

const isNoise = (words: readonly Word[]): boolean => !words.some(({ text }) => /[\p{L}\p{N}]/u.test(text));

const isBullet = (text: string): boolean => /^[·•●∙|–—-]$/u.test(text);

function textLine(row: Row, rowIndex: number, cell: Cell, cellIndex: number): TextLine {
  return {
    x: cell.x,
    y: cell.y,
    width: cell.width,
    height: cell.height,
    page: row.page,
    row: rowIndex,
    cell: cellIndex,
    words: cell.words,
    text: cell.text,
    tokens: tokensOf(cell.text),
    fontSize: Math.max(...cell.words.map((word) => word.fontSize)),
    ocr: cell.words.some((word) => word.source === 'ocr'),
  };
}

/** The words of a line that hold the characters from `start` to `end` of its text. */
export function wordsBetween(line: TextLine, start: number, end: number): Word[] {
  const words: Word[] = [];
  let at = 0;
  for (const word of line.words) {
    if (at < end && at + word.text.length > start) words.push(word);
    at += word.text.length + 1;
  }
  return words;
}

export interface Place {
  page: number;
  box: Box;
}

/** Where the characters from `start` to `end` stand. */
export function placeOf(line: TextLine, start = 0, end = line.text.length): Place {
  const words = wordsBetween(line, start, end);
  return { page: line.page, box: boxAround(words.length > 0 ? words : [line]) };
}

/** Mean OCR confidence of the characters' words is below what print in order reaches. */
export function isWeaklyPrinted(line: TextLine, start = 0, end = line.text.length): boolean {
  return wordsBetween(line, start, end).some((word) => word.confidence !== null && word.confidence < 0.6);
}

export const isBold = ({ words }: TextLine): boolean => words.every(({ bold }) => bold);

/** Four capitals in a row are no abbreviation of a few letters. */
export const isCapitals = (text: string): boolean => /\p{Lu}{4}/u.test(text) && !/\p{Ll}/u.test(text);
