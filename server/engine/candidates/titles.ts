import { lexicon } from '../lexicon.ts';
import { fold } from './text-lines.ts';

let titles: Set<string> | null = null;

/** Titles of invoices and credit notes, which name the number printed right behind them; as they are folded. */
export function invoiceTitles(): ReadonlySet<string> {
  titles ??= new Set(
    lexicon().flatMap(({ documents }) => [...documents.invoice, ...documents.credit_note].map((title) => fold(title))),
  );
  return titles;
}

export const isInvoiceTitle = (folded: string): boolean => invoiceTitles().has(folded);
