import {
  areOfOneSize,
  bottomOf,
  endTogether,
  followsTightly,
  isOver,
  startNear,
  startTogether,
} from '../layout/geometry.ts';
import { wordsOf } from '../lexicon/words.ts';
import { isEffective, isListedWith, type Label } from './labels.ts';
import type { TextDocument, TextLine } from './text-lines.ts';
import { clearlyLarger } from './title-lines.ts';

export type Relation = 'inside' | 'right' | 'below' | 'above';

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

/** A value below stands at most this many line heights under its label, which may be in smaller print. */
const belowReach = 2.6;
/** It may be so much larger than its label; what is larger still counts for no more. */
const largerValue = 1.4;

/** Places of the label's value: behind it in its cell, in the cell to the right, and below it; the likeliest first. */
export function valuePlaces(
  document: TextDocument,
  labels: ReadonlyMap<TextLine, readonly Label[]>,
  label: Label,
): ValuePlace[] {
  const places: ValuePlace[] = [];
  const { line } = label;
  const own = labels.get(line)!;
  const next = own.find((other) => other.start >= label.end && (isEffective(other) || other.listed));
  const inside = stretch(label, 'inside', line, label.end, next?.start ?? line.text.length);
  if (inside) places.push(inside);
  if (next && label.listed && isListedWith(label, next))
    return valuePlaces(document, labels, next).map((place) => ({ ...place, label }));
  if (next && !headsTogether(label, next)) return places;
  const rows = document.pages[line.page - 1]!.rows;
  const over = inside ? null : captioned(rows, labels, label);
  if (over) return [...places, ...before(label, 'above', over, labels)];
  if (!inside && !label.stacked) {
    const right =
      label.beside ??
      rows[line.row]!.slice(line.cell + 1).find((cell) => /[\p{L}\p{N}]/u.test(cell.text)) ??
      wrappedBeside(rows, line) ??
      levelBeside(rows, line) ??
      besideBeginning(rows, labels, label);
    if (right && !(label.alone && isUnderOwnHead(rows, labels, line, right)))
      places.push(...before(label, 'right', right, labels));
  }
  const isOverValue = !inside || label.alone || isHeading(label, inside.text);
  const below = isOverValue ? (cellBelow(rows, line) ?? underHeads(rows, labels, label)) : null;
  if (
    below &&
    (!inside || label.alone || line.fontSize > clearlyLarger * below.fontSize) &&
    !isNamedBeside(rows, below)
  )
    places.push(...before(label, 'below', below, labels));
  return places;
}

/** "FACTURĂ AVANS", "INVOICE FLEET CARDS": a title with what it is for, and no number behind it. */
const isHeading = ({ leading, start, end, line }: Label, behind: string): boolean =>
  leading &&
  wordsOf('invoice_titles').is(line.text.slice(start, end)) &&
  !/\p{N}/u.test(behind) &&
  behind.split(' ').length <= mostBehindTitle;
const mostBehindTitle = 4;

/** "Cashier: | 512-40": the value of what ends with a colon right before it, whatever stands above. */
const isNamedBeside = (rows: readonly (readonly TextLine[])[], { row, cell }: TextLine): boolean =>
  /\p{L}\s?:$/u.test(rows[row]![cell - 1]?.text ?? '');

/** "Bestellung / Datum" over "4500 / 2.9.2026": labels of one heading have their values in the same place. */
const headsTogether = ({ alone, end, line }: Label, next: Label): boolean =>
  alone && /^\s?\/\s?$/.test(line.text.slice(end, next.start));

/** Tight under a label of its own, with a value in the column of the label to its left: columns whose heads differ in height. */
function isUnderOwnHead(
  rows: readonly (readonly TextLine[])[],
  labels: ReadonlyMap<TextLine, readonly Label[]>,
  line: TextLine,
  right: TextLine,
): boolean {
  const head = rows
    .slice(Math.max(0, right.row - 2), right.row)
    .flat()
    .find((cell) => startTogether(cell, right) && followsTightly(cell, right));
  return (
    head !== undefined &&
    labels.get(head)!.some((label) => label.alone) &&
    /\p{N}/u.test(cellBelow(rows, line)?.text ?? '')
  );
}

/** In line heights: lines of a value on both sides of its label begin no farther above or below it, and their middle is no farther off. */
const aroundLabel = { reach: 0.8, off: 0.4 };

/** The upper line of a value in two lines to the right, between which the label stands level: a form's narrow cell. */
function wrappedBeside(rows: readonly (readonly TextLine[])[], line: TextLine): TextLine | null {
  if (line.cell < rows[line.row]!.length - 1) return null;
  const behind = (cell: TextLine) =>
    cell.x >= line.x + line.width && Math.abs(cell.y - line.y) < aroundLabel.reach * line.height;
  const near = rows.slice(Math.max(0, line.row - 1), line.row + 2).flat();
  const upper = near.find((cell) => cell.row < line.row && behind(cell));
  const lower = near.find((cell) => cell.row > line.row && behind(cell));
  return upper &&
    lower &&
    Math.abs(upper.y + lower.y - 2 * line.y) < aroundLabel.off * line.height &&
    isOver(upper, lower)
    ? upper
    : null;
}

