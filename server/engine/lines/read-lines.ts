import type { Layout } from '../layout/layout.ts';
import { textLimit } from './description.ts';
import { findTables } from './find-tables.ts';
import { type FoundLine, foundLine } from './found-line.ts';
import type { Table } from './table.ts';

export interface FoundLines {
  lines: FoundLine[];
  /** The tables they were read from; no total is looked for among their rows. */
  tables: Table[];
}

/** Reads the invoice's lines from all tables of all pages. */
export function readLines(layout: Layout): FoundLines {
  const tables = findTables(layout);
  const lines = tables.flatMap((table) => {
    const limit = textLimit(table.lines, table.columns);
    return table.lines.map((line) => foundLine(line, table, limit, layout.style));
  });
  return { lines, tables };
}
