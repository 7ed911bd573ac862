import { fold } from '../../checks/fold.ts';
import { lexicon } from '../lexicon.ts';

let titles: Set<string> | null = null;

/** Titles of invoices and credit notes, which name the number printed right behind them; as they are folded. */
function invoiceTitles(): ReadonlySet<string> {
  titles ??= new Set(
    lexicon().flatMap(({ documents }) => [...documents.invoice, ...documents.credit_note].map((title) => fold(title))),
  );
  return titles;
}

/** Also compounds ("Mietrechnung"), which no list holds. */
export const isInvoiceTitle = (folded: string): boolean =>
  invoiceTitles().has(folded) || /\p{L}{2}(rechnung|factuur|faktura|szamla)$/u.test(folded);

/** Titles of proforma invoices. */
export const isProformaTitle = (folded: string): boolean =>
  lexicon().some(({ documents }) => documents.proforma.some((title) => fold(title) === folded));
