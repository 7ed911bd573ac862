import { Decimal } from 'decimal.js';
import type { Layout } from '../layout/layout.ts';
import { totalPhrases } from '../totals/total-words.ts';
import { withoutCopies } from './copied-pages.ts';
import { textLimit } from './description.ts';
import { decideDoubtful } from './doubtful-lines.ts';
import { inCurrencyOfSums } from './equivalent-totals.ts';
import { findTables } from './find-tables.ts';
import { type FoundLine, foundLine } from './found-line.ts';
import type { Table } from './found-table.ts';
import { readGroupReferences } from './group-references.ts';
import { isOverview } from './overviews.ts';
import { readRateLegend } from './rate-legend.ts';

export interface FoundLines {
  lines: FoundLine[];
  /** The tables they were read from; no total is looked for among their rows. */
  tables: Table[];
  /** What rows below single lines take off them; negative. */
  allowances: Decimal;
}

/** Reads the invoice's lines from all tables of all pages. */
export function readLines(layout: Layout): FoundLines {
  const tables = inCurrencyOfSums(decideDoubtful(withoutCopies(findTables(layout)), layout.pages));
  const legend = readRateLegend(layout);
  const references = readGroupReferences(tables);
  const lines = tables.flatMap((table) => {
    if (isOverview(table, tables)) return [];
    const limit = textLimit(table.lines, table.columns);
    return table.lines
      .map((line) => foundLine(line, table, { limit, legend, references: references.get(line), style: layout.style }))
      .filter((line) => !isReasonAlone(line));
  });
  return { lines, tables, allowances: allowancesOf(tables) };
}

/** "Reverse charge: VAT is due by the customer" for 0.00, set among the sums below the lines: why nothing is charged, and no goods. */
const isReasonAlone = ({ description, total }: FoundLine): boolean =>
  description !== null &&
  (total?.value ?? 0) === 0 &&
  totalPhrases()
    .find(description.value, description.source === 'ocr')
    .some(({ kinds, start }) => start === 0 && kinds.includes('reason'));

function allowancesOf(tables: readonly Table[]): Decimal {
  const amounts = tables.flatMap(({ lines, roles }) =>
    lines.flatMap((line) => line.allowances.map((row) => row.figures[roles.total!]!.number.value)),
  );
  return amounts.reduce((sum, amount) => sum.add(amount), new Decimal(0));
}
