import { Decimal } from 'decimal.js';
import { grossOf, isToTheCent } from '../../checks/cents.ts';
import type { BodyRow } from './body-rows.ts';
import type { Figures, NumberCell } from './cells.ts';
import type { Column } from './columns.ts';
import { headless } from './found-table.ts';
import { labelled, mayBe } from './labelled.ts';
import { multipliesOut } from './multiplies-out.ts';
import type { Roles } from './roles.ts';
import { isUsualRate } from './usual-rates.ts';

const one = new Decimal(1);

interface Read {
  columns: Column[];
  roles: Roles;
  body: BodyRow[];
}

/**
 * A table that prints amounts with VAT alone, as shops do, beside prices without it: the lines' amounts are what these make, a
 * column that the page does not have. That the prices are without VAT shows a second column of them with it, or a column of
 * VAT that is all that the amounts have on top.
 * @param lines the rows of the body that show the columns
 */
export function withNetAmounts({ columns, roles, body }: Read, lines: readonly BodyRow[]): Read {
  const { price, quantity, total, gross } = roles;
  if (price === null || total === null || gross !== null) return { columns, roles, body };
  const full = lines.filter(({ figures }) => figures[price] && figures[total]);
  const net = netPrice(columns, roles, full);
  if (net === null || full.length === 0) return { columns, roles, body };
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

/** The column of prices without VAT where the amounts are with it; null where nothing shows that. */
function netPrice(columns: readonly Column[], roles: Roles, full: readonly BodyRow[]): number | null {
  const [price, total] = [roles.price!, roles.total!];
  const { quantity, vatAmount } = roles;
  const adds = ({ figures }: BodyRow) =>
    multipliesOut(count(figures, quantity), figures[price]!, {
      ...figures[total]!,
      number: { ...figures[total]!.number, value: figures[total]!.number.value.sub(figures[vatAmount!]!.number.value) },
    });
  const taxed = full.every(({ figures }) => vatAmount !== null && figures[vatAmount]);
  if (taxed && full.some(({ figures }) => !figures[vatAmount!]!.number.value.isZero()) && full.every(adds))
    return price;
  if (!isGross(columns[price]!) || !isGross(columns[total]!)) return null;
  const net = columns.findIndex((column, i) => i !== price && mayBe(column, 'price') && !isGross(column));
  const holds = ({ figures }: BodyRow) =>
    multipliesOut(count(figures, quantity), figures[price]!, figures[total]!) &&
    figures[net] !== null &&
    isWithVat(figures[net]!.number.value, figures[price]!.number.value);
  return net >= 0 && full.every(holds) ? net : null;
}

const isGross = (column: Column): boolean => column.gross || labelled(column, 'price_gross', 'gross_amount');

/** What is not counted is there once. */
const count = (figures: Figures, quantity: number | null): Decimal =>
  (quantity === null ? null : figures[quantity])?.number.value ?? one;

/** Whether one usual rate of VAT on top of the net price gives the gross one, to the cent. */
function isWithVat(net: Decimal, gross: Decimal): boolean {
  if (net.isZero()) return gross.isZero();
  const percent = gross.div(net).sub(1).mul(100).toDecimalPlaces(0);
  return percent.gte(0) && isUsualRate(percent) && isToTheCent(grossOf(net, percent), gross);
}

/** The amount that no cell of the page prints. */
const amountOf = (price: NumberCell, quantity: Decimal): NumberCell => ({
  number: { ...price.number, value: price.number.value.mul(quantity).toDecimalPlaces(2), otherwise: null, decimals: 2 },
  items: [],
  rest: '',
});
