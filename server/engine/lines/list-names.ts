import { currencyOf } from '../../checks/amounts.ts';
import { withoutEnd } from '../../checks/without-end.ts';
import { areOfOneSize, bottomOf, gapDown, rightOf } from '../layout/geometry.ts';
import type { NumberedRow, PageLayout } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import type { Cell } from '../layout/rows.ts';
import { isName, margin } from './name-edges.ts';
import type { productOf } from './written-products.ts';

/** A text of more rows than this above its amount is no name of what was sold. */
export const mostWrapped = 6;
export type Product = ReturnType<typeof productOf>;

/** A row that charges something. */
export interface Entry {
  at: number;
  row: NumberedRow;
  amount: Item;
  /** "3 pcs × 36.40", which makes the amount; null where it is not written out. */
  product: Product;
}

/** With cents or as many decimals as are asked for, or in whole units with its currency. */
export const isCharge = ({ number }: Item, decimals = 2): boolean =>
  number !== null &&
  !number.percent &&
  (number.decimals === decimals || (number.decimals === 0 && number.currency !== null));

/** The amounts of a row; "03.04." is a day. */
export const amountsIn = ({ items }: NumberedRow): Item[] =>
  items.filter((item) => isCharge(item) && !/^\p{Nd}{1,2}\.\p{Nd}{2}\.$/u.test(item.text));

/** Whether a row is the beginning of the text that the row below ends: nothing but words, as close as lines of one text. */
export function isWrapped(row: NumberedRow, below: NumberedRow): boolean {
  const [cell, next] = [row.cells[0]!, below.cells[0]!];
  return (
    row.cells.length === 1 &&
    isName(cell) &&
    amountsIn(row).length === 0 &&
    Math.abs(cell.x - next.x) < margin &&
    areOfOneSize(cell.words[0]!, next.words[0]!) &&
    below.y - bottomOf(row) < tight * row.height
  );
}

/** How a list names what it charges. */
interface Names {
  /** Where most of its names begin. */
  names: number;
  /** Whether nothing stands between its entries but the beginnings of their own names. */
  isClose: boolean;
}

/**
 * The text where names begin, up to what else is said of the charge: "Standing charge" before "58 days × 0.92". Where it is
 * named above, that may be all: "Annual accounts 2025" above "Value 503,000.00 | Table B | 27/10".
 */
export function nameOf({ row, amount, product }: Entry, names: number, isNamed: boolean): Item[] {
  const first = row.cells.findIndex((cell) => Math.abs(cell.x - names) < margin);
  const cells = row.cells
    .slice(first < 0 ? row.cells.findIndex(isName) : first)
    .filter(({ text }, i) => i === 0 || !isPeriod(text));
  const counted = product?.items[0] ?? amount;
  const figured = cells.findIndex((cell, i) => {
    const [figure] = itemsOf(row, cell).filter(({ number }) => number);
    return (i > 0 || isNamed) && figure && figure !== counted;
  });
  const items = cells.slice(0, figured < 0 ? cells.length : figured).flatMap((cell) => itemsOf(row, cell));
  const said = items.includes(counted) ? items.slice(0, items.indexOf(counted)) : items;
  // "Pos 2:" numbers the entry.
  const numbered = said.slice(0, 3).findIndex(({ text }) => /^\p{Nd}{1,3}[:.)]$/u.test(text));
  const isSaying = ({ text }: Item): boolean => /[\p{L}\p{N}]/u.test(text) && currencyOf(text) === null;
  const name = said.slice(numbered + 1);
  const words = name.slice(name.findIndex(isSaying), name.findLastIndex(isSaying) + 1);
  return words.map((item, i) => (i < words.length - 1 ? item : { ...item, text: withoutEnd(item.text, /[:.,]/u) }));
}

/** "01-03 t/m 31-03", "1.4.2026 - 30.4.2026": from one day to another, in a cell of its own. */
const isPeriod = (text: string): boolean => {
  const [from, to, ...more] = text.match(/\p{Nd}{1,2}([-./])\p{Nd}{1,2}(\1\p{Nd}{2,4})?/gu) ?? [];
  return (
    to !== undefined && more.length === 0 && text.startsWith(from!) && text.endsWith(to) && !/\p{L}{4}/u.test(text)
  );
};

/**
 * The rows above an entry that begin its name: where nothing else stands between entries, and where its own text only goes
 * on ("58 days × 0.92" below "Standing charge").
 */
export function nameAbove({ rows }: PageLayout, at: number, { names, isClose }: Names): NumberedRow[] {
  let from = at;
  const own = rows[at]!.cells.find((cell) => Math.abs(cell.x - names) < margin);
  const goesOn = own !== undefined && /^[\p{Ll}\p{N}]/u.test(own.text);
  while (from > 0 && at - from < (isClose ? mostWrapped : goesOn ? 1 : 0) && isWrapped(rows[from - 1]!, rows[from]!))
    from--;
  return rows.slice(from, at);
}

const itemsOf = ({ items }: NumberedRow, { words }: Cell): Item[] =>
  items.filter((item) => words.includes(item.words[0]!));

/** In heights of a row: lines of one text stand no farther apart. */
const tight = 0.5;
/** In heights of a row: so much farther away stands what is not of the text. */
const apart = 0.2;
/** In heights of a row, between a name and how often it was sold below it. */
const widestBelowName = 1;
/** "2." */
const isNumbering = ({ text }: Cell): boolean => /^\p{Nd}{1,3}[.)]$/u.test(text);

/** In heights of a row: the space between two words. */
const space = 0.2;

/**
 * The rows below an entry that end its name: each goes on where the names begin, as its first word found no room before the
 * amounts in the row above it, and stands apart from what follows.
 */
export function nameBelow({ rows }: PageLayout, { at, row, amount }: Entry, names: number): NumberedRow[] {
  const below: NumberedRow[] = [];
  for (let last = row; ; last = below.at(-1)!) {
    const [next, after] = [rows[at + below.length + 1], rows[at + below.length + 2]];
    const [cell, ...others] = next?.cells ?? [];
    const text = last.cells.findLast((each) => each.x < amount.x && isName(each));
    if (!next || !cell || !text || others.length > 0 || below.length >= mostWrapped) return below;
    const isAtEdge = Math.abs(cell.x - names) < margin && areOfOneSize(cell.words[0]!, text.words[0]!);
    const isTight = gapDown(last, next) < tight;
    const isApart = !after || gapDown(next, after) > Math.max(gapDown(last, next), 0) + apart;
    const hadNoRoom = rightOf(text) + cell.words[0]!.width + space * cell.height > amount.x;
    if (!isName(cell) || !isAtEdge || !isTight || !isApart || !hadNoRoom || amountsIn(next).length > 0) return below;
    below.push(next);
  }
}

/** The row right above an entry that says nothing but how often at what price: "2. Bridge toll, lorry" over "2 x 37.00". */
export function namedAbove({ rows }: PageLayout, { at, row, product }: Entry): NumberedRow[] {
  const above = rows[at - 1];
  const isOnlyProduct = product !== null && row.items[0] === product.items[0];
  const cells = above?.cells.filter((cell) => !isNumbering(cell)) ?? [];
  const isNamed = above !== undefined && cells.length === 1 && isName(cells[0]!) && amountsIn(above).length === 0;
  return isOnlyProduct && isNamed && gapDown(above, row) < widestBelowName ? [above] : [];
}
