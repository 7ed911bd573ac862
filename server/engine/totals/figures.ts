import type { NumberStyle, PrintedNumber } from '../../checks/amounts.ts';
import type { NumberedRow } from '../layout/layout.ts';
import { type Item, itemsOf } from '../layout/numbers.ts';

/** Amounts only: percentages, and figures glued to letters ("RO123") are none; "Total:12,50" is. */
export function asAmount(item: Item, style: NumberStyle): Pick<PrintedNumber, 'value' | 'currency' | 'mended'> | null {
  if (item.number) return item.number.percent || isReference(item) ? null : item.number;
  const glued = /^\p{L}[\p{L}.]*[:=](.+)$/u.exec(item.text);
  const word = item.words[0]!;
  const inner = glued ? itemsOf([{ ...word, text: glued[1]! }], style)[0]!.number : null;
  return inner && !inner.percent ? inner : null;
}

/** A long whole number without groups or currency is a code, a phone or an account; one with noughts before it, a day too. */
const isReference = ({ number, text }: Item) =>
  number!.currency === null &&
  /^(?:[-–+]?\p{Nd}{7,}|0\p{Nd}+)\)?$/u.test(text.replace(/\s/g, '')) &&
  !/^[-–+]?[1-9]\p{Nd}{0,2}(?:\s\p{Nd}{3})+\)?$/u.test(text);

/** Whole numbers inside a label ("Total (5+7)", "Net 30", "Card 6155") are part of it, not figures of their own. */
export const isLabelNumber = (item: Item) =>
  item.number !== null &&
  item.number.decimals === 0 &&
  item.number.currency === null &&
  /^\(?\p{Nd}{1,6}[).,:]{0,2}$/u.test(item.text);

/** "1 EUR = 1,95583 BGN", "3 x 12.50 = 37.50": the left side of an equation is no sum, nor is what one of a currency is worth. */
export function isOfEquation({ items }: NumberedRow, at: number): boolean {
  const left = items[at - 1]?.text === '=' ? items[at - 2]?.number : null;
  return items[at + 1]?.text === '=' || (left?.value.eq(1) === true && left.currency !== null);
}

/** More words than the label of a sum has. */
const longestLabel = 8;

/** A whole number within running text ("30 days", "23 avril 2026", "col. 5 + 6") is a word of it, not a sum. */
export function isWordOfText(row: NumberedRow, at: number): boolean {
  const item = row.items[at]!;
  if (!item.number || item.number.currency !== null || item.number.decimals > 0) return false;
  const cell = row.cells.find(({ words }) => words.includes(item.words[0]!));
  if (!cell) return false;
  if (cell.words.length > longestLabel) return true;
  const next = row.items[at + 1];
  const goesOn = next !== undefined && cell.words.includes(next.words[0]!) && !next.number?.currency;
  // "VAT 352 350 (27%)": the rate in brackets behind an amount without cents.
  const isBeforeRate = next?.number?.percent === true && next.text.startsWith('(');
  if (goesOn && !isBeforeRate && !(next.number && next.number.decimals > 0)) return true;
  // "23 avril 2026", "April 23 , 2026"
  const before = row.items.slice(0, at).filter(({ text }) => !/^[.,]$/.test(text));
  const isMonth = (one: Item | undefined) => one !== undefined && /^\p{L}{3,}\.?,?$/u.test(one.text);
  const isDay = (one: Item | undefined) => one !== undefined && isLabelNumber(one);
  const [first, second] = [before.at(-2), before.at(-1)];
  const isYear = /^(19|20)\p{Nd}\p{Nd}$/u.test(item.text);
  return isYear && ((isDay(first) && isMonth(second)) || (isMonth(first) && isDay(second)));
}
