import type { Decimal } from 'decimal.js';
import type { NumberStyle } from '../../checks/amounts.ts';
import { withoutEnd } from '../../checks/without-end.ts';
import type { NumberedRow, PageLayout } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import { bottomOf, type Cell, rightOf } from '../layout/rows.ts';
import { totalPhrases } from '../totals/total-words.ts';
import { bodyFigures } from './body-rows.ts';
import { headless, type Table, tableOfRows } from './found-table.ts';
import { rolesOf } from './roles.ts';
import { isBalance, isFeeOf, isTotalsRow } from './totals-row.ts';

/** Fewer amounts come to a sum by accident. */
const fewest = 3;
/** In points: amounts of one column end within so much of each other. */
const edge = 5;
/** In points: names of one column begin within so much of each other. */
const margin = 3;
/** In heights of a row, between two entries or what says more about one. */
const widestBetween = 2.5;
/** More charges no bill has on a page; a hostile page must not be added up for ever. */
const most = 80;
/** Rows without an amount between two that have one: how consumption was counted, period by period. */
const mostBetween = 10;

/** A row that charges something. */
interface Entry {
  at: number;
  row: NumberedRow;
  amount: Item;
}

/**
 * What a bill lists, a text and an amount in each row, with sums of groups and how each was counted between them: rows
 * whose amounts come to a labelled sum below, or to a total less the VAT that stands over it, however far below that is.
 */
export function summedAmounts(page: PageLayout, style: NumberStyle): Table | null {
  for (const at of page.rows.keys()) {
    for (const sum of sumsAt(page, at)) {
      const found = entriesOf(page, sum);
      if (found) return tableOf(page, found, sum.at, style);
    }
  }
  return null;
}

/** What amounts above a row are to come to, and the edge at which they end. */
interface Sum {
  at: number;
  value: Decimal;
  right: number;
}

/** The sum of a row, and what it is without the VAT of the rows right above it. */
function sumsAt({ rows }: PageLayout, at: number): Sum[] {
  const amount = isTotalsRow(rows[at]!) ? amountOf(rows[at]!) : null;
  if (!amount) return [];
  const right = endOf(amount);
  const sums: Sum[] = [{ at, value: amount.number!.value, right }];
  for (let above = at - 1; above >= 0; above--) {
    const vat = isVat(rows[above]!) ? amountOf(rows[above]!, right) : null;
    if (!vat) break;
    sums.push({ at: above, value: sums.at(-1)!.value.sub(vat.number!.value), right });
  }
  return sums.filter(({ value }) => !value.isZero());
}

/** "20 % VAT at the rate in force": VAT, whatever else is said of it. */
function isVat({ items, words }: NumberedRow): boolean {
  const text = items.flatMap((item) => (item.number && !item.number.percent ? [] : [item.text])).join(' ');
  const [first] = totalPhrases().find(text, words[0]?.source === 'ocr');
  return first?.kinds[0] === 'vat' && !isFeeOf(text, first);
}

/** The rows above that come to a sum, and where most of their names begin; null where none do. */
function entriesOf({ rows }: PageLayout, { at: until, value, right }: Sum): { entries: Entry[]; names: number } | null {
  const entries: Entry[] = [];
  const edges = new NameEdges();
  let left = value;
  let last = rows[until]!;
  let between = 0;
  for (let at = until - 1; at >= 0 && entries.length < most; at--) {
    const row = rows[at]!;
    if (isElsewhere(row, edges.usual, right)) continue;
    const isNear = last.y - bottomOf(row) <= widestBetween * row.height;
    if (entries.length > 0 && (!isNear || between > mostBetween)) return null;
    const amount = amountOf(row, right);
    // The sum of a group: what stands above it comes to it.
    const closes = amount?.number?.value.eq(left) && entries.length > 0;
    if (amount && isNamedSum(row) && !closes) return null;
    last = row;
    between = amount ? 0 : between + 1;
    if (!amount || (closes && isTotalsRow(row))) continue;
    if (!isEntry(row, amount)) return null;
    entries.unshift({ at, row, amount });
    edges.add(row);
    left = left.sub(amount.number!.value);
    if (left.isZero() && entries.length >= fewest) return { entries, names: edges.usual! };
  }
  return null;
}

