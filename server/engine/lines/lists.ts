import { Decimal } from 'decimal.js';
import type { NumberStyle } from '../../checks/amounts.ts';
import { withoutEnd } from '../../checks/without-end.ts';
import { bottomOf, gapDown, rightOf } from '../layout/geometry.ts';
import type { NumberedRow, PageLayout } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import { boxAround } from '../layout/rows.ts';
import { totalPhrases } from '../totals/total-words.ts';
import { bodyFigures } from './body-rows.ts';
import type { ColumnKind } from './column-words.ts';
import type { Column } from './columns.ts';
import { saysInWords } from './description.ts';
import { headless, sumOfLines, type Table, tableOfRows } from './found-table.ts';
import {
  amountsIn,
  type Entry,
  isCharge,
  isWrapped,
  mostWrapped,
  nameAbove,
  nameBelow,
  namedAbove,
  nameOf,
  type Product,
} from './list-names.ts';
import { isName, margin, NameEdges } from './name-edges.ts';
import { rolesOf } from './roles.ts';
import { isBalance, isCarriedOver, isFeeOf, isTotalsRow } from './totals-row.ts';
import { productOf } from './written-products.ts';

/** In points: amounts of one column end within so much of each other. */
const edge = 5;
/** In points: what stands farther beside a column of amounts belongs to another column of the page. */
const besideColumn = 30;
/** In letters: behind an amount its rate, or the code of one, is no longer. */
const longestRate = 5;
/** In heights of a row, between two entries or what says more about one. */
const widestBetween = 2.5;
/** In heights of a row: entries that are no further apart, and from their sum, are its own if they come to it. */
const widestToSum = { one: 3, several: 8 };
/** In heights of a row: what running print lists stands as close as paragraphs. */
const widestBetweenParagraphs = 2;
/** More charges no bill has on a page; a hostile page must not be added up for ever. */
const most = 80;
/** Rows without an amount between two that have one: how consumption was counted, period by period. */
const mostBetween = 10;
/** Fewer amounts that stand between other things, or far above, come to a sum by accident. */
const fewest = 3;
/** Part of the rows that write out a product for it to be how the list gives them: one may do so in its name. */
const enoughProducts = 0.5;

/** What amounts above a row are to come to. */
interface Sum {
  at: number;
  value: Decimal;
  /** Where the amount ends; null where it stands among others in running print. */
  right: number | null;
  isLabelled: boolean;
  isLessVat: boolean;
}

/** Rows that come to a sum. */
interface List {
  sum: Sum;
  entries: Entry[];
  /** Where most of their names begin. */
  names: number;
  /** Whether nothing stands between them but the beginnings of their own names. */
  isClose: boolean;
}

/**
 * The lists of charges without a head, a text and an amount in each row: below each other in a column, with sums of groups
 * and how each was counted between them, or in running print. They are believed because their amounts come to a labelled
 * sum, or to a total less the VAT that stands over it. Of those with the same sum the longest; the longest of a page.
 */
export function listsOf(pages: readonly PageLayout[], style: NumberStyle): Table[] {
  const tables = pages.flatMap((page) => {
    const lists = page.rows.flatMap((_, at) => sumsAt(page, at).flatMap((sum) => listAbove(page, sum, style) ?? []));
    const longest = lists.reduce<List | null>(
      (best, list) => (charges(list) > (best ? charges(best) : 0) ? list : best),
      null,
    );
    return longest ? [tableOf(page, longest, style)] : [];
  });
  return [...Map.groupBy(tables, (table) => sumOfLines(table).toString()).values()].map((same) =>
    same.reduce((best, table) => (table.lines.length > best.lines.length ? table : best)),
  );
}

/** Without what is taken off below a sum of them: a discount of the whole. */
const charges = ({ entries }: List): number =>
  entries.filter(({ row, amount }) => !amount.number!.value.isNegative() || !isTotalsRow(row)).length;

/**
 * What a row may be the sum of: its amount, with or without a label where the rows below have one, each amount of running
 * print, and what it is without the VAT of the rows right above it.
 */
