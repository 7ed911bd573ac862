import { isEffective, type Label } from './labels.ts';
import type { TextDocument, TextLine } from './text-lines.ts';

export type Relation = 'inside' | 'right' | 'below';

/** Where a label's value may stand: a stretch of a line. */
export interface ValuePlace {
  label: Label;
  relation: Relation;
  line: TextLine;
  start: number;
  end: number;
  /** The stretch's text. */
  text: string;
}

/** A value below stands at most this many line heights under its label. */
const belowReach = 2.6;

/** Places of the label's value: behind it in its cell, in the cell to the right, and below it; the likeliest first. */
export function valuePlaces(
  document: TextDocument,
  labels: ReadonlyMap<TextLine, readonly Label[]>,
  label: Label,
): ValuePlace[] {
  const places: ValuePlace[] = [];
  const { line } = label;
  const own = labels.get(line)!;
  const next = own.find((other) => other.start >= label.end && isEffective(other));
  const inside = stretch(label, 'inside', line, label.end, next?.start ?? line.text.length);
  if (inside) places.push(inside);
  if (next) return places;
  const rows = document.pages[line.page - 1]!.rows;
  if (!inside) {
    const right = rows[line.row]!.slice(line.cell + 1).find((cell) => /[\p{L}\p{N}]/u.test(cell.text));
    if (right) places.push(...before(label, 'right', right, labels));
  }
  const below = inside && !label.alone ? null : cellBelow(rows, line);
  if (below) places.push(...before(label, 'below', below, labels));
  return places;
}

/** The line's text up to its first label; nothing when a label leads it. */
function before(
  label: Label,
  relation: Relation,
  line: TextLine,
  labels: ReadonlyMap<TextLine, readonly Label[]>,
): ValuePlace[] {
  const first = labels.get(line)!.find((other) => (other.marked || other.leading) && isEffective(other));
  const place = stretch(label, relation, line, 0, first && first.start > 0 ? first.start : line.text.length);
  if (!place || (first?.leading && (first.marked || first.alone))) return [];
  return [place];
}

function stretch(label: Label, relation: Relation, line: TextLine, from: number, to: number): ValuePlace | null {
  const start = from + /^[^\p{L}\p{N}+(№#]*/u.exec(line.text.slice(from, to))![0].length;
  const text = line.text.slice(start, to).trimEnd();
  return text === '' ? null : { label, relation, line, start, end: start + text.length, text };
}

/** The nearest cell under the line that overlaps it or starts at its left edge. */
export function cellBelow(rows: readonly (readonly TextLine[])[], line: TextLine): TextLine | null {
  for (const row of rows.slice(line.row + 1, line.row + 4)) {
    const found = row.find(
      (cell) =>
        cell.y - line.y - line.height < belowReach * line.height &&
        cell.y > line.y + line.height / 2 &&
        (Math.min(cell.x + cell.width, line.x + line.width) - Math.max(cell.x, line.x) > 0 ||
          Math.abs(cell.x - line.x) < line.height),
    );
    if (found) return found;
  }
  return null;
}
