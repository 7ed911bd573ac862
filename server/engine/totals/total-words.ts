import { reasonCategories, totalKinds } from '../lexicon/lexicon.ts';
import { byKind, inAllLanguages } from '../lexicon/words.ts';

export type TotalKind = (typeof totalKinds)[number];

/** Labels of totals in all languages. */
export const totalPhrases = inAllLanguages(({ totals }) => byKind(totalKinds, totals));

/** What says that VAT is due when the invoice is paid, in all languages. */
export const cashAccountingPhrases = inAllLanguages(({ totals }) => byKind(['cash_accounting'], totals));

/** What reasons for charging no VAT say of it, in all languages. */
export const categoryPhrases = inAllLanguages(({ vat_categories }) => byKind(reasonCategories, vat_categories));
