import { Decimal } from 'decimal.js';
import { type NumberStyle, parseNumber } from '../../checks/amounts.ts';
import { rightOf } from '../layout/geometry.ts';
import type { NumberedRow, PageLayout } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import { boxAround } from '../layout/rows.ts';
import { isSlip } from '../layout/slip.ts';
import { covered } from '../lexicon/matcher.ts';
import { tokensOf } from '../lexicon/tokens.ts';
import type { Box } from '../page.ts';
import { type TotalKind, totalPhrases } from '../totals/total-words.ts';
import { bodyFigures } from './body-rows.ts';
import { type ColumnKind, columnPhrases } from './column-words.ts';
import { headless, type RawLine, type Table } from './found-table.ts';
import { labelColumnsIn } from './header.ts';
import { areMost } from './most.ts';
import type { Roles } from './roles.ts';
import {
  asMade,
  type Count,
  countAlone,
  countBefore,
  countParts,
  isAmount,
  makes,
  nameIn,
  quantityOf,
} from './till-counts.ts';
import { letterBehind, withRatesInRows } from './till-rates.ts';
import { isTotalsRow } from './totals-row.ts';
import { isUsualRate } from './usual-rates.ts';

/** What was sold: a name, what it cost, and the count where it is printed. */
interface Sale {
  /** Indexes of its rows on the page. */
  rows: number[];
  name: Item[];
  count: Count | null;
  /** Its VAT rate, under a head of its own or in its rows, or the letter that stands for it. */
  rate: Item | null;
  amount: Item;
}

/** Where the parts of sales stand: the right edge of amounts, where names begin, and the column of VAT rates. */
interface Places {
  edge: number;
  start: number;
  rates: Box | null;
  /** Counts stand in rows of their own, so that a figure in front of a name is part of it. */
  countsApart: boolean;
}

/**
 * The goods on a till's slip: a name with its amount at the right edge in each row down to the first sum, and how often
 * at what price in the same row, or in a row of its own above or below. Null where the page is no slip or shows none.
 */
export function tableOfSlip(page: PageLayout, style: NumberStyle): Table | null {
  if (!isSlip(page.page)) return null;
  const { sales, sums } = salesOf(page, style);
  // Few amounts beside words may be anything; a sum below them, or what they are made of, says what they are.
  const isSold = sums.some(({ number }) => number!.value.eq(sumOf(sales))) || sales.some(closes);
  if (sales.length === 0 || (sales.length < fewestSales && !isSold)) return null;
  const lines = sales.map((sale) => lineOf(sale, page, style));
  const at = sales.flatMap(({ rows }) => rows);
  const range = { from: Math.min(...at), to: Math.max(...at) + 1 };
  const header = { from: range.from, to: range.from, columns };
  const roles = { ...soldAt, closes: sales.filter(closes).length / sales.length };
  return { page, header, columns, roles, lines, rows: range };
}

/** So many rows of a name and an amount below each other are a list of goods. */
const fewestSales = 3;

/** The sales from the first one to the first sum, and the amounts below them. */
function salesOf(page: PageLayout, style: NumberStyle): { sales: Sale[]; sums: Item[] } {
  const parted = page.rows.map((row) => ({
    ...row,
    items: row.items.flatMap((item, at) => countParts(item, style, null, row.items[at - 1])),
  }));
  const rows = withoutCents(parted) ? parted.map((row) => asAmounts(row, style)) : parted;
  const edge = Math.max(...rows.flatMap(({ items }) => items.filter(isAmount).map(rightOf)));
  const start = usualStart(rows, edge);
  const countsApart = rows.filter((row) => countAlone(row, style)).length >= fewestApart;
  const sales: Sale[] = [];
  const counts = new Map<number, Count>();
  let rates: Box | null = null;
  let i = 0;
  for (; i < rows.length; i++) {
    const row = rows[i]!;
    if (sales.length > 0 && isSumRow(row, sales)) break;
    if (sales.length === 0) rates = rateHead(row) ?? rates;
    const sale = isCountOnly(row, style) ? null : saleIn(rows, i, { edge, start, rates, countsApart }, style);
    // The sum of all above it, whatever its label was read as.
    if (sale && sales.length > 1 && sale.amount.number!.value.eq(sumOf(sales))) break;
    const count = sale ? null : countAlone(row, style);
    const reduced = sale ? null : reducedTo(row, sales);
    if (sale) sales.push(sale);
    else if (reduced) sales.splice(-2, 2, asReduced(sales.at(-2)!, reduced));
    else if (count) counts.set(i, count);
  }
  giveCounts(sales, counts);
  const sums = rows.slice(i).flatMap(({ items }) => items.filter(isAmount));
  const unread = countsApart ? withoutAmount(rows.slice(0, i), sales, counts) : [];
  return { sales: withRatesInRows(reconciled(sales, unread, sums), rows, rows.slice(i)), sums };
}

