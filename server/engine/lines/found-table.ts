import type { PageLayout } from '../layout/layout.ts';
import type { BodyRow } from './body-rows.ts';
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
