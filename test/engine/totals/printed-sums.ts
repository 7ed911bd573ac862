import { layOut } from '../../../server/engine/layout/layout.ts';
import { readLines } from '../../../server/engine/lines/read-lines.ts';
import type { Rule, Word } from '../../../server/engine/page.ts';
import { readTotals } from '../../../server/engine/totals/read-totals.ts';
import { opened, type Place, page, printTable, runTo } from '../../helpers/printed-page.ts';

export const places: Place[] = [
  { x: 40, align: 'left' },
  { x: 300, align: 'right' },
  { x: 400, align: 'right' },
  { x: 540, align: 'right' },
];
/** Two lines that come to 1,000.00. */
export const lines = printTable(
  [
    ['Description', 'Qty', 'Unit price', 'Amount'],
    ['Copper pipe', '3', '100.00', '300.00'],
    ['Work on site', '2', '350.00', '700.00'],
  ],
  places,
  100,
);
/** Label and amount rows below the lines. */
export const sums = (...rows: [string, string][]) =>
  rows.flatMap(([label, amount], i) => [...runTo(label, 440, 200 + i * 18), ...runTo(amount, 540, 200 + i * 18)]);

export const totalsOf = (words: Word[], currency: string | null = null, rules: Rule[] = []) => {
  const layout = layOut(opened(page(words, rules)));
  return readTotals(layout, readLines(layout), currency);
};

export const amounts = (totals: ReturnType<typeof totalsOf>) => ({
  net: totals.subtotal?.value ?? null,
  vat: totals.vat_amount?.value ?? null,
  total: totals.total_amount?.value ?? null,
  discount: totals.discount_amount?.value ?? null,
  prepaid: totals.prepaid_amount?.value ?? null,
  due: totals.amount_due?.value ?? null,
});
/** No sum at all. */
export const none = { net: null, vat: null, total: null, discount: null, prepaid: null, due: null };
