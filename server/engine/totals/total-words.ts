import { type PhraseBook, phraseBook } from '../layout/phrases.ts';
import { lexicon } from '../lexicon/lexicon.ts';

/** What the label of an amount outside the lines can say; the keys of `totals` in the lexicon. */
const totalKinds = [
  'net',
  'lines_sum',
  'vat',
  'gross',
  'total',
  'due',
  'prepaid',
  'discount',
  'charge',
  'deposit',
  'rounding',
  'tendered',
  'change',
  'previous',
  'withheld',
  'base',
  'carried',
  'equivalent',
  'ignore',
  'reason',
  'cash_accounting',
] as const;
export type TotalKind = (typeof totalKinds)[number];

let book: PhraseBook<TotalKind> | null = null;

/** Labels of totals in all languages. */
export function totalPhrases(): PhraseBook<TotalKind> {
  book ??= phraseBook(
    lexicon().flatMap((language) =>
      totalKinds.flatMap((kind) => (language.totals[kind] ?? []).map((phrase) => [kind, phrase] as const)),
    ),
  );
  return book;
}
