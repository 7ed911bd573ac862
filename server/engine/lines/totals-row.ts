import { Decimal } from 'decimal.js';
import { currencyOf } from '../../checks/amounts.ts';
import { isToTheCent, vatOn } from '../../checks/cents.ts';
import type { NumberedRow } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import { covered, type Match } from '../lexicon/matcher.ts';
import { tokensOf } from '../lexicon/tokens.ts';
import { wordsOf } from '../lexicon/words.ts';
import { type TotalKind, totalPhrases } from '../totals/total-words.ts';
import { type ColumnKind, columnPhrases } from './column-words.ts';
import { productIn } from './product.ts';

/** More words are a sentence. */
const longest = 14;
/** Part of a row's words that has to be of labels of sums: anywhere, and where it begins with one. */
const enoughSaid = { anywhere: 0.5, first: 0.2 };

/** Whether the row carries a figure under a label of the totals, such as "Subtotal 120,00". */
export function isTotalsRow(row: NumberedRow): boolean {
  if (!row.items.some((item) => item.number)) return false;
  if (endsAsSum(row) || endsAsVat(row)) return true;
  const whole = row.items.flatMap((item) => (item.number ? [] : [item.text])).join(' ');
  const isOcr = row.words[0]?.source === 'ocr';
  // "Amount invoiced (exempt under § 4 no. 14)": what a bracket adds makes its label no less a sum's.
  const before = whole.split('(', 1)[0]!.trim();
  const namesSum = totalPhrases()
    .find(before, isOcr)
    .some(({ kinds }) => kinds.some((kind) => sums.has(kind)));
  const text = namesSum ? before : whole;
  const { length } = tokensOf(text);
  if (length === 0 || length > longest) return false;
  const hits = totalPhrases().find(text, isOcr);
  const amounts = row.items.filter((item) => item.number && !item.number.percent && item.number.decimals > 0);
  // "Transport over 5 km" names no sum.
  const bare = row.items.some((item, i) => item.number && !/^\p{Ll}/u.test(row.items[i + 1]?.text ?? ''));
  if (amounts.length === 0 && !bare) return false;
  const ends = amounts.length > 1 ? sums : new Set([...sums, ...deductions]);
  const ofSums = hits.filter((hit) => hit.kinds.some((kind) => ends.has(kind)));
  const said = covered(ofSums);
  // "Total qty 2  52.00": a count, with the sum beside it.
  if (amounts.length > 0 && covered(hits.filter((hit) => hit.kinds.includes('ignore'))) === length)
    return productIn(row) !== 'many';
  // Names of goods begin with such words too; but the figures of sums do not multiply out.
  const [first] = ofSums;
  const begins = first?.from === 0 && said >= enoughSaid.first * length && !isFeeOf(text, first);
  const names = said >= enoughSaid.anywhere * length || begins;
  return said > 0 && names && productIn(row) !== 'many';
}

/** "Cuota de servicio": a word for VAT that is one for any fee, and behind it what the fee is of; VAT is of a rate. */
export const isFeeOf = (text: string, { kinds, end }: Match<TotalKind>): boolean =>
  kinds[0] === 'vat' && wordsOf('of').leading(text.slice(end)) > 0 && !/\p{N}|%/u.test(text);

/** "Pay by transfer within 30 days | Net total | 521.47": the cell beside the last one says nothing but what that is. */
function endsAsSum(row: NumberedRow): boolean {
  if (closesAsSum(row)) return true;
  const { cells, items } = row;
  // A currency may have a cell of its own.
  const [label, sum] = cells.filter(({ text }) => currencyOf(text) === null).slice(-2);
  if (!label || !sum) return false;
  const figures = items.filter(({ number, words }) => number && !number.percent && sum.words.includes(words[0]!));
  if (figures.length !== 1) return false;
  const match = totalPhrases().whole(label.text);
  const isSum = ({ kinds }: Match<TotalKind>): boolean => kinds.some((kind) => kind !== 'vat' && sums.has(kind));
  if (match?.exact === true) return isSum(match);
  // "Parcels: 12 | Total carriage net | 348.20": a sum, and what it is the sum of.
  const hits = totalPhrases().find(label.text);
  return hits[0]?.from === 0 && isSum(hits[0]) && covered(hits) === tokensOf(label.text).length;
}

