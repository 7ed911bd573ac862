import type { NumberStyle } from '../../checks/amounts.ts';
import { bottomOf, rightOf } from '../layout/geometry.ts';
import type { NumberedRow, PageLayout } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import { bodyFigures } from './body-rows.ts';
import type { ColumnKind } from './column-words.ts';
import type { Column } from './columns.ts';
import { headless, nowhere, type Table, tableOfRows } from './found-table.ts';
import { type HeaderColumn, labelColumnsIn } from './header.ts';
import { rolesOf } from './roles.ts';
import { isSummed, isTotalsRow } from './totals-row.ts';

/** Kinds of columns that a row of such heads may name. */
const ofMoney = new Set<ColumnKind>(['amount', 'gross_amount', 'vat', 'vat_rate', 'vat_amount']);

/** Headings and empty rows part groups of lines; farther below, in heights of a row, stands something else. */
const widestGap = 4;

/** So many rows from the first sum on may hold the one that the lines come to. */
const mostSums = 6;

/** A text, and the figures that stand under the heads. */
interface Entry {
  row: NumberedRow;
  name: Item[];
  /** By column; null where nothing stands under its head. */
  under: (Item | null)[];
}

/**
 * Lines under heads of amounts alone, "Amount | VAT % | VAT" or "Costs | Amount | VAT", as bills have them: what is sold is
 * the text to the left. They are believed where they come to a sum right below; where not all of them do, those that
 * have a rate, since sums of groups have none.
 */
export function tableUnderAmounts(page: PageLayout, style: NumberStyle): Table | null {
  for (const [at, row] of page.rows.entries()) {
    const heads = headsIn(page, row, at);
    const amount = heads?.findIndex(isAmount) ?? -1;
    if (!heads || amount < 0) continue;
    const { entries, until } = entriesBelow(page, at, heads);
    const sums = page.rows.slice(until, until + mostSums);
    const withAmount = entries.filter(({ under }) => under[amount]);
    const areSummed = (some: readonly Entry[]): boolean =>
      isSummed(
        some.map(({ under }) => under[amount]!),
        sums,
      );
    const rate = heads.findIndex(({ kinds }) => kinds[0] === 'vat_rate' || kinds[0] === 'vat');
    const rated = withAmount.filter(({ under }) => under[rate]?.number?.percent);
    const lines = [withAmount, rated].find((some) => some.length > 1 && areSummed(some));
    if (lines) return tableOf(page, heads, lines, { from: at, to: until }, style);
  }
  return null;
}

const isAmount = ({ kinds, gross }: HeaderColumn): boolean => kinds[0] === 'amount' || (kinds.length === 0 && !gross);

/** The heads of a row that is made of nothing else, but for what is sold in the first. */
function headsIn(page: PageLayout, row: NumberedRow, at: number): HeaderColumn[] | null {
  if (row.items.some(({ number }) => number) || row.cells.length < 2) return null;
  const columns = labelColumnsIn([row], page.page.source === 'ocr', page.rows.slice(at + 1, at + 4));
  const isHead = ({ kinds, net, gross }: HeaderColumn): boolean =>
    kinds.length > 0 ? kinds.every((kind) => ofMoney.has(kind)) : net || gross;
  const heads = columns.slice(columns.findIndex(isHead) === 0 ? 0 : 1);
  return heads.length >= 2 && heads.every(isHead) ? heads : null;
}

function entriesBelow(
  page: PageLayout,
  head: number,
  heads: readonly HeaderColumn[],
): { entries: Entry[]; until: number } {
  const entries: Entry[] = [];
  let until = head + 1;
  for (; until < page.rows.length; until++) {
    const [row, above] = [page.rows[until]!, page.rows[until - 1]!];
    if (row.y - bottomOf(above) > widestGap * row.height || (entries.length > 0 && isTotalsRow(row))) break;
    const entry = entryOf(row, heads);
    if (entry) entries.push(entry);
  }
  return { entries, until };
}

function entryOf(row: NumberedRow, heads: readonly HeaderColumn[]): Entry | null {
  const left = Math.min(...heads.map(({ x }) => x));
  const isFigure = ({ number }: Item): boolean => number !== null && (number.percent || number.decimals === 2);
  const figures = row.items.filter((item) => isFigure(item) && rightOf(item) > left);
  const name = row.items.filter((item) => !figures.includes(item) && rightOf(item) < left);
  const under = heads.map(
    (head) => figures.find((item) => Math.min(rightOf(item), rightOf(head)) > Math.max(item.x, head.x)) ?? null,
  );
  const isNamed = name.some(({ text }) => /\p{L}{3}/u.test(text));
  return isNamed && figures.every((item) => under.includes(item)) && figures.length > 0 ? { row, name, under } : null;
}

function tableOf(
  page: PageLayout,
  heads: readonly HeaderColumn[],
  entries: readonly Entry[],
  range: Table['rows'],
  style: NumberStyle,
): Table {
  const kindOf = (head: HeaderColumn): ColumnKind => head.kinds[0] ?? (head.gross ? 'gross_amount' : 'amount');
  const columns = [
    headless('description'),
    ...heads.map((head): Column => ({ ...head, ...nowhere, kinds: [kindOf(head)] })),
  ];
  const rows = entries.map(({ row, name, under }) => {
    const cells = [name, ...under.map((item) => (item ? [item] : []))];
    return { row, cells, figures: bodyFigures(cells, columns, style) };
  });
  const roles = rolesOf(
    columns,
    rows.map(({ figures }) => figures),
  );
  return tableOfRows(page, { columns, roles, rows }, range);
}
