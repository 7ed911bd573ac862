import type { NumberStyle } from '../../checks/amounts.ts';
import type { PageLayout } from '../layout/layout.ts';
import { bottomOf } from '../layout/rows.ts';
import { type BodyRow, bodyRow, joinSplitRows } from './body-rows.ts';
import { type Column, cellsByColumn, columnsFor } from './columns.ts';
import { guessKinds } from './guess-kinds.ts';
import type { Header } from './header.ts';
import { multipliesOut, type Roles, rolesOf } from './roles.ts';
import { isTotalsRow } from './totals-row.ts';

/** A line of the table: the row with its figures, and the rows of text that belong to it. */
export interface RawLine {
  page: number;
  figureRow: BodyRow;
  /** Text rows above and below the figures, in order. */
  above: BodyRow[];
  below: BodyRow[];
}

/** A read line table on one page. */
export interface Table {
  page: PageLayout;
  header: Header;
  columns: Column[];
  roles: Roles;
  lines: RawLine[];
  /** Rows from the header to the last line; they hold no totals of the document. */
  rows: { from: number; to: number };
}

/** Reads the table under a header; null where no line stands below it. `until` is the row where the next one begins. */
export function readTable(page: PageLayout, header: Header, until: number, style: NumberStyle): Table | null {
  const below = page.rows.slice(header.to, until);
  const firstTotal = below.findIndex((row, i) => i > 0 && isTotalsRow(row));
  const trial = below.slice(0, firstTotal < 0 ? Math.min(below.length, 60) : firstTotal);
  const labelled = columnsFor(header, trial, page);
  const figured = trial.filter((row) => row.items.filter((item) => item.number).length >= 2);
  const columns = guessKinds(
    labelled,
    figured.map((row) => cellsByColumn(row, labelled, [])),
  );
  const text = descriptionColumns(columns);
  const body = joinSplitRows(
    below.map((row) => bodyRow(row, columns, text, style)),
    columns,
    text,
    style,
  );
  const roles = rolesOf(
    columns,
    body.filter((row) => row.row.y <= (trial.at(-1)?.y ?? 0) && hasFigures(row, columns)).map((row) => row.figures),
  );
  if (roles.total === null && (roles.quantity === null || roles.price === null)) return null;

  const kinds = classify(body, roles, columns);
  const lines = joinRows(page, header, body, kinds, columns);
  if (lines.length === 0) return null;
  const last = lines.at(-1)!;
  const lowest = (last.below.at(-1) ?? last.figureRow).row.words.at(-1)!;
  const start = below.findIndex((row) => row.words.includes(lines[0]!.figureRow.row.words[0]!));
  const end = below.findIndex((row) => row.words.includes(lowest));
  return {
    page,
    header,
    columns,
    roles,
    lines,
    rows: { from: header.to > header.from ? header.from : header.to + start, to: header.to + end + 1 },
  };
}

const hasFigures = (row: BodyRow, columns: readonly Column[]) =>
  row.figures.filter((figure) => figure).length >= 2 ||
  row.figures.some((figure, i) => figure && columns[i]!.kinds[0] === 'amount');

type RowKind = 'line' | 'text' | 'skip';

/**
 * Tells lines from text between them and from subtotals, up to where the table ends. Below a subtotal, or a row that
 * is no part of the table, only a line that multiplies out shows that the table goes on.
 */
function classify(body: readonly BodyRow[], roles: Roles, columns: readonly Column[]): RowKind[] {
  const strong = body.map((row) => isStrongLine(row, roles, columns));
  const plain = roles.quantity === null && roles.price === null;
  const kinds: RowKind[] = [];
  let lastBottom = body[0]?.row.y ?? 0;
  for (const [i, row] of body.entries()) {
    const goesOn = strong.indexOf(true, i) >= 0;
    const started = kinds.includes('line');
    if (row.row.y - lastBottom > 45 && started && !goesOn) break;
    lastBottom = bottomOf(row.row);
    if (strong[i]) kinds.push('line');
    else if (endsLines(row, roles) || isForeign(row, roles, columns)) {
      if (started && !goesOn) break;
      kinds.push('skip');
    } else if (isFullLine(row, roles) || isPartialLine(row, roles, columns, plain)) kinds.push('line');
    else kinds.push(row.figures.some((figure, at) => figure && at === roles.total) ? 'skip' : 'text');
  }
  return kinds;
}

/** A totals row with its figure where totals stand; a label inside a line's own cell ("Net: 60,00") is none. */
function endsLines(row: BodyRow, roles: Roles): boolean {
  if (!isTotalsRow(row.row)) return false;
  const inside = [roles.quantity, roles.price].some((at) => at !== null && row.figures[at]);
  return !inside || (roles.total !== null && row.figures[roles.total] !== null);
}

/** Words where the figures should be: another table, or text across the page. */
function isForeign(row: BodyRow, roles: Roles, columns: readonly Column[]): boolean {
  const figured = [roles.quantity, roles.price, roles.total, roles.rate, roles.vatAmount, roles.gross];
  const wordy = figured.filter((at) => at !== null && !row.figures[at] && /\p{L}{3}/u.test(textIn(row, at)));
  const outside = row.row.items.length - row.cells.flat().length;
  return wordy.length >= 2 || (wordy.length === 1 && outside > 0 && columns.length > 3);
}

