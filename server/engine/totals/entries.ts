import { Decimal } from 'decimal.js';
import type { NumberStyle } from '../../checks/amounts.ts';
import { currencyOf } from '../../checks/amounts.ts';
import { withoutEnd } from '../../checks/without-end.ts';
import type { Layout, NumberedRow, PageLayout } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import { foldWords } from '../layout/phrases.ts';
import { bottomOf, type Cell, rightOf } from '../layout/rows.ts';
import { qualifierPhrases } from '../lines/column-words.ts';
import type { Table } from '../lines/found-table.ts';
import { asAmount, isLabelNumber, isWordOfText } from './figures.ts';
import { type TotalKind, totalPhrases } from './total-words.ts';

/** An amount outside the lines with what its label says. */
export interface Entry {
  value: Decimal;
  item: Item;
  page: number;
  row: NumberedRow;
  /** Meanings of the label, the likeliest first; empty where no label is known. */
  kinds: TotalKind[];
  /** How much of the label its known phrase covers, 0 to 1. */
  clarity: number;
  /** Percentages that the label names. */
  rates: Decimal[];
  currency: string | null;
  from: 'left' | 'above' | 'column' | 'none';
  /** The figure was put right, by its look or by arithmetic. */
  mended?: boolean;
}

/** All amounts of the document that stand outside line tables. */
export function entriesOf(layout: Layout, tables: readonly Table[]): Entry[] {
  return layout.pages.flatMap((page) => {
    const own = tables.filter((table) => table.page.page === page.page);
    const byRow = page.rows.map((row, index) => {
      if (own.some((table) => index >= table.rows.from && index < table.rows.to)) return [];
      const table = own.findLast((each) => each.rows.to <= index && index < each.rows.to + 3) ?? null;
      const parted = table && page.rows.slice(table.rows.to, index).some((between) => isLabelRow(between));
      return entriesInRow(page, row, index, parted ? null : table, layout.style);
    });
    return withoutParts(byRow).flat();
  });
}

/** Rows of net, VAT and gross over one that sums them up are parts of the invoice's sums, and not these. */
function withoutParts(rows: readonly Entry[][]): Entry[][] {
  const sums = rows.filter((entries) => isSumRow(entries.slice(-3)));
  const parts = new Set<Entry[]>();
  for (const [at, whole] of sums.entries()) {
    for (let from = at - 2; from >= 0; from--) {
      const above = sums.slice(from, at);
      const isWhole = [1, 2, 3].every((back) =>
        above.reduce((sum, row) => sum.add(row.at(-back)!.value), new Decimal(0)).eq(whole.at(-back)!.value),
      );
      if (isWhole) for (const row of above) parts.add(row);
    }
  }
  return rows.map((entries) => (parts.has(entries) ? entries.map((entry) => ({ ...entry, kinds: [] })) : entries));
}

/** Net, VAT and what they make. */
function isSumRow([net, vat, gross]: readonly Entry[]): boolean {
  if (!net || !vat || !gross || vat.value.isZero() || vat.value.isNegative() !== net.value.isNegative()) return false;
  return net.value.add(vat.value).eq(gross.value) && vat.value.abs().lte(net.value.abs().mul('0.3'));
}

/** Words in several cells and no figure, or words in each: the head of another table. */
const isLabelRow = (row: NumberedRow) =>
  (!row.items.some((item) => item.number) && row.cells.filter((cell) => /\p{L}{2}/u.test(cell.text)).length >= 2) ||
  (row.cells.length >= 3 && row.cells.every((cell) => /\p{L}{2}/u.test(cell.text)));

