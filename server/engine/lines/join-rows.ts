import { bottomOf } from '../layout/geometry.ts';
import type { PageLayout } from '../layout/layout.ts';
import type { BodyRow } from './body-rows.ts';
import { textOf } from './cells.ts';
import type { Column } from './columns.ts';
import { isStatement } from './description.ts';
import { descriptionColumns } from './description-columns.ts';
import type { RawLine } from './found-table.ts';
import type { Header } from './header.ts';
import type { RowKind } from './row-kinds.ts';

/** Gives each row of text to the line it stands closest to. */
export function joinRows(
  page: PageLayout,
  header: Header,
  body: readonly BodyRow[],
  kinds: readonly RowKind[],
  columns: readonly Column[],
): RawLine[] {
  const lines: RawLine[] = [];
  const headerBottom = header.to > 0 ? bottomOf(page.rows[header.to - 1]!) : 0;
  const wanted = descriptionColumns(columns);
  const hasText = (row: BodyRow) => wanted.some((i) => row.cells[i]!.length > 0);
  const numbering = columns.flatMap(({ kinds }, i) => (kinds[0] === 'code' || kinds[0] === 'position' ? [i] : []));
  // Where the figures stand beside the last row of a text, its number stands beside the first.
  const begins = (row: BodyRow) => hasText(row) && numbering.some((i) => row.cells[i]!.length > 0);
  const states = (row: BodyRow) => isStatement(textOf(wanted.flatMap((i) => row.cells[i]!)));
  let pending: BodyRow[] = [];
  let broken = true;
  const usual = usualGap(body, kinds);
  for (const [i, kind] of kinds.entries()) {
    const row = body[i]!;
    if (kind === 'text') {
      if (row.cells.some((cell) => cell.length > 0)) pending.push(row);
      continue;
    }
    if (kind === 'allowance') {
      lines.at(-1)?.allowances.push(row);
      continue;
    }
    const before = broken ? null : lines.at(-1)!;
    const next: RawLine | null =
      kind === 'line' || kind === 'doubtful' || kind === 'resumed'
        ? {
            page: page.page.number,
            figureRow: row,
            above: [],
            below: [],
            allowances: [],
            doubtful: kind !== 'line',
            resumed: kind === 'resumed',
          }
        : null;
    // What is said of the goods stands below them, unless it does so above the first.
    const statesBelow = next !== null && hasText(next.figureRow) && lines.length > 0 && !lines[0]!.above.some(states);
    share(pending, before, next, {
      headerBottom,
      usual,
      hasText,
      begins,
      page,
      isBelow: statesBelow ? states : () => false,
    });
    pending = [];
    broken = kind === 'skip';
    if (next) lines.push(next);
  }
  const last = broken ? null : lines.at(-1);
  if (last) share(pending, last, null, { headerBottom, usual, hasText, begins, page, isBelow: () => false });
  return lines;
}

/** The gap between lines that follow each other directly, else a generous one. */
function usualGap(body: readonly BodyRow[], kinds: readonly RowKind[]): number {
  const gaps: number[] = [];
  for (let i = 1; i < kinds.length; i++) {
    if (kinds[i] === 'line' && kinds[i - 1] === 'line') gaps.push(body[i]!.row.y - bottomOf(body[i - 1]!.row));
  }
  gaps.sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 2)] ?? Infinity;
}

/** Rows of one text stand no farther apart, in their height; what has a line of the table over it does. */
const tight = 0.3;

/** What stands above the first line belongs to it up to a wider gap, in heights of a row. */
const aboveFirst = 1.2;
/** The widest gap parts two lines where it is so much wider than the narrowest, in parts of that and in points at least. */
const clearlyWider = { part: 0.25, points: 1 };
/**
 * A gap below the last line ends its text: in points between two bounds, the usual one between lines in parts; or so many
 * times the first one, which counts for some points at least.
 */
const ending = { least: 9, most: 14, ofUsual: 0.9, ofFirst: 3, first: 2 };

/** Splits text rows between the line above and the line below at the widest gap. */
function share(
  pending: readonly BodyRow[],
  before: RawLine | null,
  next: RawLine | null,
  around: {
    headerBottom: number;
    usual: number;
    hasText: (row: BodyRow) => boolean;
    begins: (row: BodyRow) => boolean;
    page: PageLayout;
    isBelow: (row: BodyRow) => boolean;
  },
): void {
  if (pending.length === 0) return;
  const tops = [...pending, ...(next ? [next.figureRow] : [])].map((row) => row.row.y);
  const bottoms = [
    before ? bottomOf(before.figureRow.row) : around.headerBottom,
    ...pending.map((row) => bottomOf(row.row)),
  ];
  const gaps = tops.map((top, i) => top - bottoms[i]!);
  let cut = pending.length;
  if (!before) {
    // Only what stands right above the first line can belong to it.
    const loose = gaps.findLastIndex(
      (gap, i) => gap > aboveFirst * pending[Math.min(i, pending.length - 1)]!.row.height,
    );
    next?.above.push(...pending.slice(Math.max(0, loose)));
    return;
  }
  if (next) {
    const isRuled = (i: number): boolean => ruleBetween(bottoms[i]!, tops[i]!, before.figureRow, around.page);
    // Lines between all rows, also those of one text, which stand close: they part nothing.
    const isOneText = gaps[0]! < tight * pending[0]!.row.height && gaps.every((_, i) => isRuled(i));
    const ruled = isOneText ? -1 : gaps.findIndex((_, i) => isRuled(i));
    const numbered = around.begins(before.figureRow) && !around.begins(next.figureRow);
    const begun = numbered ? pending.findLastIndex(around.begins) : -1;
    const widest = gaps.indexOf(Math.max(...gaps));
    const narrowest = Math.min(...gaps);
    if (ruled >= 0) cut = ruled;
    else if (gaps[widest]! > narrowest + Math.max(clearlyWider.points, clearlyWider.part * Math.abs(narrowest)))
      cut = widest;
    else if (begun >= 0) cut = begun;
    else if (!around.hasText(next.figureRow)) cut = Math.max(0, pending.length - 1);
    if (ruled < 0) while (cut < pending.length && around.isBelow(pending[cut]!)) cut++;
  } else {
    // Below the last line only what follows as closely as text does.
    const far = gaps.findIndex(
      (gap, i) =>
        gap > Math.max(ending.least, Math.min(around.usual * ending.ofUsual, ending.most)) ||
        (i > 0 && gap > ending.ofFirst * Math.max(ending.first, gaps[0]!)),
    );
    const ruled = gaps.findIndex((_, i) => ruleBetween(bottoms[i]!, tops[i]!, before.figureRow, around.page));
    cut = Math.min(far < 0 ? pending.length : far, ruled < 0 ? pending.length : ruled);
  }
  before?.below.push(...pending.slice(0, cut));
  next?.above.push(...pending.slice(cut));
}

/** A line between two rows reaches no farther into them, in points, and is wider than this part of the table's row. */
const between = { into: 3, width: 0.5 };

/** Whether a drawn line through the table's width parts two rows. */
function ruleBetween(bottom: number, top: number, row: BodyRow, page: PageLayout): boolean {
  const middle = row.row.x + row.row.width / 2;
  return page.page.rules.some(
    (rule) =>
      rule.direction === 'horizontal' &&
      rule.y > bottom - between.into &&
      rule.y < top + between.into &&
      rule.width > between.width * row.row.width &&
      rule.x < middle &&
      rule.x + rule.width > middle,
  );
}