function sumsAt({ rows }: PageLayout, at: number): Sum[] {
  const row = rows[at]!;
  const isLabelled = isTotalsRow(row);
  // What stands alone below its column needs no text to be a sum; VAT right below it is enough.
  const lone = row.items.length === 1 ? amountsIn(row)[0] : undefined;
  const lastAmount = amountsIn(row).at(-1);
  const amount = amountOf(row) ?? lone ?? (lastAmount ? amountOf(row, endOf(lastAmount)) : null);
  const next = rows[at + 1];
  const heads =
    !isLabelled && amount !== null && next !== undefined && (isTotalsRow(next) || (lone !== undefined && isVat(next)));
  if (!isLabelled && !heads) return [];
  const sums: Sum[] = row.items
    .filter((item) => isCharge(item))
    .map((item) => ({
      at,
      value: item.number!.value,
      right: item === amount ? endOf(item) : null,
      isLabelled,
      isLessVat: false,
    }));
  const total = sums.at(-1);
  if (isLabelled && total && total.right !== null) {
    let { value } = total;
    for (let above = at - 1; above >= 0; above--) {
      const vat = isVat(rows[above]!) ? amountOf(rows[above]!, total.right) : null;
      if (!vat) break;
      value = value.sub(vat.number!.value);
      sums.push({ ...total, at: above, value, isLessVat: true });
    }
  }
  return sums.filter(({ value }) => !value.isZero());
}

/** "20 % VAT at the rate in force": VAT, whatever else is said of it. */
function isVat({ items, words }: NumberedRow): boolean {
  const text = items.flatMap((item) => (item.number && !item.number.percent ? [] : [item.text])).join(' ');
  const [first] = totalPhrases().find(text, words[0]?.source === 'ocr');
  // "VAT-return": what a tax adviser is paid for.
  return first?.kinds[0] === 'vat' && !isFeeOf(text, first) && !/^-\p{L}/u.test(text.slice(first.end));
}

function listAbove(page: PageLayout, sum: Sum, style: NumberStyle): List | null {
  const rated = sum.right === null ? null : beforeRates(page, sum.at, sum.right);
  const inColumn =
    sum.right === null
      ? null
      : (columnAbove(page, sum, sum.right, style) ??
        (rated === null ? null : columnAbove(page, sum, rated, style)) ??
        columnAbove(page, sum, sum.right, style, parts));
  if (inColumn && isEnough(page, inColumn)) return inColumn;
  return sum.isLabelled && !sum.isLessVat ? paragraphsAbove(page, sum, style) : null;
}

/** Where the amounts end whose rates stand behind them, down to where the sum below them ends; null where none do. */
function beforeRates({ rows }: PageLayout, at: number, right: number): number | null {
  for (const { items } of rows.slice(Math.max(0, at - mostBetween), at).reverse()) {
    const [amount, rate] = items.slice(-2);
    const isRate = rate?.number?.percent && Math.abs(rightOf(rate) - right) < edge;
    if (isRate && amount?.number?.decimals === 2 && !amount.number.percent) return endOf(amount);
  }
  return null;
}

/** Few amounts, and those beside others, are believed only right above a sum of their own. */
function isEnough({ rows }: PageLayout, { entries, sum, isClose }: List): boolean {
  if (isPlain(entries)) return true;
  const last = entries.at(-1)!.row;
  const row = rows[sum.at]!;
  const apart = gapDown(last, row);
  if (!isClose || sum.isLessVat || apart > widestToSum.several) return false;
  const isLone = amountsIn(last).length === 1 && !isTotalsRow(last);
  return entries.length > 1 || (sum.isLabelled && apart <= widestToSum.one && isLone);
}

/** Whether a list shows by itself that it is one: several rows of a text and one amount, where a table has columns of them. */
export const isPlainList = ({ lines }: Table): boolean => isPlain(lines.map(({ figureRow }) => figureRow));

const isPlain = (entries: readonly { row: NumberedRow }[]): boolean =>
  entries.length >= fewest && entries.every(({ row }) => amountCells(row).length <= 1);

