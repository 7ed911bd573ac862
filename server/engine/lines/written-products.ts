import type { NumberStyle } from '../../checks/amounts.ts';
import { isToTheCent } from '../../checks/cents.ts';
import { rightOf } from '../layout/geometry.ts';
import type { NumberedRow } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import type { Cell } from '../layout/rows.ts';
import type { BodyRow } from './body-rows.ts';
import { gluedCell } from './cells.ts';
import type { ColumnKind } from './column-words.ts';
import type { Column } from './columns.ts';
import { nowhere } from './found-table.ts';
import type { Header } from './header.ts';
import { isMoney, mostFigures } from './product.ts';
import { isTotalsRow } from './totals-row.ts';

/** "14 pcs x 38.50" or "14h @ 38.50" or "6 pcs à 7.00", written out in one cell. */
export interface WrittenProduct {
  quantity: Item[];
  unit: Item[];
  price: Item[];
}

/** Rows without the products written out in them, and the products of those rows. */
export interface WrittenProducts {
  rows: NumberedRow[];
  products: ReadonlyMap<NumberedRow, WrittenProduct>;
}

/** A sign between quantity and price; models without an "à" read a letter of their own for it. */
const productSign = /^[x×*@àaáâă]$/iu;
const gluedSign = /^(?<unit>\p{L}{2,8})[àáâă]$/u;
/** Part of the rows with an amount in the products' column that must hold a product for it to be how the table gives them. */
const enough = 0.6;
/** Amounts of one column end this near to each other, in points. */
const exact = 2;

/** Takes products written out in single cells apart from the rest of the rows; null where the table has columns for them. */
export function writtenProducts(below: readonly NumberedRow[], style: NumberStyle): WrittenProducts | null {
  const products = new Map<NumberedRow, WrittenProduct>();
  const ends: number[] = [];
  const rows = below.map((row) => {
    const product = isTotalsRow(row) ? null : productOf(row, style);
    // "Cleaning, 4 h × 31.50 = 126.00" is a sentence of a letter.
    if (!product || row.cells.some((cell) => holds(cell, product.total) && holds(cell, product.items[0]!))) return row;
    ends.push(rightOf(product.total));
    const taken = new Set(product.items.flatMap((item) => item.words));
    const rest = {
      ...row,
      items: row.items.filter((item) => !product.items.includes(item)),
      cells: row.cells.filter((cell) => !cell.words.every((word) => taken.has(word))),
    };
    products.set(rest, product);
    return rest;
  });
  const isAmount = (item: Item): boolean =>
    item.number !== null && isMoney(item) && ends.some((right) => Math.abs(rightOf(item) - right) < exact);
  const others = rows.filter((row) => !products.has(row) && !isTotalsRow(row) && row.items.some(isAmount));
  return products.size > 0 && products.size >= enough * (products.size + others.length) ? { rows, products } : null;
}

const holds = ({ words }: Cell, item: Item): boolean => words.includes(item.words[0]!);

/** A quantity, perhaps its unit, the sign, and a price that make an amount of the same row. */
export function productOf(
  { items, cells }: NumberedRow,
  style: NumberStyle,
): (WrittenProduct & { items: Item[]; total: Item }) | null {
  if (items.filter((item) => item.number).length > mostFigures) return null;
  for (const [at, sign] of items.entries()) {
    const glued = gluedSign.exec(sign.text)?.groups?.unit;
    if (!productSign.test(sign.text) && glued === undefined) continue;
    const cell = cells.find(({ words }) => words.includes(sign.words[0]!))!;
    const within = (item: Item | undefined) => item !== undefined && cell.words.includes(item.words[0]!);
    const hasUnit = glued === undefined && items[at - 1] && isUnit(items[at - 1]!);
    const before = items.slice(Math.max(0, hasUnit ? at - 2 : at - 1), at);
    const behind = items[at + 2];
    const after = items.slice(at + 1, behind && within(behind) && isUnit(behind) ? at + 3 : at + 2);
    const apart = before.length === 1 ? withUnitApart(before[0]!, style) : before;
    const parts = glued === undefined ? apart : [...before, { ...sign, text: glued }];
    const [first, second] = [parts[0], after[0]];
    if (!first?.number || !second?.number || ![...before, ...after].every(within)) continue;
    const made = first.number.value.mul(second.number.value);
    const isTotal = ({ number }: Item) => number && !number.percent && isToTheCent(number.value, made);
    const total = items.find((item) => item !== first && item !== second && isTotal(item) && isMoney(item));
    if (made.isZero() || !total) continue;
    // "38.50 EUR x 14" begins with the price.
    const turned = first.number.currency !== null && second.number.currency === null;
    const unit = turned ? after.slice(1) : parts.slice(1);
    return {
      quantity: [turned ? second : first],
      unit,
      price: [turned ? first : second],
      total,
      items: [...before, sign, ...after],
    };
  }
  return null;
}

/** "12.5h": the quantity, and the unit that is glued to it. */
function withUnitApart(item: Item, style: NumberStyle): Item[] {
  const glued = gluedCell([item], style);
  return glued
    ? [
        { ...item, number: glued.number },
        { ...item, text: glued.rest },
      ]
    : [item];
}

/** "pcs", "m²", and "m²/day" of what is hired. */
const isUnit = ({ number, text }: Item) => number === null && /^\p{L}[\p{L}\p{Nd}²³.]{0,8}(\/\p{L}{1,8})?$/u.test(text);

/** The head without labels over quantities and prices, whose columns hold nothing but products. */
export function withoutProductLabels(header: Header): Header {
  const figures = new Set<ColumnKind | undefined>(['quantity', 'unit', 'price', 'price_gross']);
  return { ...header, columns: header.columns.filter(({ kinds }) => !figures.has(kinds[0])) };
}

/** Columns for what products hold. */
export function productColumns({ columns }: Header): Column[] {
  const gross = columns.some((column) => column.gross);
  return (['quantity', 'unit', 'price'] as const).map((kind) => ({
    ...nowhere,
    text: '',
    kinds: [kind],
    net: false,
    gross: gross && kind === 'price',
    percent: false,
  }));
}

/** The row with its product in the first columns, which {@link productColumns} made. */
export function withProduct(body: BodyRow, product: WrittenProduct | undefined): BodyRow {
  if (!product) return body;
  const figure = (items: Item[]) => ({ number: items[0]!.number!, items, rest: '' });
  return {
    ...body,
    cells: [product.quantity, product.unit, product.price, ...body.cells.slice(3)],
    figures: [figure(product.quantity), null, figure(product.price), ...body.figures.slice(3)],
  };
}
