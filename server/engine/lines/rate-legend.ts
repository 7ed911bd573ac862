import { Decimal } from 'decimal.js';
import { isToTheCent, vatOn } from '../../checks/cents.ts';
import { rightOf } from '../layout/geometry.ts';
import type { Layout, NumberedRow } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import { totalPhrases } from '../totals/total-words.ts';
import { isUsualRate } from './usual-rates.ts';

/** The VAT rates that the invoice's own codes stand for, e.g. A → 20. */
export interface RateLegend {
  rates: ReadonlyMap<string, Decimal>;
  /** What stands over the codes in the summary of rates; the lines' codes may have the same head. */
  heads: ReadonlySet<string>;
  /** Every percentage on the pages that can be a rate of VAT, once. */
  named: readonly Decimal[];
}

/** A code, a sign that explains it, a word or two, and a rate: "A = VAT 20 %", "(B) 5,5 %", "2: TVA 9%". */
const explained =
  /(?<![\p{L}\p{Nd}])(?:\(([A-Z0-9])\)|([A-Z0-9])\)?\s?[=:–-])\s?(?:[\p{L}.]+\s){0,2}(\d{1,2}(?:[.,]\d{1,2})?)\s?%/gu;

/** What may be a code, a sign that explains it, and what is said of it: "TI = reverse charge", "N (not taxable)". */
const explainedInWords = /(?<![\p{L}\p{Nd}])([A-Z]{1,3})\s?[=:–(-]\s?(?=\p{L}{4})/gu;

/** Farther above no head stands, in rows. */
const mostRowsToHead = 4;

/** Reads which rates are explained anywhere on the pages; a code with two explanations says nothing. */
export function readRateLegend({ pages }: Layout): RateLegend {
  const rates = new Map<string, Decimal>();
  const doubtful = new Set<string>();
  const heads = new Set<string>();
  const named = new Map<string, Decimal>();
  const add = (code: string, rate: Decimal) => {
    if (rates.has(code) && !rates.get(code)!.eq(rate)) doubtful.add(code);
    rates.set(code, rate);
  };
  for (const { rows } of pages) {
    for (const [at, row] of rows.entries()) {
      const text = row.words.map((word) => word.text).join(' ');
      for (const [, inBrackets, bare, rate] of text.matchAll(explained)) {
        add((inBrackets ?? bare)!, new Decimal(rate!.replace(',', '.')));
      }
      for (const code of untaxedCodes(text)) add(code, new Decimal(0));
      for (const { number } of row.items) {
        if (number?.percent && isUsualRate(number.value)) named.set(number.value.toString(), number.value);
      }
      const labelled = codeInLabel(row.items);
      if (labelled) add(labelled.code, labelled.rate);
      const own = ofSummary(row.items);
      if (!own) continue;
      add(own.code.text, own.rate);
      const head = headOver(rows.slice(Math.max(0, at - mostRowsToHead), at), own.code);
      if (head !== null) heads.add(head);
    }
  }
  for (const code of doubtful) rates.delete(code);
  return { rates, heads, named: [...named.values()] };
}

/** The codes that a row explains by why no VAT is charged. */
function untaxedCodes(text: string): string[] {
  const said = [...text.matchAll(explainedInWords)];
  if (said.length === 0) return [];
  const reasons = totalPhrases()
    .find(text)
    .filter(({ kinds }) => kinds.includes('reason'));
  return said.flatMap(({ 0: { length }, 1: code, index }) =>
    reasons.some(({ start }) => start === index + length) ? [code!] : [],
  );
}

const letter = /^[A-Z]$/u;

/** What a row of a summary of rates explains: its code and its rate. */
function ofSummary(items: readonly Item[]): { code: Item; rate: Decimal } | null {
  const [code, ...figures] = items;
  if (!code) return null;
  if (letter.test(code.text) && figures[0]?.number?.percent) return { code, rate: figures[0].number.value };
  const closing = rateThatCloses(items);
  // "Net A 21% 80.00 VAT 16.80": the code stands right before its rate.
  const before = items[items.findIndex(({ number }) => number?.percent) - 1];
  if (closing && before && letter.test(before.text)) return { code: before, rate: closing };
  if (!letter.test(code.text) && !/^\d{1,2}$/u.test(code.text)) return null;
  const rate = rateThatCloses(figures) ?? bareRate(figures) ?? nothingOn(code, figures);
  return rate && { code, rate };
}

/** "2 | 20,00 | 150,00 | 30,00": a rate without its sign, what it is of, and the VAT; nothing is VAT of any rate of nought. */
function bareRate(items: readonly Item[]): Decimal | null {
  const [rate, base, vat] = items.slice(0, 3).map(({ number }) => (number && !number.percent ? number : null));
  if (!rate || !base || !vat || base.decimals !== 2 || vat.decimals !== 2 || base.value.isZero()) return null;
  return isUsualRate(rate.value) && isToTheCent(vatOn(base.value, rate.value), vat.value) ? rate.value : null;
}

/** "C = exempt | 12.50 | 0.00 | 12.50": the same amount before and after no VAT. */
function nothingOn(code: Item, items: readonly Item[]): Decimal | null {
  const [net, vat, gross, ...more] = items.flatMap(({ number }) => number ?? []);
  const isFree = net && vat && gross && more.length === 0 && vat.value.isZero() && !net.percent && !vat.percent;
  return letter.test(code.text) && isFree && net.decimals === 2 && net.value.eq(gross.value) ? vat.value : null;
}

/** What the nearest row of words above has over the code. */
function headOver(above: readonly NumberedRow[], code: Item): string | null {
  const heads = above.findLast(({ items }) => items.every(({ number }) => !number));
  const over = heads?.cells.find((cell) => Math.min(rightOf(cell), rightOf(code)) > Math.max(cell.x, code.x));
  return over?.text ?? null;
}

/** "VAT B 9% of 31.40": the letter between a word for VAT and the rate. */
function codeInLabel(items: readonly Item[]): { code: string; rate: Decimal } | null {
  const at = items.findIndex(({ text }, i) => i > 0 && /^[A-Z]$/.test(text) && items[i + 1]?.number?.percent);
  const label = items.slice(0, Math.max(0, at)).map(({ text }) => text);
  const isVat = totalPhrases().whole(label.join(' '))?.kinds[0] === 'vat';
  return isVat ? { code: items[at]!.text, rate: items[at + 1]!.number!.value.abs() } : null;
}

/** The one percentage among figures that makes one of the others of a second: a rate between its base and its VAT. */
function rateThatCloses(items: readonly Item[]): Decimal | null {
  const numbers = items.flatMap(({ number }) => number ?? []);
  const [rate, ...more] = numbers.filter(({ percent }) => percent);
  if (!rate || more.length > 0) return null;
  const amounts = numbers.filter(({ percent, decimals }) => !percent && decimals === 2).map(({ value }) => value);
  const closes = amounts.some((base, i) =>
    amounts.some((vat, j) => i !== j && isToTheCent(vatOn(base, rate.value), vat) && !base.isZero()),
  );
  return closes ? rate.value : null;
}
