import { currencyOf } from '../../checks/amounts.ts';
import { bottomOf, rightOf } from '../layout/geometry.ts';
import type { NumberedRow, PageLayout } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import type { Cell } from '../layout/rows.ts';
import type { Table } from '../lines/found-table.ts';
import { type EntryLabel, isOfRates, readHead } from './entry-label.ts';
import type { TotalKind } from './total-words.ts';

/** How far above the figures the head of their columns may stand. */
const headReach = 25;

/** The currency that heads a figure's column, where columns are headed by different ones. */
export function currencyColumn(page: PageLayout, index: number, item: Item): string | null {
  for (const row of page.rows.slice(Math.max(0, index - headReach), index).reverse()) {
    const heads = row.cells.flatMap((cell) => {
      const named = cell.text.length < 20 && !/\p{N}/u.test(cell.text) ? currencyIn(cell.text) : null;
      return named ? [{ cell, named }] : [];
    });
    if (new Set(heads.map(({ named }) => named)).size < 2) continue;
    return (
      heads.find(({ cell }) => overlap(cell, item) > 0 || Math.abs(rightOf(cell) - rightOf(item)) < item.height)
        ?.named ?? null
    );
  }
  return null;
}

const currencyIn = (text: string): string | null =>
  text
    .split(/[\s()-]+/)
    .reduce((named: string | null, word) => named ?? (/^\p{L}{3}$/u.test(word) ? currencyOf(word) : null), null);

/** A figure right under a line table means what its column does: the sum of it. */
export function columnKind(table: Table, item: { x: number; width: number }): TotalKind | null {
  const middle = item.x + item.width / 2;
  const at = table.columns.findIndex((column) => middle >= column.left && middle < column.right);
  if (at < 0) return null;
  const { roles } = table;
  if (at === roles.total) return 'net';
  if (at === roles.gross) return 'gross';
  if (at === roles.vatAmount) return 'vat';
  return null;
}

/** In heights of the figure, the white over it up to its label, and between lines of that. */
const over = { label: 3.2, lines: 1 };
/** How much a label says that stands over its figure, as part of what it says beside it. */
const lessClear = 0.8;

/** The label printed over a figure, as in a row of boxes; it may take several lines of print. */
export function labelAbove(page: PageLayout, index: number, item: Item): EntryLabel | null {
  const lines: string[] = [];
  let top = item.y;
  for (let i = index - 1; i >= 0 && i >= index - 6 && lines.length < 3; i--) {
    const row = page.rows[i]!;
    if (top - bottomOf(row) > (lines.length === 0 ? over.label : over.lines) * item.height) break;
    const cell = cellOver(row, item) ?? cellInTurn(row, page.rows[index]!, item);
    if (!cell) continue;
    // Another figure between: the label above it is read for both only if nothing else is.
    if (!/\p{L}{2}/u.test(cell.text)) {
      if (lines.length > 0) break;
      top = row.y;
      continue;
    }
    // "VAT  18.90" over an amount: a label that has its own figure beside it is none of the figure below.
    const isSum = ({ number, x }: Item) => number?.decimals === 2 && !number.percent && x > rightOf(cell);
    if (row.items.some(isSum)) break;
    lines.unshift(cell.text);
    top = row.y;
  }
  const ocr = page.page.source === 'ocr';
  const isHead = (text: string): boolean => text !== '' && !hasAmount.test(text) && !isOfRates(text);
  const readings = [lines.join(' '), lines.at(-1) ?? '', lines[0] ?? ''].filter(isHead);
  const labels = readings.flatMap((text) => readHead(text, ocr) ?? []);
  const label = labels.find((each) => each.explained) ?? labels[0];
  // What was given and given back stands in a till's rows, never over a column; "Rest" over one is what is left to pay.
  const kinds = label?.kinds.filter((kind) => kind !== 'tendered' && kind !== 'change') ?? [];
  return label && (kinds.length > 0 || label.kinds.length === 0)
    ? { ...label, kinds, clarity: label.clarity * lessClear }
    : null;
}

/** A label stands over a figure by more of the narrower one. */
const overlapping = 0.2;
/** Else it is set at one of its edges, in heights of the figure: both begin there, both end there, or the label ends where the figure begins. */
const atEdge = { left: 2, right: 2.5, before: 0.5 };

/** The cell that stands over a figure: overlapping it, or in a row of labels level with one of its edges, or ending where it begins. */
function cellOver(row: NumberedRow, item: Item): Cell | undefined {
  const [first] = [...row.cells].sort((a, b) => overlap(b, item) - overlap(a, item));
  if (first && overlap(first, item) > overlapping * Math.min(first.width, item.width)) return first;
  if (row.items.some((each) => each.number && !each.number.percent)) return undefined;
  return row.cells.find(
    (cell) =>
      Math.abs(cell.x - item.x) < atEdge.left * item.height ||
      Math.abs(rightOf(cell) - rightOf(item)) < atEdge.right * item.height ||
      Math.abs(rightOf(cell) - item.x) < atEdge.before * item.height,
  );
}

/** So much farther than the nearest label its own may stand beside a figure, in its heights. */
const farther = 8;

/** As many labels over as many figures: each has its own, however both are set in their columns. */
function cellInTurn(labels: NumberedRow, figures: NumberedRow, item: Item): Cell | undefined {
  const { cells } = figures;
  const isPair = cells.length >= 3 && labels.cells.length === cells.length;
  const own = cells.findIndex((cell) => cell.words.includes(item.words[0]!));
  const inTurn = isPair ? labels.cells[own] : undefined;
  // It stands right over another figure, and is that one's.
  if (
    inTurn &&
    cells.some((cell, at) => at !== own && /^[-\p{Nd}.,\s]+$/u.test(cell.text) && overlap(cell, inTurn) > 0)
  )
    return undefined;
  // Far from its figure and another label near: one box has two figures, another none.
  const nearest = Math.min(...labels.cells.map((cell) => -overlap(cell, item)));
  return inTurn && -overlap(inTurn, item) < Math.max(0, nearest) + farther * item.height ? inTurn : undefined;
}

/** "02.03.2026" is a day, and "20.00 %" the rate of what stands below. */
const hasAmount = /\p{Nd}[.,]\p{Nd}{2}(?!\.?\p{Nd}|\s?%)/u;

const overlap = (a: { x: number; width: number }, b: { x: number; width: number }) =>
  Math.min(rightOf(a), rightOf(b)) - Math.max(a.x, b.x);