/** Currencies of the EU whose cents are not in use any more. */
const wholeCurrencies = new Set(['HUF']);

/** Whether amounts are printed without cents, though prices of a unit may have them: "2,000 DB x 620,00 Ft" over "1 240". */
const withoutCents = (rows: readonly NumberedRow[]): boolean =>
  rows.some(({ items }) => items.some(({ number }) => number?.currency && wholeCurrencies.has(number.currency)));

/** Less is no amount without cents where nothing else marks it as one. */
const leastAlone = 100;

/** The row with the whole number that ends it, but for the letters of its VAT rate, as an amount. */
function asAmounts(row: NumberedRow, style: NumberStyle): NumberedRow {
  const at = row.items.findLastIndex(({ number, text }) => number !== null && !/^\p{L}/u.test(text));
  // "385 B00": the letter of the rate is not read as a figure.
  const marked = /^([\d\s]+)\s\p{Lu}\d{2}$/u.exec(row.items[at]?.text ?? '');
  const number = marked ? parseNumber(marked[1]!, style) : row.items[at]?.number;
  const marks = row.items.slice(at + 1);
  // "120 ml" in a name has its unit in small letters.
  const isLast = marks.every((item) => lettersIn(item) <= 3 && !/^\p{Ll}/u.test(item.text));
  if (!number || number.decimals > 0 || number.percent || !isLast) return row;
  // The number of a house ends a row of the head.
  if (marks.length === 0 && !marked && number.value.lt(leastAlone)) return row;
  const amount = { ...row.items[at]!, number: { ...number, decimals: 2 } };
  const items = row.items.map((item, i) => (i === at ? amount : i < at ? asPrice(item) : item));
  return { ...row, items };
}

/** "2 db  1 250  2 500": before an amount without cents stands a price without them. */
const asPrice = (item: Item): Item =>
  item.number?.decimals === 0 && !item.number.percent && item.number.value.gte(leastAlone)
    ? { ...item, number: { ...item.number, decimals: 2 } }
    : item;

/** So many counts in rows of their own show that this till prints them so. */
const fewestApart = 2;

/** Names alone right below counts that no sale has: their amounts were not read, and the counts say what they are. */
function withoutAmount(
  rows: readonly NumberedRow[],
  sales: readonly Sale[],
  counts: ReadonlyMap<number, Count>,
): Sale[] {
  const taken = new Set(sales.flatMap((sale) => sale.rows));
  return [...counts].flatMap(([at, count]): Sale[] => {
    const row = rows[at + 1];
    if (taken.has(at) || taken.has(at + 1) || counts.has(at + 1) || !row || !count.price) return [];
    const name = nameIn(row.items);
    return name.length > 0 ? [{ rows: [at, at + 1], name, count, rate: null, amount: count.price }] : [];
  });
}

/**
 * The sales with what their counts make, where that comes to a sum below and the amounts as they were read do not: amounts
 * were misread, or not read at all.
 */
