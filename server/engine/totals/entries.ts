import { Decimal } from 'decimal.js';
import type { NumberStyle } from '../../checks/amounts.ts';
import { currencyOf } from '../../checks/amounts.ts';
import { isToTheCent, vatOn } from '../../checks/cents.ts';
import type { Layout, NumberedRow, PageLayout } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import type { Cell } from '../layout/rows.ts';
import { isSlip } from '../layout/slip.ts';
import { qualifierPhrases } from '../lines/column-words.ts';
import type { Table } from '../lines/found-table.ts';
import { labelEndingLine, labelGoingOn, labelInBox, labelInTwoLines } from './boxed-label.ts';
import { columnKind, currencyColumn, labelAbove } from './column-heads.ts';
import type { Entry } from './entry.ts';
import { type EntryLabel, leastOfLabel, readLabel, weakKinds } from './entry-label.ts';
import { asAmount, isLabelNumber, isOfEquation, isWordOfText } from './figures.ts';
import { asSumRow, withoutParts } from './sum-rows.ts';
import type { TotalKind } from './total-words.ts';

/** All amounts of the document that stand outside line tables. */
export function entriesOf(layout: Layout, tables: readonly Table[]): Entry[] {
  return layout.pages.flatMap((page) => {
    const own = tables.filter((table) => table.page.page === page.page);
    const byRow = page.rows.map((row, index) => {
      if (own.some((table) => index >= table.rows.from && index < table.rows.to)) return [];
      const table = own.findLast((each) => each.rows.to <= index && index < each.rows.to + 3) ?? null;
      const between = table ? page.rows.slice(table.rows.to, index) : [];
      const parted = between.some((each) => isLabelRow(each) && !isOverSums(page, each, table!));
      const near = parted ? null : table;
      const above =
        near ?? own.findLast((each) => each.rows.to <= index && isSumRowOf(each, row, layout.style)) ?? null;
      return entriesInRow(page, row, index, above, layout.style);
    });
    const entries = withColumnSums(own, withoutParts(byRow).flat());
    return printsCents(page) ? entries.filter(({ item }) => !isTorn(item)) : entries;
  });
}

/** So many amounts with cents on a scanned slip say that all of its amounts have them. */
const fewestWithCents = 4;

const printsCents = ({ page, rows }: PageLayout): boolean =>
  page.source === 'ocr' &&
  isSlip(page) &&
  rows.flatMap(({ items }) => items.filter(({ number }) => number?.decimals === 2)).length >= fewestWithCents;

/** A whole number where amounts have cents: what is left of one, or the number of something else. */
const isTorn = ({ number }: Item): boolean => number !== null && number.decimals === 0 && number.currency === null;

/** Under the columns of a table, however far below: what its lines come to, and beside it an amount of VAT. */
function isSumRowOf(table: Table, row: NumberedRow, style: NumberStyle): boolean {
  const { total, vatAmount } = table.roles;
  if (total === null || vatAmount === null || table.lines.length === 0) return false;
  const under = (kind: TotalKind) =>
    row.items.flatMap((item) => (columnKind(table, item) === kind ? (asAmount(item, style)?.value ?? []) : []));
  const sum = table.lines.reduce(
    (all, { figureRow }) => all.add(figureRow.figures[total]?.number.value ?? 0),
    new Decimal(0),
  );
  return under('vat').length > 0 && under('net').some((value) => value.eq(sum));
}

/**
 * Below a table what the columns of its amounts and of its VAT come to is net sum and VAT, whatever is beside each of them:
 * forms print both in boxes of several labels.
 */
function withColumnSums(tables: readonly Table[], entries: readonly Entry[]): Entry[] {
  const meant = new Map<Entry, TotalKind>();
  for (const table of tables) {
    const { total, vatAmount } = table.roles;
    const last = table.lines.at(-1)?.figureRow.row.y ?? Number.POSITIVE_INFINITY;
    const sumUnder = (kind: TotalKind, at: number | null): Entry | undefined => {
      const figures = table.lines.flatMap(({ figureRow }) => (at === null ? [] : (figureRow.figures[at] ?? [])));
      const sum = figures.reduce((all, { number }) => all.add(number.value), new Decimal(0));
      const isSum = ({ item, row, value }: Entry): boolean =>
        row.y > last && !sum.isZero() && value.eq(sum) && columnKind(table, item) === kind;
      return entries.find(isSum);
    };
    const [net, vat] = [sumUnder('net', total), sumUnder('vat', vatAmount)];
    if (net && vat) meant.set(net, 'net').set(vat, 'vat');
  }
  return entries.map((entry) => {
    const kind = meant.get(entry);
    return kind === undefined || entry.kinds[0] === kind
      ? entry
      : { ...entry, kinds: [kind], clarity: Math.max(entry.clarity, sumOfColumn), from: 'column' };
  });
}

