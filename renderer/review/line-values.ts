import { Decimal } from 'decimal.js';
import { kindOf } from '../../server/contract/fields.ts';
import type { Invoice, Line } from '../../server/contract/invoice.ts';
import type { Formats } from '../i18n/format.ts';
import type { Change } from './edit-draft.ts';
import { typedValue } from './typed-value.ts';

/** Money of a line is written in two decimals, the price of one unit in up to four. */
const decimals = { total: 2, unit_price: 4, quantity: 4 };
type Figure = keyof typeof decimals;

/**
 * What a line's figure has to be for quantity × price = value to hold; null where that is not known, or no figure of these.
 * @param column of the line
 */
export function figureOf({ quantity, unit_price, total }: Line, column: string): number | null {
  const rounded = (value: Decimal, to: Figure): number | null =>
    value.isFinite() ? value.toDecimalPlaces(decimals[to]).toNumber() : null;
  if (column === 'total' && quantity !== null && unit_price !== null) {
    return rounded(new Decimal(quantity).times(unit_price), column);
  }
  if (column === 'unit_price' && quantity !== null && total !== null) {
    return rounded(new Decimal(total).div(quantity), column);
  }
  if (column === 'quantity' && unit_price !== null && total !== null) {
    return rounded(new Decimal(total).div(unit_price), column);
  }
  return null;
}

/**
 * Two lines as the one that they were printed as: texts behind each other, values added up. Quantities are added where the
 * price is the same; otherwise what one line has to say stands, and what both say differently is left to a person.
 */
export function joined(upper: Line, lower: Line): Line {
  const text = (column: 'description' | 'details'): string | null =>
    [upper[column], lower[column]].filter((each) => each !== null).join(' ') || null;
  const added = (one: number | null, other: number | null): number | null =>
    one !== null && other !== null ? new Decimal(one).plus(other).toNumber() : (one ?? other);
  const isPrice = upper.unit_price !== null && upper.unit_price === lower.unit_price && upper.unit === lower.unit;
  const rest = Object.fromEntries(
    Object.entries(upper).map(([column, value]) => {
      const other = lower[column as keyof Line];
      return [column, value === null || other === null || value === other ? (value ?? other) : null];
    }),
  ) as unknown as Line;
  return {
    ...rest,
    description: text('description'),
    details: text('details'),
    quantity: isPrice ? added(upper.quantity, lower.quantity) : rest.quantity,
    total: added(upper.total, lower.total),
  };
}

/** A cell's value in the same column of every line below it. */
export function filledDown(lines: readonly Line[], from: number, column: keyof Line): Change[] {
  const value = lines[from]?.[column] ?? null;
  return lines.flatMap((_line, index) => (index > from ? [[`line_items.${index}.${column}`, value] as const] : []));
}

/** What was copied from a spreadsheet, as rows of cells; null for a text of one cell. */
export function cellsOf(text: string): string[][] | null {
  const rows = text.replace(/\r\n?/g, '\n').split('\n');
  if (rows.at(-1) === '') rows.pop();
  const cells = rows.map((row) => row.split('\t'));
  return cells.length > 1 || (cells[0]?.length ?? 0) > 1 ? cells : null;
}

/**
 * Copied cells as values, from one cell of the table on to the right and downwards. What is no value of its column's kind
 * is left out.
 * @param columns of the table, in their order
 */
export function pasted(
  cells: readonly (readonly string[])[],
  at: { index: number; column: keyof Line },
  columns: readonly (keyof Line)[],
  formats: Formats,
): Change[] {
  const first = columns.indexOf(at.column);
  return cells.flatMap((row, down) =>
    row.flatMap((text, right) => {
      const column = columns[first + right];
      if (column === undefined) return [];
      const path = `line_items.${at.index + down}.${column}`;
      const typed = typedValue(text, kindOf(path), formats);
      return typed === 'wrong' ? [] : [[path, typed.value] as const];
    }),
  );
}

/** What the lines make so far, where the value of some is not there; null where all are, or none is. */
export function linesSoFar({ line_items }: Invoice): { makes: number; missing: number[] } | null {
  const missing = line_items.flatMap(({ total }, index) => (total === null ? [index + 1] : []));
  if (missing.length === 0 || missing.length === line_items.length) return null;
  const makes = line_items.reduce((sum, { total }) => sum.plus(total ?? 0), new Decimal(0));
  return { makes: makes.toNumber(), missing };
}