function entriesInRow(
  page: PageLayout,
  row: NumberedRow,
  index: number,
  table: Table | null,
  style: NumberStyle,
): Entry[] {
  const entries: Entry[] = [];
  const amounts = row.items.filter((item) => asAmount(item, style)).length;
  let inherited: Label | null = null;
  for (const [at, item] of row.items.entries()) {
    const amount = asAmount(item, style);
    if (!amount || isWordOfText(row, at)) continue;
    const before = textBefore(row, at, item);
    let label = before === '' ? null : readLabel(before, page.page.source === 'ocr');
    let from: Entry['from'] = 'left';
    if (!label && inherited && !/\p{L}{3}/u.test(before)) label = inherited;
    // Text that only touches on sums is no label of this one.
    const isTakenOff = amount.value.isNegative() && takenOff.has(label?.kinds[0] ?? 'net');
    if (label && isTakenOff) label = { ...label, clarity: Math.max(label.clarity, 0.5) };
    const vague: boolean =
      label !== null && !label.base && (label.clarity < 0.34 || label.kinds.every((kind) => weakKinds.has(kind)));
    if (!label || label.kinds.length === 0 || vague) {
      const column = table && columnKind(table, item);
      const above: Label | null = column || (/\p{L}{3}/u.test(before) && !vague) ? null : labelAbove(page, index, item);
      if (column) [label, from] = [{ kinds: [column], clarity: 0.6, rates: [] }, 'column'];
      else if (above) [label, from] = [above, 'above'];
    }
    // "Net: 100.00  VAT: 21.00  Total: 121.00" in one row: each has its own label.
    const isOneOfSeveral = entries.some((other) => other.from === 'left' && ['net', 'vat'].includes(other.kinds[0]!));
    if (label?.kinds[0] === 'total' && from === 'left' && amounts > 1 && !isOneOfSeveral) {
      // The sum row of a table of sums: what it sums stands above.
      const above = labelAbove(page, index, item);
      if (above && ['net', 'vat', 'gross'].includes(above.kinds[0]!)) [label, from] = [above, 'above'];
    }
    // "EUR | RON" over two columns of figures: the row's label is for both, each in its own currency.
    const headed = amount.currency === null ? currencyColumn(page, index, item) : null;
    const other = entries.at(-1);
    const isUnnamed = !label || (from === 'above' && label.clarity < 0.34);
    if (headed && isUnnamed && other?.from === 'left' && other.currency !== null && other.currency !== headed)
      [label, from] = [{ kinds: other.kinds, clarity: other.clarity, rates: other.rates }, 'left'];
    // "VAT 19% of 100.00  19.00": the second figure is what the row is about.
    inherited = label?.base ? { ...label, kinds: label.kinds.filter((kind) => kind !== 'base'), base: false } : null;
    const kinds = label?.base ? (['base'] as TotalKind[]) : (label?.kinds ?? []);
    entries.push({
      value: amount.value,
      item,
      page: page.page.number,
      row,
      kinds,
      clarity: label?.clarity ?? 0,
      rates: label?.rates ?? [],
      currency: amount.currency ?? headed,
      from: label ? from : 'none',
      ...(amount.mended && { mended: true }),
    });
  }
  return asSumRow(withBases(entries));
}

/** "Withheld 20% on 2,500.00  -500.00": what the named rate makes of the first figure is what the label means. */
function withBases(entries: readonly Entry[]): Entry[] {
  const isShare = (base: Entry | undefined, share: Entry | undefined): boolean =>
    base?.rates.length === 1 &&
    (share?.kinds.length === 0 || share?.from === 'above') &&
    !share.value.isZero() &&
    base.value.mul(base.rates[0]!).div(100).abs().sub(share.value.abs()).abs().lte('0.01');
  return entries.map((entry, at): Entry => {
    const before = entries[at - 1];
    if (isShare(before, entry))
      return { ...entry, kinds: before!.kinds, clarity: before!.clarity, rates: before!.rates };
    return isShare(entry, entries[at + 1]) ? { ...entry, kinds: ['base'] } : entry;
  });
}

