import type { VatCategory } from '../../contract/invoice.ts';
import { reasonCategories, totalKinds } from '../lexicon/lexicon.ts';
import { byKind, inAllLanguages } from '../lexicon/words.ts';

export type TotalKind = (typeof totalKinds)[number];

/** Labels of totals in all languages. */
export const totalPhrases = inAllLanguages(({ totals }) => byKind(totalKinds, totals));

/** What says that VAT is due when the invoice is paid, in all languages. */
export const cashAccountingPhrases = inAllLanguages(({ totals }) => byKind(['cash_accounting'], totals));

/** What reasons for charging no VAT say of it, in all languages. */
const categoryPhrases = inAllLanguages(({ vat_categories }) => byKind(reasonCategories, vat_categories));

/**
 * What a printed reason says of VAT that is not charged, as the code of EN 16931 (BT-118); null where it leaves that open. An
 * exemption may have a reason of its own ("exempt intra-community supply"), which then says more than that it is one.
 */
export function categoryOf(reason: string, scanned: boolean): VatCategory | null {
  const named = new Set(
    categoryPhrases()
      .find(reason, scanned)
      .flatMap(({ kinds }) => kinds),
  );
  if (named.size > 1) named.delete('E');
  const [only] = named;
  return named.size === 1 ? only! : null;
}
