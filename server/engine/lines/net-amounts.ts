import { Decimal } from 'decimal.js';
import type { BodyRow } from './body-rows.ts';
import type { Figures, NumberCell } from './cells.ts';
import type { Column } from './columns.ts';
import { headless } from './found-table.ts';
import { labelled, mayBe } from './labelled.ts';
import { multipliesOut, type Roles } from './roles.ts';
import { isUsualRate } from './usual-rates.ts';

const one = new Decimal(1);

interface Read {
  columns: Column[];
  roles: Roles;
  body: BodyRow[];
}

/**
 * A table that prints prices without VAT beside those with it, and amounts with it alone, as shops do. The lines' prices
 * are the former, and their amounts what these make: a column that the page does not have.
 * @param lines the rows of the body that show the columns
 */
export function withNetAmounts({ columns, roles, body }: Read, lines: readonly BodyRow[]): Read {
  const { price, quantity, total, gross } = roles;
  if (price === null || total === null || gross !== null || !isGross(columns[price]!) || !isGross(columns[total]!))
    return { columns, roles, body };
  const net = columns.findIndex((column, i) => i !== price && mayBe(column, 'price') && !isGross(column));
  const full = lines.filter(({ figures }) => figures[price] && figures[total]);
  const holds = ({ figures }: BodyRow) =>
    multipliesOut(count(figures, quantity), figures[price]!, figures[total]!) &&
    figures[net] !== null &&
    isWithVat(figures[net]!.number.value, figures[price]!.number.value);
  if (net < 0 || full.length === 0 || !full.every(holds)) return { columns, roles, body };
  const made = columns.length;
  return {
    columns: [...columns, headless('amount', true)],
    roles: { ...roles, price: net, total: made, gross: total, priceIsGross: false },
    body: body.map((row) => ({
      ...row,
      cells: [...row.cells, []],
      figures: [...row.figures, full.includes(row) ? amountOf(row.figures[net]!, count(row.figures, quantity)) : null],
    })),
  };
}

const isGross = (column: Column): boolean => column.gross || labelled(column, 'price_gross', 'gross_amount');

/** What is not counted is there once. */
const count = (figures: Figures, quantity: number | null): Decimal =>
  (quantity === null ? null : figures[quantity])?.number.value ?? one;

/** Whether one usual rate of VAT on top of the net price gives the gross one, to the cent. */
function isWithVat(net: Decimal, gross: Decimal): boolean {
  if (net.isZero()) return gross.isZero();
  const percent = gross.div(net).sub(1).mul(100).toDecimalPlaces(0);
  return percent.gte(0) && isUsualRate(percent) && net.mul(percent.div(100).add(1)).sub(gross).abs().lte('0.01');
}

/** The amount that no cell of the page prints. */
const amountOf = (price: NumberCell, quantity: Decimal): NumberCell => ({
  number: { ...price.number, value: price.number.value.mul(quantity).toDecimalPlaces(2), otherwise: null, decimals: 2 },
  items: [],
  rest: '',
});
