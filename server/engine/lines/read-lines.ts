import type { Decimal } from 'decimal.js';
import type { NumberStyle } from '../../checks/amounts.ts';
import type { Evidence, Line } from '../../contract/invoice.ts';
import type { Found } from '../found.ts';
import type { Layout } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import { boxAround } from '../layout/rows.ts';
import { type NumberCell, rateCell, textOf } from './cells.ts';
import type { ColumnKind } from './column-words.ts';
import { lineText, textLimit } from './description.ts';
import { type Header, headersOf } from './header.ts';
import { multipliesOut } from './roles.ts';
import { isStrongLine, type RawLine, readTable, type Table } from './table.ts';
import { isTotalsRow } from './totals-row.ts';
import { multiplyingTable, summedList } from './unlabelled.ts';

/** A line with every value's place and evidence; null where the line does not show it. */
export type FoundLine = { [Key in keyof Line]: Found<NonNullable<Line[Key]>> | null };

export interface FoundLines {
  lines: FoundLine[];
  /** The tables they were read from; no total is looked for among their rows. */
  tables: Table[];
}

/** Reads the invoice's lines from all tables of all pages. */
export function readLines(layout: Layout): FoundLines {
  const tables = tablesOf(layout);
  return {
    lines: tables.flatMap((table) => {
      const limit = textLimit(table.lines, table.columns);
      return table.lines.map((line) => foundLine(line, table, limit, layout.style));
    }),
    tables,
  };
}

function tablesOf(layout: Layout): Table[] {
  const tables: Table[] = [];
  let carried: Header | null = null;
  for (const page of layout.pages) {
    const headers = headersOf(page);
    const own: Table[] = [];
    const first = headers[0]?.from ?? page.rows.length;
    // The table of the page before may go on without its labels.
    const goesOn = carried && readTable(page, { from: 0, to: 0, columns: carried.columns }, first, layout.style);
    if (goesOn && goesOn.roles.closes > 0.5) own.push(goesOn);
    for (const [i, header] of headers.entries()) {
      const until = headers[i + 1]?.from ?? page.rows.length;
      const table = readTable(page, header, until, layout.style);
      if (table) own.push(table);
    }
    // Tables whose lines all multiply out need no second opinion.
    const lines = own.reduce((sum, table) => sum + table.lines.length, 0);
    const bare = lines > 0 && strength(own) === lines ? null : multiplyingTable(page);
    const found = bare && readTable(page, bare.header, bare.until, layout.style);
    const chosen = found && strength([found]) > strength(own) ? [found] : own;
    tables.push(...chosen);
    const last: Header | null = headers.at(-1) ?? (chosen.length > 0 ? carried : null);
    const end: number = chosen.at(-1)?.rows.to ?? last?.to ?? 0;
    carried = page.rows.slice(end).some((row) => isTotalsRow(row)) ? null : last;
  }
  if (tables.length > 0) return tables;
  return layout.pages.flatMap((page) => {
    const list = summedList(page);
    return (list && readTable(page, list.header, list.until, layout.style)) ?? [];
  });
}

/** How many lines multiply out; what a table is believed for. */
function strength(tables: readonly Table[]): number {
  return tables.reduce(
    (sum, table) => sum + table.lines.filter((line) => isStrongLine(line.figureRow, table.roles, table.columns)).length,
    0,
  );
}

