import type { Item } from '../layout/numbers.ts';
import type { BodyRow } from './body-rows.ts';
import { type Reference, referenceIn } from './details.ts';
import type { RawLine, Table } from './found-table.ts';

/** What the headings over a line refer it to. */
export interface GroupReferences {
  order: Item[];
  deliveryNote: Item[];
}

const none: GroupReferences = { order: [], deliveryNote: [] };

/**
 * Reads rows like "Delivery note 1187 of 4 March" that head the lines below them, and takes them out of the lines'
 * texts. They are headings where the first of them stands before the first line; else they belong to the line above.
 */
export function readGroupReferences(tables: readonly Table[]): Map<RawLine, GroupReferences> {
  const found = new Map<RawLine, GroupReferences>();
  const first = tables[0]?.lines[0];
  if (!first?.above.some((row) => headingOf(row))) return found;
  let current = none;
  const apply = (rows: BodyRow[]) => {
    for (const row of rows) {
      const reference = headingOf(row);
      if (reference) current = { ...current, [reference.kind === 'order' ? 'order' : 'deliveryNote']: reference.value };
    }
    return rows.filter((row) => !headingOf(row));
  };
  for (const line of tables.flatMap((table) => table.lines)) {
    line.above = apply(line.above);
    found.set(line, current);
    line.below = apply(line.below);
  }
  return found;
}

/** The reference that a row is made of, alone or with its date. */
function headingOf(row: BodyRow): Reference | null {
  return row.row.cells.length <= 2 ? referenceIn(row.row.items) : null;
}
