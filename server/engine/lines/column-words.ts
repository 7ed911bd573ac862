import { columnKinds } from '../lexicon/lexicon.ts';
import { byKind, inAllLanguages } from '../lexicon/words.ts';

export type ColumnKind = (typeof columnKinds)[number];

/** Only the words that say whether an amount holds its VAT. */
export const qualifierPhrases = inAllLanguages(({ columns }) =>
  byKind<ColumnKind>(['net_word', 'gross_word'], columns),
);

/** Column labels of all languages; a document mixes languages more often than one would think. */
export const columnPhrases = inAllLanguages(({ columns }) => byKind<ColumnKind>(columnKinds, columns));

/** Words that say how an amount is meant, and nothing of what the column holds. */
export const isQualifier = (kinds: readonly ColumnKind[]): boolean =>
  kinds.every((kind) => kind === 'net_word' || kind === 'gross_word');

/** Kinds of columns that hold figures. */
export const figured = new Set<ColumnKind | undefined>([
  'quantity',
  'price',
  'price_gross',
  'amount',
  'vat',
  'vat_rate',
  'vat_amount',
  'gross_amount',
  'discount',
]);
