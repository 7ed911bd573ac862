import { Decimal } from 'decimal.js';
import type { NumberedRow, PageLayout } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import { bottomOf, boxAround, rightOf } from '../layout/rows.ts';
import { partedCells } from './extents.ts';
import { type Header, type HeaderColumn, labelColumnsIn } from './header.ts';
import { isMoney, productIn } from './product.ts';
import { isBalance, isTotalsRow } from './totals-row.ts';

/** A table without labels: columns as its rows show them, and the row where it ends. */
export interface UnlabelledTable {
  header: Header;
  until: number;
}

/**
 * The table that rows show by themselves: rows with a text whose figures hold a product. Labels above are taken where
 * they can be read. Needed where no head was printed, or where it was lost to a dark ground.
 */
export function multiplyingTable(page: PageLayout, headers: readonly Header[]): UnlabelledTable | null {
  const rows = page.rows
    .map((row, index) => ({ row, index, product: isTotalsRow(row) ? null : productIn(row) }))
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
  // A few scraps of a lost head say less than the figures do.
  if (labels.length >= 0.6 * columns.length) {
    for (const column of columns) Object.assign(column, labelFor(column, columns, labels));
  }
  const { from, to } = head ?? { from: first.index, to: first.index };
  return { header: { from, to, columns }, until: page.rows.length };
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

/** Whatever labels can be read in the rows right above. */
function labelsAbove(page: PageLayout, first: number): HeaderColumn[] {
  let from = first;
  while (from > 0 && first - from < 4) {
    const above = page.rows[from - 1]!;
    // Labels may stand well above the first row, but close to each other.
    const farthest = from === first ? 3 : 0.9;
    if (page.rows[from]!.y - bottomOf(above) > farthest * above.height || hasCents(above)) {
      break;
    }
    from--;
  }
  return labelColumnsIn(
    page.rows.slice(from, first),
    page.page.source === 'ocr',
    page.rows.slice(first, first + 24),
  ).filter(({ kinds }) => kinds.length > 0);
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

/**
 * Rows of a list are no further apart, in their own heights; a sum may stand apart from what it adds up, below a rule, and far
 * below where several amounts add up to it.
 */
const widestBetween = 2.5;
const widestToSum = 3;
const widestToSeveral = 8;

/**
 * Rows of one text and one amount each, right above a labelled sum that is theirs; several may have other figures between,
 * and texts may begin some rows above their amounts. What the sum of several is called need not be known where it heads
 * the others.
 */
export function summedList(page: PageLayout): UnlabelledTable | null {
  for (const [until, row] of page.rows.entries()) {
    const sum = loneAmount(row);
    const labelled = isTotalsRow(row);
    const below = page.rows[until + 1];
    if (!sum || !(labelled || (below && isTotalsRow(below)))) continue;
    let from = until;
    let left = sum.number!.value;
    while (from > 0 && !left.isZero()) {
      const above = page.rows[from - 1]!;
      const amount = lastAmount(above);
      const aligned = amount && Math.abs(rightOf(amount) - rightOf(sum)) < 5;
      const gap = from === until ? widestToSeveral : widestBetween;
      const near = page.rows[from]!.y - bottomOf(above) <= gap * above.height;
      if (
        !near ||
        isTotalsRow(above) ||
        isBalance(above) ||
        !(aligned || (from < until && isWrapped(above, page.rows[from]!)))
      )
        break;
      if (aligned) left = left.sub(amount.number!.value);
      from--;
    }
    // A line of zero may stand first.
    if (!left.isZero() || until === from || sum.number!.value.eq(new Decimal(0))) continue;
    const first = from;
    while (from > 0 && first - from < mostWrapped && isWrapped(page.rows[from - 1]!, page.rows[from]!)) from--;
    const wrapped = page.rows.slice(from, until).filter((each) => !lastAmount(each));
    const lines = page.rows.slice(from, until).filter((each) => !wrapped.includes(each));
    const isNear = row.y - bottomOf(page.rows[until - 1]!) <= widestToSum * row.height;
    if (lines.length < 2 && !(labelled && isNear)) continue;
    const alone = lines.every((each) => loneAmount(each));
    // One amount is the sum's by accident, and so a row of figures proves nothing.
    if (!alone && lines.length < 2) continue;
    const amounts = boxAround(lines.map((each) => lastAmount(each)!));
    const named = (each: NumberedRow) =>
      each.items.filter((item) => alone || item.words[0]!.x < rightOf(each.cells[0]!));
    const texts = boxAround([
      ...lines.flatMap((each) => named(each).filter((item) => item !== lastAmount(each))),
      ...wrapped.flatMap((each) => each.items),
    ]);
    const between = lines.flatMap((each) =>
      each.items.filter((i) => i !== lastAmount(each) && !named(each).includes(i)),
    );
    const column = (box: typeof texts, kind: 'description' | 'other' | 'amount'): HeaderColumn => ({
      ...box,
      text: '',
      kinds: [kind],
      net: false,
      gross: false,
      percent: false,
    });
    return {
      header: {
        from,
        to: from,
        columns: [
          column(texts, 'description'),
          ...(between.length > 0 ? [column(boxAround(between), 'other')] : []),
          column(amounts, 'amount'),
        ],
      },
      until,
    };
  }
  return null;
}

/** A text of more rows than this above its amount is no name of what was sold. */
const mostWrapped = 6;

/** Whether a row is the beginning of the text that the row below ends: nothing but words, as close as lines of one text. */
function isWrapped(row: NumberedRow, below: NumberedRow): boolean {
  const [cell, next] = [row.cells[0]!, below.cells[0]!];
  return (
    row.cells.length === 1 &&
    /\p{L}{3}/u.test(cell.text) &&
    row.items.every((item) => item.number?.decimals !== 2) &&
    Math.abs(cell.x - next.x) < 3 &&
    Math.abs(cell.words[0]!.fontSize - next.words[0]!.fontSize) < 0.5 &&
    below.y - bottomOf(row) < 0.5 * row.height
  );
}

/** The row's amount when it has words first and exactly one amount with cents last. */
function loneAmount(row: NumberedRow): Item | null {
  const amounts = row.items.filter((item) => item.number?.decimals === 2 && !item.number.percent);
  const last = row.items.at(-1);
  return amounts.length === 1 && amounts[0] === last && row.items.length > 1 ? last! : null;
}

/** The amount with cents that ends a row of a text and figures, or of a text alone, which may hold amounts of its own. */
function lastAmount(row: NumberedRow): Item | null {
  const lone = loneAmount(row);
  const last = row.items.at(-1);
  const apart = row.cells.length > 2 || row.cells.at(-1)!.words[0] === last?.words[0];
  const named = row.cells.length > 1 && apart && /\p{L}{3}/u.test(row.cells[0]!.text);
  return lone ?? (named && last?.number?.decimals === 2 && !last.number.percent ? last : null);
}
