import { Decimal } from 'decimal.js';
import { vatOn } from '../checks/cents.ts';
import { chargedBesideVat } from '../checks/sums.ts';
import type { Extraction, Invoice, Line, VatBreakdown, VatCategory } from '../contract/invoice.ts';
import { categoryOf } from '../engine/totals/total-words.ts';
import { saysCashAccounting } from './cash-accounting.ts';
import type { ProblemCode } from './problem-codes.ts';

/** A line as books take it. Amounts have the currency's cents; each of them may be negative. */
export interface BookLine {
  /** Null for a line that stands for all of a rate, and for a discount. */
  line: Line | null;
  /** What a line of ours stands for. */
  stands: 'line' | 'rate' | 'discount';
  quantity: Decimal | null;
  /** Of one unit, net of VAT. */
  price: Decimal | null;
  net: Decimal;
  /** Percent. */
  rate: Decimal;
  vat: Decimal;
  of: BookRate;
}

/** What an invoice charges at one VAT rate. */
export interface BookRate {
  rate: Decimal;
  base: Decimal;
  vat: Decimal;
  /** As printed. */
  reason: string | null;
  /** What is charged, as EN 16931 has it: the standard rates (S) follow from the rate; null where nothing says it. */
  category: VatCategory | null;
  isCashAccounting: boolean;
  /** Which rows of the invoice's VAT by rate it is; none where that follows from the lines. */
  rows: readonly number[];
}

/** Books have cents, which parts of them do not add up to. */
const isInCents = (amount: Decimal): boolean => amount.decimalPlaces() <= 2;

export interface BookLines {
  lines: BookLine[];
  rates: BookRate[];
  /** What has to be said of them. */
  said: { code: ProblemCode; path: string | null }[];
}

/** Or why there are none. */
type Refused = { refused: ProblemCode; path: string | null };

/** As much as printed totals may lie beside the sums of their rates (decisions.md "Extraction"). */
const atMostApart = new Decimal('0.10');

/**
 * An invoice's lines with the VAT of each, so that the lines of a rate make exactly the base and the VAT that are printed for
 * it. The VAT of a line is rounded half up, and the cents that are left over for a rate go to its largest line; what the bases
 * show was taken off for the whole invoice becomes one negative line a rate. Where the lines do not make the bases, one line a
 * rate says what is certain.
 */
export function bookLinesOf(extraction: Extraction, linePerRate: boolean): BookLines | Refused {
  const { invoice } = extraction;
  const printed = ratesOf(invoice);
  const rates = [printed, ratesOfLines(invoice), ratesOfUntaxed(invoice)].find(({ length }) => length > 0) ?? [];
  if (rates.length === 0) return { refused: 'no_rates', path: 'vat_breakdown' };
  if (rates.some(({ base, vat }) => !isInCents(base) || !isInCents(vat)))
    return { refused: 'sums_do_not_close', path: 'vat_breakdown' };
  const made = rates.reduce((sum, { base, vat }) => sum.plus(base).plus(vat), new Decimal(0));
  const apart = new Decimal(invoice.total_amount ?? made).minus(made);
  if (apart.abs().gt(atMostApart)) {
    const isKnown = apart.minus(chargedBesideVat(extraction)).abs().lte(atMostApart);
    return { refused: isKnown ? 'charged_beside_vat' : 'sums_do_not_close', path: 'total_amount' };
  }
  const said: BookLines['said'] = [];
  if (printed.length === 0) said.push({ code: 'computed', path: 'vat_breakdown' });
  if (!apart.isZero()) said.push({ code: 'differs_by_cents', path: 'total_amount' });
  const own = linePerRate ? null : ownLines(invoice, rates);
  if (!own && !linePerRate && invoice.line_items.length > 0) said.push({ code: 'lines_joined', path: 'line_items' });
  return { lines: own ?? rates.map(lineOfRate), rates, said };
}

/**
 * What is charged at each rate, as printed; or where one rate alone is named, the invoice's own net and VAT.
 */
function ratesOf(invoice: Invoice): BookRate[] {
  const { line_items, subtotal, vat_amount } = invoice;
  const rates = new Map<string, BookRate>();
  for (const [row, { rate: stated, base, amount, ...printed }] of breakdownOf(invoice).entries()) {
    // What is not subject to VAT has no rate of it (EN 16931, BR-O-05).
    const rate = stated ?? (printed.category === 'O' ? 0 : null);
    // VAT at no rate is none; of any other rate all three have to be printed.
    if (rate === null || base === null || (amount === null && rate !== 0)) return [];
    const isSilent = rate === 0 && printed.reason === null && printed.category == null;
    const { reason, category } = isSilent ? saidInBrackets(line_items) : printed;
    const charged = rateOf(new Decimal(rate), new Decimal(base), new Decimal(amount ?? 0), reason, category);
    const own = { ...charged, rows: [row] };
    // What is charged tells them apart; without it only the reason does.
    const key = `${rate} ${own.category ?? reason}`;
    const before = rates.get(key);
    rates.set(key, before ? together(before, own) : own);
  }
  if (rates.size > 0) return [...rates.values()];
  const named = [...new Set(line_items.map(({ vat_rate }) => vat_rate))];
  const [only] = named;
  if (named.length !== 1 || only === null || only === undefined || subtotal === null) return [];
  if (vat_amount === null && only !== 0) return [];
  const { reason, category } = saidOf(invoice, only);
  return [rateOf(new Decimal(only), new Decimal(subtotal), new Decimal(vat_amount ?? 0), reason, category)];
}