/** Beside a title in large print, its number in smaller print may stand level with the title's head or foot. */
function levelBeside(rows: readonly (readonly TextLine[])[], line: TextLine): TextLine | null {
  if (line.cell < rows[line.row]!.length - 1) return null;
  const near = [rows[line.row - 1] ?? [], rows[line.row + 1] ?? []].flat();
  return (
    near.find(
      (cell) => cell.x >= line.x + line.width && cell.y >= line.y && bottomOf(cell) <= bottomOf(line) + cell.height / 4,
    ) ?? null
  );
}

/** "FAKTURA - DAŇOVÝ | 2026100447" over "DOKLAD č.": a label in two lines, whose value stands beside the first. */
function besideBeginning(
  rows: readonly (readonly TextLine[])[],
  labels: ReadonlyMap<TextLine, readonly Label[]>,
  { line, alone, kinds }: Label,
): TextLine | null {
  if (!alone || line.row === 0) return null;
  const upper = rows
    .slice(Math.max(0, line.row - 2), line.row)
    .flat()
    .findLast((cell) => startTogether(cell, line));
  const [beginning] = upper ? labels.get(upper)! : [];
  const goesOn =
    upper !== undefined &&
    beginning?.leading === true &&
    !beginning.alone &&
    !beginning.marked &&
    beginning.kinds.some((kind) => kinds.includes(kind)) &&
    !/\p{N}/u.test(upper.text) &&
    followsTightly(upper, line) &&
    areOfOneSize(upper, line);
  return goesOn ? (rows[upper.row]![upper.cell + 1] ?? null) : null;
}

/** A caption's print is smaller than its value's by so much of that. */
const captionSize = 0.9;
/** It stands no farther below its value, in heights of that, and nearer to it than to what is below, in heights of its own. */
const [captionGap, clearlyNearer] = [0.5, 0.3];

/** The value over a label in smaller print, set nearer to it than what stands below: a caption under its value. */
function captioned(
  rows: readonly (readonly TextLine[])[],
  labels: ReadonlyMap<TextLine, readonly Label[]>,
  { line, alone, marked }: Label,
): TextLine | null {
  if (line.ocr || line.row === 0) return null;
  const over = rows[line.row - 1]!.find((cell) => startTogether(cell, line) || endTogether(cell, line));
  if (!over || (!alone && labels.get(line)![0]!.start > 0)) return null;
  const gap = line.y - over.y - over.height;
  const isValue = /\p{N}/u.test(over.text) && !labels.get(over)!.some(isEffective);
  const below = cellBelow(rows, line);
  // In print as large it is one only where nothing stands below, nor over the value.
  const isLoose = below === null && !marked && !rows[over.row - 1]?.some((cell) => isOver(cell, over));
  const isCaption = line.fontSize < captionSize * over.fontSize || (isLoose && areOfOneSize(line, over));
  if (!isValue || !isCaption || gap > captionGap * over.height) return null;
  return below && below.y - line.y - line.height < gap + clearlyNearer * line.height ? null : over;
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

/** Boxes leave at most so many line heights of white between their heads and what is filled in below. */
const boxReach = 6;

/**
 * "Date ¦ Due" over the white of a form's boxes, with a figure each well below: the value under one of several heads of a row,
 * where the first print below at least two of them stands in one row.
 */
function underHeads(
  rows: readonly (readonly TextLine[])[],
  labels: ReadonlyMap<TextLine, readonly Label[]>,
  { line, alone }: Label,
): TextLine | null {
  if (!alone) return null;
  const heads = rows[line.row]!.filter((cell) => labels.get(cell)!.some((label) => label.alone && isEffective(label)));
  const near = rows.slice(line.row + 1, line.row + 10).flat();
  const firstUnder = (head: TextLine): TextLine | undefined =>
    near.find(
      (cell) =>
        isOver(cell, head) && cell.y > head.y + head.height / 2 && cell.y - bottomOf(head) < boxReach * head.height,
    );
  const value = firstUnder(line);
  const isFigure = (cell: TextLine | undefined): boolean => cell !== undefined && /\p{N}/u.test(cell.text);
  const filled = heads.filter((head) => firstUnder(head)?.row === value?.row && isFigure(firstUnder(head)));
  return value && isFigure(value) && filled.length > 1 ? value : null;
}

/** The nearest cell under the line that overlaps it or starts at its left edge. */
export function cellBelow(rows: readonly (readonly TextLine[])[], line: TextLine): TextLine | null {
  for (const row of rows.slice(line.row + 1, line.row + 4)) {
    const found = row.find(
      (cell) =>
        cell.y - line.y - line.height <
          belowReach * Math.max(line.height, Math.min(cell.height, largerValue * line.height)) &&
        cell.y > line.y + line.height / 2 &&
        (Math.min(cell.x + cell.width, line.x + line.width) - Math.max(cell.x, line.x) > 0 || startNear(cell, line)),
    );
    if (found) return found;
  }
  return null;
}
