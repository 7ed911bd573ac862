import type { Layout } from '../layout/layout.ts';
import { boxAround, type Cell, type Row } from '../layout/rows.ts';
import { type Token, tokensOf } from '../lexicon/tokens.ts';
import { type Box, type Page, type Word, weakPrint } from '../page.ts';

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
export interface TextPage {
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
    rows: rows.map((row, index) => row.cells.map((cell, at) => textLine(row, index, cell, at))),
  }));
  return { pages, lines: pages.flatMap((page) => page.rows.flat()) };
}

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

/** Where the word begins that stands at the offset in the line, in points from the page's left edge. */
export const xAt = (line: TextLine, offset: number): number => wordsBetween(line, offset, offset + 1)[0]?.x ?? line.x;

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
  return wordsBetween(line, start, end).some((word) => word.confidence !== null && word.confidence < weakPrint);
}

export const isBold = ({ words }: TextLine): boolean => words.every(({ bold }) => bold);

/** Four capitals in a row are no abbreviation of a few letters. */
export const isCapitals = (text: string): boolean => /\p{Lu}{4}/u.test(text) && !/\p{Ll}/u.test(text);
