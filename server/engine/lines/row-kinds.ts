import { Decimal } from 'decimal.js';
import { currencyOf } from '../../checks/amounts.ts';
import { isToTheCent, vatOn } from '../../checks/cents.ts';
import { bottomOf, rightOf } from '../layout/geometry.ts';
import type { Item } from '../layout/numbers.ts';
import { boxAround } from '../layout/rows.ts';
import { covered } from '../lexicon/matcher.ts';
import { tokensOf } from '../lexicon/tokens.ts';
import { totalPhrases } from '../totals/total-words.ts';
import type { BodyRow } from './body-rows.ts';
import type { NumberCell } from './cells.ts';
import type { Column } from './columns.ts';
import { descriptionColumns } from './description-columns.ts';
import { closesAfterDiscount, multipliesOut } from './multiplies-out.ts';
import type { Roles } from './roles.ts';
import { isTotalsRow } from './totals-row.ts';

/**
 * `doubtful` is a text with an amount alone, a line or a sum; `resumed` looks like a line, below a sum that may be all
 * lines'; `allowance` takes a part off the line above it.
 */
export type RowKind = 'line' | 'doubtful' | 'resumed' | 'allowance' | 'text' | 'skip';

/**
 * Tells lines from text between them and from subtotals, up to where the table ends. Below a subtotal, or a row that
 * is no part of the table, only a line that multiplies out shows that the table goes on.
 */
export function classify(body: readonly BodyRow[], roles: Roles, columns: readonly Column[]): RowKind[] {
  const strong = body.map((row, i) => isStrongLine(row, roles, columns, [body[i - 1], body[i + 1]]));
  const plain = roles.quantity === null && roles.price === null;
  const kinds: RowKind[] = [];
  // Below a sum that no line that multiplies out follows, only the sums can tell whether another group of lines begins.
  let ended = false;
  let lastBottom = body[0]?.row.y ?? 0;
  for (const [i, row] of body.entries()) {
    const goesOn = strong.indexOf(true, i) >= 0;
    const started = kinds.includes('line');
    if (row.row.y - lastBottom > 45 && started && !goesOn) break;
    lastBottom = bottomOf(row.row);
    if (strong[i]) kinds.push('line');
    else if (isAllowance(row, body[kinds.lastIndexOf('line')], roles)) kinds.push('allowance');
    else if (takesOff(row, body.slice(0, i), roles)) kinds.push('line');
    else if (isSumOfAll(row, body, kinds, roles) || endsLines(row, roles, columns) || isForeign(row, roles, columns)) {
      if (started && !goesOn) {
        ended = isTotalsRow(row.row) && resumes(body, i, kinds, roles, columns);
        if (!ended) break;
      }
      // "Goods transport" above all lines: goods bear the names of sums too, and the sums can tell.
      const mayBeGoods = !started && endsLines(row, roles, columns) && isNamedAmount(body, i, roles, columns);
      kinds.push(mayBeGoods ? 'doubtful' : 'skip');
    } else if (isFullLine(row, roles) || isPartialLine(body, i, roles, columns, plain, body[kinds.indexOf('line')])) {
      kinds.push(ended && !goesOn ? 'resumed' : 'line');
    } else if (roles.total === null || !row.figures[roles.total]) kinds.push('text');
    else kinds.push(started && isNamedAmount(body, i, roles, columns) ? 'doubtful' : 'skip');
  }
  return kinds;
}

/**
 * Whether below a row stands another one with a text and figures in all the columns in which all lines so far have them, or a
 * group that comes to the sum below it, as the one above does: of amounts alone only that tells.
 */
function resumes(
  body: readonly BodyRow[],
  at: number,
  kinds: readonly RowKind[],
  roles: Roles,
  columns: readonly Column[],
): boolean {
  const lines = body.filter((_, i) => kinds[i] === 'line');
  const named = descriptionColumns(columns);
  const shape = columns.map((_, i) => i).filter((i) => !named.includes(i) && lines.every((line) => line.figures[i]));
  if (closesGroup(body, at, roles, columns) && closesGroup(body, nextSum(body, at), roles, columns)) return true;
  // A single amount is what all sums below a table have.
  if (shape.length < 2) return false;
  return body.some(
    (row, i) =>
      i > at && !isTotalsRow(row.row) && shape.every((column) => row.figures[column]) && isNamed(body, i, columns),
  );
}

/** Nothing but figures, below several lines, and that of the totals is what they come to: their sum, which is not called so. */
function isSumOfAll(row: BodyRow, body: readonly BodyRow[], kinds: readonly RowKind[], { total }: Roles): boolean {
  const sum = total === null ? null : row.figures[total];
  const lines = body.filter((_, i) => kinds[i] === 'line');
  if (!sum || lines.length < 2 || row.row.items.some(({ number }) => !number)) return false;
  const amounts = lines.map(({ figures }) => figures[total!]?.number.value ?? new Decimal(0));
  return amounts.reduce((all, value) => all.add(value), new Decimal(0)).eq(sum.number.value);
}