function foundLine(
  line: RawLine,
  table: Table,
  limit: { observed: number; next: number },
  style: NumberStyle,
): FoundLine {
  const { columns, roles } = table;
  const { page, figureRow } = line;
  const figure = (role: number | null): NumberCell | null => (role === null ? null : (figureRow.figures[role] ?? null));
  const [quantity, price, total] = [figure(roles.quantity), figure(roles.price), figure(roles.total)];
  const closes =
    quantity && price && total && !roles.priceIsGross && multipliesOut(quantity.number.value, price, total);
  // Without a label, quantity and price could be each other.
  const known = [roles.quantity, roles.price].every((at) => at !== null && columns[at]!.kinds.length > 0);
  const sums: Evidence[] = closes && known ? ['sums_agree'] : [];
  const amounts: Evidence[] = ['labelled', ...sums];

  const text = lineText(line, columns, limit);
  const rows = [...line.above, figureRow, ...line.below];
  const column = (...kinds: ColumnKind[]): Item[] => {
    const at = columns.findIndex((each) => each.kinds[0] !== undefined && kinds.includes(each.kinds[0]));
    return at < 0 ? [] : rows.flatMap((row) => row.cells[at]!);
  };
  const string = (items: readonly Item[]) =>
    items.length === 0 ? null : found(textOf(items), items, page, ['labelled']);
  const rate = roles.rate === null ? null : rateCell(figureRow.cells[roles.rate]!, style);
  const unitItems = column('unit');
  const unit = unitItems.length > 0 ? string(figureUnit(line, table)) : quantity && unitBeside(quantity, page);
  const description = text.description.length > 0 ? text.description : column('code', 'other');
  const rest = text.details.map(textOf).join('\n');
  return {
    description: description.length === 0 ? null : found(textOf(description), description, page, ['labelled']),
    quantity: quantity && number(quantity.number.value, quantity.items, page, amounts),
    unit,
    unit_price: unitPrice({ quantity, price, total, closes: closes === true }, page, amounts),
    vat_rate: rate && number(rate.rate, rate.items, page, ['labelled']),
    total: total && number(total.number.value, total.items, page, amounts),
    lot_number: string(column('lot')),
    origin_country: string(column('origin')),
    po_reference: string(column('order')),
    delivery_note_number: string(column('delivery_note')),
    details: rest === '' ? null : found(rest, text.details.flat(), page, []),
  };
}

/** The unit column of the row with the figures; a stray number in it is none. */
function figureUnit(line: RawLine, table: Table): Item[] {
  const at = table.columns.findIndex((column) => column.kinds[0] === 'unit');
  return at < 0 ? [] : line.figureRow.cells[at]!.filter((item) => !item.number || /\p{L}/u.test(item.text));
}

/** The unit printed in the quantity's cell, as in "12,5 kg". */
function unitBeside(quantity: NumberCell, page: number): Found<string> | null {
  return /\p{L}/u.test(quantity.rest) ? found(quantity.rest, quantity.items, page, []) : null;
}

function unitPrice(
  cells: {
    quantity: NumberCell | null;
    price: NumberCell | null;
    total: NumberCell | null;
    closes: boolean;
  },
  page: number,
  evidence: Evidence[],
): Found<number> | null {
  const { quantity, price, total, closes } = cells;
  if (price && closes) return number(closingReading(quantity!, price, total!), price.items, page, evidence);
  if (total && quantity && !quantity.number.value.isZero()) {
    // The contract wants quantity × unit_price = total; the printed price holds VAT or is before the line's discount.
    const derived = fewestDecimals(total.number.value, quantity.number.value, total.number.decimals);
    return { ...number(derived, price?.items ?? total.items, page, []), place: null };
  }
  return price && number(price.number.value, price.items, page, ['labelled']);
}

/** Of a price like 1.234 the reading that multiplies out. */
function closingReading(quantity: NumberCell, price: NumberCell, total: NumberCell): Decimal {
  const { value, otherwise } = price.number;
  if (!otherwise) return value;
  const off = (reading: Decimal) => quantity.number.value.mul(reading).sub(total.number.value).abs();
  return off(otherwise).lt(off(value)) ? otherwise : value;
}

/** Total by quantity, with as few decimals as still give the total back. */
function fewestDecimals(total: Decimal, quantity: Decimal, decimals: number): Decimal {
  for (let places = 2; places < 8; places++) {
    const price = total.div(quantity).toDecimalPlaces(places);
    if (price.mul(quantity).toDecimalPlaces(Math.max(decimals, 2)).eq(total)) return price;
  }
  return total.div(quantity).toDecimalPlaces(8);
}

function number(value: Decimal, items: readonly Item[], page: number, evidence: Evidence[]): Found<number> {
  return found(value.toNumber(), items, page, evidence);
}

/** A value at the place of its items; print that OCR doubted is said to be weak. */
export function found<T>(value: T, items: readonly Item[], page: number, evidence: Evidence[]): Found<T> {
  const words = items.flatMap((item) => item.words);
  const source = words.some((word) => word.source === 'ocr') ? 'ocr' : 'text';
  const weak = words.some((word) => word.confidence !== null && word.confidence < 0.6);
  return {
    value,
    place: items.length === 0 ? null : { page, box: boxAround(items) },
    source,
    evidence: weak ? [...evidence, 'weak_print'] : evidence,
  };
}
