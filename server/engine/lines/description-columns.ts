import type { Column } from './columns.ts';

/** Columns that hold what was sold: those so labelled, else the widest without a known meaning. */
export function descriptionColumns(columns: readonly Column[]): number[] {
  const indexes = columns.map((_, i) => i);
  const first = indexes.filter((i) => columns[i]!.kinds[0] === 'description');
  if (first.length > 0) return first;
  const second = indexes.filter((i) => columns[i]!.kinds.includes('description'));
  if (second.length > 0) return second;
  const unknown = indexes.filter((i) => columns[i]!.kinds.length === 0 || columns[i]!.kinds[0] === 'code');
  const widest = unknown.sort((a, b) => width(columns[b]!) - width(columns[a]!))[0];
  return widest === undefined ? [] : [widest];
}

const width = (column: Column) => column.right - column.left;
