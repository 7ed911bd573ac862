import { foldWords } from '../layout/phrases.ts';
import { bottomOf } from '../layout/rows.ts';
import { totalPhrases } from '../totals/total-words.ts';
import type { BodyRow } from './body-rows.ts';
import type { Column } from './columns.ts';
import { descriptionColumns } from './description-columns.ts';
import { closesAfterDiscount, multipliesOut, type Roles } from './roles.ts';
import { isTotalsRow } from './totals-row.ts';

/**
 * `doubtful` is a text with an amount alone, a line or a sum; `allowance` takes a part off the line above it.
 */
export type RowKind = 'line' | 'doubtful' | 'allowance' | 'text' | 'skip';

/**
 * Tells lines from text between them and from subtotals, up to where the table ends. Below a subtotal, or a row that
 * is no part of the table, only a line that multiplies out shows that the table goes on.
 */
export function classify(body: readonly BodyRow[], roles: Roles, columns: readonly Column[]): RowKind[] {
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
    else if (isAllowance(row, body[kinds.lastIndexOf('line')], roles)) kinds.push('allowance');
    else if (endsLines(row, roles, columns) || isForeign(row, roles, columns)) {
      if (started && !goesOn) break;
      kinds.push('skip');
    } else if (isFullLine(row, roles) || isPartialLine(row, roles, columns, plain)) kinds.push('line');
    else if (roles.total === null || !row.figures[roles.total]) kinds.push('text');
    else kinds.push(started && isNamedAmount(row, roles, columns) ? 'doubtful' : 'skip');
  }
  return kinds;
}

/** A totals row with its figure where totals stand; a label inside a line's own cell ("Net: 60,00") is none. */
function endsLines(row: BodyRow, roles: Roles, columns: readonly Column[]): boolean {
  if (!isTotalsRow(row.row)) return false;
  const inside = [roles.quantity, roles.price].some((at) => at !== null && row.figures[at]);
  // Goods may bear the name of a sum too; sums are not numbered and have no unit.
  const itemised = columns.some(
    ({ kinds }, i) => (kinds[0] === 'position' || kinds[0] === 'unit') && row.cells[i]!.length > 0,
  );
  if (inside && itemised) return false;
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
  if (!quantity || !price || !total) return false;
  const discount = at(roles.discount);
  const closes =
    multipliesOut(quantity.number.value, price, total) ||
    (discount !== null && closesAfterDiscount(quantity.number.value, price, discount, total));
  if (!closes) return false;
  const figures = [roles.quantity, roles.price, roles.total, roles.gross];
  return columns.some((_, i) => !figures.includes(i) && /\p{L}{2}/u.test(textIn(row, i)));
}

/** A row that names no goods and whose amount is the given percentage of the line above it, such as "-5 % -1,20". */
function isAllowance(row: BodyRow, line: BodyRow | undefined, roles: Roles): boolean {
  const [amount, total] = [row, line].map((each) =>
    roles.total === null ? null : (each?.figures[roles.total] ?? null),
  );
  if (!amount || !total || !amount.number.value.isNegative() || amount.number.percent) return false;
  const percent = row.row.items.find((item) => item.number?.percent)?.number?.value.abs();
  if (!percent || !total.number.value.mul(percent).div(100).add(amount.number.value).abs().lte('0.01')) return false;
  const words = foldWords(row.row.items.flatMap((item) => (item.number ? [] : [item.text])).join(' '));
  const known = totalPhrases()
    .find(words)
    .filter((hit) => hit.kinds.includes('discount'))
    .reduce((sum, hit) => sum + hit.to - hit.from, 0);
  return words.length - known <= 1;
}

/** A text in the description's column with an amount in that of the totals, and nothing else. */
function isNamedAmount(row: BodyRow, roles: Roles, columns: readonly Column[]): boolean {
  const others = [roles.quantity, roles.price];
  return (
    others.every((at) => at === null || row.cells[at]!.length === 0) &&
    descriptionColumns(columns).some((i) => /\p{L}{2}/u.test(textIn(row, i)))
  );
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