/** What stands under a column is called as the column is, which is less than a label of its own. */
const sumOfColumn = 0.6;

/** Words in several cells and no figure, or words in each: the head of another table. */
const isLabelRow = (row: NumberedRow) =>
  (!row.items.some((item) => item.number) && row.cells.filter((cell) => /\p{L}{2}/u.test(cell.text)).length >= 2) ||
  (row.cells.length >= 3 && row.cells.every((cell) => /\p{L}{2}/u.test(cell.text)));

/** "Signature | Delegate | Total": the foot of a form, whose only word of sums stands over the sums of the table. */
function isOverSums(page: PageLayout, { cells }: NumberedRow, table: Table): boolean {
  const ocr = page.page.source === 'ocr';
  const labelled = cells.filter((cell) => readLabel(cell.text, ocr) !== null);
  const only = labelled.length === 1 ? labelled[0]! : null;
  return only !== null && columnKind(table, only) === 'net' && readLabel(only.text, ocr)!.kinds[0] === 'total';
}

/** An amount in its row, and what is around it. */
interface Place {
  page: PageLayout;
  row: NumberedRow;
  index: number;
  at: number;
  item: Item;
  /** The table above, under whose columns it may stand. */
  table: Table | null;
  style: NumberStyle;
  /** How many amounts the row has. */
  amounts: number;
  /** The text before it that may label it. */
  before: string;
}

/** What an amount is called, and where that is printed. */
interface Called {
  label: EntryLabel | null;
  from: Entry['from'];
}

function entriesInRow(
  page: PageLayout,
  row: NumberedRow,
  index: number,
  table: Table | null,
  style: NumberStyle,
): Entry[] {
  const entries: Entry[] = [];
  const amounts = row.items.filter((item) => asAmount(item, style)).length;
  let inherited: EntryLabel | null = null;
  for (const [at, item] of row.items.entries()) {
    const amount = asAmount(item, style);
    if (!amount || isRate(row, at) || isWordOfText(row, at) || isOfEquation(row, at)) continue;
    const before = labelTextBefore(row, at, item, page.page.source === 'ocr', style);
    const place = { page, row, index, at, item, table, style, amounts, before };
    const headed = amount.currency === null ? currencyColumn(page, index, item) : null;
    const called = asCalled(place, amount.value, inherited, entries, headed);
    const { label } = called;
    // "VAT 19% of 100.00  19.00": the second figure is what the row is about.
    inherited = label?.base ? { ...label, kinds: label.kinds.filter((kind) => kind !== 'base'), base: false } : null;
    entries.push({
      value: amount.value,
      item,
      page: page.page.number,
      row,
      kinds: kindsOf(label, amount.value),
      clarity: label?.clarity ?? 0,
      explained: label?.explained ?? false,
      rates: label?.rates ?? [],
      currency: amount.currency ?? headed,
      from: label ? called.from : 'none',
      ...(amount.mended && { mended: true }),
    });
  }
  return asSumRow(withBases(entries));
}

/** What is taken off with its sign is called clearly so; in clarity, of 1. */
const takenOffClearly = 0.5;

/**
 * What an amount is called: by its own words, else by the column it stands in, else by what is printed above.
 * @param inherited what the amount before it leaves for this one
 * @param others the row's amounts before it
 * @param headed the currency over its column
 */
