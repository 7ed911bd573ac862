import { Decimal } from 'decimal.js';
import { type Line, type VatCategory, vatCategories } from '../../../contract/invoice.ts';
import type { Given } from '../witness.ts';
import { textAt, type XmlElement } from './xml.ts';

/** A line as the norms have it (EN 16931: BG-25). */
interface NormLine {
  description: string | null;
  quantity: number | null;
  unit: string | null;
  /** Net of the price's own discount, for `basis` units; null counts as one. */
  price: number | null;
  basis: number | null;
  /** Its own discounts and charges, which its total includes and its price does not. */
  charges: readonly { amount: number | null; isCharge: boolean }[];
  /** The seller's code of the article. */
  code: string | null;
  rate: number | null;
  total: number | null;
  lot: string | null;
  origin: string | null;
  order: string | null;
  details: string | null;
}

/** Whether an allowance or charge adds to what it is of. */
export const isCharge = (each: XmlElement): boolean =>
  (textAt(each, 'ChargeIndicator/Indicator') ?? textAt(each, 'ChargeIndicator')) === 'true';

/** The contract's line: its price is that of one unit after the line's discount, so that quantity × price = total. */
export function lineOf({
  description,
  quantity,
  unit,
  price,
  basis,
  charges,
  code,
  rate,
  total,
  lot,
  origin,
  order,
  details,
}: NormLine): Given<Line> {
  return {
    description,
    quantity,
    unit,
    unit_price: unitPrice(price, basis, charges.length > 0, { quantity, total }),
    vat_rate: rate,
    total,
    vat_amount: null,
    discount: discountOf(charges),
    item_code: code,
    lot_number: lot,
    origin_country: origin,
    po_reference: order,
    delivery_note_number: null,
    details,
  };
}

/** All that was taken off, where every part of it says how much. */
function discountOf(charges: NormLine['charges']): number | null {
  const taken = charges.filter(({ isCharge }) => !isCharge).map(({ amount }) => amount);
  if (taken.length === 0 || taken.includes(null)) return null;
  return positive(taken.reduce((sum, amount) => sum.add(amount!), new Decimal(0)).toNumber());
}

/** Programs that repeat the quantity as the number of units priced mean one unit: only that price makes the total. */
function unitPrice(
  price: number | null,
  basis: number | null,
  reduced: boolean,
  { quantity, total }: { quantity: number | null; total: number | null },
): number | null {
  if (price === null) return null;
  const makesTotal = (one: Decimal): boolean =>
    quantity !== null && total !== null && one.mul(quantity).toDecimalPlaces(2).eq(total);
  const ofBasis = basis ? new Decimal(price).div(basis) : new Decimal(price);
  const one = !makesTotal(ofBasis) && makesTotal(new Decimal(price)) ? new Decimal(price) : ofBasis;
  if (!reduced || !quantity || total === null) return one.toNumber();
  for (let places = 2; places <= 6; places += 1) {
    const derived: Decimal = new Decimal(total).div(quantity).toDecimalPlaces(places);
    if (derived.mul(quantity).toDecimalPlaces(2).eq(total)) return derived.toNumber();
  }
  return one.toNumber();
}

/** A discount or prepayment, which is given without a sign; zero says that there is none. */
export const positive = (amount: number | null): number | null => (amount === null ? null : Math.abs(amount) || null);

/** The code of what VAT is charged; null for one that EN 16931 does not have. */
export const vatCategory = (code: string | null): VatCategory | null =>
  vatCategories.find((category) => category === code) ?? null;