/** Quantity times price is the total, beside a text: nothing else on an invoice looks like that. */
export function isStrongLine(row: BodyRow, roles: Roles, columns: readonly Column[]): boolean {
  const at = (role: number | null) => (role === null ? null : (row.figures[role] ?? null));
  const [quantity, price, total] = [
    at(roles.quantity),
    at(roles.price),
    at(roles.priceIsGross ? roles.gross : roles.total),
  ];
  if (!quantity || !price || !total || !multipliesOut(quantity.number.value, price, total)) return false;
  const figures = [roles.quantity, roles.price, roles.total, roles.gross];
  return columns.some((_, i) => !figures.includes(i) && /\p{L}{2}/u.test(textIn(row, i)));
}

function isFullLine(row: BodyRow, roles: Roles): boolean {
  const at = (role: number | null) => (role === null ? null : (row.figures[role] ?? null));
  const [quantity, price, total] = [at(roles.quantity), at(roles.price), at(roles.total)];
  if (!total || !(quantity || price)) return false;
  if (quantity && price && multipliesOut(quantity.number.value, price, total)) return true;
  return !isTotalsRow(row.row);
}

/** A line without quantity or price: its total stands in its column and its text in that of the description. */
function isPartialLine(row: BodyRow, roles: Roles, columns: readonly Column[], plain: boolean): boolean {
  const total = roles.total === null ? null : row.figures[roles.total];
  if (!total) return false;
  const text = descriptionColumns(columns).some((i) => /\p{L}{2}/u.test(textIn(row, i)));
  if (!text) return false;
  return plain || (roles.rate !== null && row.figures[roles.rate] !== null);
}

const textIn = (row: BodyRow, i: number) => (row.cells[i] ?? []).map((item) => item.text).join(' ');

/** Columns that hold what was sold: those so labelled, else the widest without a known meaning. */
export function descriptionColumns(columns: readonly Column[]): number[] {
  const indexes = columns.map((_, i) => i);
  const first = indexes.filter((i) => columns[i]!.kinds[0] === 'description');
  if (first.length > 0) return first;
  const second = indexes.filter((i) => columns[i]!.kinds.includes('description'));
  if (second.length > 0) return second;
  const unknown = indexes.filter((i) => columns[i]!.kinds.length === 0 || columns[i]!.kinds[0] === 'code');
  const widest = unknown.sort((a, b) => width(columns[b]!) - width(columns[a]!))[0];
  return widest === undefined ? [] : [widest];
}

const width = (column: Column) => column.right - column.left;

/** Gives each row of text to the line it stands closest to. */
function joinRows(
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
  let pending: BodyRow[] = [];
  let broken = true;
  const usual = usualGap(body, kinds);
  for (const [i, kind] of kinds.entries()) {
    const row = body[i]!;
    if (kind === 'text') {
      if (row.cells.some((cell) => cell.length > 0)) pending.push(row);
      continue;
    }
    const before = broken ? null : lines.at(-1)!;
    const next: RawLine | null =
      kind === 'line' ? { page: page.page.number, figureRow: row, above: [], below: [] } : null;
    share(pending, before, next, { headerBottom, usual, hasText, page });
    pending = [];
    broken = kind === 'skip';
    if (next) lines.push(next);
  }
  const last = broken ? null : lines.at(-1);
  if (last) share(pending, last, null, { headerBottom, usual, hasText, page });
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

/** Splits text rows between the line above and the line below at the widest gap. */
function share(
  pending: readonly BodyRow[],
  before: RawLine | null,
  next: RawLine | null,
  around: { headerBottom: number; usual: number; hasText: (row: BodyRow) => boolean; page: PageLayout },
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
    const loose = gaps.findLastIndex((gap, i) => gap > 1.2 * pending[Math.min(i, pending.length - 1)]!.row.height);
    next?.above.push(...pending.slice(Math.max(0, loose)));
    return;
  }
  if (next) {
    const ruled = gaps.findIndex((_, i) => ruleBetween(bottoms[i]!, tops[i]!, before.figureRow, around.page));
    const widest = gaps.indexOf(Math.max(...gaps));
    const narrowest = Math.min(...gaps);
    if (ruled >= 0) cut = ruled;
    else if (gaps[widest]! > narrowest + Math.max(1, 0.25 * Math.abs(narrowest))) cut = widest;
    else if (!around.hasText(next.figureRow)) cut = Math.max(0, pending.length - 1);
  } else {
    // Below the last line only what follows as closely as text does.
    const far = gaps.findIndex(
      (gap, i) => gap > Math.max(9, Math.min(around.usual * 0.9, 14)) || (i > 0 && gap > 3 * Math.max(2, gaps[0]!)),
    );
    const ruled = gaps.findIndex((_, i) => ruleBetween(bottoms[i]!, tops[i]!, before.figureRow, around.page));
    cut = Math.min(far < 0 ? pending.length : far, ruled < 0 ? pending.length : ruled);
  }
  before?.below.push(...pending.slice(0, cut));
  next?.above.push(...pending.slice(cut));
}

/** Whether a drawn line through the table's width parts two rows. */
function ruleBetween(bottom: number, top: number, row: BodyRow, page: PageLayout): boolean {
  const middle = row.row.x + row.row.width / 2;
  return page.page.rules.some(
    (rule) =>
      rule.direction === 'horizontal' &&
      rule.y > bottom - 3 &&
      rule.y < top + 3 &&
      rule.width > 0.5 * row.row.width &&
      rule.x < middle &&
      rule.x + rule.width > middle,
  );
}
