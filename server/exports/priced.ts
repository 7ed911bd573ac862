import { Decimal } from 'decimal.js';
import type { BookLine } from './book-lines.ts';

/** More decimals of a quantity or a unit's price are not written. */
const mostDecimals = 6;

export interface Priced {
  quantity: Decimal;
  price: Decimal;
  /** The price is another one than printed. */
  isComputed: boolean;
}

/**
 * A line's quantity and price, for programs that multiply them themselves: as printed where they make the line's amount, else
 * with the price that does; what is charged as a whole is one of it, or one of it back. No price is below zero.
 */
export function priced(line: BookLine): Priced {
  const printed = printedPrice({
    ...line,
    quantity: line.quantity?.toDecimalPlaces(mostDecimals) ?? null,
    price: line.price?.toDecimalPlaces(mostDecimals) ?? null,
  });
  if (!printed.isComputed) return printed;
  const { quantity } = printed;
  for (let places = 2; places <= mostDecimals; places++) {
    const price = line.net.div(quantity).toDecimalPlaces(places);
    if (!price.isNegative() && makes(quantity, price, line.net)) return { quantity, price, isComputed: true };
  }
  return { ...asWhole(line), isComputed: true };
}

/**
 * The same for programs that are told the line's amount beside it: the quantity stays as printed.
 * @param places decimals of a price that is not the printed one
 */
export function pricedBeside(line: BookLine, places: number): Priced {
  const printed = printedPrice(line);
  if (!printed.isComputed) return printed;
  const price = line.net.div(printed.quantity).toDecimalPlaces(places);
  return price.isNegative() ? { ...asWhole(line), isComputed: true } : { ...printed, price };
}

/** As printed; `isComputed` where that does not make the line's amount, or no price is printed, so that another one has to. */
function printedPrice(line: BookLine): Priced {
  const { quantity, price, net } = line;
  if (quantity === null || quantity.isZero()) return asWhole(line);
  if (price === null) return { quantity, price: new Decimal(0), isComputed: true };
  // A negative price of a quantity is the price of what is taken back.
  const turned = price.isNegative() ? quantity.negated() : quantity;
  return { quantity: turned, price: price.abs(), isComputed: !makes(turned, price.abs(), net) };
}

const asWhole = ({ net }: BookLine): Priced => ({
  quantity: new Decimal(net.isNegative() ? -1 : 1),
  price: net.abs(),
  isComputed: false,
});

const makes = (quantity: Decimal, price: Decimal, net: Decimal): boolean =>
  quantity.times(price).toDecimalPlaces(2, Decimal.ROUND_HALF_UP).eq(net);
