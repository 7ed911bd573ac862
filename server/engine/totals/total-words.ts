import { reasonCategories } from '../lexicon/lexicon.ts';
import { byKind, inAllLanguages } from '../lexicon/words.ts';

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

/** Labels of totals in all languages. */
export const totalPhrases = inAllLanguages(({ totals }) => byKind(totalKinds, totals));

/** What reasons for charging no VAT say of it, in all languages. */
export const categoryPhrases = inAllLanguages(({ vat_categories }) => byKind(reasonCategories, vat_categories));
