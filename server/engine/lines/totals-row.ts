import type { NumberedRow } from '../layout/layout.ts';
import { foldWords } from '../layout/phrases.ts';
import { type TotalKind, totalPhrases } from '../totals/total-words.ts';
import { productIn } from './product.ts';

/** Whether the row carries a figure under a label of the totals, such as "Subtotal 120,00". */
export function isTotalsRow(row: NumberedRow): boolean {
  if (!row.items.some((item) => item.number)) return false;
  const words = foldWords(
    row.items
      .filter((item) => !item.number)
      .map((item) => item.text)
      .join(' '),
  );
  if (words.length === 0 || words.length > 14) return false;
  const hits = totalPhrases().find(words, row.words[0]?.source === 'ocr');
  const amounts = row.items.filter((item) => item.number && !item.number.percent && item.number.decimals > 0);
  // "Transport over 5 km" names no sum.
  const bare = row.items.some((item, i) => item.number && !/^\p{Ll}/u.test(row.items[i + 1]?.text ?? ''));
  if (amounts.length === 0 && !bare) return false;
  const ends = amounts.length > 1 ? sums : new Set([...sums, ...deductions]);
  const telling = hits.filter((hit) => hit.kinds.some((kind) => ends.has(kind)));
  const wordsOf = (some: typeof hits) => some.reduce((sum, hit) => sum + hit.to - hit.from, 0);
  const covered = wordsOf(telling);
  // "Total qty 2  52.00": a count, with the sum beside it.
  if (amounts.length > 0 && wordsOf(hits.filter((hit) => hit.kinds.includes('ignore'))) === words.length)
    return productIn(row) !== 'many';
  // Names of goods begin with such words too; but the figures of sums do not multiply out.
  const names = covered >= 0.5 * words.length || (telling[0]?.from === 0 && covered >= 0.2 * words.length);
  return covered > 0 && names && productIn(row) !== 'many';
}

const sums = new Set<TotalKind>(['net', 'lines_sum', 'vat', 'gross', 'total', 'due', 'carried']);
/** These stand in lines too, beside the line's own figures. */
const deductions: TotalKind[] = ['prepaid', 'discount'];
