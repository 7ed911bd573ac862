import { currencyOf, type NumberStyle } from '../../checks/amounts.ts';
import { isWider, partedWhere } from '../layout/gaps.ts';
import { rightOf } from '../layout/geometry.ts';
import type { NumberedRow, PageLayout } from '../layout/layout.ts';
import { itemsOf } from '../layout/numbers.ts';
import { cellFrom } from '../layout/rows.ts';
import type { Word } from '../page.ts';
import type { Header } from './header.ts';
import { headsSummary, isTotalsRow } from './totals-row.ts';

/** Print that begins or ends where its label does is no farther from it than this, in points. */
const exact = 0.8;
/** In font sizes. */
const groupGap = 0.34;
/** Part of the rows with figures that must begin or end there. */
const enough = 0.4;

/**
 * The page with the rows below a header cut where its columns begin and end, as far as many rows agree with the labels
 * to the point. In crowded tables nothing else parts columns, and figures of two would be read as one number.
 */
export function cutAtLabels(page: PageLayout, header: Header, until: number, style: NumberStyle): PageLayout {
  const below = page.rows.slice(header.to, until);
  const summary = below.findIndex((row, i) => i > 0 && headsSummary(row));
  const figured = below
    .slice(0, summary < 0 ? undefined : summary)
    .filter((row) => hasFigures(row) && !isTotalsRow(row));
  // What stands below the sums crosses the columns of the lines as it likes.
  const end = below.findIndex((row, i) => i > 0 && isTotalsRow(row));
  const lines = figured.filter((row) => end < 0 || row.y < below[end]!.y);
  const least = Math.max(Math.min(2, figured.length), enough * figured.length);
  const labels = header.columns;
  const agreed = (ends: (word: Word) => number, at: number) =>
    figured.filter(({ words }) => words.some((word) => Math.abs(ends(word) - at) < exact)).length >= least &&
    lines.every(({ words }) => words.every((word) => word.x > at - exact || rightOf(word) < at + exact));
  const starts = labels.map(({ x }) => x).filter((x) => agreed((word) => word.x, x));
  const ends = [...labels.map(rightOf).filter((x) => agreed(rightOf, x)), ...endsInsideNumbers(figured)];
  const currencies = labels.some(({ kinds }) => kinds[0] === 'currency');
  if (starts.length + ends.length === 0 && !currencies) return page;
  const cuts = (last: Word, word: Word) =>
    // A currency in its own column is no part of the figure before it.
    (currencies && isWider(last, word, groupGap) && currencyOf(word.text) !== null) ||
    // Groups of one number stand a space apart.
    ((isWider(last, word, groupGap) || !/\p{Nd}$/u.test(last.text) || !/^\p{Nd}/u.test(word.text)) &&
      (starts.some((x) => Math.abs(word.x - x) < exact) || ends.some((x) => Math.abs(rightOf(last) - x) < exact)));
  const rows = page.rows.map((row, i) =>
    i >= header.to && i < until && hasFigures(row) ? cutRow(row, cuts, style) : row,
  );
  return { ...page, rows };
}

/**
 * Right edges of columns that lie inside what looks like one number, such as "2 318,00" of a quantity and a price:
 * other rows' figures end there too, and stand farther apart than the groups of one number.
 */
function endsInsideNumbers(rows: readonly NumberedRow[]): number[] {
  const items = rows.flatMap((row) => row.items);
  const inside = items.flatMap(({ number, words }) =>
    words.slice(1).flatMap((word, i) => {
      const last = words[i]!;
      const digits = /\p{Nd}$/u.test(last.text) && /^\p{Nd}/u.test(word.text);
      return number && digits && isWider(last, word, groupGap) ? [rightOf(last)] : [];
    }),
  );
  return inside.filter((x) => {
    const ending = items.filter((item) => item.number && Math.abs(rightOf(item) - x) < exact);
    const crossing = items.some((item) => item.words.some((word) => word.x < x - exact && rightOf(word) > x + exact));
    return ending.length >= 2 && !crossing;
  });
}

const hasFigures = (row: NumberedRow) => row.items.filter((item) => item.number).length >= 2;

function cutRow(row: NumberedRow, cuts: (last: Word, word: Word) => boolean, style: NumberStyle): NumberedRow {
  const cells = row.cells.flatMap((cell) => partedWhere(cell.words, cuts).map(cellFrom));
  const parts = partedWhere(row.words, cuts);
  return parts.length === 1 ? row : { ...row, cells, items: parts.flatMap((words) => itemsOf(words, style)) };
}