/** "Gross 842 kg | Total of goods: 1,449.44": the last cell begins with the name of a sum and ends in the sum. */
function closesAsSum({ cells, items }: NumberedRow): boolean {
  const last = items.filter(({ words }) => cells.at(-1)!.words.includes(words[0]!));
  const sum = last.at(-1)?.number;
  const text = last.slice(0, -1);
  if (cells.length < 2 || !sum || sum.percent || sum.decimals !== 2 || text.some(({ number }) => number)) return false;
  const [hit] = totalPhrases().find(text.map((item) => item.text).join(' '));
  return hit?.from === 0 && hit.kinds.some((kind) => kind !== 'vat' && sums.has(kind));
}

/** "Interest on arrears 1% | 10% VAT of | 70.00 | 7.00": what the last label's rate makes of the figure behind it. */
function endsAsVat({ cells, items }: NumberedRow): boolean {
  const [label, ...figures] = cells.slice(-3);
  const rate = /(\d{1,2}(?:[.,]\d{1,2})?)\s?%/.exec(label?.text ?? '')?.[1];
  if (!label || rate === undefined || figures.length < 2) return false;
  const [base, amount] = figures.map(({ words }) => {
    const own = items.filter(({ number, words: [first] }) => number && words.includes(first!));
    return own.length === 1 && own[0]!.words.length === words.length ? own[0]!.number!.value : null;
  });
  const isVat = totalPhrases()
    .find(label.text)
    .some(({ kinds }) => kinds[0] === 'vat');
  return isVat && base != null && amount != null && isToTheCent(vatOn(base, rate.replace(',', '.')), amount);
}

/** Whether amounts come to a sum that is labelled as one in these rows. */
export function isSummed(amounts: readonly Item[], rows: readonly NumberedRow[]): boolean {
  const sum = amounts.reduce((all, { number }) => all.add(number!.value), new Decimal(0));
  return (
    !sum.isZero() && rows.filter(isTotalsRow).some(({ items }) => items.some(({ number }) => number?.value.eq(sum)))
  );
}

/** Whether the row says that its sum is carried over to the next page. */
export const isCarriedOver = ({ text, words }: NumberedRow): boolean =>
  totalPhrases()
    .find(text, words[0]?.source === 'ocr')
    .some(({ kinds }) => kinds.includes('carried'));

/** Whether the row names what is owed from before, or what was carried over: no charge of this invoice. */
export const isBalance = ({ text, words }: NumberedRow): boolean =>
  totalPhrases()
    .find(text, words[0]?.source === 'ocr')
    .some(({ kinds }) => kinds.includes('previous') || kinds.includes('carried'));

const sums = new Set<TotalKind>(['net', 'lines_sum', 'vat', 'gross', 'total', 'due', 'carried']);
/** These stand in lines too, beside the line's own figures. */
const deductions: TotalKind[] = ['prepaid', 'discount'];

/** More of its words have to be labels of columns. */
const mostlyLabels = 0.6;

/** The labels of another table, such as the summary of VAT, whose columns are its own. */
export function headsSummary(row: NumberedRow): boolean {
  if (row.cells.length < 2 || row.items.some((item) => item.number)) return false;
  const text = row.items.map((item) => item.text).join(' ');
  const hits = columnPhrases().find(text);
  return (
    new Set(hits.map((hit) => hit.kinds[0])).size > 1 &&
    covered(hits) > mostlyLabels * tokensOf(text).length &&
    hits.some(({ kinds }) => kinds.some((kind) => ofVat.has(kind)))
  );
}

const ofVat = new Set<ColumnKind>(['vat', 'vat_rate', 'vat_amount']);
