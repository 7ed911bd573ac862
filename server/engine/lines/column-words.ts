import { byKind, inAllLanguages } from '../lexicon/words.ts';

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

/** Only the words that say whether an amount holds its VAT. */
export const qualifierPhrases = inAllLanguages(({ columns }) =>
  byKind<ColumnKind>(['net_word', 'gross_word'], columns),
);

/** Column labels of all languages; a document mixes languages more often than one would think. */
export const columnPhrases = inAllLanguages(({ columns }) => byKind<ColumnKind>(columnKinds, columns));

/** Words that say how an amount is meant, and nothing of what the column holds. */
export const isQualifier = (kinds: readonly ColumnKind[]): boolean =>
  kinds.every((kind) => kind === 'net_word' || kind === 'gross_word');
