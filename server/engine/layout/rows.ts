import type { Box, Page, Rule, Word } from '../page.ts';
import { gapBetween, isWider, partedWhere, wideGap } from './gaps.ts';
import { bottomOf, isOver, middleY, rightOf } from './geometry.ts';

/** Neighbouring words of one row without a wide gap or a drawn vertical line between them. */
export interface Cell extends Box {
  words: Word[];
  /** The words joined by single spaces. */
  text: string;
}

/** One line of print across the whole page width, cells from left to right. */
export interface Row extends Box {
  /** From 1. */
  page: number;
  cells: Cell[];
  /** All words of all cells, left to right. */
  words: Word[];
  /** The cells' texts joined by two spaces. */
  text: string;
}

/** So much wider than a letter is a space in print of one fixed width, as tills have. */
const fixedSpace = 1.6;
/** Two cells share a row when their middles are nearer than this part of the lower one's height. */
const sameRow = 0.5;

/** The page's words as rows from top to bottom, lines set sideways last. Every word is in exactly one row. */
export function rowsOf(page: Page): Row[] {
  const verticals = page.rules.filter((rule) => rule.direction === 'vertical');
  const sideways = sidewaysIn(page.words);
  const words = sideways.length === 0 ? page.words : page.words.filter((word) => !sideways.flat().includes(word));
  const cells = linesOf(words).flatMap((line) => cellsOf(line, verticals));
  const across = alignCells(cells).map((group) => rowFrom(page.number, group));
  return [...across, ...sideways.map((line) => rowFrom(page.number, [cellFrom(line)]))];
}

/** Whether the words stand on top of each other along a margin: none of them is a part of what stands beside it. */
export const isSideways = ({ words }: Row): boolean => words.some(standsOnEnd);

/** Letters of a word whose box does not tell how it is set. */
const mostUnclear = 3;

/** Of its font's size: a word that is set upright is higher than this, and the words of a line set sideways are no farther apart. */
const onEnd = { height: 1.5, gap: 3 };

const standsOnEnd = ({ text, height, fontSize, source }: Word): boolean =>
  source === 'text' && text.length > 1 && height > onEnd.height * fontSize;

/** The lines that are set sideways, read from the bottom to the top as those along margins are. */
function sidewaysIn(words: readonly Word[]): Word[][] {
  const lines: Word[][] = [];
  for (const word of words.filter(standsOnEnd).sort((a, b) => bottomOf(b) - bottomOf(a))) {
    const line = lines.find(
      (each) => isOver(each.at(-1)!, word) && each.at(-1)!.y - bottomOf(word) < onEnd.gap * word.fontSize,
    );
    if (line) line.push(word);
    else lines.push([word]);
  }
  // A word of few letters is hardly higher than wide, and shows by its place only how it is set.
  const within = (word: Word, line: Word[]): boolean => {
    const box = boxAround(line);
    return (
      word.text.length <= mostUnclear &&
      word.x >= box.x - 1 &&
      rightOf(word) <= rightOf(box) + 1 &&
      word.y > box.y &&
      bottomOf(word) < bottomOf(box)
    );
  };
  return lines.map((line) =>
    [...line, ...words.filter((word) => within(word, line))].sort((a, b) => bottomOf(b) - bottomOf(a)),
  );
}

/** The smallest box around all of them. */
export function boxAround(boxes: readonly Box[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, box.x + box.width);
    bottom = Math.max(bottom, box.y + box.height);
  }
  return boxes.length === 0
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { x: left, y: top, width: right - left, height: bottom - top };
}

/** In font sizes: words of one base line are no farther apart and overlap no more; and a gap that counts as much as standing a whole height off. */
const onLine = { apart: 3, overlap: 0.6, counts: 6 };
/** In heights of the lower one: words of one base line are no farther off each other's middle. */
const offMiddle = 0.45;

/**
 * Chains words that follow each other closely on one base line. Following the nearest word instead of a fixed height
 * keeps rows of a page that was scanned a little askew whole.
 */
function linesOf(words: readonly Word[]): Word[][] {
  const open: Word[][] = [];
  const done: Word[][] = [];
  const sorted = [...words].sort((a, b) => a.x - b.x || a.y - b.y);
  for (const word of sorted) {
    let best: { line: Word[]; score: number } | null = null;
    for (let i = open.length - 1; i >= 0; i--) {
      const line = open[i]!;
      const last = line.at(-1)!;
      const gap = word.x - rightOf(last);
      const size = Math.max(last.fontSize, word.fontSize);
      if (gap > onLine.apart * size) {
        // Words come from left to right, so nothing later can be nearer.
        if (word.x - last.x > onLine.apart * size + last.width) done.push(...open.splice(i, 1));
        continue;
      }
      if (gap < -onLine.overlap * size) continue;
      const apart = Math.abs(middleY(word) - middleY(last)) / Math.max(1, Math.min(word.height, last.height));
      if (apart > offMiddle) continue;
      const score = apart + Math.max(0, gap) / (onLine.counts * size);
      if (!best || score < best.score) best = { line, score };
    }
    if (best) best.line.push(word);
    else open.push([word]);
  }
  return [...done, ...open];
}

