import { fixedSpace } from '../layout/gaps.ts';
import { rightOf } from '../layout/geometry.ts';
import type { NumberedRow } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import { boxAround } from '../layout/rows.ts';
import { weigh } from '../weights.ts';
import { unitCode } from '../witnesses/units.ts';
import { figured } from './column-words.ts';
import type { HeaderColumn } from './header.ts';

interface Span {
  x: number;
  width: number;
}

/** A cell of a row, told whether it holds a figure, and whether nothing else. */
export interface PartedCell extends Span {
  figure: boolean;
  bare: boolean;
  percent: boolean;
  /** How many words and figures it holds. */
  items: number;
}

/** A figure stands in the next column where it is farther from the text before it, in sizes of its font. */
const apartFromText = 0.45;

/**
 * The row's cells, those that hold nothing but several figures taken apart.
 * @param units where figures stand beside units that have a column of their own
 */
export function partedCells(row: NumberedRow, units: Span | null = null): PartedCell[] {
  const fixed = fixedSpace(row.words);
  return row.cells.flatMap((cell): PartedCell[] => {
    const items = row.items.filter((item) => cell.words.includes(item.words[0]!));
    const bare = items.every((item) => item.number);
    if (bare) return items.map((item) => figureOf(item));
    if (
      units &&
      cell.x < rightOf(units) &&
      rightOf(cell) > units.x &&
      items.length === 2 &&
      items[0]!.number &&
      !items[1]!.number &&
      /^\p{L}{1,8}\.?$/u.test(items[1]!.text)
    ) {
      return items.map((item) => figureOf(item));
    }
    const last = items.at(-1)!;
    const before = items.at(-2);
    // "8 boxes € 4,50": so close together, quantity and price stand in two columns all the same.
    const [count, unit] = items;
    if (items.length === 3 && count!.number && last.number && unitCode(unit!.text) !== null) {
      const width = rightOf(unit!) - cell.x;
      return [{ x: cell.x, width, figure: true, bare: false, percent: false, items: 2 }, figureOf(last)];
    }
    // A figure a little apart from the text before it stands in the next column.
    if (last.number && before && last.x - rightOf(before) > Math.max(apartFromText * last.words[0]!.fontSize, fixed)) {
      const text = items.slice(0, -1);
      const width = rightOf(before) - cell.x;
      return [
        { x: cell.x, width, figure: text.some((item) => item.number), bare, percent: false, items: text.length },
        figureOf(last),
      ];
    }
    return [{ x: cell.x, width: cell.width, figure: items.some(isFigure), bare, percent: false, items: items.length }];
  });
}

/** Whether a row shows columns: it holds several figures, or a text with an amount at its end. */
export const isFigured = ({ items, cells }: NumberedRow): boolean =>
  items.filter((item) => item.number).length >= 2 || (cells.length > 1 && items.at(-1)!.number?.decimals === 2);

const figureOf = ({ x, width, number }: Item): PartedCell => ({
  x,
  width,
  figure: number !== null,
  bare: number !== null,
  percent: number?.percent === true,
  items: 1,
});

/** A number, alone or with its unit glued to it. */
const isFigure = (item: Item) => item.number !== null || /^\p{Nd}[\p{Nd}.,]*\p{L}{1,4}\.?$/u.test(item.text);

/** A cell of a row with figures, and the label that it was given to. */
export interface GivenCell extends Span {
  label: number;
  /** The more cells a row fills, the more it says of the columns; below a table rows of a few cells follow. */
  weight: number;
}

/** The cells of the rows with figures, given to the labels from left to right as suits them best in every row. */
export function cellsGiven(
  labels: readonly HeaderColumn[],
  rows: readonly NumberedRow[],
  outer: { left: number; right: number },
): GivenCell[] {
  const units = labels.filter(({ kinds }) => kinds[0] === 'unit' || kinds[0] === 'quantity');
  const beside = units.some(({ kinds }) => kinds[0] === 'unit') ? boxAround(units) : null;
  return rows.flatMap((row) => {
    const cells = partedCells(row, beside).filter(
      (cell) => cell.x >= outer.left - 1 && rightOf(cell) <= outer.right + 1,
    );
    if (!isFigured(row) || cells.length < 2) return [];
    const given = giveCells(cells, labels) ?? [];
    const weight = given.length ** 2;
    return given.map((label, i) => ({ x: cells[i]!.x, width: cells[i]!.width, label, weight }));
  });
}

/** The label of each cell, in order, with the best sum of `suits`; null when no way of giving them is any good. */
function giveCells(cells: readonly PartedCell[], labels: readonly HeaderColumn[]): number[] | null {
  // best[i][j]: the first i cells given, the last of them to label j.
  const best: { score: number; from: number }[][] = cells.map(() => []);
  for (const [i, cell] of cells.entries()) {
    let before = { score: i === 0 ? 0 : -Infinity, from: -1 };
    for (const [j, label] of labels.entries()) {
      // Two cells share a label only where text was torn apart, or where it names both ("Price - Disc." over "18.40 -35%").
      const isOff = cell.percent && label.kinds.includes('price') && label.kinds.includes('discount');
      const shared = i > 0 && (isOff || !cell.bare) ? best[i - 1]![j]!.score - (isOff ? 0 : 1) : -Infinity;
      const start = shared > before.score ? { score: shared, from: j } : before;
      best[i]![j] = { score: start.score + suits(cell, label), from: start.from };
      if (i > 0 && best[i - 1]![j]!.score > before.score) before = { score: best[i - 1]![j]!.score, from: j };
    }
  }
  let at = -1;
  for (const [j, end] of best.at(-1)!.entries()) if (at < 0 || end.score > best.at(-1)![at]!.score) at = j;
  if (!(best.at(-1)![at]!.score > 0)) return null;
  const given: number[] = [];
  for (let i = cells.length - 1; i >= 0; i--) {
    given.unshift(at);
    at = best[i]![at]!.from;
  }
  return given;
}

/** A unit of measure has no more words and figures. */
const mostOfUnit = 2;

/** How well a cell suits a label: what it holds, and how near they stand. */
function suits(cell: PartedCell, label: HeaderColumn): number {
  const kind = label.kinds[0];
  const overlap = Math.min(rightOf(cell), rightOf(label)) - Math.max(cell.x, label.x);
  const isPercent = cell.percent && (kind === 'vat' || kind === 'vat_rate' || kind === 'discount');
  const isFigures = !isPercent && figured.has(kind);
  const isWords = kind === 'description' || (kind === 'unit' && cell.items <= mostOfUnit);
  return weigh('cell', {
    cell: true,
    percent: isPercent,
    bare_figure: isFigures && cell.bare,
    with_figure: isFigures && !cell.bare && cell.figure,
    no_figure: isFigures && !cell.bare && !cell.figure,
    long_unit: kind === 'unit' && cell.items > mostOfUnit,
    words: isWords && !cell.bare,
    figures_for_words: isWords && cell.bare,
    overlap: overlap > 0 ? overlap / Math.min(cell.width, label.width) : 0,
    // Descriptions may be set far from the middle of their label.
    points_beside_description: overlap > 0 || kind !== 'description' ? 0 : -overlap,
    points_beside: overlap > 0 || kind === 'description' ? 0 : -overlap,
  });
}
