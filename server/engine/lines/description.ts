import type { Item } from '../layout/numbers.ts';
import { bottomOf, rightOf } from '../layout/rows.ts';
import type { BodyRow } from './body-rows.ts';
import type { Column } from './columns.ts';
import { descriptionColumns } from './description-columns.ts';
import type { RawLine } from './found-table.ts';

/** The text of a line: what was sold, and what is printed below it about it. */
export interface LineText {
  description: Item[];
  /** Further lines of print, each on its own. */
  details: Item[][];
}

/** One line of print in the description's column. */
interface Piece {
  items: Item[];
  /** Above the row with the figures. */
  above: boolean;
}

/** How far text of the description's column reaches on this page; needed to tell a wrapped line from a new one. */
export function textLimit(lines: readonly RawLine[], columns: readonly Column[]): { observed: number; next: number } {
  const wanted = descriptionColumns(columns);
  let observed = 0;
  let next = Infinity;
  for (const line of lines) {
    for (const row of [...line.above, line.figureRow, ...line.below]) {
      const items = wanted.flatMap((i) => row.cells[i]!);
      for (const item of items) observed = Math.max(observed, rightOf(item));
      const after = wanted.at(-1) ?? -1;
      for (const item of row.cells.slice(after + 1).flat()) next = Math.min(next, item.x);
    }
  }
  const label = columns[(wanted.at(-1) ?? -1) + 1];
  return { observed, next: label ? Math.min(next, Math.max(label.x, label.left)) : next };
}

/** Puts a line's text together in the order of print. */
export function lineText(
  line: RawLine,
  columns: readonly Column[],
  limit: { observed: number; next: number },
): LineText {
  const wanted = descriptionColumns(columns);
  const pieceOf = (row: BodyRow, above: boolean): Piece => ({ items: wanted.flatMap((i) => row.cells[i]!), above });
  let pieces = [
    ...line.above.map((row) => pieceOf(row, true)),
    pieceOf(line.figureRow, false),
    ...line.below.map((row) => pieceOf(row, false)),
  ].filter((piece) => piece.items.length > 0);
  const figured = wanted.some((i) => line.figureRow.cells[i]!.length > 0);
  pieces = withoutHeading(pieces, figured, limit);
  // A bare article number over the name belongs to neither description nor its wrapping.
  const named = pieces.findIndex((piece) => /\p{L}{3}/u.test(textOf(piece)));
  const codes =
    named > 0 && pieces.slice(0, named).every((piece) => isCode(textOf(piece))) ? pieces.slice(0, named) : [];
  pieces = pieces.slice(codes.length);

  const description: Item[] = [];
  const details: Item[][] = [];
  let wrapping = true;
  for (const [i, piece] of pieces.entries()) {
    const last = pieces[i - 1];
    const goesOn = !last || continues(last.items, piece.items, limit);
    if (i > 0 && !goesOn) wrapping = false;
    if (wrapping) description.push(...piece.items);
    else if (goesOn && details.length > 0) details.at(-1)!.push(...piece.items);
    else details.push(piece.items);
  }
  return { description, details: [...codes.map((piece) => piece.items), ...details] };
}

const textOf = (piece: Piece) => piece.items.map((item) => item.text).join(' ');
const isCode = (text: string) => /^[\p{Lu}\p{Nd}][\p{Lu}\p{Nd}./-]*$/u.test(text) && /\p{Nd}/u.test(text);

/** Text above a line that starts its own description is a group's heading, unless it visibly runs on into it. */
function withoutHeading(pieces: Piece[], figured: boolean, limit: { observed: number; next: number }): Piece[] {
  const first = pieces.findIndex((piece) => !piece.above);
  if (first <= 0 || !figured) return pieces;
  // Beside the figures stands only the article's number: its name is what is above.
  if (isCode(textOf(pieces[first]!))) return pieces;
  const last = pieces[first - 1]!;
  return continues(last.items, pieces[first]!.items, limit) ? pieces : pieces.slice(first);
}

/** Whether `next` is the wrapped rest of `last` and not a line of its own. */
function continues(last: readonly Item[], next: readonly Item[], limit: { observed: number; next: number }): boolean {
  const end = last.at(-1)!;
  const start = next[0]!;
  const [endWord, startWord] = [end.words[0]!, start.words[0]!];
  const size = endWord.fontSize;
  // "Label: value" is a line about the goods, and so is what stands apart from the line above.
  if (/^[^:]{2,40}\s?:(\s|$)/u.test(textOf({ items: [...next], above: false }))) return false;
  if (start.y - bottomOf(end) > 0.9 * end.height) return false;
  if (Math.abs(startWord.fontSize - size) > 0.08 * size && endWord.source === 'text') return false;
  if (endWord.bold !== startWord.bold && endWord.source === 'text') return false;
  if (/^\p{Ll}/u.test(start.text) && !/^\p{L}+:$/u.test(start.text)) return true;
  if (/[,(/–-]$/u.test(end.text) || /^[)/&]/u.test(start.text)) return true;
  const needed = rightOf(end) + 0.25 * size + start.width;
  if (needed > limit.next - 2) return true;
  const left = Math.min(last[0]!.x, start.x);
  // Where the text is the last column nothing but its own longest line tells how wide it may be.
  return (
    needed > limit.observed + 0.5 && (limit.next === Infinity || limit.observed - left > 0.72 * (limit.next - left))
  );
}
