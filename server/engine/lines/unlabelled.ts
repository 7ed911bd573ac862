import { Decimal } from 'decimal.js';
import type { NumberedRow, PageLayout } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import { bottomOf, boxAround, rightOf } from '../layout/rows.ts';
import { partedCells } from './columns.ts';
import type { Header, HeaderColumn } from './header.ts';
import { isTotalsRow } from './totals-row.ts';

/** A table without labels: columns as its rows show them, and the row where it ends. */
export interface UnlabelledTable {
  header: Header;
  until: number;
}

/** Finds lines that no labels announce: rows that multiply out, else a list of amounts with its sum below. */
export function unlabelledTables(page: PageLayout): UnlabelledTable[] {
  const table = multiplyingRows(page) ?? summedList(page);
  return table ? [table] : [];
}

/** Rows with a text whose figures hold a product; one such row by chance is possible only with quantity one. */
function multiplyingRows(page: PageLayout): UnlabelledTable | null {
  const rows = page.rows.map((row, index) => ({ row, index, product: productIn(row) })).filter(({ product }) => product);
  const telling = rows.filter(({ product }) => product === 'many');
  if (telling.length === 0 && rows.length < 2) return null;
  const first = rows[0]!;
  const fullest = rows.map(({ row }) => row).sort((a, b) => b.cells.length - a.cells.length)[0]!;
  const columns = partedCells(fullest).map((cell) => unknownColumn(cell, fullest));
  const texts = columns.filter((_, i) => !partedCells(fullest)[i]!.figure).sort((a, b) => b.width - a.width);
  if (texts[0]) texts[0].kinds = ['description'];
  return { header: { from: first.index, to: first.index, columns }, until: page.rows.length };
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

/** Whether some quantity times some price in the row is the figure to the right of both. */
function productIn(row: NumberedRow): 'many' | 'one' | null {
  if (isTotalsRow(row) || !row.cells.some((cell) => /\p{L}{3}/u.test(cell.text))) return null;
  const figures = row.items.filter((item) => item.number && !item.number.percent);
  for (const [i, total] of figures.entries()) {
    if (total.number!.decimals !== 2 || total.number!.value.isZero()) continue;
    for (const price of figures.slice(0, i)) {
      if (price.number!.decimals < 2) continue;
      for (const quantity of figures.slice(0, i)) {
        if (quantity === price || quantity.number!.value.isZero()) continue;
        const product = quantity.number!.value.mul(price.number!.value);
        if (product.sub(total.number!.value).abs().gt('0.01')) continue;
        return quantity.number!.value.eq(1) ? 'one' : 'many';
      }
    }
  }
  return null;
}

/** Rows of one text and one amount each, right above a labelled sum that is theirs. */
function summedList(page: PageLayout): UnlabelledTable | null {
  for (const [until, row] of page.rows.entries()) {
    const sum = loneAmount(row);
    if (!sum || !isTotalsRow(row)) continue;
    let from = until;
    let left = sum.number!.value;
    while (from > 0 && !left.isZero()) {
      const above = page.rows[from - 1]!;
      const amount = loneAmount(above);
      const aligned = amount && Math.abs(rightOf(amount) - rightOf(sum)) < 3;
      if (!aligned || isTotalsRow(above) || page.rows[from]!.y - bottomOf(above) > 1.5 * above.height) break;
      left = left.sub(amount.number!.value);
      from--;
    }
    // A line of zero may stand first.
    if (!left.isZero() || until === from || sum.number!.value.eq(new Decimal(0))) continue;
    const lines = page.rows.slice(from, until);
    const amounts = boxAround(lines.map((each) => loneAmount(each)!));
    const texts = boxAround(lines.flatMap((each) => each.items.filter((item) => item !== loneAmount(each))));
    const column = (box: typeof texts, kind: 'description' | 'amount'): HeaderColumn => ({
      ...box,
      text: '',
      kinds: [kind],
      net: false,
      gross: false,
      percent: false,
    });
    return {
      header: { from, to: from, columns: [column(texts, 'description'), column(amounts, 'amount')] },
      until,
    };
  }
  return null;
}

/** The row's amount when it has words first and exactly one amount with cents last. */
function loneAmount(row: NumberedRow): Item | null {
  const amounts = row.items.filter((item) => item.number?.decimals === 2 && !item.number.percent);
  const last = row.items.at(-1);
  return amounts.length === 1 && amounts[0] === last && row.items.length > 1 ? last! : null;
}
