import type { VatCategory } from '../../contract/invoice.ts';
import type { Found } from '../found.ts';
import type { Layout, NumberedRow } from '../layout/layout.ts';
import { found } from '../lines/found-cell.ts';
import { categoryOf, type TotalKind, totalPhrases } from './total-words.ts';

/** Why VAT is not charged, in the words that the invoice prints, where it says so. */
export interface Untaxed {
  said: Found<string>;
  category: Found<VatCategory> | null;
  row: NumberedRow;
}

/** Why VAT is not charged, or not due at once. */
export interface Reasons {
  /** Reverse charge, exemption and the like; belongs to rates of zero. In the order of the pages. */
  untaxed: Untaxed[];
  /** VAT on cash receipts; belongs to the rates that are charged. */
  cash: Found<string> | null;
}

/** Finds what is printed of the first kind, and the first print of the second. */
export function readReasons(layout: Layout): Reasons {
  const reasons: Reasons = { untaxed: [], cash: null };
  for (const { page, rows } of layout.pages) {
    for (const row of rows) {
      for (const cell of row.cells) {
        const hits = totalPhrases().find(cell.text, page.source === 'ocr');
        const items = () => row.items.filter((item) => cell.words.includes(item.words[0]!));
        const saidAs = (kind: TotalKind): Found<string> | null => {
          const hit = hits.find(({ kinds }) => kinds.includes(kind));
          return hit ? found(saidAround(cell.text, hit), items(), page.number, ['labelled']) : null;
        };
        const said = saidAs('reason');
        if (said) {
          const value = categoryOf(said.value, said.source === 'ocr');
          reasons.untaxed.push({ said, category: value && { ...said, value }, row });
        }
        reasons.cash ??= saidAs('cash_accounting');
      }
    }
  }
  return reasons;
}

/** Rows below a rate's own in which its reason may go on. */
const mostBelow = 2;

/**
 * Which reason each of several rates of zero has: the one in its own row, or right below it where each has one there; else
 * the only other one that is printed. Where two are left nobody knows which is whose.
 * @param zeros the rows of these rates; null where one is not printed in a row of its own
 */
export function reasonsOfZeros(
  layout: Layout,
  zeros: readonly (NumberedRow | null)[],
  { untaxed }: Reasons,
): (Untaxed | null)[] {
  const [first = null] = untaxed;
  const inRows = zeros.map((row) => untaxed.find((one) => one.row === row) ?? null);
  if (zeros.length < 2) return inRows.map((own) => own ?? first);
  const printed = zeros.flatMap((row) => row ?? []);
  const below = printed.map((row) => untaxed.find((one) => standsUnder(layout, row, one.row, printed)) ?? null);
  const isBelowEach = below.length === zeros.length && below.every((one) => one !== null);
  const own = isBelowEach && inRows.every((one) => one === null) ? below : inRows;
  const kindOf = ({ said, category }: Untaxed): string => category?.value ?? said.value;
  const claimed = new Set(own.flatMap((one) => (one === null ? [] : kindOf(one))));
  const others = untaxed.filter((one) => !claimed.has(kindOf(one)));
  const only = new Set(others.map(kindOf)).size === 1 ? others[0]! : null;
  return own.map((one) => one ?? only);
}

/** Close below a row, and no other of these rows between. */
function standsUnder(layout: Layout, row: NumberedRow, other: NumberedRow, printed: readonly NumberedRow[]): boolean {
  const rows = layout.pages.find((page) => page.rows.includes(row))?.rows ?? [];
  const from = rows.indexOf(row) + 1;
  const at = rows.indexOf(other, from);
  return at >= 0 && at < from + mostBelow && !rows.slice(from, at + 1).some((one) => printed.includes(one));
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
