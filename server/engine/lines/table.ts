import type { NumberStyle } from '../../checks/amounts.ts';
import type { NumberedRow, PageLayout } from '../layout/layout.ts';
import { namesChange } from '../totals/till-receipt.ts';
import { type BodyRow, bodyRow, joinSplitRows } from './body-rows.ts';
import { type Column, cellsByColumn, columnsFor } from './columns.ts';
import { descriptionColumns } from './description-columns.ts';
import type { RawLine, Table } from './found-table.ts';
import { guessKinds } from './guess-kinds.ts';
import type { Header } from './header.ts';
import { joinRows } from './join-rows.ts';
import { cutAtLabels } from './label-edges.ts';

import { mayBe } from './labelled.ts';
import { mendFigures } from './mend-figures.ts';
import { productIn } from './product.ts';
import { type Roles, rolesOf } from './roles.ts';
import { classify } from './row-kinds.ts';
import { isTotalsRow } from './totals-row.ts';

/** More rows say no more of the columns. */
const mostTrialRows = 60;

/** Reads the table under a header; null where no line stands below it. `until` is the row where the next one begins. */
export function readTable(whole: PageLayout, header: Header, until: number, style: NumberStyle): Table | null {
  const page = whole.page.source === 'ocr' ? whole : cutAtLabels(whole, header, until, style);
  const beneath = page.rows.slice(header.to, until);
  const paid = beneath.findIndex((row) => namesChange(row, page.page.source === 'ocr'));
  const below = paid < 0 ? beneath : beneath.slice(0, paid);
  const trial = trialRows(below);
  const labelled = columnsFor(header, trial, page);
  const figured = trial.filter((row) => row.items.filter((item) => item.number).length >= 2);
  const columns = guessKinds(
    labelled,
    figured.map((row) => cellsByColumn(row, labelled, [])),
  );
  const text = descriptionColumns(columns);
  const body = joinSplitRows(
    below.map((row) => bodyRow(row, columns, text, style)),
    columns,
    text,
    style,
  );
  const roles = rolesOf(
    columns,
    body.filter((row) => row.row.y <= (trial.at(-1)?.y ?? 0) && hasFigures(row, columns)).map((row) => row.figures),
  );
  if (roles.total === null && (roles.quantity === null || roles.price === null)) return null;
  if (isVatSummary(columns, roles)) return null;

  const mended = page.page.source === 'ocr' ? body.map((row) => mendFigures(row, roles)) : body;
  const kinds = classify(mended, roles, columns);
  const lines = joinRows(page, header, mended, kinds, columns);
  if (lines.length === 0) return null;
  return { page, header, columns, roles, lines, rows: rowRange(page, header, lines) };
}

/** The rows that show the columns: up to the sums below the lines, without those of groups among them. */
function trialRows(below: readonly NumberedRow[]): NumberedRow[] {
  const sums = below.map((row, i) => i > 0 && isTotalsRow(row));
  const first = sums.indexOf(true);
  if (first < 0) return below.slice(0, mostTrialRows);
  const last = below.findLastIndex((row, i) => i < mostTrialRows && !sums[i] && productIn(row) === 'many');
  return below.slice(0, Math.max(first, last + 1)).filter((_, i) => !sums[i]);
}

/** The page's rows from the header, or the first line, to the last line's. */
export function rowRange(page: PageLayout, header: Header, lines: readonly RawLine[]): Table['rows'] {
  const at = (row: BodyRow, word: number) =>
    page.rows.findIndex((each) => each.words.includes(row.row.words.at(word)!));
  const last = lines.at(-1)!;
  const end = at(last.below.at(-1) ?? last.allowances.at(-1) ?? last.figureRow, -1);
  return { from: header.to > header.from ? header.from : at(lines[0]!.figureRow, 0), to: end + 1 };
}

/** Amounts by rate or by its code, and nothing that says what was sold. */
const isVatSummary = (columns: readonly Column[], { quantity, price, rate }: Roles) =>
  quantity === null && price === null && rate !== null && !columns.some((column) => mayBe(column, 'description'));

const hasFigures = (row: BodyRow, columns: readonly Column[]) =>
  row.figures.filter((figure) => figure).length >= 2 ||
  row.figures.some((figure, i) => figure && columns[i]!.kinds[0] === 'amount');