/** A name and one amount: what has more columns is a table, and a balance from before is not charged again. */
const isEntry = (row: NumberedRow, amount: Item): boolean =>
  row.cells.some(isName) &&
  !isBalance(row) &&
  !row.items.some(
    (item) => item !== amount && item.number?.decimals === 2 && row.cells.some((cell) => cell.text === item.text),
  );

/** The amount with cents that ends a row, at an edge where one is given. */
function amountOf({ items }: NumberedRow, right?: number): Item | null {
  const last = items.at(-1);
  const isAmount = items.length > 1 && last?.number?.decimals === 2 && !last.number.percent;
  return isAmount && (right === undefined || Math.abs(endOf(last) - right) < edge) ? last : null;
}

/** Where its figures end: a currency may stand behind some of them only. */
const endOf = ({ words }: Item): number => rightOf(words.findLast(({ text }) => /\d/.test(text))!);

/** Whether VAT or a sum is all that a row names; "Amount of power" is what power costs. */
const isNamedSum = (row: NumberedRow): boolean =>
  isVat(row) ||
  (isTotalsRow(row) && row.cells.some(({ text }) => totalPhrases().whole(withoutEnd(text, /[\d\s.,:%€]/u)) !== null));

const isName = ({ text }: Cell): boolean => /\p{L}{3}/u.test(text);

/** Beside the list: another column of the page, which goes its own way. */
const isElsewhere = ({ cells }: NumberedRow, names: number | null, right: number): boolean =>
  names !== null && cells.every((cell) => rightOf(cell) < names - margin || cell.x > right);

/** Where the texts of rows begin. Of rows that another column reaches into, the texts of both are counted. */
class NameEdges {
  readonly #times = new Map<number, number>();
  /** Where most of them do; null without any. */
  usual: number | null = null;

  add({ cells }: NumberedRow): void {
    for (const { x } of cells.filter(isName)) {
      const times = this.#timesOf(x) + 1;
      this.#times.set(Math.round(x / margin), times);
      if (this.usual === null || times > this.#timesOf(this.usual)) this.usual = x;
    }
  }

  #timesOf(x: number): number {
    return this.#times.get(Math.round(x / margin)) ?? 0;
  }
}

function tableOf(
  page: PageLayout,
  { entries, names }: { entries: readonly Entry[]; names: number },
  until: number,
  style: NumberStyle,
): Table {
  const columns = [headless('description'), headless('amount')];
  const rows = entries.map(({ at, row, amount }) => {
    const cells = [nameOf(page, at, row, names).filter((item) => item !== amount), [amount]];
    return { row, cells, figures: bodyFigures(cells, columns, style) };
  });
  const roles = rolesOf(
    columns,
    rows.map(({ figures }) => figures),
  );
  return tableOfRows(page, { columns, roles, rows }, { from: entries[0]!.at, to: until });
}

/** The text where names begin, and the one right above it where it only goes on: "58 days × 0.92" below "Standing charge". */
function nameOf({ rows }: PageLayout, at: number, row: NumberedRow, names: number): Item[] {
  const own = itemsOf(row, row.cells.find((cell) => Math.abs(cell.x - names) < margin) ?? row.cells.find(isName)!);
  const above = rows[at - 1];
  const begun = above?.cells.find((cell) => Math.abs(cell.x - names) < margin && isName(cell));
  const goesOn = /^[\p{Ll}\p{N}]/u.test(own[0]?.text ?? '');
  return begun && goesOn && !amountOf(above!) && row.y - bottomOf(above!) < row.height
    ? [...itemsOf(above!, begun), ...own]
    : own;
}

const itemsOf = ({ items }: NumberedRow, { words }: Cell): Item[] =>
  items.filter((item) => words.includes(item.words[0]!));
