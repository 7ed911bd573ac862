import { lineSchema } from '../../contract/invoice.ts';
import type { Found } from '../found.ts';
import { rightOf } from '../layout/geometry.ts';
import type { Layout } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import type { Cell } from '../layout/rows.ts';
import type { Box } from '../page.ts';
import { leastOfLabel, readLabel } from '../totals/entry-label.ts';
import type { FoundTotals } from '../totals/read-totals.ts';
import { textOf } from './cells.ts';
import { columnPhrases } from './column-words.ts';
import { found } from './found-cell.ts';
import type { FoundLine } from './found-line.ts';

/** More than this behind a label is a text, and no name of what is sold. */
const longest = 120;

const nothing = Object.fromEntries(Object.keys(lineSchema.shape).map((key) => [key, null])) as FoundLine;

/**
 * What is invoiced where no table says it: behind a label of its own, else beside the net sum, which is then called nothing
 * else. Empty where neither is printed.
 */
export function labelledLine(layout: Layout, { subtotal, vat_amount }: FoundTotals): FoundLine[] {
  if (!subtotal || subtotal.value === 0) return [];
  const [labelled, ...others] = behindLabels(layout);
  const printed = labelled ?? besideSum(layout, subtotal, vat_amount);
  if (!printed || others.length > 0) return [];
  const text = textOf(printed.items);
  if (text.length > longest || !/\p{L}{3}/u.test(text)) return [];
  const description = found(text, printed.items, printed.page, labelled ? ['labelled'] : []);
  return [{ ...nothing, description, total: { ...subtotal, evidence: [] } }];
}

interface Printed {
  items: readonly Item[];
  page: number;
}

/**
 * "Concept: rent for January" over the sums, as a landlord or a lawyer writes without a table: the one thing that is
 * invoiced, for the net sum. Where several such labels are printed, none names it.
 */
function behindLabels(layout: Layout): Printed[] {
  return layout.pages.flatMap(({ page, rows }) =>
    rows.flatMap(({ cells, items }) =>
      cells.flatMap((cell, at) => {
        const words = wordsBehindLabel(cell, cells[at + 1]);
        return words ? [{ page: page.number, items: items.filter((item) => words.includes(item.words[0]!)) }] : [];
      }),
    ),
  );
}

/** "Advance of 40% for the joinery  12,100.00", with the VAT right below it: what is sold stands where a sum has its label. */
function besideSum({ pages }: Layout, { place }: Found<number>, vat: Found<number> | null): Printed | null {
  if (!place || vat?.place?.page !== place.page || !isRightUnder(place.box, vat.place.box)) return null;
  const page = pages.find((each) => each.page.number === place.page);
  const row = page?.rows.find(({ items }) => items.some((item) => isAt(item, place.box)));
  const items = row?.items.slice(
    0,
    row.items.findIndex((item) => isAt(item, place.box)),
  );
  const label = items && readLabel(textOf(items), page!.page.source === 'ocr');
  return items && (!label || label.clarity < leastOfLabel) ? { items, page: page!.page.number } : null;
}

/** What stands right under a figure begins nearer to its top, in its heights. */
const rightUnder = 3;

const isRightUnder = (upper: Box, lower: Box): boolean =>
  lower.y > upper.y &&
  lower.y - upper.y < rightUnder * upper.height &&
  Math.abs(rightOf(lower) - rightOf(upper)) < upper.height;

const isAt = (item: Item, box: Box): boolean => item.x === box.x && item.y === box.y;

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
