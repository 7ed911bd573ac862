import type { Found } from '../found.ts';
import type { Layout } from '../layout/layout.ts';
import { found } from '../lines/found-cell.ts';
import { type TotalKind, totalPhrases } from './total-words.ts';

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
        const hits = totalPhrases().find(cell.text, page.source === 'ocr');
        const items = () => row.items.filter((item) => cell.words.includes(item.words[0]!));
        const said = (kind: TotalKind): Found<string> | null => {
          const hit = hits.find(({ kinds }) => kinds.includes(kind));
          return hit ? found(saidAround(cell.text, hit), items(), page.number, ['labelled']) : null;
        };
        reasons.untaxed ??= said('reason');
        reasons.cash ??= said('cash_accounting');
      }
    }
  }
  return reasons;
}

/** What ends one thing said in a cell, but no abbreviation ("art. 331"); the next may begin behind a colon, too. */
const ending = /;\s|\.\s(?=\p{Lu})/gu;
const beginning = /[:;]\s|\.\s(?=\p{Lu})/gu;

/**
 * Of a cell what says it, without what stands before and behind: an account, the rate ("IVA 0 %"), a further sentence.
 */
function saidAround(text: string, { start, end }: { start: number; end: number }): string {
  const begins = [...text.matchAll(beginning)].map(({ index, 0: { length } }) => index + length);
  const from = begins.findLast((at) => at <= start) ?? 0;
  const to = [...text.matchAll(ending)].find(({ index }) => index >= end)?.index ?? text.length;
  const before = text.slice(from, start);
  // Codes and rates are nothing that is said; a word may be ("no reverse charge").
  const isBare = /\p{Nd}/u.test(before) && !/\p{Ll}/u.test(before);
  return text.slice(isBare ? start : from, to).trim();
}
