import { Decimal } from 'decimal.js';
import { vatOn } from '../../checks/cents.ts';
import type { Found } from '../found.ts';
import type { Item } from '../layout/numbers.ts';
import { wordsOf } from '../lexicon/words.ts';
import type { BodyRow } from './body-rows.ts';
import { type NumberCell, runningTextOf } from './cells.ts';
import { isCode } from './description.ts';
import { found } from './found-cell.ts';
import type { RawLine, Table } from './found-table.ts';
import { labelled } from './labelled.ts';

/** A product of two figures with cents lies so near the printed one. */
const atMostApart = new Decimal('0.01');

/**
 * What books want of a line besides: its VAT and what was taken off it, each only where the line's own figures make it, and the
 * article's code. Nobody books by them unread, so print that OCR doubted is left out.
 */
export function forBooks(
  line: RawLine,
  table: Table,
  rate: Decimal | null,
): { vat_amount: Found<number> | null; discount: Found<number> | null; item_code: Found<string> | null } {
  const { roles } = table;
  const { page, figureRow } = line;
  const figure = (at: number | null): NumberCell | null => (at === null ? null : (figureRow.figures[at] ?? null));
  const [quantity, price, total] = [figure(roles.quantity), figure(roles.price), figure(roles.total)];
  const [vat, taken] = [figure(roles.vatAmount), figure(roles.discount)];
  const isNear = (one: Decimal, other: Decimal): boolean => one.sub(other).abs().lte(atMostApart);
  const made = total && rate && vatOn(total.number.value, rate);
  const off = taken && !taken.number.percent ? taken.number.value.abs() : null;
  const before = quantity && price && !roles.priceIsGross ? quantity.number.value.mul(price.number.value) : null;
  const isOff = off && before && total && !off.isZero() && isNear(before.abs().sub(off), total.number.value.abs());
  return {
    vat_amount: vat && made && isNear(made, vat.number.value) ? amount(vat, vat.number.value, page) : null,
    discount: isOff ? amount(taken!, off, page) : null,
    item_code: itemCode(line, table),
  };
}

/** Nothing is what any rate makes of nothing, so it proves nothing. */
function amount(cell: NumberCell, value: Decimal, page: number): Found<number> | null {
  const sums = value.isZero() || cell.mended || cell.number.mended ? [] : (['sums_agree'] as const);
  return unlessWeak(found(value.toNumber(), cell.items, page, ['labelled', ...sums]));
}

/** In the column that is headed so; one of tariffs and classes has a code that is no article's. */
function itemCode({ above, figureRow, below, page }: RawLine, { columns }: Table): Found<string> | null {
  const at = columns.findIndex(
    (column) =>
      labelled(column, 'code') && column.text !== '' && wordsOf('class_codes').find(column.text, false).length === 0,
  );
  if (at < 0) return null;
  // In a column of names as well the code has a row of its own.
  const describes = columns[at]!.kinds.includes('description');
  const cellsOf = (rows: readonly BodyRow[]) =>
    rows
      .map(({ cells }) => cells[at]!)
      .filter((cell) => cell.length > 0 && (!describes || isCode(runningTextOf(cell))));
  const [upper, own, lower] = [cellsOf(above), cellsOf([figureRow]), cellsOf(below)];
  // Figures stand beside the middle of a code, or its first row: what is above the rest is a group's heading.
  const before = own.length === 0 ? upper : upper.slice(upper.length - Math.min(upper.length, lower.length));
  const rows: Item[][] = [];
  let text = '';
  for (const row of [...before, ...own, ...lower]) {
    const [said, runsOn] = [runningTextOf(row), /[-/]$/.test(text)];
    // So is a row without a figure, unless the code visibly goes on in it.
    if (text !== '' && !runsOn && !/\d/.test(said)) continue;
    rows.push(row);
    text += text === '' || runsOn ? said : ` ${said}`;
  }
  return /[\p{L}\p{N}]/u.test(text) ? unlessWeak(found(text, rows.flat(), page, ['labelled'])) : null;
}

const unlessWeak = <T>(value: Found<T>): Found<T> | null => (value.evidence.includes('weak_print') ? null : value);
