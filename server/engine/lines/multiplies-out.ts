import { Decimal } from 'decimal.js';
import type { NumberCell } from './cells.ts';

/** In the currency. */
const halfACent = 0.005;

/** How far a product may be from the total printed for it: half of the total's last digit, and half a cent. */
const slackOf = (total: NumberCell): Decimal => new Decimal(10).pow(-total.number.decimals).mul(0.5).add(halfACent);

/** Whether quantity times price is the total, as far as the printed digits of both can tell. */
export function multipliesOut(quantity: Decimal, price: NumberCell, total: NumberCell): boolean {
  const readings = [price.number.value, price.number.otherwise].filter((value) => value !== null);
  const slack = slackOf(total);
  return readings.some((value) => quantity.mul(value).sub(total.number.value).abs().lte(slack));
}

/** Whether quantity times price, less the discount as a percentage or as an amount, is the total. */
export function closesAfterDiscount(
  quantity: Decimal,
  price: NumberCell,
  discount: NumberCell,
  total: NumberCell,
): boolean {
  const before = quantity.mul(price.number.value);
  const off = discount.number.value.abs();
  const slack = slackOf(total);
  const after = [before.mul(new Decimal(100).sub(off)).div(100), before.sub(off)];
  return !off.isZero() && after.some((value) => value.sub(total.number.value).abs().lte(slack));
}
