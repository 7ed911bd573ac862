import { withoutEnd } from '../../checks/without-end.ts';
import { wordsOf } from '../lexicon/words.ts';
import type { DateCandidate } from './dates.ts';
import type { Facts } from './facts.ts';
import type { TextLine } from './text-lines.ts';

/** Words that stand between a label or a series and its number. */
const isConnector = (word: string): boolean =>
  (['numbers', 'series'] as const).some((group) => wordsOf(group).is(word));

interface PrintedWord {
  text: string;
  start: number;
  end: number;
}

/** Characters of a text in which its number stands. */
const longest = 80;

/**
 * The number that the text begins with: series and number joined by a space, no date, amount, phone or account.
 * @param offset where the text begins in its line; start and end of the answer count from the text's beginning
 */
export function readReference(
  facts: Facts,
  line: TextLine,
  offset: number,
  text: string,
): { value: string; start: number; end: number } | null {
  const words = [...text.slice(0, longest).matchAll(/\S+/g)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
  const from = words.findIndex(
    (word, at) => at === mostBefore || (!isConnector(word.text) && /[\p{L}\p{N}]/u.test(word.text)),
  );
  if (from < 0) return null;
  const { series, at } = seriesFrom(words, from);
  const main = words[at];
  // "VAT 20 %" is a rate.
  if (!main || !/\p{N}/u.test(main.text) || words[at + 1]?.text === '%') return null;
  // "25 - 80.315" alone in its cell: behind a label in the same cell it may be two figures.
  if (series.length === 0 && offset === 0 && from === 0 && /^\d{1,4} [-–/] \d{1,3}(?:\.\d{3}){1,3}$/.test(text.trim()))
    return { value: text.trim().replace(/ ([-–/]) /, '$1'), start: words[0]!.start, end: words.at(-1)!.end };
  const isDated = (word: PrintedWord) => dateAt(facts, line, offset + word.start) !== undefined;
  const taken = isAllNumber(text, offset) ? words : [...series, ...numberFrom(words, at, series.length === 0, isDated)];
  const printed = taken
    .map((word) => word.text)
    .join(' ')
    .replace(/^[^\p{L}\p{N}]+/u, '');
  const start = taken[0]!.start;
  // "AB-04417092/08.05.2026": a day behind a slash is no part of the number.
  const dated = /(?<=\p{N})\/\d\d([.-])\d\d\1\d{4}$/u.exec(printed)?.[0].length ?? 0;
  const end = taken.at(-1)!.end - dated;
  const value = withoutEnd(printed.slice(0, printed.length - dated), /[^\p{L}\p{N}]/u).replace(/ ([/\-–]) /gu, '$1');
  // "17/03/2025" is a number where invoices are counted by month; the label decides below.
  const date = dateAt(facts, line, offset + taken.at(-1)!.start);
  if ((date && !isLikeDate(value) && !isCountedInSeries(value)) || !isReference(value)) return null;
  const account = [...facts.accounts.ibans, ...facts.accounts.bics].some(
    (one) => one.line === line && offset + start < one.end && offset + end > one.start,
  );
  return account ? null : { value, start, end };
}

/** Words such as "No." and "Series" before a number. */
const mostBefore = 3;
/** Words of a series. */
const mostOfSeries = 2;

/** A series in front of its number, few capital letters ("FT AB2031/17", "K 31"), and where the number itself stands. */
function seriesFrom(words: readonly PrintedWord[], from: number): { series: PrintedWord[]; at: number } {
  let at = from;
  // "BOLLETTA ACQUA N. 18": before its own "No." stands what the invoice is for.
  if (/^\p{Lu}{5,7}$/u.test(words[at]?.text ?? '') && isConnector(words[at + 1]?.text ?? '')) at += 2;
  const series: PrintedWord[] = [];
  while (at < words.length && series.length < mostOfSeries && isSeries(words[at]!.text)) {
    // "Seria AB, nr. 0012": the comma parts the series from what names its number, and is part of neither.
    const word = words[at++]!;
    series.push({ ...word, text: word.text.replace(/[,:]$/, '') });
    while (at < words.length && isConnector(words[at]!.text)) at++;
  }
  // "AB / 2026-031": a standing slash is of both.
  if (series.length > 0 && words[at]?.text === '/' && /^\p{N}/u.test(words[at + 1]?.text ?? ''))
    series.push(words[at++]!);
  return { series, at };
}

/** The words of the number that begins with a word, `bare` where no series stands in front of it. */
function numberFrom(
  words: readonly PrintedWord[],
  first: number,
  bare: boolean,
  isDated: (word: PrintedWord) => boolean,
): PrintedWord[] {
  const main = words[first]!;
  const taken = [main];
  let at = first;
  const take = (count: number): void => {
    taken.push(...words.slice(at + 1, at + 1 + count));
    at += count;
  };
  const textAt = (ahead: number): string => words[at + ahead]?.text ?? '';
  // "2 K 04417092": the number of a point of sale or of a year before the series.
  if (bare && /^\d{1,4}$/.test(main.text) && /^\p{Lu}{1,3}$/u.test(textAt(1)) && /^\d{5}/.test(textAt(2))) take(2);
  // Parts set apart by a standing slash or hyphen ("123 / 2024"), unless a date follows.
  while (/^[/\-–]$/.test(textAt(1)) && /^\p{N}[\p{N}\p{L}/-]*$/u.test(textAt(2)) && !isDated(words[at + 2]!)) take(2);
  if (!bare) return areGroups(words.slice(first), isDated) ? words.slice(first) : taken;
  // "4500 887 123": digits in groups of three are one number.
  const isOfThrees = () => /^\d{1,4}( \d{3})*$/.test(taken.map((word) => word.text).join(' '));
  while (isOfThrees() && /^\d{3}$/.test(textAt(1))) take(1);
  // "9 004 471 882 C6": a check at the end of such groups is of the number.
  const isGrouped = taken.length > 2 && taken.every((word) => /^\d{1,4}$/.test(word.text));
  if (isGrouped && at + 2 === words.length && /^[A-Z]\d{1,2}$/.test(textAt(1))) take(1);
  // "26/A 018847": year and series before the number.
  if (taken.length === 1 && /^\d{2,4}\/\p{Lu}{1,3}$/u.test(main.text) && /^\d{3,10}$/.test(textAt(1))) take(1);
  return taken;
}

/** The groups that the digits of one number behind its series stand in, and nothing behind them: "AB 25 0091 7746", "AB 2025 0091774". */
const areGroups = (words: readonly PrintedWord[], isDated: (word: PrintedWord) => boolean): boolean =>
  !words.some(isDated) &&
  words.length <= 4 &&
  (words.every(({ text }) => /^\d{2,5}$/.test(text)) ||
    /^20\d{2} \d{6,10}$/.test(words.map(({ text }) => text).join(' ')));

/** Nothing but groups of digits, or a year and a number, alone in a cell: all of them are the number. */
function isAllNumber(text: string, offset: number): boolean {
  const whole = text.trim();
  const isOfGroups = /^\d{2,5}( \d{1,5})+ \d{1,5}$/.test(whole) || /^(?:\d \d{4}|\d{6,12}) \d{4}$/.test(whole);
  return (isOfGroups && text.length <= 30) || (offset === 0 && /^20\d{2} \d{3,6}$/.test(whole));
}

/** "17/03/2025", and no "238/47/2026". */
export function isLikeDate(value: string): boolean {
  const [first, second] = /^(\d{1,2})\/(\d{1,2})\/\d{4}$/.exec(value)?.slice(1).map(Number) ?? [];
  return Math.max(first ?? 0, second ?? 0) <= 31 && Math.min(first ?? 0, second ?? 0) <= 12 && first !== undefined;
}

/** "FV 12/5/2026": the series says that this is the twelfth number of May. Behind a word for days ("DIN", "OF") it is a day. */
function isCountedInSeries(value: string): boolean {
  const series = /^(\p{Lu}{2,4}) \d{1,4}\/\d{1,2}\/\d{4}$/u.exec(value)?.[1];
  return series !== undefined && !notSeries.some((group) => wordsOf(group).is(series));
}
const notSeries = ['dated', 'any_date', 'of', 'for', 'articles', 'and_or'] as const;

function dateAt(facts: Facts, line: TextLine, at: number): DateCandidate | undefined {
  return facts.dates.all.find((date) => date.line === line && !date.compact && date.start <= at && at < date.end);
}

function isSeries(text: string): boolean {
  return /^[\p{Lu}.\-/]{1,7}[,.:]?$/u.test(text) && /\p{L}/u.test(text);
}

function isReference(value: string): boolean {
  if (value.length > 40 || !/\p{N}/u.test(value)) return false;
  // Amounts: digits with a decimal part of two after a comma or a lonely point, "1'480.00" as in Switzerland.
  if (/^-?\d{1,3}([., '’]\d{3})*[.,]\d{2}$|^\d+[.,]\d{2}$/.test(value)) return false;
  if (/[@%€$£]/.test(value) || /^(www|http)/i.test(value)) return false;
  // A Hungarian account: two or three groups of eight.
  if (/^\d{8}-\d{8}(-\d{8})?$/.test(value)) return false;
  return !/^\p{L}{3,}\p{N}?$/u.test(value) || /\p{N}{2}/u.test(value);
}
