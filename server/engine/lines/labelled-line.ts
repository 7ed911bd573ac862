import { lineSchema } from '../../contract/invoice.ts';
import type { Layout } from '../layout/layout.ts';
import type { Cell } from '../layout/rows.ts';
import type { FoundTotals } from '../totals/read-totals.ts';
import { textOf } from './cells.ts';
import { columnPhrases } from './column-words.ts';
import { found } from './found-cell.ts';
import type { FoundLine } from './found-line.ts';

/** More than this behind a label is a text, and no name of what is sold. */
const longest = 120;

const nothing = Object.fromEntries(Object.keys(lineSchema.shape).map((key) => [key, null])) as FoundLine;

/**
 * "Concept: rent for January" over the sums, as a landlord or a lawyer writes without a table: the one thing that is
 * invoiced, for the net sum. Empty where several such labels are printed, or none.
 */
export function labelledLine(layout: Layout, { subtotal }: FoundTotals): FoundLine[] {
  if (!subtotal || subtotal.value === 0) return [];
  const named = layout.pages.flatMap(({ page, rows }) =>
    rows.flatMap(({ cells, items }) =>
      cells.flatMap((cell, at) => {
        const words = wordsBehindLabel(cell, cells[at + 1]);
        return words ? [{ page: page.number, items: items.filter((item) => words.includes(item.words[0]!)) }] : [];
      }),
    ),
  );
  const [only] = named;
  if (!only || named.length > 1) return [];
  const text = textOf(only.items);
  if (text.length > longest || !/\p{L}{3}/u.test(text)) return [];
  const description = found(text, only.items, only.page, ['labelled']);
  return [{ ...nothing, description, total: { ...subtotal, evidence: [] } }];
}

/** The words behind the label, in its own cell or in the next one; null where the cell has no such label. */
function wordsBehindLabel({ words }: Cell, next: Cell | undefined): Cell['words'] | null {
  const end = words.findIndex(({ text }) => text.endsWith(':'));
  if (end < 0) return null;
  const label = words
    .slice(0, end + 1)
    .map(({ text }) => text)
    .join(' ')
    .slice(0, -1);
  if (columnPhrases().whole(label)?.kinds[0] !== 'description') return null;
  return end + 1 < words.length ? words.slice(end + 1) : (next?.words ?? null);
}
