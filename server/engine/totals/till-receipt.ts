import type { Layout, NumberedRow } from '../layout/layout.ts';
import { isSlip } from '../layout/slip.ts';
import type { Entry } from './entry.ts';
import { totalPhrases } from './total-words.ts';

/** Whether a till printed it: it has the shape of a slip, or a row names the change that was given back. */
export function isTillReceipt(layout: Layout): boolean {
  return layout.pages.some(
    ({ page, rows }) => isSlip(page) || rows.some((row) => namesChange(row, page.source === 'ocr') && isGivenBack(row)),
  );
}

/** "Rest neachitat la 30.11.2026 (fact. 1188) 93,98" is still owed, and what has a minus is paid back for goods. */
const isGivenBack = ({ text }: NumberedRow): boolean =>
  !/\p{L}\P{N}{0,30}\p{N}+[./]\p{N}+[./]\p{N}|-\s?\p{N}/u.test(text);

/** A row that begins with the word for change and has its amount. What was bought stands above it. */
export function namesChange(row: NumberedRow, ocr: boolean): boolean {
  if (!row.items.some((item) => item.number && !item.number.percent && item.number.decimals === 2)) return false;
  const [first] = totalPhrases().find(row.text, ocr);
  return first?.from === 0 && first.kinds.includes('change');
}

/**
 * A till's "Subtotal" over what is taken off it and the total that this leaves is what its goods cost with their VAT: no sum
 * of the invoice before VAT, beside which the total would be none.
 */
export function withGoodsOfTill(layout: Layout, entries: readonly Entry[]): Entry[] {
  if (!isTillReceipt(layout)) return [...entries];
  const discounts = entries.filter(({ kinds }) => kinds[0] === 'discount');
  const isLeft = (goods: Entry, off: Entry) =>
    entries.some(
      ({ kinds, value, row }) =>
        kinds[0] === 'total' && row.y > off.row.y && goods.value.sub(off.value.abs()).eq(value) && !off.value.isZero(),
    );
  return entries.map((entry) =>
    entry.kinds[0] === 'net' && discounts.some((off) => off.row.y > entry.row.y && isLeft(entry, off))
      ? { ...entry, kinds: [] }
      : entry,
  );
}