/** The rows above whose amounts end where the sum does and come to it; null where none do. */
function columnAbove({ rows }: PageLayout, sum: Sum, right: number, style: NumberStyle, decimals = 2): List | null {
  const entries: Entry[] = [];
  const edges = new NameEdges();
  let left = sum.value;
  let group = new Decimal(0);
  let last = rows[sum.at]!;
  let between = 0;
  let isClose = true;
  let begun: List | null = null;
  for (let at = sum.at - 1; at >= 0 && entries.length < most; at--) {
    const row = rows[at]!;
    if (isElsewhere(row, edges.usual, right)) continue;
    const isNear = last.y - bottomOf(row) <= widestBetween * row.height;
    if (entries.length > 0 && (!isNear || between > mostBetween)) return begun;
    const amount = amountOf(row, right, decimals);
    // The head of a group over charges that are set further in, with what they come to.
    const below = entries[0]?.row.cells[0];
    if (amount?.number?.value.eq(group) && below && row.cells[0]!.x < below.x - margin) {
      [group, last] = [new Decimal(0), row];
      continue;
    }
    // The sum of a group: what stands above it comes to it.
    const closes = amount?.number?.value.eq(left) && entries.length > 0;
    // "Brought forward 310.20": the page before lists what it is made of.
    if (closes && isCarriedOver(row)) return { sum, entries: withProducts(entries), names: edges.usual!, isClose };
    const product = amount && productFor(row, amount, style);
    // A discount among charges is one of them.
    const isTakenOff = entries.length > 0 && amount?.number?.value.isNegative() && isDiscount(row);
    if (amount && !product && isNamedSum(row) && !isTakenOff && !closes) return begun;
    // "Fee for the hearing" over "Fee for the letter", though fees are sums elsewhere: where nothing above comes to it, the
    // list begins with it.
    const isOfKind = entries.some((entry) => entry.row.words[0]!.text === row.words[0]!.text);
    if (closes && amount && isOfKind && isTotalsRow(row) && !isNamedSum(row) && isEntry(row))
      begun ??= {
        sum,
        entries: withProducts([{ at, row, amount, product }, ...entries]),
        names: edges.usual!,
        isClose,
      };
    if (!amount || (closes && isTotalsRow(row))) {
      between += 1;
      edges.addBetween(row);
      isClose &&= !amount && entries.length > 0 && between <= mostWrapped && isWrapped(row, last);
      last = row;
      continue;
    }
    const isBegun = at > 0 && isWrapped(rows[at - 1]!, row);
    // "M2M 100 MB": short words where the names of the others begin.
    const isShort =
      edges.usual !== null &&
      Math.abs(row.cells[0]!.x - edges.usual) < margin &&
      /\p{L}/u.test(row.cells[0]!.text) &&
      amountCells(row).length <= 1;
    if (!isEntry(row) && !isBegun && (!isShort || isBalance(row))) return begun;
    entries.unshift({ at, row, amount, product });
    edges.add(row);
    left = left.sub(amount.number!.value);
    group = group.add(amount.number!.value);
    [between, last] = [0, row];
    if (left.toDecimalPlaces(2).isZero()) return { sum, entries: withProducts(entries), names: edges.usual!, isClose };
  }
  return begun;
}

/** In heights of a row: paragraphs of a letter begin no farther from the first. */
const oneEdge = 0.3;

/**
 * What a letter lists, "• Advice: 250.00" below "• Travel, 3 h × 70.50 = 211.50", whose amounts stand in no column: it
 * begins at one edge, right above the rows of the sums.
 */
function paragraphsAbove({ rows }: PageLayout, sum: Sum, style: NumberStyle): List | null {
  const entries: Entry[] = [];
  let left = sum.value;
  let at = sum.at - 1;
  while (at >= 0 && isTotalsRow(rows[at]!)) at--;
  for (; at >= 0 && entries.length < most; at--) {
    const row = rows[at]!;
    const amount = row.items.findLast(({ number }) => number);
    const product = amount ? productFor(row, amount, style) : null;
    const isPlain = amountsIn(row).length === 1 && amountOf(row) === amount;
    const near = rows[at + 1]!.y - bottomOf(row) < widestBetweenParagraphs * row.height;
    const first = entries[0]?.row ?? row;
    const isAtEdge = Math.abs(row.words[0]!.x - first.words[0]!.x) < oneEdge * row.height;
    if (!amount || !near || !isAtEdge || !(product || isPlain) || isTotalsRow(row) || isBalance(row)) return null;
    entries.unshift({ at, row, amount, product });
    left = left.sub(amount.number!.value);
    if (left.isZero())
      return entries.length > 1 || product ? { sum, entries, names: row.words[0]!.x, isClose: true } : null;
  }
  return null;
}

function withProducts(entries: Entry[]): Entry[] {
  const enough = entries.filter(({ product }) => product).length >= enoughProducts * entries.length;
  return enough ? entries : entries.map((entry) => ({ ...entry, product: null }));
}

function productFor(row: NumberedRow, amount: Item, style: NumberStyle): Product {
  const product = productOf(row, style);
  return product?.total === amount ? product : null;
}

/** A balance from before is not charged again, and several amounts without words before them are a summary's. */
function isEntry(row: NumberedRow): boolean {
  const [first, ...more] = amountCells(row);
  const named =
    first && more.length > 0
      ? isName(row.cells[0]!) || row.cells.some(({ x, text }) => x < first.x && saysInWords(text))
      : row.cells.some(isName);
  return named && !isBalance(row);
}

/** Those that have cells of their own; "4.31" that begins the row before a text is the number of what is charged. */
const amountCells = (row: NumberedRow): Item[] =>
  amountsIn(row).filter(({ text, words }) =>
    row.cells.some((cell, at) => at > 0 && cell.text === text && cell.words.includes(words[0]!)),
  );

/** Decimals of charges that are rounded only in their sum. */
const parts = 4;

