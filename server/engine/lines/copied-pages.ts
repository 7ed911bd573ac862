import type { NumberedRow, PageLayout } from '../layout/layout.ts';
import type { Table } from './found-table.ts';

/** So much of a page's lines of print stands on an earlier one, if it is a copy: a copy may have a stamp or a note of its own. */
const mostlyAlike = 0.85;
/** Fewer lines of print are no page to tell a copy by. */
const fewestRows = 8;

/**
 * The tables without the lines of further copies of the invoice in the same file: each of their rows stands on an earlier
 * page, and so does nearly all that is around them.
 */
export function withoutCopies(tables: readonly Table[]): Table[] {
  return tables.map((table) =>
    table.lines.length > 0 && tables.some((earlier) => isCopyOf(table, earlier)) ? { ...table, lines: [] } : table,
  );
}

function isCopyOf(table: Table, earlier: Table): boolean {
  if (earlier.page.page.number >= table.page.page.number || earlier.lines.length !== table.lines.length) return false;
  return isPageAlike(table.page, earlier.page) && textOf(bodyOf(table)) === textOf(bodyOf(earlier));
}

const bodyOf = ({ page, rows: { from, to } }: Table): readonly NumberedRow[] => page.rows.slice(from, to);

const textOf = (rows: readonly NumberedRow[]): string => rows.map(({ text }) => text).join('\n');

function isPageAlike({ rows }: PageLayout, earlier: PageLayout): boolean {
  const texts = new Set(earlier.rows.map(({ text }) => text));
  const alike = rows.filter(({ text }) => texts.has(text)).length;
  return rows.length >= fewestRows && alike > mostlyAlike * rows.length;
}
