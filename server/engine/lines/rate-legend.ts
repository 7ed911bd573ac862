import { Decimal } from 'decimal.js';
import type { Layout } from '../layout/layout.ts';

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
    // In a summary of rates the code stands in the cell before its rate.
    const [code, rate] = row.items;
    if (code && rate?.number?.percent && /^[A-Z]$/u.test(code.text)) add(code.text, rate.number.value);
  }
  for (const code of doubtful) legend.delete(code);
  return legend;
}