/** Whether the texts with an amount between a sum and the one above it come to it: "Surcharges", and below them their sum. */
function closesGroup(body: readonly BodyRow[], at: number, roles: Roles, columns: readonly Column[]): boolean {
  const sum = roles.total === null ? null : body[at]?.figures[roles.total];
  if (!sum) return false;
  const first = body.findLastIndex((row, i) => i < at && isTotalsRow(row.row)) + 1;
  const amounts = body
    .slice(first, at)
    .flatMap((_, i) =>
      isNamedAmount(body, first + i, roles, columns) ? (body[first + i]!.figures[roles.total!] ?? []) : [],
    );
  return (
    amounts.length > 0 &&
    amounts.reduce((all, { number }) => all.add(number.value), new Decimal(0)).eq(sum.number.value)
  );
}

const nextSum = (body: readonly BodyRow[], at: number): number =>
  body.findIndex((row, i) => i > at && isTotalsRow(row.row));

/** A totals row with its figure where totals stand; a label inside a line's own cell ("Net: 60,00") is none. */
function endsLines(row: BodyRow, roles: Roles, columns: readonly Column[]): boolean {
  if (!isTotalsRow(row.row)) return false;
  const inside = [roles.quantity, roles.price].some((at) => at !== null && row.figures[at]);
  // Goods may bear the name of a sum too; sums are not numbered and have no unit.
  const itemised = columns.some(
    ({ kinds }, i) => (kinds[0] === 'position' || kinds[0] === 'unit') && row.cells[i]!.length > 0,
  );
  if (inside && itemised) return false;
  // "Discount for loyalty  01.02 - 28.02  -4.10": what is taken off for a period is a line among those of periods.
  const isOfPeriod = columns.some(
    ({ kinds }, i) => kinds[0] === 'date' && row.cells[i]!.some(({ text }) => /\d/.test(text)),
  );
  const amount = roles.total === null ? null : row.figures[roles.total];
  if (isOfPeriod && amount?.number.value.isNegative()) return false;
  return !inside || (roles.total !== null && row.figures[roles.total] !== null);
}

/** Words where the figures should be: another table, or text across the page. */
function isForeign(row: BodyRow, roles: Roles, columns: readonly Column[]): boolean {
  const figured = [roles.quantity, roles.price, roles.total, roles.rate, roles.vatAmount, roles.gross];
  // A currency may have wrapped below its figure.
  const words = (at: number) => row.cells[at]!.some(({ text }) => /\p{L}{3}/u.test(text) && !currencyOf(text));
  const wordy = figured.filter((at) => at !== null && !row.figures[at] && words(at));
  const outside = row.row.items.length - row.cells.flat().length;
  return wordy.length >= 2 || (wordy.length === 1 && outside > 0 && columns.length > 3);
}

/**
 * Quantity times price is the total, beside a text: nothing else on an invoice looks like that.
 * @param around the rows above and below; figures may stand beside the middle of a text
 */
export function isStrongLine(
  row: BodyRow,
  roles: Roles,
  columns: readonly Column[],
  around: readonly (BodyRow | undefined)[],
): boolean {
  const at = (role: number | null) => (role === null ? null : (row.figures[role] ?? null));
  const [quantity, price, total] = [
    at(roles.quantity),
    at(roles.price),
    at(roles.priceIsGross ? roles.gross : roles.total),
  ];
  if (!quantity || !price || !total) return false;
  const [discount, factor] = [at(roles.discount), at(roles.factor)];
  const closes =
    multipliesOut(quantity.number.value, price, total) ||
    (factor !== null && multipliesOut(quantity.number.value.mul(factor.number.value), price, total)) ||
    (discount !== null && closesAfterDiscount(quantity.number.value, price, discount, total));
  if (!closes) return false;
  const figures = [roles.quantity, roles.price, roles.total, roles.gross];
  const named = (each: BodyRow) => columns.some((_, i) => !figures.includes(i) && /\p{L}{2}/u.test(textIn(each, i)));
  return named(row) || around.some((each) => each && reachesInto(each, row) && named(each));
}

const reachesInto = (a: BodyRow, b: BodyRow) => Math.min(bottomOf(a.row), bottomOf(b.row)) > Math.max(a.row.y, b.row.y);

