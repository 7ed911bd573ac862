import { Decimal } from 'decimal.js';
import type { ColumnKind } from './column-words.ts';
import type { Column } from './columns.ts';

/** Whether one of the kinds is what the column's label means first. */
export const labelled = (column: Column, ...kinds: ColumnKind[]) =>
  column.kinds[0] !== undefined && kinds.includes(column.kinds[0]);
/** Whether the label can mean one of the kinds at all. */
export const mayBe = (column: Column, ...kinds: ColumnKind[]) => column.kinds.some((kind) => kinds.includes(kind));

/** The rate that a column's label names, where it speaks of VAT. */
export function rateOfLabel(column: Column): Decimal | null {
  const percent = /(\d{1,2}(?:[.,]\d{1,2})?)\s?%/u.exec(column.text);
  return percent && mayBe(column, 'vat', 'vat_rate', 'vat_amount') ? new Decimal(percent[1]!.replace(',', '.')) : null;
}
