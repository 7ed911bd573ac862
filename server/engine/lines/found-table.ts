import { Decimal } from 'decimal.js';
import type { PageLayout } from '../layout/layout.ts';
import type { BodyRow } from './body-rows.ts';
import type { ColumnKind } from './column-words.ts';
import type { Column } from './columns.ts';
import type { Header } from './header.ts';
import type { Roles } from './roles.ts';

/** A line of the table: the row with its figures, and the rows of text that belong to it. */
export interface RawLine {
  page: number;
  figureRow: BodyRow;
  /** Text rows above and below the figures, in order. */
  above: BodyRow[];
  below: BodyRow[];
  /** Rows that take a part off the line's amount. */
  allowances: BodyRow[];
  /** Whether only the sums can tell that it is a line at all. */
  doubtful: boolean;
  /** Whether it is doubtful only because a sum stands above it. */
  resumed: boolean;
}

/** A read line table on one page. */
export interface Table {
  page: PageLayout;
  header: Header;
  columns: Column[];
  roles: Roles;
  lines: RawLine[];
  /** Rows from the header to the last line; they hold no totals of the document. */
  rows: { from: number; to: number };
}

/** Whether print stands below a table's head and not below its last line. `row` counts from 0 on its page. */
export const isAmongLines = ({ page, row }: { page: number; row: number }, table: Table): boolean =>
  page === table.page.page.number && row >= table.header.to && row < table.rows.to;

/** Where a column lies that holds what stands in no column of the page, so that nothing else gets into it. */
export const nowhere: Pick<Column, 'x' | 'y' | 'width' | 'height' | 'left' | 'right'> = {
  x: -Infinity,
  y: 0,
  width: 0,
  height: 0,
  left: -Infinity,
  right: -Infinity,
};

/** A column of this kind without a head. */
export const headless = (kind: ColumnKind, net = false): Column => ({
  ...nowhere,
  text: '',
  kinds: [kind],
  net,
  gross: false,
  percent: false,
});

/** Lines of one row each, read from the page's rows `from` to `to`, that no head stands over. */
export function tableOfRows(
  page: PageLayout,
  { columns, roles, rows }: { columns: Column[]; roles: Roles; rows: readonly BodyRow[] },
  range: Table['rows'],
): Table {
  const lines = rows.map(
    (figureRow): RawLine => ({
      page: page.page.number,
      figureRow,
      above: [],
      below: [],
      allowances: [],
      doubtful: false,
      resumed: false,
    }),
  );
  return { page, header: { from: range.from, to: range.from, columns }, columns, roles, lines, rows: range };
}

/** What a line costs; nought where its table shows no figure for it. */
export const totalOf = ({ figureRow }: RawLine, { roles }: Table): Decimal =>
  (roles.total === null ? null : figureRow.figures[roles.total])?.number.value ?? new Decimal(0);

/** What the lines of tables come to. */
export const sumOfLines = (...tables: readonly Table[]): Decimal =>
  tables
    .flatMap((table) => table.lines.map((line) => totalOf(line, table)))
    .reduce((sum, value) => sum.add(value), new Decimal(0));