/** A line of its own that takes off what the one it names charges: "Delivery 8,99" and below it "Discount delivery -8,99". */
function takesOff({ row, figures }: BodyRow, above: readonly BodyRow[], roles: Roles): boolean {
  const amount = roles.total === null ? null : figures[roles.total];
  if (!amount || amount.number.value.gt(0)) return false;
  const text = wordsIn(row.items);
  const [first] = totalPhrases().find(text);
  if (first?.from !== 0 || !first.kinds.includes('discount')) return false;
  const named = tokensOf(text).slice(first.to);
  if (named.every(({ folded }) => folded.length < 3)) return false;
  return above.some((other) => {
    const own = tokensOf(wordsIn(other.row.items)).map(({ folded }) => folded);
    return named.every(({ folded }) => own.includes(folded)) && own.length < named.length + 3;
  });
}

const wordsIn = (items: readonly Item[]) => items.flatMap((item) => (item.number ? [] : [item.text])).join(' ');

/** A row that names no goods and whose amount is the given percentage of the line above it, such as "-5 % -1,20". */
function isAllowance(row: BodyRow, line: BodyRow | undefined, roles: Roles): boolean {
  const [amount, total] = [row, line].map((each) =>
    roles.total === null ? null : (each?.figures[roles.total] ?? null),
  );
  if (!amount || !total || !amount.number.value.isNegative() || amount.number.percent) return false;
  const percent = row.row.items.find((item) => item.number?.percent)?.number?.value.abs();
  if (!percent || !isToTheCent(vatOn(total.number.value, percent), amount.number.value.neg())) return false;
  const text = wordsIn(row.row.items);
  const known = totalPhrases()
    .find(text)
    .filter((hit) => hit.kinds.includes('discount'));
  return tokensOf(text).length - covered(known) <= 1;
}

/** A text in the description's column with an amount in that of the totals, and nothing else. */
function isNamedAmount(body: readonly BodyRow[], at: number, roles: Roles, columns: readonly Column[]): boolean {
  const others = [roles.quantity, roles.price];
  const row = body[at]!;
  return others.every((i) => i === null || row.cells[i]!.length === 0) && isNamed(body, at, columns);
}

/** What a number goes on from has less white below it, in heights of the number's row. */
const rightBelow = 0.5;

/** Whether a text stands in the description's column, or one of several lines around the row. */
function isNamed(body: readonly BodyRow[], at: number, columns: readonly Column[]): boolean {
  const row = body[at]!;
  const wanted = descriptionColumns(columns);
  const text = (each: BodyRow) => wanted.map((i) => textIn(each, i)).join('');
  // A text of two lines has its figures beside the middle of them.
  const beside = (each: BodyRow | undefined) =>
    each !== undefined &&
    text(each) !== '' &&
    each.figures.every((figure, i) => !figure || wanted.includes(i) || columns[i]!.kinds[0] === 'date') &&
    reachesInto(each, row);
  const around = beside(body[at - 1]) && beside(body[at + 1]) ? [body[at - 1]!, body[at + 1]!] : [];
  // What a number goes on from, as one of a device stands below what the device is called, beside the figures.
  const above = body[at - 1];
  const begun =
    above !== undefined &&
    text(row) !== '' &&
    !above.figures.some((figure, i) => figure && !wanted.includes(i)) &&
    row.row.y - bottomOf(above.row) < rightBelow * row.row.height;
  return [row, ...around, ...(begun ? [above] : [])].some((each) => /\p{L}{2}/u.test(text(each)));
}

function isFullLine(row: BodyRow, roles: Roles): boolean {
  const at = (role: number | null) => (role === null ? null : (row.figures[role] ?? null));
  const [quantity, price, total] = [at(roles.quantity), at(roles.price), at(roles.total)];
  if (!total || !(quantity || price)) return false;
  if (quantity && price && multipliesOut(quantity.number.value, price, total)) return true;
  return !isTotalsRow(row.row);
}

/**
 * A line without quantity or price: its total stands in its column, below that of the first line where totals are all
 * that the table has, and its text in that of the description.
 */
function isPartialLine(
  body: readonly BodyRow[],
  at: number,
  roles: Roles,
  columns: readonly Column[],
  plain: boolean,
  first: BodyRow | undefined,
): boolean {
  const { figures } = body[at]!;
  const total = roles.total === null ? null : figures[roles.total];
  if (!total || !isNamed(body, at, columns)) return false;
  const above = first?.figures[roles.total!];
  return plain ? !above || standBelow(above, total) : roles.rate !== null && figures[roles.rate] !== null;
}

function standBelow(above: NumberCell, cell: NumberCell): boolean {
  const [a, b] = [boxAround(above.items), boxAround(cell.items)];
  return Math.min(rightOf(a), rightOf(b)) > Math.max(a.x, b.x);
}

const textIn = (row: BodyRow, i: number) => (row.cells[i] ?? []).map((item) => item.text).join(' ');
