import { Decimal } from 'decimal.js';
import { isToTheCent, vatOn } from '../../checks/cents.ts';
import type { Layout } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import { totalPhrases } from '../totals/total-words.ts';

/** The VAT rates that the invoice's own codes stand for, e.g. A → 20. */
export type RateLegend = ReadonlyMap<string, Decimal>;

/** A code, a sign that explains it, a word or two, and a rate: "A = VAT 20 %", "(B) 5,5 %", "2: TVA 9%". */
const explained =
  /(?<![\p{L}\p{Nd}])(?:\(([A-Z0-9])\)|([A-Z0-9])\)?\s?[=:–-])\s?(?:[\p{L}.]+\s){0,2}(\d{1,2}(?:[.,]\d{1,2})?)\s?%/gu;

/** Reads which rates are explained anywhere on the pages; a code with two explanations says nothing. */
export function readRateLegend({ pages }: Layout): RateLegend {
  const legend = new Map<string, Decimal>();
  const doubtful = new Set<string>();
  const add = (code: string, rate: Decimal) => {
    if (legend.has(code) && !legend.get(code)!.eq(rate)) doubtful.add(code);
    legend.set(code, rate);
  };
  for (const row of pages.flatMap((page) => page.rows)) {
    const text = row.words.map((word) => word.text).join(' ');
    for (const [, inBrackets, bare, rate] of text.matchAll(explained)) {
      add((inBrackets ?? bare)!, new Decimal(rate!.replace(',', '.')));
    }
    const named = codeInLabel(row.items);
    if (named) add(named.code, named.rate);
    // In a summary of rates the code stands in the cell before its rate.
    const [code, rate] = row.items;
    if (code && rate?.number?.percent && /^[A-Z]$/u.test(code.text)) add(code.text, rate.number.value);
    else if (code && /^([A-Z]|\d{1,2})$/u.test(code.text)) {
      const own = rateThatCloses(row.items.slice(1));
      if (own) add(code.text, own);
    }
  }
  for (const code of doubtful) legend.delete(code);
  return legend;
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