function reconciled(sales: Sale[], unread: readonly Sale[], sums: readonly Item[]): Sale[] {
  const comesToSum = (some: readonly Sale[]): boolean => sums.some(({ number }) => number!.value.eq(sumOf(some)));
  if (comesToSum(sales)) return sales;
  const made = [...sales, ...unread].map(withMadeAmount).sort((a, b) => Math.min(...a.rows) - Math.min(...b.rows));
  return comesToSum(made) ? made : sales;
}

/** The sale with the amount that its count makes, marked as mended where another was read. */
function withMadeAmount(sale: Sale): Sale {
  const { count, amount } = sale;
  if (!count?.price || !count.quantity.number || (makes(count, amount) && amount !== count.price)) return sale;
  const { value, otherwise } = count.quantity.number;
  // With three decimals a quantity looks like thousands.
  const pieces = Decimal.min(value, otherwise ?? value);
  const product = pieces.mul(count.price.number!.value).toDecimalPlaces(2);
  return { ...sale, amount: { ...amount, number: { ...amount.number!, value: product, mended: true } } };
}

/** "2,000 DB x 599,00 Ft /DB": the price is the only amount of a row that names nothing. */
function isCountOnly({ items, ...row }: NumberedRow, style: NumberStyle): boolean {
  const count = countAlone({ ...row, items }, style);
  const others = items.filter((item) => !count?.items.includes(item));
  return count?.price != null && others.every((item) => !isAmount(item) && lettersIn(item) <= 3);
}

/** What is left of an amount by the discount below it, where it stands alone in the row below both. */
function reducedTo({ items }: NumberedRow, sales: readonly Sale[]): Item | null {
  const [sold, discount] = sales.slice(-2);
  const [left] = items.filter(isAmount);
  if (!left || !sold || !discount || nameIn(items).length > 0) return null;
  const isDiscount = discount.amount.number!.value.isNegative();
  return isDiscount && sumOf([sold, discount]).eq(left.number!.value) ? left : null;
}

/** The price before the discount tells the quantity only. */
function asReduced(sale: Sale, amount: Item): Sale {
  const { count } = sale;
  return { ...sale, amount, count: count && { ...count, quantity: quantityOf(count, sale.amount), price: null } };
}

/** Gives counts in rows of their own to the sale that they make, else to the one on the side where this till prints them. */
function giveCounts(sales: readonly Sale[], counts: ReadonlyMap<number, Count>): void {
  const beside = [...counts].map(([at, count]) => {
    const near = (sale: Sale | undefined, gap: number): Sale | null => (sale && !sale.count && gap <= 2 ? sale : null);
    const last = sales.findLast(({ rows }) => Math.max(...rows) < at);
    const next = sales.find(({ rows }) => Math.min(...rows) > at);
    const above = near(last, at - Math.max(...(last?.rows ?? [0])));
    const below = near(next, Math.min(...(next?.rows ?? [0])) - at);
    return { at, count, above, below };
  });
  const made = (sale: Sale | null, count: Count): boolean =>
    sale !== null && makes(asMade(count, sale.amount), sale.amount);
  const isAbove = (one: (typeof beside)[number]) => made(one.above, one.count) && !made(one.below, one.count);
  const isBelow = (one: (typeof beside)[number]) => made(one.below, one.count) && !made(one.above, one.count);
  const namedFirst = beside.filter(isAbove).length > beside.filter(isBelow).length;
  for (const one of beside) {
    const usual = namedFirst ? one.above : one.below;
    const sale = isAbove(one) ? one.above : isBelow(one) ? one.below : usual;
    if (!sale || sale.count) continue;
    sale.count = asMade(one.count, sale.amount);
    sale.rows.push(one.at);
  }
}

/** "EUR*": the mark of a rate is no letter. */
const lettersIn = ({ text }: Item): number => text.replace(/[^\p{L}\p{N}]/gu, '').length;

/** In widths of the slip's print: what ends farther from its right edge is no amount of its column. */
const farthestFromEdge = 0.25;

