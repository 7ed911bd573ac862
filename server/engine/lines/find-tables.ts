import type { NumberStyle } from '../../checks/amounts.ts';
import { cutForTables } from '../layout/cells.ts';
import type { Layout, PageLayout } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import type { Word } from '../page.ts';
import { tableUnderAmounts } from './amount-heads.ts';
import { tableOfCards } from './cards.ts';
import { type RawLine, sumOfLines, type Table, totalOf } from './found-table.ts';
import { type Header, headersOf } from './header.ts';
import { isPlainList, listsOf } from './lists.ts';
import { isStrongLine } from './row-kinds.ts';
import { readTable } from './table.ts';
import { tableOfSlip } from './till-lines.ts';
import { isCarriedOver, isSummed, isTotalsRow } from './totals-row.ts';
import { tableOfTwoRows } from './two-row-heads.ts';
import { multiplyingTable } from './unlabelled.ts';

/** Rows without labels go on with the table of the page before where more of them multiplies out (`rolesOf`). */
const goesOnFrom = 0.5;

/** All tables of lines, page by page; with and without labels, and going on over pages; else cards, lines under heads of amounts, or a list. */
export function findTables(layout: Layout): Table[] {
  const tables: Table[] = [];
  let carried: Header | null = null;
  const slips = layout.pages.flatMap((page) => tableOfSlip(page, layout.style) ?? []);
  if (slips.length > 0) return slips;
  const pages = layout.pages.map((page) => ({ ...page, rows: cutForTables(page.rows) }));
  for (const page of pages) {
    const headers = headersOf(page);
    const own: Table[] = [];
    const first = headers[0]?.from ?? page.rows.length;
    // The table of the page before may go on without its labels.
    const goesOn = carried && readTable(page, { from: 0, to: 0, columns: carried.columns }, first, layout.style);
    if (goesOn && goesOn.roles.closes > goesOnFrom) own.push(goesOn);
    for (const [i, header] of headers.entries()) {
      const until = headers[i + 1]?.from ?? page.rows.length;
      const table = readTable(page, header, until, layout.style);
      if (table) own.push(table);
    }
    // Tables whose lines all multiply out need no second opinion.
    const lines = own.reduce((sum, table) => sum + table.lines.length, 0);
    const isClear = lines > 0 && strength(own) === lines;
    const bare = isClear ? null : bareTable(page, headers, layout.style);
    const isStronger = bare !== null && strength([bare]) > strength(own) && !isProven(own, bare, page);
    const double = isClear ? null : tableOfTwoRows(page, layout.style);
    const chosen = double ? [double] : isStronger ? [bare] : own;
    tables.push(...chosen);
    const last: Header | null = headers.at(-1) ?? (chosen.length > 0 ? carried : null);
    const end: number = chosen.at(-1)?.rows.to ?? last?.to ?? 0;
    // "Carried forward" says itself that the lines go on.
    carried = page.rows.slice(end).some((row) => isTotalsRow(row) && !isCarriedOver(row)) ? null : last;
  }
  if (tables.length > 0) return listRather(tables, pages, layout.style) ?? tables;
  const cards = pages.flatMap((page) => tableOfCards(page, layout.style) ?? []);
  if (cards.length > 0) return cards;
  const charged = pages.flatMap((page) => tableUnderAmounts(page, layout.style) ?? []);
  if (charged.length > 0) return charged;
  return listsOf(pages, layout.style);
}

const linesIn = (tables: readonly Table[]): number => tables.reduce((sum, { lines }) => sum + lines.length, 0);

/** Whether more lines under labels than a bare table has come to a sum: that one of something else multiplies out is no more. */
function isProven(own: readonly Table[], bare: Table, { rows }: PageLayout): boolean {
  return linesIn(own) > bare.lines.length && isSummed(amountsOf(own), rows);
}

/** More lines that multiply out are no accident. */
const fewestStrong = 1;

/**
 * The list that says what is charged for where hardly anything in tables multiplies out, such as in readings of meters, or where
 * they come to no sum and it has all their lines and more, as the tax and the discount among what was used; null where none does.
 */
function listRather(tables: readonly Table[], pages: readonly PageLayout[], style: NumberStyle): Table[] | null {
  const charged = tables.map((table) => ({
    ...table,
    lines: table.lines.filter((line) => !chargesNothing(line, table)),
  }));
  const amounts = amountsOf(charged);
  const rows = pages.flatMap((page) => page.rows);
  const isWeak = strength(charged) <= fewestStrong;
  if (!isWeak && [amounts, amountsOf(tables)].some((all) => isSummed(all, rows))) return null;
  const list = listsOf(pages, style).filter(isPlainList);
  if (list.length === 0) return null;
  if (!isWeak) {
    // What only sums it up on another page is said once more.
    const own = list.filter((table) => amounts.some(({ words }) => holds(table, words)));
    const hasAll = amounts.every(({ words }) => own.some((table) => holds(table, words)));
    // What the tables doubt they have as well, and tell what it counts.
    const isMore = own.some(({ lines }) =>
      lines.some(({ figureRow: { row } }) => !tables.some((table) => holds(table, row.words))),
    );
    return hasAll && isMore ? own : null;
  }
  const isLonger = linesIn(list) > amounts.length;
  const isMore = sumOfLines(...list)
    .abs()
    .gt(sumOfLines(...charged).abs());
  return isLonger || (isMore && !isSummed(amounts, rows)) ? list : null;
}

const amountsOf = (tables: readonly Table[]): Item[] =>
  tables.flatMap(({ lines, roles }) =>
    lines.flatMap(({ figureRow }) => figureRow.figures[roles.total ?? -1]?.items.filter(({ number }) => number) ?? []),
  );

const holds = ({ lines }: Table, [word]: readonly Word[]): boolean =>
  lines.some(({ figureRow }) => figureRow.row.words.includes(word!));

const chargesNothing = (line: RawLine, table: Table): boolean => line.doubtful || totalOf(line, table).isZero();

/** Labels are kept where more multiplies out with them, in parts of what does so without. */
const enoughWithLabels = 0.6;

/** The table that rows show by themselves, with the labels of a head above them unless without these far more multiplies out. */
function bareTable(page: PageLayout, headers: readonly Header[], style: NumberStyle): Table | null {
  const [headed, plain] = [headers, []].map((labels) => {
    const bare = multiplyingTable(page, labels, style);
    return bare && readTable(page, bare.header, bare.until, style);
  });
  return headed && (!plain || strength([headed]) > enoughWithLabels * strength([plain])) ? headed : (plain ?? null);
}

/** How many lines multiply out; what a table is believed for. */
function strength(tables: readonly Table[]): number {
  return tables.reduce((sum, { lines, roles, columns }) => {
    const strong = lines.filter(({ figureRow, above, below }) =>
      isStrongLine(figureRow, roles, columns, [above.at(-1), below[0]]),
    );
    return sum + strong.length;
  }, 0);
}
