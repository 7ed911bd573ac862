import type { NumberStyle } from '../../checks/amounts.ts';
import { bottomOf } from '../layout/geometry.ts';
import type { NumberedRow } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import { boxAround } from '../layout/rows.ts';
import { type Figures, gluedCell, numberCell } from './cells.ts';
import { type Column, cellsByColumn } from './columns.ts';
import { isTotalsRow } from './totals-row.ts';

/** One row of the table's body with its cells. */
export interface BodyRow {
  row: NumberedRow;
  cells: Item[][];
  figures: Figures;
}

/** Reads a row's cells. */
export function bodyRow(
  row: NumberedRow,
  columns: readonly Column[],
  text: readonly number[],
  style: NumberStyle,
): BodyRow {
  const cells = cellsByColumn(row, columns, text);
  return { row, cells, figures: bodyFigures(cells, columns, style) };
}

/** "40,00UN" may stand under the label of the unit as well. */
const countsPieces = ({ kinds: [kind] }: Column): boolean => kind === 'quantity' || kind === 'unit';

/** The figures of a row's cells. */
export const bodyFigures = (cells: readonly Item[][], columns: readonly Column[], style: NumberStyle): Figures =>
  cells.map((items, i) => numberCell(items, style) ?? (countsPieces(columns[i]!) ? gluedCell(items, style) : null));

/** Figures that are set lower begin nearer to the top of the row that misses them, in its heights. */
const setLower = 1.3;

/** Joins a row of lone figures to the row just above that misses exactly these: some programs set totals lower. */
export function joinSplitRows(
  body: readonly BodyRow[],
  columns: readonly Column[],
  text: readonly number[],
  style: NumberStyle,
): BodyRow[] {
  // Article numbers are figures to look at only.
  const named = (i: number) => columns[i]!.kinds[0] === 'code' || columns[i]!.kinds[0] === 'position';
  const joined: BodyRow[] = [];
  for (const row of body) {
    const last = joined.at(-1);
    // "VAT (9 %)  27.00" beside the account below the table names its figure itself.
    const lone =
      row.figures.some((figure, i) => figure && !named(i)) &&
      text.every((i) => row.cells[i]!.length === 0) &&
      !isTotalsRow(row.row);
    const fits =
      last?.figures.some((figure) => figure) &&
      text.some((i) => last.cells[i]!.length > 0) &&
      row.row.y - last.row.y < setLower * last.row.height &&
      row.figures.every((figure, i) => !figure || named(i) || last.cells[i]!.length === 0);
    if (last && lone && fits) joined[joined.length - 1] = join(last, row, style);
    else joined.push(row);
  }
  return joined;
}

/**
 * Joins a lone figure to the row below that it reaches into and that misses exactly it: a quantity with its unit under it
 * stands beside the middle of the row of the others.
 */
export function joinRaisedFigures(body: readonly BodyRow[], text: readonly number[]): BodyRow[] {
  const joined: BodyRow[] = [];
  for (const row of body) {
    const last = joined.at(-1);
    const filled = last?.cells.flatMap((items, i) => (items.length > 0 ? [i] : [])) ?? [];
    const [only] = filled;
    const raised =
      last &&
      filled.length === 1 &&
      last.figures[only!] &&
      !text.includes(only!) &&
      row.cells[only!]!.length === 0 &&
      row.figures.filter((figure) => figure).length > 1 &&
      row.row.y < bottomOf(last.row);
    if (raised) joined[joined.length - 1] = joinBodyRows(last, row);
    else joined.push(row);
  }
  return joined;
}

function join(upper: BodyRow, lower: BodyRow, style: NumberStyle): BodyRow {
  const { row, cells, figures } = joinBodyRows(upper, lower);
  return { row, cells, figures: cells.map((items, i) => numberCell(items, style) ?? figures[i]!) };
}

/** One row of two, neither of which has figures where the other has print. */
export function joinBodyRows(upper: BodyRow, lower: BodyRow): BodyRow {
  const cells = upper.cells.map((items, i) => [...items, ...lower.cells[i]!]);
  const row = {
    ...upper.row,
    ...boxAround([upper.row, lower.row]),
    cells: [...upper.row.cells, ...lower.row.cells],
    words: [...upper.row.words, ...lower.row.words],
    items: [...upper.row.items, ...lower.row.items],
  };
  return { row, cells, figures: upper.figures.map((figure, i) => figure ?? lower.figures[i]!) };
}
