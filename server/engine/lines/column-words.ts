import { type PhraseBook, phraseBook } from '../layout/phrases.ts';
import { lexicon } from '../lexicon/lexicon.ts';

/** What a column of a line table can hold; the keys of `columns` in the lexicon. */
const columnKinds = [
  'position',
  'code',
  'description',
  'quantity',
  'unit',
  'price',
  'price_gross',
  'price_other',
  'price_base',
  'discount',
  'amount',
  'vat',
  'vat_rate',
  'vat_amount',
  'gross_amount',
  'lot',
  'expiry',
  'origin',
  'customs',
  'delivery_note',
  'order',
  'currency',
  'date',
  'other',
  'net_word',
  'gross_word',
] as const;
export type ColumnKind = (typeof columnKinds)[number];

let book: PhraseBook<ColumnKind> | null = null;
let qualifiers: PhraseBook<ColumnKind> | null = null;

/** Only the words that say whether an amount holds its VAT. */
export function qualifierPhrases(): PhraseBook<ColumnKind> {
  qualifiers ??= phraseBook(
    lexicon().flatMap((language) =>
      (['net_word', 'gross_word'] as const).flatMap((kind) =>
        (language.columns[kind] ?? []).map((phrase) => [kind, phrase] as const),
      ),
    ),
  );
  return qualifiers;
}

/** Column labels of all languages; a document mixes languages more often than one would think. */
export function columnPhrases(): PhraseBook<ColumnKind> {
  book ??= phraseBook(
    lexicon().flatMap((language) =>
      columnKinds.flatMap((kind) => (language.columns[kind] ?? []).map((phrase) => [kind, phrase] as const)),
    ),
  );
  return book;
}

/** Words that say how an amount is meant, and nothing of what the column holds. */
export const isQualifier = (kinds: readonly ColumnKind[]): boolean =>
  kinds.every((kind) => kind === 'net_word' || kind === 'gross_word');
