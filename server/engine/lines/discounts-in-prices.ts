import type { NumberStyle } from '../../checks/amounts.ts';
import { type BodyRow, bodyFigures } from './body-rows.ts';
import type { Column } from './columns.ts';
import { headless } from './found-table.ts';
import { labelled, mayBe } from './labelled.ts';

/** Fewer rows show by accident what looks like a price and what is taken off it. */
const fewest = 2;

/**
 * "18.40 -35%" under "Price - Disc.": the percentages get a column of their own, which the page does not have, where the
 * table has none for discounts.
 */
export function withDiscountsApart(
  columns: readonly Column[],
  body: readonly BodyRow[],
  style: NumberStyle,
): { columns: Column[]; body: BodyRow[] } {
  const at = columns.findIndex((column) => labelled(column, 'price'));
  const taken = body.filter(({ cells }) => at >= 0 && isReduced(cells[at]!));
  if (taken.length < fewest || columns.some((column) => labelled(column, 'discount')))
    return { columns: [...columns], body: [...body] };
  const apart = [
    ...columns.map((column, i) =>
      i === at && mayBe(column, 'discount')
        ? { ...column, kinds: column.kinds.filter((kind) => kind !== 'discount') }
        : column,
    ),
    headless('discount'),
  ];
  const rows = body.map((row) => {
    const own = row.cells[at]!;
    const off = taken.includes(row) ? own.filter(({ number }) => number?.percent) : [];
    const cells = [
      ...row.cells.map((items, i) => (i === at ? items.filter((item) => !off.includes(item)) : items)),
      off,
    ];
    const figures = bodyFigures([own.filter((item) => !off.includes(item)), off], [apart[at]!, apart.at(-1)!], style);
    return {
      ...row,
      cells,
      figures: [...row.figures.map((figure, i) => (i === at ? figures[0]! : figure)), figures[1]!],
    };
  });
  return { columns: apart, body: rows };
}

/** A price, and behind it one percentage. */
function isReduced(items: BodyRow['cells'][number]): boolean {
  const [price, off, ...more] = items.flatMap(({ number }) => number ?? []);
  return price?.percent === false && off?.percent === true && more.length === 0;
}
