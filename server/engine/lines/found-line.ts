import type { Decimal } from 'decimal.js';
import type { NumberStyle } from '../../checks/amounts.ts';
import type { Evidence, Line } from '../../contract/invoice.ts';
import type { Found } from '../found.ts';
import { leastGap } from '../layout/gaps.ts';
import { rightOf } from '../layout/geometry.ts';
import type { Item } from '../layout/numbers.ts';
import { type NumberCell, runningTextOf, textOf } from './cells.ts';
import type { ColumnKind } from './column-words.ts';
import { lineText, saysInWords, type TextLimit } from './description.ts';
import { descriptionColumns } from './description-columns.ts';
import { readDetails } from './details.ts';
import { found } from './found-cell.ts';
import type { RawLine, Table } from './found-table.ts';
import type { GroupReferences } from './group-references.ts';
import { labelled, mayBe } from './labelled.ts';
import { forBooks } from './line-for-books.ts';
import { type LineRate, lineRate } from './line-rate.ts';
import { multipliesOut } from './multiplies-out.ts';
import type { RateLegend } from './rate-legend.ts';

/** A line with every value's place and evidence; null where the line does not show it. */
export type FoundLine = { [Key in keyof Line]: Found<NonNullable<Line[Key]>> | null };

/** What a line is read with beside its own table. */
interface Surroundings {
  /** How far text of the description's column reaches. */
  limit: TextLimit;
  legend: RateLegend;
  references: GroupReferences | undefined;
  style: NumberStyle;
}

/** Gives a line's values their places and evidence. */
export function foundLine(line: RawLine, table: Table, { limit, legend, references, style }: Surroundings): FoundLine {
  const { columns, roles } = table;
  const { page, figureRow } = line;
  const figure = (role: number | null): NumberCell | null => (role === null ? null : (figureRow.figures[role] ?? null));
  const [quantity, price, total] = [figure(roles.quantity), figure(roles.price), figure(roles.total)];
  // What is taken off below leaves another net amount than the printed one.
  const reduced = line.allowances.length > 0;
  const closes =
    quantity && price && total && !roles.priceIsGross && multipliesOut(quantity.number.value, price, total);
  // Without their labels, quantity and price could be each other; a price with VAT is not the one that is asked for.
  const means = (at: number | null, ...kinds: ColumnKind[]) => at !== null && mayBe(columns[at]!, ...kinds);
  const isGross = [roles.price, roles.total].some(
    (at) => at !== null && (columns[at]!.gross || labelled(columns[at]!, 'price_gross', 'gross_amount')),
  );
  const known =
    means(roles.quantity, 'quantity') &&
    means(roles.price, 'price') &&
    !(means(roles.quantity, 'price') && means(roles.price, 'quantity')) &&
    !isGross;
  // A figure that was mended until the line multiplied out is not confirmed by that.
  const mended = [quantity, price, total].some((cell) => cell?.mended || cell?.number.mended);
  // Nothing adds to no sum, and is nothing times any price; an amount that is printed nowhere was made by the product.
  const isPrinted = total !== null && total.items.length > 0;
  const tells = closes && isPrinted && !total.number.value.isZero();
  const sums: Evidence[] = reduced ? ['contradicted'] : tells && known && !mended ? ['sums_agree'] : [];
  const amounts: Evidence[] = ['labelled', ...sums, ...(mended ? (['weak_print'] as const) : [])];

  const text = lineText(line, columns, limit);
  const rows = [...line.above, figureRow, ...line.below];
  const wanted = descriptionColumns(columns);
  const column = (...kinds: ColumnKind[]): Item[] => {
    const at = columns.findIndex((each, i) => kinds.some((kind) => kind === each.kinds[0]) && !wanted.includes(i));
    return at < 0 ? [] : rows.flatMap((row) => row.cells[at]!).filter((item) => !/^[-–—]+$/u.test(item.text));
  };
  const string = (items: readonly Item[]) =>
    items.length === 0 ? null : found(runningTextOf(items), items, page, ['labelled']);
  const rate = lineRate(line, table, legend, style);
  const isCode = (item: Item): boolean => rate?.items.includes(item) ?? false;
  const unitItems = column('unit').filter((item) => !isCode(item));
  const isAtQuantity = roles.quantity !== null && labelled(columns[roles.quantity]!, 'unit');
  const unit =
    unitItems.length > 0 && !isAtQuantity
      ? string(figureUnit(line, table).filter((item) => !isCode(item)))
      : quantity && unitBeside(quantity, line, table);
  const labelledText = text.description.length > 0 ? text.description : column('code', 'other');
  const description = saysInWords(textOf(labelledText)) ? labelledText : (wordsBeside(line, table) ?? labelledText);
  const given = unitPrice({ quantity, price, total, closes: closes === true }, page, amounts);
  const terms = price && given?.place === null ? printedTerms(line, table) : [];
  const rest = [...text.details, ...terms.map(({ items }) => items)].map(textOf);
  for (const [i, { label }] of terms.entries())
    rest[text.details.length + i] = `${label} ${rest[text.details.length + i]}`;
  const details = readDetails(text.details);
  const either = (...places: (Item[] | undefined)[]) => string(places.find((items) => items && items.length > 0) ?? []);
  return {
    description: description.length === 0 ? null : found(runningTextOf(description), description, page, ['labelled']),
    quantity: quantity && number(quantity.number.value, quantity.items, page, amounts),
    unit,
    unit_price: given,
    vat_rate: rate && foundRate(rate, page),
    total: total && number(total.number.value, total.items, page, isPrinted ? amounts : []),
    ...forBooks(line, table, rate?.rate ?? null),
    lot_number: either(column('lot'), details.lot),
    origin_country: either(column('origin'), details.origin),
    po_reference: either(column('order'), details.order, references?.order),
    delivery_note_number: either(column('delivery_note'), details.deliveryNote, references?.deliveryNote),
    details:
      rest.length === 0
        ? null
        : found(rest.join('\n'), [...text.details.flat(), ...terms.flatMap(({ items }) => items)], page, []),
  };
}