function asCalled(
  place: Place,
  value: Decimal,
  inherited: EntryLabel | null,
  others: readonly Entry[],
  headed: string | null,
): Called {
  const { page, row, index, item, table, style, amounts } = place;
  let called = withMark(place, inBox(place) ?? besideOrInherited(place, inherited));
  const isTakenOff = value.isNegative() && takenOff.has(called.label?.kinds[0] ?? 'net');
  if (called.label && isTakenOff)
    called = { ...called, label: { ...called.label, clarity: Math.max(called.label.clarity, takenOffClearly) } };
  if (!called.label || called.label.kinds.length === 0 || isVague(called.label))
    called = inColumn(place, called.label) ?? called;
  // "Net: 100.00  VAT: 21.00  Total: 121.00" in one row: each has its own label.
  const isOneOfSeveral = others.some((other) => other.from === 'left' && ['net', 'vat'].includes(other.kinds[0]!));
  if (called.label?.kinds[0] === 'total' && called.from === 'left' && amounts > 1 && !isOneOfSeveral) {
    // The sum row of a table of sums: what it sums stands above.
    const above = labelAbove(page, index, item);
    if (above && ['net', 'vat', 'gross'].includes(above.kinds[0]!)) called = { label: above, from: 'above' };
  }
  if (table && called.label?.kinds[0] === 'gross' && called.from === 'left' && isNetBesideVat(table, row, item, style))
    called = { label: { ...called.label, kinds: ['net'] }, from: 'column' };
  // "EUR | RON" over two columns of figures: the row's label is for both, each in its own currency.
  const other = others.at(-1);
  const isUnnamed = !called.label || (called.from === 'above' && called.label.clarity < leastOfLabel);
  return headed && isUnnamed && other?.from === 'left' && other.currency !== null && other.currency !== headed
    ? { label: { ...other }, from: 'left' }
    : called;
}

/** By the words before the amount, or by what the one before it left. */
function besideOrInherited({ page, index, at, item, before }: Place, inherited: EntryLabel | null): Called {
  const label =
    before === ''
      ? (labelInTwoLines(page, index, item) ?? (at === 0 ? labelEndingLine(page, index) : null))
      : readLabel(before, page.page.source === 'ocr');
  if (label) return { label: (before !== '' && labelGoingOn(page, index, item, label)) || label, from: 'left' };
  if (!inherited || /\p{L}{3}/u.test(before)) return { label: null, from: 'left' };
  // "VAT 19% | 19.00 | 100.00 | 119.00" under heads of their own.
  const head = labelAbove(page, index, item);
  const isHeaded = head?.explained && (head.kinds[0] === 'net' || head.kinds[0] === 'gross');
  return isHeaded ? { label: head, from: 'above' } : { label: inherited, from: 'left' };
}

/** By the label of the box that is drawn around the amount; null without one. */
function inBox({ page, item, table }: Place): Called | null {
  const label = labelInBox(page, item);
  if (!label) return null;
  // "Total" at the foot of a column beside that of the VAT.
  return label.kinds[0] === 'total' && table && table.roles.vatAmount !== null && columnKind(table, item) === 'net'
    ? { label: named('net'), from: 'column' }
    : { label, from: 'above' };
}

/** With what is printed behind the amount about its VAT. */
function withMark({ page, row, at }: Place, called: Called): Called {
  const { label, from } = called;
  const mark = label && from === 'left' && isWhole.has(label.kinds[0]!) ? markBehind(row, at, page) : null;
  return label && mark ? { label: { ...label, kinds: [mark] }, from } : called;
}

/** By the column of the table above, or the head of a column of sums; null where nothing is there. */
function inColumn({ page, row, index, item, table, amounts, before }: Place, own: EntryLabel | null): Called | null {
  // However many words are about it: VAT of a named rate is no sum of the lines over it.
  const isRated = own?.kinds[0] === 'vat' && own.rates.length === 1;
  // Nothing heads a list: the row below it says by itself that its amount is a total.
  const isOwn = own?.kinds[0] === 'total' && table !== null && table.columns[table.roles.total!]?.text === '';
  const under = table && !isRated && !isOwn ? columnKind(table, item) : null;
  // What VAT is counted on is no sum with it, at whichever edge it stands.
  if (under && !(under === 'gross' && own?.kinds.includes('base'))) return { label: named(under), from: 'column' };
  const above = labelAbove(page, index, item);
  const over = above?.kinds[0] === 'gross' && own?.kinds.includes('base') ? null : above;
  const isVagueLabel = own !== null && isVague(own);
  // Words of something else to its left ("Savings Bank  73.60") are none of its own under a head that means one sum.
  const isOther = /\p{L}{3}/u.test(before) && !isVagueLabel;
  return over && (!isOther || (over.explained && amounts <= 4 && startsCell(row, item)))
    ? { label: over, from: 'above' }
    : null;
}

