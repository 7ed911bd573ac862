import type { ColumnKind } from './column-words.ts';
import type { Column } from './columns.ts';

/** Whether one of the kinds is what the column's label means first. */
export const labelled = (column: Column, ...kinds: ColumnKind[]) =>
  column.kinds[0] !== undefined && kinds.includes(column.kinds[0]);
/** Whether the label can mean one of the kinds at all. */
export const mayBe = (column: Column, ...kinds: ColumnKind[]) => column.kinds.some((kind) => kinds.includes(kind));