/** The sale whose amount ends the row; its name stands before it, or alone in the row above. */
function saleIn(
  rows: readonly NumberedRow[],
  index: number,
  { edge, start, rates, countsApart }: Places,
  style: NumberStyle,
): Sale | null {
  const { items } = rows[index]!;
  const at = items.findLastIndex(isAmount);
  const amount = items[at];
  if (!amount || amount.number!.value.isZero()) return null;
  // Behind it stand the letter of its VAT rate, its currency, and what lies beside the slip.
  const isLast = items.slice(at + 1).every((item) => lettersIn(item) <= 3 || item.x >= edge);
  if (!isLast || rightOf(amount) < (1 - farthestFromEdge) * edge) return null;
  const underHead = (rates && items.slice(0, at).findLast((item) => isRateUnder(item, rates))) || null;
  const rate = underHead ?? letterBehind(items, at);
  const before = items
    .slice(0, at)
    .flatMap((item) => (item === rate ? [] : countParts(item, style, amount, undefined)));
  const counted = countBefore(before, amount, style);
  const count = countsApart && counted?.price === null ? null : counted;
  const rest = before.filter((item) => !count?.items.includes(item) && !(count && isPerUnit(item)));
  const name = withoutLetter(nameIn(rest), items[at + 1]);
  if (name.length > 0) return { rows: [index], name, count, rate, amount };
  const above = rows[index - 1];
  const isAlone = above && !isHead(above) && !above.items.some(isAmount) && (count !== null || before.length === 0);
  const pieces = isAlone ? countBefore(above.items, amount, style) : null;
  const own = isAlone ? (count ?? pieces) : null;
  // "1 BANANA" over "1,352 kg  1,50 €/kg": one piece, and what it weighs.
  const isOnePiece = pieces?.price === null && pieces.quantity.number!.value.eq(1);
  const counts = [...(own?.items ?? []), ...(isOnePiece ? pieces.items : [])];
  const lone = isAlone ? nameIn(above.items.filter((item) => !counts.includes(item))) : [];
  if (lone.length === 0 || Math.abs(above!.x - start) > farthestFromStart * above!.height) return null;
  return { rows: [index - 1, index], name: lone, count: own, rate, amount };
}

/** "€/kg", "EUR/kg" behind a price. */
const isPerUnit = ({ text }: Item): boolean => /^(?:\p{Sc}|\p{L}{2,3})\/\p{L}{1,5}\.?$/u.test(text);

/** "Kefir 400 C" before "3,59 C": the letter of the rate stands behind the name as well. */
function withoutLetter(name: Item[], letter: Item | undefined): Item[] {
  const isLetter = letter !== undefined && name.length > 1 && /^\p{Lu}$/u.test(letter.text);
  return isLetter && name.at(-1)!.text === letter.text ? name.slice(0, -1) : name;
}

/** Labels over columns: "Item  Qty  Price  Amount". */
function isHead({ text }: NumberedRow): boolean {
  const hits = columnPhrases().find(text, true);
  return new Set(hits.map(({ kinds }) => kinds[0])).size > 1 && areMost(covered(hits), tokensOf(text).length);
}

/** The label over a slip's column of VAT rates, where the row is the head of its goods. */
function rateHead(row: NumberedRow): Box | null {
  const labels = labelColumnsIn([row], row.words[0]?.source === 'ocr', []);
  const rates = labels.filter((label) => label.kinds[0] === 'vat' || label.kinds[0] === 'vat_rate');
  return rates.length === 1 && labels.filter(({ kinds }) => kinds.length > 0).length > 1 ? rates[0]! : null;
}

/** In heights of print: so far beside its label a rate may reach. */
const besideLabel = 1;

/** Whether a figure can be a VAT rate and stands under the label of the rates. */
function isRateUnder(item: Item, label: Box): boolean {
  if (!item.number || !isUsualRate(item.number.value)) return false;
  const reach = besideLabel * item.height;
  return item.x < rightOf(label) + reach && rightOf(item) > label.x - reach;
}

/** In heights of print: names alone in their rows begin where the others do; titles and headings are centred. */
const farthestFromStart = 3;

