import { Decimal } from 'decimal.js';
import type { NumberStyle } from '../../checks/amounts.ts';
import type { NumberedRow, PageLayout } from '../layout/layout.ts';
import { rateRowsIn } from '../totals/breakdown.ts';
import { namesChange } from '../totals/till-receipt.ts';
import { type BodyRow, bodyRow, joinRaisedFigures, joinSplitRows } from './body-rows.ts';
import { type Column, cellsByColumn, columnsFor } from './columns.ts';
import { withCountsApart, withNamesApart } from './counts-before-names.ts';
import { descriptionColumns } from './description-columns.ts';
import { withDiscountsApart } from './discounts-in-prices.ts';
import type { RawLine, Table } from './found-table.ts';
import { withoutGrossTwins } from './gross-twins.ts';
import { guessKinds } from './guess-kinds.ts';
import type { Header } from './header.ts';
import { isImprintRow } from './imprint-row.ts';
import { joinRows } from './join-rows.ts';
import { cutAtLabels } from './label-edges.ts';

import { mayBe } from './labelled.ts';
import { mendFigures, readByProduct } from './mend-figures.ts';
import { withNetAmounts } from './net-amounts.ts';
import { productIn } from './product.ts';
import { type Roles, rolesOf } from './roles.ts';
import { classify } from './row-kinds.ts';
import { headsSummary, isTotalsRow } from './totals-row.ts';
import { productColumns, withoutProductLabels, withProduct, writtenProducts } from './written-products.ts';

/** More rows say no more of the columns. */
const mostTrialRows = 60;

/** Reads the table under a header; null where no line stands below it. `until` is the row where the next one begins. */
export function readTable(whole: PageLayout, header: Header, until: number, style: NumberStyle): Table | null {
  const page = whole.page.source === 'ocr' ? whole : cutAtLabels(whole, header, until, style);
  const rows = page.rows.slice(header.to, until);
  const foot = rows.findIndex(isImprintRow);
  const beneath = foot < 0 ? rows : rows.slice(0, foot);
  // Goods that are taken back may bear the word for change: "Return: kettle  -1  34.00  -34.00".
  const paid = beneath.findIndex((row) => namesChange(row, page.page.source === 'ocr') && productIn(row) === null);
  const printed = paid < 0 ? beneath : beneath.slice(0, paid);
  const written = writtenProducts(printed, style);
  const below = written?.rows ?? printed;
  const trial = trialRows(below, (row) => written?.products.has(row) || productIn(row) === 'many');
  const labelled = columnsFor(written ? withoutProductLabels(header) : header, trial, page);
  const figured = trial.filter((row) => row.items.filter((item) => item.number).length >= 2);
  const guessed = guessKinds(
    labelled,
    figured.map((row) => cellsByColumn(row, labelled, [])),
  );
  const figureColumns = written ? [...productColumns(header), ...guessed] : guessed;
  const text = descriptionColumns(figureColumns);
  const figureRows = below.map((row) =>
    withProduct(bodyRow(row, figureColumns, text, style), written?.products.get(row)),
  );
  const reduced = withDiscountsApart(figureColumns, figureRows, style);
  const parted = withNamesApart(reduced.columns, reduced.body);
  const { columns: printedColumns, body: printedRows } = withCountsApart(parted.columns, parted.body);
  const netRows = withoutGrossTwins(joinRaisedFigures(printedRows, text), text);
  const joined = joinSplitRows(netRows, printedColumns, text, style);
  const tried = joined.filter((row) => row.row.y <= (trial.at(-1)?.y ?? 0) && hasFigures(row, printedColumns));
  const product = rolesOf(
    printedColumns,
    tried.map((row) => row.figures),
  );
  const known = withTotals(product, joined, beneath);
  const { columns, roles, body } = withNetAmounts({ columns: printedColumns, roles: known, body: joined }, tried);
  if (roles.total === null && (roles.quantity === null || roles.price === null)) return null;
  if (isVatSummary(columns, roles)) return null;

  const made = body.map((row) => readByProduct(row, roles));
  const mended = page.page.source === 'ocr' ? made.map((row) => mendFigures(row, roles)) : made;
  const kinds = classify(mended, roles, columns);
  const lines = joinRows(page, header, mended, kinds, columns);
  if (lines.length === 0 || lines.every((line) => isOfRate(line, style))) return null;
  return { page, header, columns, roles, lines, rows: rowRange(page, header, lines) };
}

/**
 * A "price" beside a quantity is the line's total where there is no other column of them and the sum below is that of all
 * prices; one that nothing counts is it in any case.
 */
function withTotals(roles: Roles, body: readonly BodyRow[], rows: readonly NumberedRow[]): Roles {
  const { total, price, quantity } = roles;
  if (total !== null || price === null) return roles;
  if (quantity === null) return { ...roles, total: price, price: null };
  const end = rows.findIndex(isTotalsRow);
  const prices = body
    .filter(({ row }) => end < 0 || row.y < rows[end]!.y)
    .flatMap(({ figures }) => figures[price]?.number.value ?? []);
  const sum = prices.reduce((all, value) => all.add(value), new Decimal(0));
  const printed = end >= 0 && rows[end]!.items.some(({ number }) => number && !number.percent && number.value.eq(sum));
  return printed && !sum.isZero() ? { ...roles, total: price, price: null } : roles;
}

/** The rows that show the columns: up to the sums below the lines, without those of groups among them. */
function trialRows(below: readonly NumberedRow[], isLine: (row: NumberedRow) => boolean): NumberedRow[] {
  const sums = below.map((row, i) => i > 0 && (isTotalsRow(row) || headsSummary(row)));
  const first = sums.indexOf(true);
  if (first < 0) return below.slice(0, mostTrialRows);
  // Readings of a meter below the sums, "308 x 10.614 = 3 269", multiply out as well, and are of no cents.
  const isInCents = below.slice(0, first).some(hasCents);
  const goesOn = (row: NumberedRow): boolean => isLine(row) && (!isInCents || hasCents(row));
  const last = below.findLastIndex((row, i) => i < mostTrialRows && !sums[i] && goesOn(row));
  return below.slice(0, Math.max(first, last + 1)).filter((_, i) => !sums[i]);
}

const hasCents = ({ items }: NumberedRow): boolean =>
  items.some(({ number }) => number?.decimals === 2 && !number.percent);

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

/** A row of VAT by its rate, and neither word nor number of what was sold, under whatever heads. */
const isOfRate = ({ figureRow: { row }, above, below, page }: RawLine, style: NumberStyle): boolean =>
  [row, ...above.map((each) => each.row), ...below.map((each) => each.row)].every(({ cells }) =>
    cells.every(({ text }) => !/\p{L}{3}|(?<![\p{N}.,])\p{N}{5}/u.test(text)),
  ) && rateRowsIn(row, page, style).length > 0;

const hasFigures = (row: BodyRow, columns: readonly Column[]) =>
  row.figures.filter((figure) => figure).length >= 2 ||
  row.figures.some((figure, i) => figure && columns[i]!.kinds[0] === 'amount');
