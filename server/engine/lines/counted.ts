import type { Figures, Product } from './cells.ts';
import type { ColumnKind } from './column-words.ts';
import type { Column } from './columns.ts';
import { labelled } from './labelled.ts';
import { multipliesOut } from './multiplies-out.ts';

/** Labels that words for counts resemble: "No. of tests", "Ref. units". */
const mayCount: ColumnKind[] = ['position', 'code', 'order', 'delivery_note', 'lot', 'other'];

/**
 * The product with the column that makes the amounts of the prices, whatever its label seems to mean: "No. of tests" begins as
 * the numbering of lines does. Only if it does so in every row, and in two of more than one piece.
 */
export function withCount(
  columns: readonly Column[],
  rows: readonly Figures[],
  numeric: readonly number[],
  product: Product,
): Product {
  const { quantity, price, total } = product;
  if (quantity !== null || price === null || total === null) return product;
  const priced = rows.filter((row) => row[price] && row[total]);
  const counts = (at: number): boolean =>
    priced.every((row) => row[at] && multipliesOut(row[at].number.value, row[price]!, row[total]!)) &&
    priced.filter((row) => !row[at]!.number.value.abs().eq(1)).length > 1;
  const found = numeric.find((i) => i !== price && i !== total && labelled(columns[i]!, ...mayCount) && counts(i));
  return found === undefined ? product : { ...product, quantity: found, closes: 1 };
}
