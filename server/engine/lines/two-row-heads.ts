import type { NumberStyle } from '../../checks/amounts.ts';
import { bottomOf, rightOf } from '../layout/geometry.ts';
import type { NumberedRow, PageLayout } from '../layout/layout.ts';
import { boxAround } from '../layout/rows.ts';
import { totalPhrases } from '../totals/total-words.ts';
import { type BodyRow, bodyFigures } from './body-rows.ts';
import type { ColumnKind } from './column-words.ts';
import { type Column, cellsByColumn, columnsFor } from './columns.ts';
import { descriptionColumns } from './description-columns.ts';
import { type RawLine, type Table, tableOfRows } from './found-table.ts';
import { guessKinds } from './guess-kinds.ts';
import { type HeaderColumn, labelColumnsIn } from './header.ts';
import { type Roles, rolesOf } from './roles.ts';
import { isStrongLine } from './row-kinds.ts';
import { isTotalsRow } from './totals-row.ts';

/** A single line of two rows may be anything. */
const fewest = 2;
/** Part of the lines that must multiply out, before what is taken off below them. */
const enough = 0.6;
/** In heights of a row: rows of one line stand no farther apart. */
const widestWithin = 0.9;
/** In points: the first cells of lines begin within so much of their label. */
const edge = 3;

/** A line's rows: its names, its figures, and what is said of it below. */
interface Entry {
  names: NumberedRow;
  figures: NumberedRow;
  below: NumberedRow[];
  /** Index of the first row behind it. */
  end: number;
}

/**
 * "Pos. | Article | Description" over "Qty | Price | Amount": heads in two rows, over lines in two rows of the same order, as
 * large business programs print them. Labels of both may stand below each other without being one. They are believed where
 * quantities times prices are the amounts.
 */
export function tableOfTwoRows(page: PageLayout, style: NumberStyle): Table | null {
  for (const [at, row] of page.rows.entries()) {
    const heads = headsAt(page, at);
    const entries = heads ? entriesBelow(page, at + 2, heads[0][0]!.x) : [];
    if (!heads || entries.length < fewest) continue;
    const table = tableOf(page, heads, entries, { at, style });
    const strong = table.lines.filter(({ figureRow }) => isStrongLine(figureRow, table.roles, table.columns, []));
    if (strong.length < Math.max(fewest, enough * entries.length) || isTotalsRow(row)) continue;
    return withTextsBelow(table, entries, style);
  }
  return null;
}

/** The labels of a row and the next one, the first without money and the second with it. */
function headsAt(page: PageLayout, at: number): [HeaderColumn[], HeaderColumn[]] | null {
  const [upper, lower] = [page.rows[at], page.rows[at + 1]];
  if (!upper || !lower || lower.y - bottomOf(upper) > widestWithin * lower.height) return null;
  const [names, figures] = [upper, lower].map((row) => labelsOf(page, row, at + 2));
  if (!names || !figures) return null;
  const has = (columns: readonly HeaderColumn[], ...kinds: ColumnKind[]): boolean =>
    columns.some((column) => column.kinds[0] !== undefined && kinds.includes(column.kinds[0]));
  const parted =
    has(names, 'description') && !has(names, 'price', 'amount') && has(figures, 'price') && has(figures, 'amount');
  return parted ? [names, figures] : null;
}

/** A row of labels; all but one of them are known. */
function labelsOf(page: PageLayout, row: NumberedRow, below: number): HeaderColumn[] | null {
  if (row.cells.length < 2 || row.items.some(({ number }) => number)) return null;
  const columns = labelColumnsIn([row], page.page.source === 'ocr', page.rows.slice(below, below + 2));
  return columns.filter(({ kinds }) => kinds.length === 0).length <= 1 ? columns : null;
}

function entriesBelow({ rows }: PageLayout, from: number, left: number): Entry[] {
  const begins = (at: number): boolean => {
    const [names, figures] = [rows[at], rows[at + 1]];
    return (
      names !== undefined &&
      figures !== undefined &&
      Math.abs(names.cells[0]!.x - left) < edge &&
      names.items.some(({ text }) => /\p{L}{3}/u.test(text)) &&
      figures.y - bottomOf(names) < widestWithin * figures.height &&
      !isTotalsRow(figures) &&
      figures.items.filter(({ number }) => number).length > 1 &&
      endsInAmount(figures)
    );
  };
  const entries: Entry[] = [];
  for (let at = from; at < rows.length; at++) {
    if (!begins(at)) continue;
    let end = at + 2;
    const isNear = () => rows[end]!.y - bottomOf(rows[end - 1]!) < widestWithin * rows[end]!.height;
    while (end < rows.length && isNear() && !begins(end)) end++;
    entries.push({ names: rows[at]!, figures: rows[at + 1]!, below: rows.slice(at + 2, end), end });
    at = end - 1;
  }
  return entries;
}

