import { labelPhrases } from '../candidates/labels.ts';
import type { NumberedRow } from '../layout/layout.ts';
import type { LabelKind } from '../lexicon/lexicon.ts';
import { productIn } from './product.ts';

/** What companies print of themselves at the foot of a page, side by side. */
const ofImprint = new Set<LabelKind>([
  'vat_number',
  'registration',
  'trade_register',
  'capital',
  'bank_account',
  'bank_name',
  'bic',
  'phone',
  'email',
  'website',
  'person',
]);

/** "E-mail office@… | FN 204823 K | IBAN AT32 …": cells that say by their labels how a company is reached, registered and paid. */
export function isImprintRow(row: NumberedRow): boolean {
  const named = row.cells.flatMap(({ text }) => {
    const label = labelPhrases().at(text, 0);
    const kind = label?.kinds.find((one) => ofImprint.has(one));
    return kind && /[\p{L}\p{N}]/u.test(text.slice(label!.end)) ? [kind] : [];
  });
  // Goods whose price multiplies out are sold, whatever letters stand beside their figures.
  return new Set(named).size >= 2 && productIn(row) === null;
}