/** What a column without a label of its own says in words, where the one that is called the description holds a code. */
function wordsBeside({ figureRow }: RawLine, { columns }: Table): Item[] | null {
  const isText = (at: number) => columns[at]!.kinds.every((kind) => kind === 'description' || kind === 'other');
  return figureRow.cells.find((items, at) => isText(at) && saysInWords(textOf(items))) ?? null;
}

function foundRate({ rate, items, label }: LineRate, page: number): Found<number> {
  const value = number(rate, items, page, ['labelled']);
  return label ? { ...value, place: { page, box: { ...label } } } : value;
}

/** The printed price and discount of a line whose unit price is another (decisions.md: they go to the details). */
function printedTerms(line: RawLine, { columns, roles }: Table): { label: string; items: Item[] }[] {
  return [roles.factor, roles.price, roles.discount].flatMap((at) => {
    const items = at === null ? [] : line.figureRow.cells[at]!;
    return items.length === 0 ? [] : [{ label: columns[at!]!.text, items }];
  });
}

/** The unit column of the row with the figures; a stray number in it is none, but "box 12" is a unit. */
function figureUnit(line: RawLine, table: Table): Item[] {
  const at = table.columns.findIndex((column) => column.kinds[0] === 'unit');
  const items = at < 0 ? [] : line.figureRow.cells[at]!;
  return items.filter((item, i) => {
    const before = items[i - 1];
    const near = before && item.x - rightOf(before) < leastGap * item.height;
    return !item.number || /\p{L}/u.test(item.text) || (near && !before.number && item.number.decimals === 0);
  });
}

/** The unit printed in the quantity's cell, as in "12,5 kg", or below the figure where the cell is narrow. */
function unitBeside(quantity: NumberCell, line: RawLine, table: Table): Found<string> | null {
  // The sign of the price may stand in the same cell, where columns are narrow.
  const unit = quantity.rest.replace(/\s[€£$]$/u, '');
  if (/\p{L}/u.test(unit)) return found(unit, quantity.items, line.page, []);
  const column = line.below.map((row) => row.cells[table.roles.quantity!]!);
  const below = column.find((items) => items.length > 0) ?? [];
  const short = below.length === 1 && /^\p{L}[\p{L}\p{Nd}.²³]{0,7}$/u.test(below[0]!.text);
  return short ? found(below[0]!.text, below, line.page, []) : null;
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
