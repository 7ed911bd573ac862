import { cashAccountingPhrases } from '../engine/totals/total-words.ts';

/** Whether the words beside a rate say that its VAT is due when the invoice is paid, in any language of the lexicon. */
export function saysCashAccounting(reason: string): boolean {
  return cashAccountingPhrases().find(reason, false).length > 0;
}