/** Three figures of which the first two make the third are net, VAT and gross, where nothing better labels them. */
function asSumRow(entries: Entry[]): Entry[] {
  const last = entries.slice(-3);
  if (!isSumRow(last)) return entries;
  const [net, vat, gross] = last as [Entry, Entry, Entry];
  const roles: [Entry, TotalKind][] = [
    [net, 'net'],
    [vat, 'vat'],
    [gross, 'gross'],
  ];
  if (roles.some(([entry, role]) => entry.kinds[0] === role && entry.from === 'left')) return entries;
  const named = roles.map(([entry, role]): Entry => ({ ...entry, kinds: [role], clarity: 0.6, from: 'above' }));
  return [...entries.slice(0, -3), ...named];
}

/** The text that stands before the figure: in its own cell, else in the nearest cell to the left that has words. */
function textBefore(row: NumberedRow, at: number, item: Item): string {
  const glued = /^(\p{L}[\p{L}.]*)[:=]/u.exec(item.text)?.[1] ?? '';
  const parts: string[] = [glued];
  const cellOf = (each: Item): Cell | undefined => row.cells.find((cell) => cell.words.includes(each.words[0]!));
  let cell = cellOf(item);
  for (let i = at - 1; i >= 0; i--) {
    const other = row.items[i]!;
    if (other.number && !other.number.percent && !isLabelNumber(other)) break;
    const otherCell = cellOf(other);
    // A currency in a column of its own is no label.
    if (otherCell !== cell && parts.some((part) => /\p{L}{2}/u.test(part) && !currencyOf(part))) break;
    cell = otherCell;
    parts.unshift(other.text);
  }
  return parts.join(' ').trim();
}

interface Label {
  kinds: TotalKind[];
  clarity: number;
  rates: Decimal[];
  /** The label ends by naming what the next figure is counted on ("VAT 19% on"). */
  base?: boolean;
}

function readLabel(text: string, ocr: boolean): Label | null {
  const rates = [...text.matchAll(/(\d{1,2}(?:[.,]\d{1,4})?)\s?%/g)].map(
    (match) => new Decimal(match[1]!.replace(',', '.')),
  );
  const words = foldWords(text.replace(/[\d.,]+\s?%?/g, ' '));
  if (words.length === 0) return null;
  const hits = totalPhrases().find(words, ocr);
  const main = hits.find((hit) => hit.kinds.some((kind) => !weakKinds.has(kind)));
  const last = hits.at(-1);
  const base =
    last?.kinds.includes('base') === true &&
    last !== hits[0] &&
    last.to === words.length &&
    !/\p{Nd}$/u.test(withoutEnd(text, /[^\p{Nd}\w]/u));
  const only = main ?? hits[0];
  // A percentage beside a sum is the mark of VAT even where its name is not known.
  if (!only)
    return rates.length === 1 && words.length <= 4 && words.some((word) => word.length > 2)
      ? { kinds: ['vat'], clarity: 0.35, rates }
      : null;
  let kinds = [...only.kinds];
  // A word within the phrase is of it: "total ilíquido" is known as a whole.
  const qualifiers = qualifierPhrases()
    .find(words, ocr)
    .filter((hit) => hit.from < only.from || hit.to > only.to)
    .flatMap((hit) => hit.kinds);
  const others = hits.filter((hit) => hit !== only).flatMap((hit) => hit.kinds);
  if (kinds.includes('total') || kinds.includes('gross') || kinds.includes('net')) {
    const [net, gross] = [qualifiers.includes('net_word'), qualifiers.includes('gross_word')];
    if (net && !gross) kinds = ['net', ...kinds.filter((kind) => kind !== 'gross' && kind !== 'net')];
    if (gross && !net) kinds = ['gross', ...kinds.filter((kind) => kind !== 'gross' && kind !== 'net')];
  }
  for (const kind of ['ignore', 'equivalent', 'previous', 'tendered', 'change'] as const) {
    if (others.includes(kind)) kinds.unshift(kind);
  }
  // "Change (cash)": whatever it was given back in.
  if (kinds.includes('change')) kinds.unshift('change');
  const covered = hits.reduce((sum, hit) => sum + hit.to - hit.from, 0);
  const currencies = words.filter(
    (word, at) =>
      /^(eur|ron|lei|usd|gbp|chf|huf|pln|czk)$/.test(word) && !hits.some((hit) => hit.from <= at && at < hit.to),
  ).length;
  return {
    kinds: [...new Set(kinds)],
    clarity: Math.min(1, covered / (words.length - currencies)),
    rates,
    base: base && kinds.includes('vat'),
  };
}