/** What the notes say of a rate that no VAT by rate is printed for, or its lines. */
function saidOf({ notes, line_items }: Invoice, rate: number): Pick<BookRate, 'reason' | 'category'> {
  const category = rate === 0 && notes !== null ? categoryOf(notes, false) : null;
  if (rate === 0 && category === null) return saidInBrackets(line_items);
  return { reason: category !== null || (notes !== null && saysCashAccounting(notes)) ? notes : null, category };
}

/** "Interest (exempt)": why VAT is not charged, where all lines at no rate say the same behind their names. */
function saidInBrackets(lines: readonly Line[]): Pick<BookRate, 'reason' | 'category'> {
  const untaxed = lines.filter(({ vat_rate }) => vat_rate === 0);
  const reasons = untaxed.map(({ description }) => /\(([^()]{3,60})\)\s?$/u.exec(description ?? '')?.[1] ?? null);
  const [reason = null] = reasons;
  const categories = new Set(reasons.map((text) => (text === null ? null : categoryOf(text, false))));
  const [category = null] = categories;
  return categories.size === 1 && category !== null ? { reason, category } : { reason: null, category: null };
}

/**
 * Who charges no VAT on anything and says why need not print a rate, nor VAT. A company that is not registered says it of
 * itself; else VAT of zero, or lines that make the total, have to show that none is in it.
 */
function ratesOfUntaxed(invoice: Invoice): BookRate[] {
  const { line_items, subtotal, total_amount, vat_amount, vat_breakdown } = invoice;
  const net = subtotal ?? total_amount;
  if (net === null || vat_breakdown.length > 0 || (vat_amount !== null && vat_amount !== 0)) return [];
  if (line_items.some(({ vat_rate }) => vat_rate !== null && vat_rate !== 0)) return [];
  const { reason, category } = saidOf(invoice, 0);
  if (category === null) return [];
  const made = line_items.reduce((sum, { total }) => sum.plus(total ?? Number.NaN), new Decimal(0));
  // What is exempt may be a part of it alone, or goods that bear VAT of another kind.
  const isShown =
    category === 'O' || vat_amount === 0 || (category !== 'E' && total_amount !== null && made.eq(total_amount));
  return isShown ? [rateOf(new Decimal(0), new Decimal(net), new Decimal(0), reason, category)] : [];
}

/** VAT by rate as printed. A rate that stands alone, without its base as at "TVA 0%", is that of the invoice's own net and VAT. */
function breakdownOf({ vat_breakdown, line_items, subtotal, vat_amount }: Invoice): readonly VatBreakdown[] {
  const [only, ...others] = vat_breakdown;
  if (!only || others.length > 0 || only.base !== null || subtotal === null) return vat_breakdown;
  // Lines at another rate are charged beside it.
  if (line_items.some(({ vat_rate }) => vat_rate !== null && vat_rate !== only.rate)) return vat_breakdown;
  return [{ ...only, base: subtotal, amount: only.amount ?? vat_amount }];
}

/**
 * What the lines of each rate add up to, where several are named and none is printed with its sum: only where bases and VAT make
 * to the cent the net and the VAT that are printed for all of them, rounded for each rate or for each line.
 */
function ratesOfLines(invoice: Invoice): BookRate[] {
  const { line_items, subtotal, vat_amount, vat_breakdown } = invoice;
  if (vat_breakdown.length > 0 || subtotal === null || vat_amount === null) return [];
  const byRate = Map.groupBy(line_items, ({ vat_rate }) => vat_rate);
  if (byRate.has(null) || line_items.some(({ total }) => total === null)) return [];
  const sum = (values: readonly Decimal[]): Decimal => values.reduce((all, one) => all.plus(one), new Decimal(0));
  const vatOf = (net: Decimal, rate: number): Decimal => vatOn(net, rate).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
  const ways = [false, true].map((isByLine) =>
    [...byRate].map(([rate, lines]) => {
      const nets = lines.map(({ total }) => new Decimal(total!));
      const vat = isByLine ? sum(nets.map((net) => vatOf(net, rate!))) : vatOf(sum(nets), rate!);
      const { reason, category } = saidOf(invoice, rate!);
      return rateOf(new Decimal(rate!), sum(nets), vat, reason, category);
    }),
  );
  const closes = (rates: readonly BookRate[]): boolean =>
    sum(rates.map(({ base }) => base)).eq(subtotal) && sum(rates.map(({ vat }) => vat)).eq(vat_amount);
  return ways.find(closes) ?? [];
}