/** Where the rows that end in an amount begin; the middle one of them. */
function usualStart(rows: readonly NumberedRow[], edge: number): number {
  const starts = rows
    .filter(({ items }) => items.some((item) => isAmount(item) && rightOf(item) >= (1 - farthestFromEdge) * edge))
    .map(({ x }) => x)
    .sort((a, b) => a - b);
  return starts[starts.length >> 1] ?? 0;
}

const closes = ({ count, amount }: Sale): boolean => count !== null && makes(count, amount);

const sumOf = (sales: readonly Sale[]): Decimal =>
  sales.reduce((sum, { amount }) => sum.add(amount.number!.value), new Decimal(0));

/** Kinds of sums with which the goods on a slip end, also where their words were misread. */
const sumKinds = new Set<TotalKind>(['net', 'lines_sum', 'vat', 'gross', 'total', 'due', 'base', 'rounding']);
/** Other rows with which they end; of one short word, so many names of goods would be a misreading. */
const endKinds = new Set<TotalKind>(['tendered', 'change', 'ignore']);

/** Part of a row's words that has to be of the name of a sum. */
const enoughSaid = 0.5;

/**
 * Whether a row begins with the name of a sum and says little else; its amount may be lost. What only looks like such a name is
 * none beside an amount that is less than what was sold above it.
 */
function isSumRow(row: NumberedRow, sales: readonly Sale[]): boolean {
  const { items, words } = row;
  const text = items.flatMap((item) => (item.number ? [] : [item.text])).join(' ');
  const hits = totalPhrases()
    .find(text, words[0]?.source === 'ocr')
    .filter(
      ({ kinds, from, to, exact }) =>
        // The sum stands over its VAT: what only looks like a word for that ("orez" like "porez") is a name of goods.
        (kinds.some((kind) => sumKinds.has(kind)) && (exact || kinds[0] !== 'vat')) ||
        (kinds.some((kind) => endKinds.has(kind)) && (exact || to - from > 1)),
    );
  const amount = items.findLast(isAmount);
  if (amount && hits.every(({ exact }) => !exact) && amount.number!.value.lt(sumOf(sales))) return false;
  // "Eaten here | TOTAL | 9.40": the cell right before the amount names nothing but the sum.
  const label = row.cells.length > 2 ? totalPhrases().whole(row.cells.at(-2)!.text) : null;
  if (label?.exact && label.kinds.some((kind) => sumKinds.has(kind))) return true;
  return hits[0]?.from === 0 && (covered(hits) >= enoughSaid * tokensOf(text).length || isTotalsRow(row));
}

/** The columns of a slip have no heads, and lie nowhere on the page: what belongs to whom was found row by row. */
const columns = (
  ['description', 'quantity', 'unit', 'price', 'amount', 'vat_rate'] as const satisfies ColumnKind[]
).map((kind) => headless(kind));

const soldAt: Omit<Roles, 'closes'> = {
  quantity: 1,
  price: 3,
  total: 4,
  gross: null,
  rate: 5,
  vatAmount: null,
  discount: null,
  base: null,
  factor: null,
  priceIsGross: false,
};

function lineOf({ rows, name, count, rate, amount }: Sale, page: PageLayout, style: NumberStyle): RawLine {
  const own = rows.toSorted((a, b) => a - b).map((at) => page.rows[at]!);
  const cells = [
    name,
    count ? [quantityOf(count, amount)] : [],
    count?.unit ?? [],
    count?.price ? [count.price] : [],
    [amount],
    rate ? [rate] : [],
  ];
  const row: NumberedRow = {
    page: page.page.number,
    ...boxAround(own),
    cells: own.flatMap((each) => each.cells),
    words: own.flatMap((each) => each.words),
    items: own.flatMap((each) => each.items),
    text: own.map((each) => each.text).join('  '),
  };
  return {
    page: page.page.number,
    figureRow: { row, cells, figures: bodyFigures(cells, columns, style) },
    above: [],
    below: [],
    allowances: [],
    doubtful: false,
    resumed: false,
  };
}