const named = (kind: TotalKind): EntryLabel => ({ kinds: [kind], clarity: sumOfColumn, rates: [], explained: true });

/** Text that only touches on sums is no label of this one. */
const isVague = ({ kinds, clarity, base }: EntryLabel): boolean =>
  !base && (clarity < leastOfLabel || kinds.every((kind) => weakKinds.has(kind)));

/** What a label makes of its figure. */
function kindsOf(label: EntryLabel | null, value: Decimal): TotalKind[] {
  if (!label) return [];
  if (label.base || isOfNought(label, value)) return ['base'];
  // Nobody is given less than nothing back: what a credit note calls so is what is owed to the customer.
  return label.kinds[0] === 'change' && value.isNegative() ? ['due'] : label.kinds;
}

/** "VAT 0%: 1,000.00": no VAT of nothing is that large; it is what the rate is counted on. */
const isOfNought = ({ kinds, rates }: EntryLabel, value: Decimal): boolean =>
  kinds[0] === 'vat' && rates.length > 0 && rates.every((rate) => rate.isZero()) && !value.isZero();

/**
 * "Total invoice  100.00  21.00" under the columns of net amounts and VAT, or "100.00  121.00" under those of net and gross
 * ones: the row's label names neither figure.
 */
function isNetBesideVat(table: Table, row: NumberedRow, item: Item, style: NumberStyle): boolean {
  const isIn = (kind: TotalKind, other: Item) => asAmount(other, style) !== null && columnKind(table, other) === kind;
  const has = (kind: TotalKind) => row.items.some((other) => isIn(kind, other));
  return isIn('net', item) && has('vat') !== has('gross');
}

/** "Withheld 20% on 2,500.00  -500.00": what the named rate makes of the first figure is what the label means. */
function withBases(entries: readonly Entry[]): Entry[] {
  const isShare = (base: Entry | undefined, share: Entry | undefined): boolean =>
    base?.rates.length === 1 &&
    (share?.kinds.length === 0 || share?.from === 'above') &&
    !share.value.isZero() &&
    isToTheCent(vatOn(base.value, base.rates[0]!).abs(), share.value.abs());
  return entries.map((entry, at): Entry => {
    const before = entries[at - 1];
    if (isShare(before, entry))
      return { ...entry, kinds: before!.kinds, clarity: before!.clarity, rates: before!.rates };
    return isShare(entry, entries[at + 1]) ? { ...entry, kinds: ['base'] } : entry;
  });
}

/**
 * The text before a figure that may label it. Right before an amount with cents it may end in the number of a document
 * ("Less deposit, invoice 2501877"), if it names a sum: else that is another value ("Invoice no. 2501877") with its label.
 */
function labelTextBefore(row: NumberedRow, at: number, item: Item, ocr: boolean, style: NumberStyle): string {
  const text = textBefore(row, at, item, () => true);
  if (text !== '' || item.number?.decimals !== 2) return text;
  const past = textBefore(row, at, item, (other) => asAmount(other, style) !== null);
  return (readLabel(past, ocr)?.kinds.length ?? 0) > 0 ? past : '';
}

/**
 * The text that stands before the figure: in its own cell, else in the nearest cell to the left that has words.
 * @param ends whether the text begins behind that number
 */
