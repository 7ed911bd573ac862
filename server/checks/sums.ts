import { Decimal } from 'decimal.js';
import type { Extraction, Invoice } from '../contract/invoice.ts';
import { vatOn } from './cents.ts';

/** One sum that an invoice should keep: what it says, and the paths of the amounts in it. */
export interface Sum {
  paths: string[];
  holds: boolean;
  /** What the parts make together, and what the invoice says instead of it or the same. */
  makes: number;
  says: number;
  /** What was counted in that bears no VAT, such as deposits on packaging; 0 where nothing was. */
  besideVat: number;
}

/** decisions.md "Extraction": 0.01 per line or rate involved, at most 0.10. */
const PER_ITEM = new Decimal('0.01');
const AT_MOST = new Decimal('0.10');
/** Where amounts have no cents, as in forints, they are rounded to whole units. */
const WHOLE_ROUNDING = new Decimal('0.5');

const ofTotal = ['subtotal', 'vat_amount', 'total_amount'] as const;

/**
 * What the page adds to net and VAT to make its total, such as deposits on packaging: the invoice has no field for it,
 * and reading saw it printed where it found that the sums agree; 0 where it did not.
 */
export function chargedBesideVat({ invoice, fields }: Extraction): number {
  if (!ofTotal.every((path) => fields[path]?.evidence?.includes('sums_agree'))) return 0;
  const { subtotal, vat_amount, total_amount } = invoice;
  const apart = new Decimal(total_amount ?? 0).minus(subtotal ?? 0).minus(vat_amount ?? 0);
  return near(apart, 0, Math.max(1, invoice.vat_breakdown.length)) ? 0 : apart.toNumber();
}

/**
 * The sums of an invoice whose amounts are all there: quantity × price of each line, lines → net, net + VAT → total,
 * those of the VAT by rate, and total − prepaid → due.
 * @param besideVat what the page adds to net and VAT, as {@link chargedBesideVat} tells it; lines may hold it too
 */
export function sumsOf(invoice: Invoice, besideVat = 0): Sum[] {
  const sums: Sum[] = [];
  const lines = invoice.line_items;
  const { subtotal, vat_amount, discount_amount, total_amount, prepaid_amount, amount_due } = invoice;
  const isWhole = hasNoCents(invoice);

  lines.forEach((line, index) => {
    if (line.quantity === null || line.unit_price === null || line.total === null) return;
    const product = new Decimal(line.quantity).times(line.unit_price);
    // A unit price that was rounded to cents is off by half a cent for every unit.
    const rounding = new Decimal('0.005').times(Decimal.abs(line.quantity));
    sums.push({
      paths: ['quantity', 'unit_price', 'total'].map((name) => `line_items.${index}.${name}`),
      holds: product
        .minus(line.total)
        .abs()
        .lte(Decimal.max(isWhole ? WHOLE_ROUNDING : PER_ITEM, rounding)),
      makes: product.toDecimalPlaces(2).toNumber(),
      says: line.total,
      besideVat: 0,
    });
  });
  if (subtotal !== null && lines.length > 0 && lines.every((line) => line.total !== null)) {
    const total = lines.reduce((sum, line) => sum.plus(line.total ?? 0), new Decimal(0));
    // A discount on the whole document may stand among the lines or below them.
    const discounted = total.minus(discount_amount ?? 0);
    const ways = [
      { makes: total, counted: 0 },
      { makes: discounted, counted: 0 },
      { makes: total.minus(besideVat), counted: besideVat },
      { makes: discounted.minus(besideVat), counted: besideVat },
    ];
    const way = ways.find(({ makes }) => near(makes, subtotal, lines.length));
    const { makes, counted } = way ?? { makes: discounted, counted: 0 };
    const paths = [...lines.map((_line, index) => `line_items.${index}.total`), 'subtotal'];
    sums.push({ paths, holds: way !== undefined, makes: makes.toNumber(), says: subtotal, besideVat: counted });
  }
  if (subtotal !== null && vat_amount !== null && total_amount !== null) {
    const makes = new Decimal(subtotal).plus(vat_amount).plus(besideVat);
    const holds = near(makes, total_amount, Math.max(1, invoice.vat_breakdown.length));
    sums.push({ paths: [...ofTotal], holds, makes: makes.toNumber(), says: total_amount, besideVat });
  }
  sums.push(...sumsOfRates(invoice, isWhole));
  if (prepaid_amount !== null && total_amount !== null && amount_due !== null) {
    const makes = new Decimal(total_amount).minus(prepaid_amount);
    const holds = near(makes, amount_due, 1);
    sums.push({
      paths: ['total_amount', 'prepaid_amount', 'amount_due'],
      holds,
      makes: makes.toNumber(),
      says: amount_due,
      besideVat: 0,
    });
  }
  return sums;
}

/** Base × rate → VAT of each rate, all bases → net, and the VAT of all rates → VAT. */
function sumsOfRates({ vat_breakdown: rates, line_items, subtotal, vat_amount }: Invoice, isWhole: boolean): Sum[] {
  const sums: Sum[] = [];
  rates.forEach(({ rate, base, amount }, index) => {
    if (rate === null || base === null || amount === null) return;
    const makes = vatOn(new Decimal(base), rate);
    sums.push({
      paths: ['base', 'rate', 'amount'].map((name) => `vat_breakdown.${index}.${name}`),
      // Some programs round the VAT of each line.
      holds: near(makes, amount, Math.max(1, line_items.length), isWhole),
      makes: makes.toDecimalPlaces(2).toNumber(),
      says: amount,
      besideVat: 0,
    });
  });
  for (const [name, total, says] of [
    ['base', 'subtotal', subtotal],
    ['amount', 'vat_amount', vat_amount],
  ] as const) {
    const parts = rates.map((rate) => rate[name]).filter((part) => part !== null);
    if (says === null || parts.length === 0 || parts.length < rates.length) continue;
    const makes = parts.reduce((sum, part) => sum.plus(part), new Decimal(0));
    const paths = [...rates.map((_rate, index) => `vat_breakdown.${index}.${name}`), total];
    sums.push({ paths, holds: near(makes, says, parts.length), makes: makes.toNumber(), says, besideVat: 0 });
  }
  return sums;
}

/** Whether every amount of it is a whole number, and large enough to be one of a currency that is used so. */
function hasNoCents({ subtotal, vat_amount, total_amount, line_items, vat_breakdown }: Invoice): boolean {
  const amounts = [
    ...[subtotal, vat_amount, total_amount],
    ...line_items.map(({ total }) => total),
    ...vat_breakdown.flatMap(({ base, amount }) => [base, amount]),
  ].filter((amount) => amount !== null);
  return amounts.every(Number.isInteger) && Math.abs(total_amount ?? 0) >= leastWhole;
}

const leastWhole = 100;

function near(a: Decimal, b: number, items: number, isWhole = false): boolean {
  return a
    .minus(b)
    .abs()
    .lte(isWhole ? WHOLE_ROUNDING : Decimal.min(PER_ITEM.times(items), AT_MOST));
}