/** Of these a negative amount is one, whatever else its label says. */
const takenOff = new Set<TotalKind>(['discount', 'prepaid', 'withheld']);
const weakKinds = new Set<TotalKind>(['base', 'reason', 'cash_accounting', 'ignore']);

/** How far above the figures the head of their columns may stand. */
const headReach = 25;

/** The currency that heads a figure's column, where columns are headed by different ones. */
function currencyColumn(page: PageLayout, index: number, item: Item): string | null {
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
function columnKind(table: Table, item: Item): TotalKind | null {
  const middle = item.x + item.width / 2;
  const at = table.columns.findIndex((column) => middle >= column.left && middle < column.right);
  if (at < 0) return null;
  const { roles } = table;
  if (at === roles.total) return 'net';
  if (at === roles.gross) return 'gross';
  if (at === roles.vatAmount) return 'vat';
  return null;
}

/** The label printed over a figure, as in a row of boxes; it may take several lines of print. */
function labelAbove(page: PageLayout, index: number, item: Item): Label | null {
  const lines: string[] = [];
  let top = item.y;
  for (let i = index - 1; i >= 0 && i >= index - 6 && lines.length < 3; i--) {
    const row = page.rows[i]!;
    if (top - bottomOf(row) > (lines.length === 0 ? 3.2 : 1) * item.height) break;
    const cell = cellOver(row, item) ?? cellInTurn(row, page.rows[index]!, item);
    if (!cell) continue;
    // Another figure between: the label above it is read for both only if nothing else is.
    if (!/\p{L}{2}/u.test(cell.text)) {
      if (lines.length > 0) break;
      top = row.y;
      continue;
    }
    lines.unshift(cell.text);
    top = row.y;
  }
  const ocr = page.page.source === 'ocr';
  const readings = [lines.join(' '), lines.at(-1) ?? ''].filter((text) => text !== '' && !hasAmount.test(text));
  const label = readings.map((text) => readLabel(text, ocr)).find((each) => each !== null);
  // What was given and given back stands in a till's rows, never over a column.
  if (label?.kinds.some((kind) => kind === 'tendered' || kind === 'change')) return null;
  return label ? { ...label, clarity: label.clarity * 0.8 } : null;
}

/** The cell that stands over a figure: overlapping it, or in a row of labels level with one of its edges. */
function cellOver(row: NumberedRow, item: Item): Cell | undefined {
  const [first] = [...row.cells].sort((a, b) => overlap(b, item) - overlap(a, item));
  if (first && overlap(first, item) > 0.2 * Math.min(first.width, item.width)) return first;
  if (row.items.some((each) => each.number && !each.number.percent)) return undefined;
  return row.cells.find(
    (cell) =>
      Math.abs(cell.x - item.x) < 2 * item.height || Math.abs(rightOf(cell) - rightOf(item)) < 2.5 * item.height,
  );
}

/** As many labels over as many figures: each has its own, however both are set in their columns. */
function cellInTurn(labels: NumberedRow, figures: NumberedRow, item: Item): Cell | undefined {
  const { cells } = figures;
  const isPair = cells.length >= 3 && labels.cells.length === cells.length;
  return isPair ? labels.cells[cells.findIndex((cell) => cell.words.includes(item.words[0]!))] : undefined;
}

const hasAmount = /\p{Nd}[.,]\p{Nd}{2}(?!\p{Nd})/u;

const overlap = (a: { x: number; width: number }, b: { x: number; width: number }) =>
  Math.min(rightOf(a), rightOf(b)) - Math.max(a.x, b.x);
