import { Decimal } from 'decimal.js';
import type { Invoice } from '../contract/invoice.ts';

/** One sum that an invoice should keep: what it says, and the paths of the amounts in it. */
export interface Sum {
  paths: string[];
  holds: boolean;
}

/** decisions.md "Extraction": 0.01 per line or rate involved, at most 0.10. */
const PER_ITEM = new Decimal('0.01');
const AT_MOST = new Decimal('0.10');

/**
 * The sums of an invoice whose amounts are all there: quantity × price of each line, lines → net, net + VAT → total,
 * total − prepaid → due.
 */
export function sumsOf(invoice: Invoice): Sum[] {
  const sums: Sum[] = [];
  const lines = invoice.line_items;
  const { subtotal, vat_amount, discount_amount, total_amount, prepaid_amount, amount_due } = invoice;

  lines.forEach((line, index) => {
    if (line.quantity === null || line.unit_price === null || line.total === null) return;
    const product = new Decimal(line.quantity).times(line.unit_price);
    // A unit price that was rounded to cents is off by half a cent for every unit.
    const rounding = new Decimal('0.005').times(Decimal.abs(line.quantity));
    sums.push({
      paths: ['quantity', 'unit_price', 'total'].map((name) => `line_items.${index}.${name}`),
      holds: product.minus(line.total).abs().lte(Decimal.max(PER_ITEM, rounding)),
    });
  });
  if (subtotal !== null && lines.length > 0 && lines.every((line) => line.total !== null)) {
    const total = lines.reduce((sum, line) => sum.plus(line.total ?? 0), new Decimal(0));
    // A discount on the whole document may stand among the lines or below them.
    const holds =
      near(total, subtotal, lines.length) || near(total.minus(discount_amount ?? 0), subtotal, lines.length);
    sums.push({ paths: [...lines.map((_line, index) => `line_items.${index}.total`), 'subtotal'], holds });
  }
  if (subtotal !== null && vat_amount !== null && total_amount !== null) {
    const rates = Math.max(1, invoice.vat_breakdown.length);
    const holds = near(new Decimal(subtotal).plus(vat_amount), total_amount, rates);
    sums.push({ paths: ['subtotal', 'vat_amount', 'total_amount'], holds });
  }
  if (prepaid_amount !== null && total_amount !== null && amount_due !== null) {
    const holds = near(new Decimal(total_amount).minus(prepaid_amount), amount_due, 1);
    sums.push({ paths: ['total_amount', 'prepaid_amount', 'amount_due'], holds });
  }
  return sums;
}

function near(a: Decimal, b: number, items: number): boolean {
  return a
    .minus(b)
    .abs()
    .lte(Decimal.min(PER_ITEM.times(items), AT_MOST));
}