function rateOf(
  rate: Decimal,
  base: Decimal,
  vat: Decimal,
  reason: string | null,
  category: VatCategory | null | undefined,
): BookRate {
  const isCashAccounting = reason !== null && saysCashAccounting(reason);
  return { rate, base, vat, reason, category: category ?? (rate.isZero() ? null : 'S'), isCashAccounting, rows: [] };
}

function together(one: BookRate, other: BookRate): BookRate {
  const reasons = new Set([one.reason, other.reason].filter((reason) => reason !== null));
  return {
    ...one,
    base: one.base.plus(other.base),
    vat: one.vat.plus(other.vat),
    reason: [...reasons].join('; ') || null,
    isCashAccounting: one.isCashAccounting || other.isCashAccounting,
    rows: [...one.rows, ...other.rows],
  };
}

/** Null where the lines do not make the bases of their rates. */
function ownLines(invoice: Invoice, rates: readonly BookRate[]): BookLine[] | null {
  const byRate = new Map(rates.map((rate) => [rate, [] as Line[]]));
  for (const line of invoice.line_items) {
    const rate = rateOfLine(line, rates);
    if (!rate || line.total === null || !isInCents(new Decimal(line.total))) return null;
    byRate.get(rate)!.push(line);
  }
  const isDiscounted = invoice.discount_amount !== null && invoice.discount_amount !== 0;
  const lines: BookLine[] = [];
  for (const [rate, own] of byRate) {
    const left = rate.base.minus(own.reduce((sum, { total }) => sum.plus(total!), new Decimal(0)));
    if (!left.isZero() && !(isDiscounted && own.length > 0 && left.isNegative() === rate.base.gte(0))) return null;
    lines.push(...withVat(rate, own, left));
  }
  return inOrder(invoice, lines);
}

/** Which of an invoice's rates a line is charged at; null where that is not certain. */
export function rateOfLine({ vat_rate }: Line, rates: readonly BookRate[]): BookRate | null {
  // A line that names no rate is of the only one that there is.
  const own = vat_rate === null ? rates : rates.filter(({ rate }) => rate.eq(vat_rate));
  return own.length === 1 ? own[0]! : null;
}

function withVat(rate: BookRate, own: readonly Line[], discount: Decimal): BookLine[] {
  const lines = own.map((line): BookLine => lineOf(rate, new Decimal(line.total!), { line, stands: 'line' }));
  if (!discount.isZero()) lines.push(lineOf(rate, discount, { line: null, stands: 'discount' }));
  const left = rate.vat.minus(lines.reduce((sum, { vat }) => sum.plus(vat), new Decimal(0)));
  const [largest] = lines.toSorted((a, b) => b.net.abs().cmp(a.net.abs()));
  if (largest) largest.vat = largest.vat.plus(left);
  return lines;
}

function lineOf(rate: BookRate, net: Decimal, what: Pick<BookLine, 'line' | 'stands'>): BookLine {
  const { line } = what;
  return {
    ...what,
    quantity: line?.quantity == null ? null : new Decimal(line.quantity),
    price: line?.unit_price == null ? null : new Decimal(line.unit_price),
    net,
    rate: rate.rate,
    vat: vatOn(net, rate.rate).toDecimalPlaces(2, Decimal.ROUND_HALF_UP),
    of: rate,
  };
}

const lineOfRate = (rate: BookRate): BookLine => ({
  ...lineOf(rate, rate.base, { line: null, stands: 'rate' }),
  vat: rate.vat,
});

/** As printed, with what was taken off behind them. */
function inOrder({ line_items }: Invoice, lines: readonly BookLine[]): BookLine[] {
  const place = ({ line }: BookLine): number => (line ? line_items.indexOf(line) : line_items.length);
  return lines.toSorted((a, b) => place(a) - place(b));
}

/** Whether what a credit note takes back is printed without a sign. */
export const isPrintedAboveZero = ({ document_type, total_amount }: Invoice): boolean =>
  document_type === 'credit_note' && total_amount !== null && total_amount > 0;

/** The same with every sign turned: what a program takes as a credit. */
export function turned({ lines, rates, said }: BookLines): BookLines {
  return {
    lines: lines.map((line) => ({
      ...line,
      quantity: line.quantity?.negated() ?? null,
      net: line.net.negated(),
      vat: line.vat.negated(),
    })),
    rates: rates.map((rate) => ({ ...rate, base: rate.base.negated(), vat: rate.vat.negated() })),
    said,
  };
}
