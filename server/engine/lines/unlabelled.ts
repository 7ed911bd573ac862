import type { NumberStyle } from '../../checks/amounts.ts';
import { bottomOf, rightOf } from '../layout/geometry.ts';
import type { NumberedRow, PageLayout } from '../layout/layout.ts';
import { covered } from '../lexicon/matcher.ts';
import { tokensOf } from '../lexicon/tokens.ts';
import { totalPhrases } from '../totals/total-words.ts';
import { columnPhrases } from './column-words.ts';
import { partedCells } from './extents.ts';
import { type Header, type HeaderColumn, labelColumnsIn } from './header.ts';
import { isMoney, productIn } from './product.ts';
import { isTotalsRow } from './totals-row.ts';
import { productOf } from './written-products.ts';

/** A table without labels: columns as its rows show them, and the row where it ends. */
export interface UnlabelledTable {
  header: Header;
  until: number;
}

/** Labels for so many of the columns are a head; a few scraps of a lost one say less than the figures do. */
const enoughLabels = 0.6;

/**
 * The table that rows show by themselves: rows with a text whose figures hold a product. Labels above are taken where
 * they can be read. Needed where no head was printed, or where it was lost to a dark ground.
 */
export function multiplyingTable(
  page: PageLayout,
  headers: readonly Header[],
  style: NumberStyle,
): UnlabelledTable | null {
  const rows = page.rows
    .map((row, index) => ({ row, index, product: isTotalsRow(row) || isUnnamed(row, style) ? null : productIn(row) }))
    .filter(({ product }) => product);
  const multiplying = rows.filter(({ product }) => product === 'many');
  if (multiplying.length === 0 && rows.length < 2 && !(rows[0] && summedBelow(page, rows[0].index))) return null;
  const parted = rows.map(({ row }) => partedCells(row));
  const usual = mostCommon(parted.map((cells) => cells.length));
  const alike = parted.filter((cells) => cells.length === usual);
  const first = rows[0]!;
  const columns = alike[0]!.map((_, i) => {
    const own = alike.map((cells) => cells[i]!);
    const left = Math.min(...own.map((each) => each.x));
    return unknownColumn({ x: left, width: Math.max(...own.map(rightOf)) - left }, first.row);
  });
  const head = headers.findLast(({ to }) => to <= first.index && !page.rows.slice(to, first.index).some(hasCents));
  const labels = head ? head.columns.filter(({ kinds }) => kinds.length > 0) : labelsAbove(page, first.index);
  if (labels.length >= enoughLabels * columns.length) {
    for (const column of columns) Object.assign(column, labelFor(column, columns, labels));
  }
  const named = first.index - rowsOfName(page, first.index, style);
  const { from, to } = head ?? { from: named, to: named };
  return { header: { from, to, columns }, until: page.rows.length };
}

/** "2 pcs x 18.50 | VAT 9% | 37.00": what was sold says a row above, as in a list. */
function isUnnamed(row: NumberedRow, style: NumberStyle): boolean {
  const product = productOf(row, style);
  if (!product || row.items[0] !== product.items[0]) return false;
  const said = row.items.filter((item) => !product.items.includes(item) && item !== product.total);
  const [first] = totalPhrases().find(said.map(({ text }) => text).join(' '));
  return said.length > 0 && first?.from === 0 && first.kinds.some((kind) => kind === 'vat' || kind === 'reason');
}

/** A name of more rows is none. */
const mostNameRows = 3;
/** Rows of one name begin no farther from each other, and have less white between them; in heights. */
const ofName = { edge: 0.3, gap: 0.6 };

/** How many rows right above the first one begin its text, where this writes out a product and nothing else: "4 pcs x 12.00". */
function rowsOfName({ rows }: PageLayout, first: number, style: NumberStyle): number {
  const row = rows[first]!;
  const own = row.cells[0]!;
  const product = productOf(row, style);
  if (!product || row.items.some((item) => ![...product.items, product.total].includes(item))) return 0;
  const goesOn = (above: NumberedRow, below: NumberedRow): boolean =>
    above.cells.length === 1 &&
    Math.abs(above.cells[0]!.x - own.x) < ofName.edge * own.height &&
    below.y - bottomOf(above) < ofName.gap * own.height;
  let count = 0;
  while (count < mostNameRows && first > count && goesOn(rows[first - count - 1]!, rows[first - count]!)) count++;
  return count;
}

const hasCents = ({ items }: NumberedRow): boolean => items.some((item) => item.number?.decimals === 2);

/** Whether the amount that ends a row stands again under a label of the sums below it. */
function summedBelow(page: PageLayout, index: number): boolean {
  const amounts = page.rows[index]!.items.filter((item) => item.number && isMoney(item));
  return page.rows
    .slice(index + 1)
    .some(
      (row) =>
        isTotalsRow(row) && row.items.some((item) => amounts.some((own) => item.number?.value.eq(own.number!.value))),
    );
}

function mostCommon(counts: readonly number[]): number {
  const times = new Map<number, number>();
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1);
  return [...times].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]![0];
}

/** Part of a label's words that are known; a sentence above the table holds such words too. */
const fewestKnown = 0.3;

/** In heights: labels may stand well above the first row, but close to each other. */
const farthestLabels = { aboveFirst: 3, apart: 0.9 };

/** Whatever labels can be read in the rows right above. */
function labelsAbove(page: PageLayout, first: number): HeaderColumn[] {
  let from = first;
  while (from > 0 && first - from < 4) {
    const above = page.rows[from - 1]!;
    const farthest = from === first ? farthestLabels.aboveFirst : farthestLabels.apart;
    if (page.rows[from]!.y - bottomOf(above) > farthest * above.height || hasCents(above)) {
      break;
    }
    from--;
  }
  return labelColumnsIn(
    page.rows.slice(from, first),
    page.page.source === 'ocr',
    page.rows.slice(first, first + 24),
  ).filter(
    ({ kinds, text }) => kinds.length > 0 && covered(columnPhrases().find(text)) > fewestKnown * tokensOf(text).length,
  );
}

/** The label that stands over this column and over no other one more. */
function labelFor(column: HeaderColumn, columns: readonly HeaderColumn[], labels: readonly HeaderColumn[]) {
  const over = (a: HeaderColumn, b: HeaderColumn) => Math.min(rightOf(a), rightOf(b)) - Math.max(a.x, b.x);
  const [best] = labels.filter((label) => over(label, column) > 0).sort((a, b) => over(b, column) - over(a, column));
  if (!best || columns.some((other) => over(best, other) > over(best, column))) return {};
  const { kinds, net, gross, percent, text } = best;
  return { kinds: [...kinds], net, gross, percent, text };
}

const unknownColumn = (cell: { x: number; width: number }, row: NumberedRow): HeaderColumn => ({
  x: cell.x,
  y: row.y,
  width: cell.width,
  height: row.height,
  text: '',
  kinds: [],
  net: false,
  gross: false,
  percent: false,
});