function endsInAmount({ items }: NumberedRow): boolean {
  const number = items.at(-1)?.number;
  return number?.decimals === 2 && !number.percent;
}

function tableOf(
  page: PageLayout,
  heads: readonly [HeaderColumn[], HeaderColumn[]],
  entries: readonly Entry[],
  { at, style }: { at: number; style: NumberStyle },
): Table {
  const rowsOf = [entries.map(({ names }) => names), entries.map(({ figures }) => figures)];
  const parts = heads.map((columns, i) =>
    reachingAll(columnsFor({ from: at, to: at + 2, columns }, rowsOf[i]!, page), rowsOf[i]!),
  );
  const cellsOf = ({ names, figures }: Entry) =>
    [names, figures].flatMap((row, i) => cellsByColumn(row, parts[i]!, i === 0 ? descriptionColumns(parts[0]!) : []));
  const columns = guessKinds(parts.flat(), entries.map(cellsOf));
  const rows = entries.map((entry): BodyRow => {
    const cells = cellsOf(entry);
    return { row: joined([entry.names, entry.figures]), cells, figures: bodyFigures(cells, columns, style) };
  });
  const roles = rolesOf(
    columns,
    rows.map(({ figures }) => figures),
  );
  const table = tableOfRows(page, { columns, roles, rows }, { from: at, to: entries.at(-1)!.end });
  return { ...table, header: { ...table.header, to: at + 2 } };
}

/** Texts without figures in their row tell nothing of how far their column reaches: as far as they do. */
const reachingAll = (columns: readonly Column[], rows: readonly NumberedRow[]): Column[] =>
  columns.map((column, i) =>
    i < columns.length - 1
      ? column
      : { ...column, right: Math.max(column.right, ...rows.map((row) => rightOf(row) + 1)) },
  );

const joined = (rows: readonly NumberedRow[]): NumberedRow => ({
  page: rows[0]!.page,
  ...boxAround(rows),
  cells: rows.flatMap(({ cells }) => cells),
  words: rows.flatMap(({ words }) => words),
  items: rows.flatMap(({ items }) => items),
  text: rows.map(({ text }) => text).join('  '),
});

/** Gives the lines what stands below them: what is taken off, what is left after it, and texts. */
function withTextsBelow(table: Table, entries: readonly Entry[], style: NumberStyle): Table {
  const lines = table.lines.map((line, i) => withBelow(line, entries[i]!.below, table, style));
  return { ...table, lines };
}

function withBelow(
  line: RawLine,
  below: readonly NumberedRow[],
  { columns, roles }: Table,
  style: NumberStyle,
): RawLine {
  const { total } = roles as Roles & { total: number };
  const text = descriptionColumns(columns)[0]!;
  const asRow = (row: NumberedRow): BodyRow => {
    const amount = endsInAmount(row) ? row.items.slice(-1) : [];
    const cells = columns.map((_, i) =>
      i === total ? amount : i === text ? row.items.filter((item) => !amount.includes(item)) : [],
    );
    return {
      row,
      cells,
      figures: bodyFigures(cells, columns, style).map((figure, i) => (i === total ? figure : null)),
    };
  };
  const rows = below.map(asRow);
  const priced = rows.filter(({ figures }) => figures[total]);
  const taken = priced.filter(({ figures }) => figures[total]!.number.value.isNegative());
  const left = taken.reduce(
    (sum, { figures }) => sum.add(figures[total]!.number.value),
    line.figureRow.figures[total]!.number.value,
  );
  // "Net value 84.00" below "Discount 12.00-": what the line comes to.
  const net = priced.find(
    ({ row, figures }) => figures[total]!.number.value.eq(left) && isNet(row.cells[0]!.text) && taken.length > 0,
  );
  const texts = rows.filter(({ figures }) => !figures[total]);
  if (!net) return { ...line, below: texts, allowances: taken };
  const replace = <T>(own: readonly T[], by: readonly T[]): T[] => own.map((each, i) => (i === total ? by[i]! : each));
  const { figureRow } = line;
  return {
    ...line,
    figureRow: {
      ...figureRow,
      cells: replace(figureRow.cells, net.cells),
      figures: replace(figureRow.figures, net.figures),
    },
    below: texts,
  };
}

const isNet = (text: string): boolean => totalPhrases().whole(text)?.kinds.includes('net') === true;
