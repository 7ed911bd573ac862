import { Decimal } from 'decimal.js';
import type { Layout } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import type { Table } from '../lines/found-table.ts';
import { totalPhrases } from './total-words.ts';

/** A rate of VAT, and where it is printed. */
export interface NamedRate {
  value: Decimal;
  item: Item;
  page: number;
}

/** So many words before a rate may name VAT ("cota de TVA 19%"). */
const wordsBefore = 3;

/** The rate that a page names beside no amount of VAT, as in "VAT rate 19%", or over a column; null where it names none, or several. */
export function namedRate(layout: Layout, tables: readonly Table[]): NamedRate | null {
  const named = new Map<string, NamedRate>();
  for (const { page, rows } of layout.pages) {
    const own = tables.filter((table) => table.page.page === page);
    for (const [index, { items }] of rows.entries()) {
      if (own.some(({ header, rows }) => index >= Math.max(rows.from, header.to) && index < rows.to)) continue;
      for (const [at, item] of items.entries()) {
        const [, figures] = /^\(?(\d{1,2}(?:[.,]\d{1,2})?)\s?%\)?[:;,.]?$/.exec(item.text) ?? [];
        if (figures === undefined) continue;
        const before = items.slice(Math.max(0, at - wordsBefore), at).map(({ text }) => text);
        const hits = totalPhrases().find(before.join(' '), page.source === 'ocr');
        if (!hits.some(({ kinds }) => kinds.includes('vat'))) continue;
        const value = new Decimal(figures.replace(',', '.'));
        if (!named.has(value.toString())) named.set(value.toString(), { value, item, page: page.number });
      }
    }
  }
  const [only, ...others] = named.values();
  return only && others.length === 0 ? only : null;
}
