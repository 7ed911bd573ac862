import type { Found } from '../found.ts';
import type { Layout } from '../layout/layout.ts';
import { found } from '../lines/found-cell.ts';
import { totalPhrases } from './total-words.ts';

/** Why VAT is not charged, or not due at once, in the words that the invoice prints. */
export interface Reasons {
  /** Reverse charge, exemption and the like; belongs to rates of zero. */
  untaxed: Found<string> | null;
  /** VAT on cash receipts; belongs to the rates that are charged. */
  cash: Found<string> | null;
}

/** Finds the first print of either kind. */
export function readReasons(layout: Layout): Reasons {
  const reasons: Reasons = { untaxed: null, cash: null };
  for (const { page, rows } of layout.pages) {
    for (const row of rows) {
      for (const cell of row.cells) {
        const kinds = totalPhrases()
          .find(cell.text, page.source === 'ocr')
          .flatMap((hit) => hit.kinds);
        const items = () => row.items.filter((item) => cell.words.includes(item.words[0]!));
        if (kinds.includes('reason')) reasons.untaxed ??= found(cell.text, items(), page.number, ['labelled']);
        if (kinds.includes('cash_accounting')) reasons.cash ??= found(cell.text, items(), page.number, ['labelled']);
      }
    }
  }
  return reasons;
}
