import { currencyOf } from '../../checks/amounts.ts';
import type { Facts } from '../candidates/facts.ts';
import type { Label } from '../candidates/labels.ts';
import { type TextLine, wordsBetween } from '../candidates/text-lines.ts';
import { valuePlaces } from '../candidates/values.ts';
import { found } from '../evidence.ts';
import type { Found } from '../found.ts';
import { boxAround } from '../layout/rows.ts';

export interface ExchangeRate {
  exchange_rate: Found<number>;
  exchange_rate_currency: Found<string>;
}

/** "1 EUR = 4,9764 RON"; a thin sign is easily lost on a scan, or read into the line below. */
const rateOf = /(?<![\d.,])(?:1\s?)?(\p{L}{3}|[€$])\s?=\s?(\d{1,3}[.,]\d{2,6})\s?(\p{L}{2,3})(?!\p{L})/u;
const rateWithoutSign = /(?<![\d.,])1\s(\p{L}{3})\s(\d{1,3}[.,]\d{3,6})\s?(\p{L}{2,3})(?!\p{L})/u;

/** "4,9764 lei/euro". */
const rateByUnit = /(?<![\d.,])(\d{1,3}[.,]\d{2,6})\s?(\p{L}{2,3})\s?\/\s?(\p{L}{3,4}|[€$])(?![\p{L}\p{N}])/u;

/** "600 EUR x 5,0855": a sum turned into lei. Rates have four decimals, and the page speaks of one somewhere. */
const rateInProduct = /\d\s?(\p{L}{3,4}|[€$])\s?[xX×*]\s?(\d{1,3}[.,]\d{4})(?![\d.,])/u;

/** A rate as it is printed, between two currencies. */
interface PrintedRate {
  start: number;
  text: string;
  rate: string;
  code: string;
}

/** The rate that a text prints; null for none. */
export function printedRate(text: string): PrintedRate | null {
  const between = (match: RegExpExecArray | null, one: number, rate: number, other: number): PrintedRate | null => {
    const [code, into] = [currencyOf(match?.[one] ?? ''), currencyOf(match?.[other] ?? '')];
    return match && code && into && code !== into
      ? { start: match.index, text: match[0], rate: match[rate]!, code }
      : null;
  };
  return (
    between(rateOf.exec(text), 1, 2, 3) ??
    between(rateWithoutSign.exec(text), 1, 2, 3) ??
    between(rateByUnit.exec(text), 3, 1, 2)
  );
}

/**
 * Every rate of exchange that is printed, the likeliest first: "1 EUR = 4,9764 RON", "4,9764 lei/euro", or the number
 * behind a label of the rate with its currency near.
 */
export function readExchangeRates(facts: Facts, currency: string | null): ExchangeRate[] {
  const labels = [...facts.labels.values()].flat().filter(({ kinds }) => kinds.includes('exchange_rate'));
  const products = labels.length > 0 ? facts.document.lines.flatMap(rateMultiplied) : [];
  return [
    ...facts.document.lines.flatMap(rateInWords),
    ...labels.flatMap((label) => rateBehind(facts, label, currency)),
    ...products,
  ];
}

function rateInWords(line: TextLine): ExchangeRate[] {
  const printed = printedRate(line.text);
  return printed ? [give(line, printed, true)] : [];
}

function rateBehind(facts: Facts, label: Label, currency: string | null): ExchangeRate[] {
  for (const place of valuePlaces(facts.document, facts.labels, label)) {
    // "Rate of 17-aug-26: 4.9412"
    const day = facts.dates.all.find((date) => date.line === place.line && date.start === place.start);
    const start = day?.end ?? place.start;
    const match = /^[^\d=]{0,25}(?:1\s?\p{L}{3}\s?=\s?)?(\d{1,3}[.,]\d{3,6})(?![\d.,])/u.exec(
      place.line.text.slice(start, place.end),
    );
    if (!match) continue;
    const foreign = foreignIn(`${label.line.text} ${place.text}`)[0] ?? onlyForeign(facts);
    const code = foreign ?? (currency !== 'RON' ? currency : null);
    // The rate is one of lei; what it is into where none are spoken of, nothing says.
    const intoLei = currency === 'RON' || facts.document.lines.some(({ text }) => currenciesIn(text).includes('RON'));
    if (code) return [give(place.line, { start, text: match[0], rate: match[1]!, code }, intoLei)];
  }
  return [];
}

const foreignIn = (text: string): string[] => currenciesIn(text).filter((code) => code !== 'RON');

/** The one currency beside lei that is printed anywhere. */
function onlyForeign({ document }: Facts): string | null {
  const [only, ...others] = new Set(document.lines.flatMap(({ text }) => foreignIn(text)));
  return only !== undefined && others.length === 0 ? only : null;
}

const currenciesIn = (text: string): string[] =>
  [...text.matchAll(/(?<!\p{L})\p{L}{3}(?!\p{L})/gu)].flatMap(([word]) => currencyOf(word) ?? []);

function rateMultiplied(line: TextLine): ExchangeRate[] {
  const product = rateInProduct.exec(line.text);
  const code = product && currencyOf(product[1]!);
  return product && code ? [give(line, { start: product.index, text: product[0], rate: product[2]!, code }, true)] : [];
}

function give(line: TextLine, { start, text, rate, code }: PrintedRate, sure: boolean): ExchangeRate {
  const words = wordsBetween(line, start, start + text.length);
  const place = { page: line.page, box: boxAround(words) };
  return {
    exchange_rate: found(Number(rate.replace(',', '.')), place, line, [sure && 'labelled']),
    exchange_rate_currency: found(code, place, line, [sure && 'labelled']),
  };
}
