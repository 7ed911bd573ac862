import { fold } from '../../checks/fold.ts';
import { type Language, lexicon } from '../lexicon/lexicon.ts';

/** The shortest first part of a compound. */
const fewestBefore = 2;
/** A shorter last part of a compound stands at the end of too many words. */
const shortestEnding = 6;

const isOneWord = (title: string): boolean => !/\s/.test(title) && fold(title).length >= shortestEnding;

let titles: Set<string> | null = null;

/** Titles of invoices and credit notes, which name the number printed right behind them; as they are folded. */
function invoiceTitles(): ReadonlySet<string> {
  titles ??= new Set(
    lexicon().flatMap(({ documents }) => [...documents.invoice, ...documents.credit_note].map((title) => fold(title))),
  );
  return titles;
}

/** Languages in which the last part of a compound says what it is ("Mietrechnung"). */
const compounding = (): readonly Language[] => lexicon().filter((language) => language.writes_compounds);

let endings: readonly string[] | null = null;

/** Also compounds, which no list holds. */
export function isInvoiceTitle(folded: string): boolean {
  endings ??= compounding().flatMap(({ documents }) => documents.invoice.filter(isOneWord).map(fold));
  return (
    invoiceTitles().has(folded) ||
    endings.some((ending) => folded.endsWith(ending) && folded.length >= ending.length + fewestBefore)
  );
}

/** Titles of proforma invoices. */
export const isProformaTitle = (folded: string): boolean =>
  lexicon().some(({ documents }) => documents.proforma.some((title) => fold(title) === folded));
