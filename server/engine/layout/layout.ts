import { decideNumberStyle, type PrintedStyle } from '../../checks/amounts.ts';
import type { OpenedFile, Page, Word } from '../page.ts';
import { cutCells } from './cells.ts';
import { withDrawnLines } from './drawn-lines.ts';
import { type Item, itemsOf } from './numbers.ts';
import { withFiguresApart, withUnitsApart } from './parted-words.ts';
import { type Row, rowsOf, wordsBetweenLines } from './rows.ts';
import { withAmountsApart } from './slip.ts';

/** A row with its numbers read. */
export interface NumberedRow extends Row {
  items: Item[];
}

export interface PageLayout {
  page: Page;
  rows: NumberedRow[];
}

/** What stands where, before any meaning is given to it. */
export interface Layout {
  pages: PageLayout[];
  style: PrintedStyle;
}

/** Three times what print of 5 points puts on a full page; a hostile text layer must not keep reading busy for ever. */
const mostCharacters = 100_000;

function withinBound(words: readonly Word[]): Word[] {
  let left = mostCharacters;
  return words.filter((word) => {
    left -= word.text.length;
    return left >= 0;
  });
}

/**
 * Print of 5 points across a sheet of five metres. What grows with the square of a text's length, as many expressions do, ends
 * in time on this much; no row that is longer was ever printed.
 */
const mostCharactersOfRow = 2_000;

/** Puts all pages into rows and reads their numbers in the document's own convention. */
export function layOut(opened: OpenedFile): Layout {
  const rowed = opened.pages.map((whole) => {
    const bounded = { ...whole, words: withinBound(whole.words) };
    const page = withDrawnLines(withFiguresApart(withUnitsApart(withAmountsApart(bounded))));
    const rows = rowsOf(page).filter((row) => row.text.length <= mostCharactersOfRow);
    return { page, rows: cutCells(page, rows) };
  });
  const style = decideNumberStyle(numberLike(rowed.flatMap(({ rows }) => rows)));
  const pages = rowed.map(({ page, rows }) => ({
    page,
    rows: rows.map((row) => ({
      ...row,
      items: wordsBetweenLines(row, page).flatMap((words) => itemsOf(words, style)),
    })),
  }));
  return { pages, style };
}

function* numberLike(rows: Row[]): Iterable<string> {
  for (const row of rows) {
    for (const word of row.words) if (/\p{Nd}/u.test(word.text)) yield word.text;
  }
}