function cellsOf(line: Word[], verticals: readonly Rule[]): Cell[] {
  const space = fixedSpace * letterWidth(line);
  const isApart = (before: Word, word: Word): boolean =>
    (gapBetween(before, word) > space && isWider(before, word, wideGap)) || ruleBetween(before, word, verticals);
  return partedWhere(line, isApart).map(cellFrom);
}

/** Usual width of a recognised line's letters; a text layer says its font's size exactly and needs no second measure. */
function letterWidth(line: readonly Word[]): number {
  const widths = line
    .filter(({ source, text }) => source === 'ocr' && text.length >= 3)
    .map(({ width, text }) => width / text.length)
    .sort((a, b) => a - b);
  return widths[Math.floor(widths.length / 2)] ?? 0;
}

/** A cell from words in reading order. */
export function cellFrom(words: Word[]): Cell {
  return { ...boxAround(words), words, text: words.map((word) => word.text).join(' ') };
}

/** A line that is drawn between two words reaches no farther into them, in points. */
const into = 1.5;

function ruleBetween(left: Word, right: Word, verticals: readonly Rule[]): boolean {
  const y = middleY(right);
  return verticals.some(
    (rule) => rule.x >= rightOf(left) - into && rule.x <= right.x + into && rule.y <= y && bottomOf(rule) >= y,
  );
}

/** The words of a row up to each drawn vertical line between them. */
export function wordsBetweenLines(row: Row, page: Page): Word[][] {
  const verticals = page.rules.filter((rule) => rule.direction === 'vertical');
  return partedWhere(row.words, (before, word) => ruleBetween(before, word, verticals));
}

/** Cells that share more of the narrower one's width are no neighbours in a row. */
const overEachOther = 0.2;
/** So many rows up a cell's row is looked for: cells come from the top down. */
const rowsUp = 12;

/** Groups cells whose middles are level, comparing each with its nearest neighbour to the left in the row. */
function alignCells(cells: Cell[]): Cell[][] {
  const rows: Cell[][] = [];
  // Wide cells first: they tell a row's course best.
  const sorted = [...cells].sort((a, b) => middleY(a) - middleY(b) || a.x - b.x);
  for (const cell of sorted) {
    let best: { row: Cell[]; apart: number } | null = null;
    for (let i = rows.length - 1; i >= 0 && i >= rows.length - rowsUp; i--) {
      const row = rows[i]!;
      if (row.some((other) => overlapX(other, cell) > overEachOther * Math.min(other.width, cell.width))) continue;
      const nearest = row.reduce((a, b) => (gapX(a, cell) <= gapX(b, cell) ? a : b));
      const apart = Math.abs(levelAt(nearest, cell) - levelAt(cell, nearest));
      const height = Math.min(nearest.height, cell.height) || 1;
      if (apart < sameRow * height && (!best || apart < best.apart)) best = { row, apart };
    }
    if (best) best.row.push(cell);
    else rows.push([cell]);
  }
  return rows;
}

/** The middle of the cell's word that is nearest to the other cell, so that skew does not add up over long cells. */
function levelAt(cell: Cell, other: Cell): number {
  return middleY(other.x > cell.x ? cell.words.at(-1)! : cell.words[0]!);
}

const gapX = (a: Box, b: Box) => Math.max(a.x - rightOf(b), b.x - rightOf(a), 0);
const overlapX = (a: Box, b: Box) => Math.max(0, Math.min(rightOf(a), rightOf(b)) - Math.max(a.x, b.x));

function rowFrom(page: number, group: Cell[]): Row {
  const cells = group.sort((a, b) => a.x - b.x);
  return { page, ...boxAround(cells), cells, words: cells.flatMap((cell) => cell.words), text: textOf(cells) };
}

const textOf = (cells: readonly Cell[]): string => cells.map((cell) => cell.text).join('  ');

/** A row whose words are cut into other cells. */
export const withCells = <R extends Row>(row: R, cells: Cell[]): R => ({ ...row, cells, text: textOf(cells) });
