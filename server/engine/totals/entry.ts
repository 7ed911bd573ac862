import type { Decimal } from 'decimal.js';
import type { NumberedRow } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import type { TotalKind } from './total-words.ts';

/** An amount outside the lines with what its label says. */
export interface Entry {
  value: Decimal;
  item: Item;
  page: number;
  row: NumberedRow;
  /** Meanings of the label, the likeliest first; empty where no label is known. */
  kinds: TotalKind[];
  /** Whether every word of the label is accounted for, and names this kind of sum alone. */
  explained: boolean;
  /** How much of the label its known phrase covers, 0 to 1. */
  clarity: number;
  /** Percentages that the label names. */
  rates: Decimal[];
  currency: string | null;
  from: 'left' | 'above' | 'column' | 'none';
  /** What a tax that the buyer withholds leaves of net sum and VAT: still to be paid, and no total. */
  afterTax?: boolean;
  /** The amount is said in words as well. */
  inWords?: boolean;
  /** The figure was put right, by its look or by arithmetic. */
  mended?: boolean;
}

/** Whether no other amount stands between two, and both end at the same edge. */
export function isRightOver(entry: Entry, below: Entry, entries: readonly Entry[]): boolean {
  const between = entries.some(
    (other) => other.page === below.page && other.row.y > entry.row.y && other.row.y < below.row.y,
  );
  const edge = (one: Entry): number => one.item.x + one.item.width;
  return !between && entry.row.y < below.row.y && Math.abs(edge(entry) - edge(below)) < below.item.height;
}
