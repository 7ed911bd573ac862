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
 * "3 Desk lamp" under "Qty Item", whose two heads stand no farther apart than words: where the column of counts holds the names
 * as well, each behind its count, and that of the names is empty, the names get it.
 */
export function withNamesApart(
  columns: readonly Column[],
  body: readonly BodyRow[],
): { columns: Column[]; body: BodyRow[] } {
  const as = { columns: [...columns], body: [...body] };
  const at = columns.findIndex(
    (column, i) => mayBe(column, 'quantity') && columns[i + 1] && body.every(({ cells }) => cells[i + 1]!.length === 0),
  );
  const named = body.filter(({ cells }) => cells[at]?.some(({ text }) => /\p{L}{2}/u.test(text)));
  const counted = named.filter(({ cells }) => /^\d{1,4}$/.test(cells[at]![0]!.text) && cells[at]!.length > 1);
  const priced = counted.filter(({ figures }) => figures.filter((figure) => figure).length > 2);
  if (at < 0 || priced.length < fewest) return as;
  const heads = columns.map(
    (column, i): Column =>
      i === at + 1 && !mayBe(column, 'description') ? { ...column, kinds: ['description'] } : column,
  );
  return {
    columns: heads,
    body: body.map((row) => {
      if (!named.includes(row)) return row;
      const own = counted.includes(row) ? 1 : 0;
      const cells = row.cells.with(at, row.cells[at]!.slice(0, own)).with(at + 1, row.cells[at]!.slice(own));
      return own > 0 ? { ...row, cells } : { ...row, cells, figures: row.figures.with(at, null) };
    }),
  };
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