function textBefore(row: NumberedRow, at: number, item: Item, ends: (number: Item) => boolean): string {
  const glued = /^(\p{L}[\p{L}.]*)[:=]/u.exec(item.text)?.[1] ?? '';
  const parts: string[] = [glued];
  const cellOf = (each: Item): Cell | undefined => row.cells.find((cell) => cell.words.includes(each.words[0]!));
  let cell = cellOf(item);
  for (let i = at - 1; i >= 0; i--) {
    const other = row.items[i]!;
    if (isSpeck(other)) continue;
    const opened = openingOf(row, i);
    if (opened > 0) {
      i = opened;
      continue;
    }
    if (other.number && !other.number.percent && !isRate(row, i) && !isLabelNumber(other) && ends(other)) break;
    const otherCell = cellOf(other);
    if (otherCell && otherCell !== cell && headsColumns(row, otherCell)) continue;
    // A currency in a column of its own is no label.
    if (otherCell !== cell && parts.some((part) => /\p{L}{2}/u.test(part) && !isCurrency(part))) break;
    cell = otherCell;
    parts.unshift(other.text);
    if (otherCell === cellOf(item) && opensOver(row, i, at)) break;
  }
  return parts.join(' ').trim();
}

/**
 * Where the bracket began that ends with an item, if it holds an amount: "Total (incl. 95.00 VAT on 500.00)  595.00"
 * says in it what is part of the sum behind it. -1 where it does not.
 */
function openingOf({ items }: NumberedRow, closing: number): number {
  if (!/\)[.:,]?$/.test(items[closing]!.text)) return -1;
  for (let at = closing; at >= 0; at--)
    if (items[at]!.text.startsWith('('))
      return items.slice(at, closing + 1).some(({ number }) => number?.decimals === 2 && !number.percent) ? at : -1;
  return -1;
}

/**
 * Whether a bracket of the figure's cell opens with an item in which the figure stands behind a word of its own: "(incl. 95.00
 * VAT)". In another cell it only goes on in the line below.
 */
const opensOver = ({ items }: NumberedRow, opening: number, figure: number): boolean =>
  /^\(\p{L}{2}/u.test(items[opening]!.text) &&
  !items.slice(opening, figure).some(({ text }) => text.includes(')')) &&
  items[figure]!.number?.decimals === 2;

/** Sums that are one before VAT and another with it. */
const isWhole = new Set<TotalKind>(['net', 'total', 'gross']);

/**
 * "Invoiced  90.00 € excl. VAT  108.00 € incl. VAT": the words right behind a figure that say whether VAT is in it. In "Net
 * 250.00 EUR  Gross  297.50 EUR" they are the label of the next figure, which has none behind it.
 */
function markBehind(row: NumberedRow, at: number, page: PageLayout): TotalKind | null {
  const next = row.items.findIndex(({ number }, i) => i > at && number !== null);
  const behind = row.items.slice(at + 1, next < 0 ? undefined : next);
  const text = behind.flatMap((item) => (isCurrency(item.text) ? [] : [item.text])).join(' ');
  const kinds = text === '' ? [] : (qualifierPhrases().whole(text, page.page.source === 'ocr')?.kinds ?? []);
  if (kinds.length !== 1) return null;
  const { number } = row.items[next] ?? { number: null };
  if (number?.decimals === 2 && !number.percent && markBehind(row, next, page) === null) return null;
  return kinds[0] === 'net_word' ? 'net' : 'gross';
}

const startsCell = ({ cells }: NumberedRow, { words }: Item): boolean =>
  cells.some((cell) => cell.words[0] === words[0]);

/** "EUR", "(EUR):". */
const isCurrency = (text: string): boolean => currencyOf(text.replace(/[()[\]:]/g, '')) !== null;

/** "Amount  Amount  27.96  Amount": what stands over the empty cells of a form, and is no label of a figure behind it. */
const headsColumns = ({ cells }: NumberedRow, { text }: Cell): boolean =>
  cells.some((one, at) => one.text === text && cells[at + 1]?.text === text);

/** "21,00  %": a rate whose sign stands apart. */
const isRate = (row: NumberedRow, at: number): boolean => row.items[at + 1]?.text === '%';

/** Dirt is read with less confidence, of 1, and as no more letters. */
const speck = { confidence: 0.3, letters: 4 };

/** What dirt between a label and its figure is read as: a few letters, with hardly any confidence. */
function isSpeck({ text, number, words }: Item): boolean {
  const isDoubted = words.every(({ confidence }) => confidence !== null && confidence < speck.confidence);
  return !number && text.length <= speck.letters && isDoubted && readLabel(text, true) === null;
}

/** Of these a negative amount is one, whatever else its label says. */
const takenOff = new Set<TotalKind>(['discount', 'prepaid', 'withheld']);
