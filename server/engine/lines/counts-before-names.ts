import { Decimal } from 'decimal.js';
import { isToTheCent } from '../../checks/cents.ts';
import type { Item } from '../layout/numbers.ts';
import type { BodyRow } from './body-rows.ts';
import type { NumberCell } from './cells.ts';
import type { Column } from './columns.ts';
import { descriptionColumns } from './description-columns.ts';
import { headless } from './found-table.ts';
import { mayBe } from './labelled.ts';

/** Fewer names begin with what looks like a count by accident. */
const fewest = 2;

/** A count in front of a name. */
interface Count {
  value: Decimal;
  items: Item[];
}

/**
 * "3× Desk lamp | 12.50 | 37.50", as shops print it: where no column counts, and every such count times an amount of its row
 * is another one, the counts get a column of their own, which the page does not have.
 */
export function withCountsApart(
  columns: readonly Column[],
  body: readonly BodyRow[],
): { columns: Column[]; body: BodyRow[] } {
  const as = { columns: [...columns], body: [...body] };
  if (columns.some((column) => mayBe(column, 'quantity'))) return as;
  const text = descriptionColumns(columns);
  const counts = new Map(body.flatMap((row) => (countIn(row, text) ? [[row, countIn(row, text)!] as const] : [])));
  const priced = [...counts].filter(([row]) => amountsIn(row, text).length > 1);
  const tells = priced.some(([, { value }]) => !value.eq(1));
  if (priced.length < fewest || !tells || !priced.every(([row, { value }]) => multiplies(value, amountsIn(row, text))))
    return as;
  return {
    columns: [...columns, headless('quantity')],
    body: body.map((row) => {
      const count = counts.get(row);
      const cells = row.cells.map((items) => items.filter((item) => !count?.items.includes(item)));
      return { ...row, cells: [...cells, count?.items ?? []], figures: [...row.figures, count ? cellOf(count) : null] };
    }),
  };
}

function countIn({ cells }: BodyRow, text: readonly number[]): Count | null {
  const [first, second] = text.flatMap((i) => cells[i]!);
  const digits = /^(\d{1,4})([x×]?)$/iu.exec(first?.text ?? '');
  if (!first || !digits) return null;
  const value = new Decimal(digits[1]!);
  if (digits[2] !== '') return { value, items: [first] };
  return second && /^[x×]$/iu.test(second.text) ? { value, items: [first, second] } : null;
}

const cellOf = ({ value, items }: Count): NumberCell => ({
  number: { value, otherwise: null, decimals: 0, percent: false, currency: null },
  items,
  rest: '',
});

const amountsIn = ({ figures }: BodyRow, text: readonly number[]): Decimal[] =>
  figures.flatMap((figure, i) =>
    figure && !text.includes(i) && figure.number.decimals === 2 && !figure.number.percent ? figure.number.value : [],
  );

const multiplies = (count: Decimal, amounts: readonly Decimal[]): boolean =>
  amounts.some((price, i) => amounts.slice(i + 1).some((total) => isToTheCent(price.mul(count), total)));
