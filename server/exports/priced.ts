import { Decimal } from 'decimal.js';
import type { BookLine } from './book-lines.ts';

/** More decimals of a unit's price no program takes. */
const mostPriceDecimals = 6;

/**
 * A line's quantity and price, for programs that multiply them themselves: as printed where they make the line's amount, else
 * with the price that does; what is charged as a whole is one of it, or one of it back. No price is below zero.
 */
export function priced({ quantity, price, net }: BookLine): { quantity: Decimal; price: Decimal; isComputed: boolean } {
  const whole = { quantity: new Decimal(net.isNegative() ? -1 : 1), price: net.abs() };
  if (quantity === null || price === null || quantity.isZero()) return { ...whole, isComputed: false };
  // A negative price of a quantity is the price of what is taken back.
  const turned = price.isNegative() ? quantity.negated() : quantity;
  const makesNet = (one: Decimal): boolean => turned.times(one).toDecimalPlaces(2, Decimal.ROUND_HALF_UP).eq(net);
  if (makesNet(price.abs())) return { quantity: turned, price: price.abs(), isComputed: false };
  for (let places = 2; places <= mostPriceDecimals; places++) {
    const one = net.div(turned).toDecimalPlaces(places);
    if (!one.isNegative() && makesNet(one)) return { quantity: turned, price: one, isComputed: true };
  }
  return { ...whole, isComputed: true };
}