/** The amount that ends a row, at an edge where one is given. */
function amountOf(row: NumberedRow, right?: number, decimals = 2): Item | null {
  const items = right === undefined ? row.items : itemsUpTo(row, right);
  const last = items.at(-1);
  const isAmount = items.length > 1 && last !== undefined && isCharge(last, decimals);
  return isAmount && (right === undefined || Math.abs(endOf(last) - right) < edge) ? last : null;
}

/** A row without the cells beside the column of amounts: rates, or those in which a letter says who sends it, such as its day. */
function itemsUpTo({ items, cells }: NumberedRow, right: number): Item[] {
  const beside = cells
    .filter(({ x, text }) => x > right + besideColumn || (x > right && text.length <= longestRate))
    .flatMap(({ words }) => words);
  const own = items.filter(({ words }) => !beside.includes(words[0]!));
  return items.some((item) => !own.includes(item) && isCharge(item)) ? items : own;
}

/** Where its figures end: a currency may stand behind some of them only. */
const endOf = ({ words }: Item): number => rightOf(words.findLast(({ text }) => /\d/.test(text))!);

/** "c) Expenses: tax stamps of the court": a word for VAT amid others, and no rate. */
function taxesOther(row: NumberedRow): boolean {
  const text = textBeside(row);
  const [first] = totalPhrases().find(text, row.words[0]?.source === 'ocr');
  const isRated = row.items.some(({ number }) => number?.percent);
  return (
    first !== undefined &&
    !isRated &&
    [text.slice(0, first.start), text.slice(first.end)].every((part) => /\p{L}{4}/u.test(part))
  );
}

/** Whether VAT or a sum is all that a row names; "Amount of power" is what power costs. */
const isNamedSum = (row: NumberedRow): boolean =>
  (isVat(row) && !taxesOther(row)) ||
  (isTotalsRow(row) && row.cells.some(({ text }) => totalPhrases().whole(withoutEnd(text, /[\d\s.,:%€]/u)) !== null));

const isDiscount = (row: NumberedRow): boolean =>
  totalPhrases().find(textBeside(row), row.words[0]?.source === 'ocr')[0]?.kinds[0] === 'discount';

/** What a row says beside its figures. */
const textBeside = ({ items }: NumberedRow): string =>
  items.flatMap((item) => (item.number ? [] : [item.text])).join(' ');

/** Beside the list: another column of the page, which goes its own way. */
const isElsewhere = ({ cells }: NumberedRow, names: number | null, right: number): boolean =>
  names !== null && cells.every((cell) => rightOf(cell) < names - margin || cell.x > right);

function tableOf(page: PageLayout, list: List, style: NumberStyle): Table {
  const { entries, names } = list;
  const texts = entries.map((entry) => {
    const begun = nameAbove(page, entry.at, list);
    const above = begun.length > 0 ? begun : namedAbove(page, entry);
    return { above, own: nameOf(entry, names, above.length > 0), below: nameBelow(page, entry, names) };
  });
  const rates = entries.map(({ row, amount }) => {
    const [next] = row.cells.filter(({ x }) => x > rightOf(amount));
    return next && next.text.length <= longestRate
      ? row.items.filter(({ words }) => next.words.includes(words[0]!))
      : [];
  });
  const columns = [
    ...(['quantity', 'unit', 'price'] as const).map((kind) => headless(kind)),
    columnAround('description', [
      ...texts.flatMap(({ above, own, below }) => [...[...above, ...below].flatMap(({ items }) => items), ...own]),
    ]),
    columnAround(
      'amount',
      entries.map(({ amount }) => amount),
    ),
    headless('vat_rate'),
  ];
  const read = (row: NumberedRow, cells: Item[][]) => ({ row, cells, figures: bodyFigures(cells, columns, style) });
  const rows = entries.map(({ row, product, amount }, i) =>
    read(row, [product?.quantity ?? [], product?.unit ?? [], product?.price ?? [], texts[i]!.own, [amount], rates[i]!]),
  );
  const roles = rolesOf(
    columns,
    rows.map(({ figures }) => figures),
  );
  const table = tableOfRows(page, { columns, roles, rows }, { from: entries[0]!.at, to: entries.at(-1)!.at + 1 });
  const asText = (row: NumberedRow) => read(row, [[], [], [], row.items, [], []]);
  for (const [i, line] of table.lines.entries()) {
    line.above = texts[i]!.above.map(asText);
    line.below = texts[i]!.below.map(asText);
  }
  return table;
}

function columnAround(kind: ColumnKind, items: readonly Item[]): Column {
  const box = boxAround(items);
  return { ...headless(kind), ...box, left: box.x, right: rightOf(box) };
}
