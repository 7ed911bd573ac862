import { fold } from '../../checks/fold.ts';
import { leastGap } from '../layout/gaps.ts';
import { bottomOf, rightOf } from '../layout/geometry.ts';
import type { Item } from '../layout/numbers.ts';
import { wordsOf } from '../lexicon/words.ts';
import type { BodyRow } from './body-rows.ts';
import { type ColumnKind, columnPhrases } from './column-words.ts';
import type { Column } from './columns.ts';
import { descriptionColumns } from './description-columns.ts';
import { namesGoods } from './details.ts';
import type { RawLine } from './found-table.ts';
import { areMost } from './most.ts';

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

/** What the texts of a page's lines have in common. */
export interface TextLimit {
  /** How far text of the description's column reaches. */
  observed: number;
  next: number;
  /** Whether lines end in a number of their goods, in a row of its own. */
  coded: boolean;
  /** Whether the texts themselves are numbered: "1. …", "2. …". */
  numbered: boolean;
  /** Whether each text begins with a code that stands apart from it, without a label of its own. */
  codesBefore: boolean;
  /** Whether each text begins with a code that stands over it, in a column that is said to hold codes too. */
  codesOver: boolean;
  /** How far apart lines of one row each stand where that is clearly more than lines of one text do, else infinite. */
  rowGap: number;
  /** Whether figures stand beside the middles or the ends of texts, and what is above them is no heading. */
  above: boolean;
  /** Whether most second lines of print would have had room in the first: they say something else of the goods. */
  broken: boolean;
}

/** How far text of the description's column reaches on this page; needed to tell a wrapped line from a new one. */
export function textLimit(lines: readonly RawLine[], columns: readonly Column[]): TextLimit {
  const wanted = descriptionColumns(columns);
  const below = lines.filter((line) => isNumber(lastText(line, wanted))).length;
  let observed = 0;
  let next = Infinity;
  for (const line of lines) {
    for (const row of [...line.above, line.figureRow, ...line.below]) {
      const items = wanted.flatMap((i) => row.cells[i]!);
      const after = wanted.at(-1) ?? -1;
      const reach = Math.max(0, ...items.map(rightOf));
      // What runs on over the next columns is no measure of its own.
      if (after < 0 || reach < columns[after]!.right + 1) observed = Math.max(observed, reach);
      for (const item of row.cells.slice(after + 1).flat()) next = Math.min(next, item.x);
    }
  }
  const label = columns[(wanted.at(-1) ?? -1) + 1];
  const limit = {
    observed,
    next: label ? Math.min(next, Math.max(label.x, label.left)) : next,
    coded: below > 1 && areMost(below, lines.length),
    numbered: areNumbered(lines, wanted),
    codesBefore: lines.length > 1 && lines.every((line) => codeBefore(line, wanted).length > 0),
    codesOver: areCodesOver(lines, columns, wanted),
    rowGap: rowGap(lines, wanted),
    above: beginAbove(lines, wanted),
    broken: false,
  };
  return { ...limit, broken: areBroken(lines, wanted, limit) };
}

/** Lines of the table have more white between them, in heights; that of one text has less. */
const leastRowGap = 0.45;

function rowGap(lines: readonly RawLine[], wanted: readonly number[]): number {
  const gaps = lines.slice(1).flatMap((line, i) => {
    const last = lines[i]!;
    const end = wanted.flatMap((at) => last.figureRow.cells[at]!).at(-1);
    const start = wanted.flatMap((at) => line.figureRow.cells[at]!)[0];
    if (!end || !start || last.below.length + line.above.length > 0 || last.page !== line.page) return [];
    const gap = start.y - bottomOf(end);
    return gap > leastRowGap * end.height ? [gap] : [];
  });
  return Math.min(...gaps, Infinity);
}

/**
 * Whether the figures stand beside the middles of all texts, or beside their ends where each has more rows than a heading.
 * A single text shows neither, and a heading may begin left of the texts.
 */
function beginAbove(lines: readonly RawLine[], wanted: readonly number[]): boolean {
  const texts = (rows: readonly BodyRow[]) =>
    rows.map((row) => wanted.flatMap((i) => row.cells[i]!)[0]).filter((item) => item !== undefined);
  const counts = lines.map(({ above, figureRow, below }) => {
    const own = texts([figureRow])[0];
    const over = texts(above);
    return {
      above: over.length,
      below: texts(below).length,
      level: over.every(({ x }) => own && Math.abs(x - own.x) < 3),
    };
  });
  const begun = counts.filter(({ above }) => above > 0);
  const centred = counts.every(({ above, below }) => above === below);
  const ended = counts.every(({ below }) => below === 0) && begun.every(({ above }) => above > 1);
  return (begun.length > 1 && begun.every(({ level }) => level) && (centred || ended)) || areNamedAbove(lines, wanted);
}

/** In parts of the size of a name: what is set smaller below it says more about it. */
const smaller = 0.92;

/**
 * Whether each line begins with its name, and what stands beside the figures below a name is set smaller: what heads a group
 * of lines stands over the first of them only.
 */
function areNamedAbove(lines: readonly RawLine[], wanted: readonly number[]): boolean {
  const sizes = lines.map(({ above, figureRow }) =>
    [...above, figureRow].flatMap((row) => {
      const word = wanted.flatMap((i) => row.cells[i]!)[0]?.words[0];
      return word?.source === 'text' ? [word.fontSize] : [];
    }),
  );
  const named = sizes.filter(({ length }) => length > 1);
  const [name] = sizes[0] ?? [];
  return (
    named.length > 1 &&
    sizes.every(([first, beside, ...more]) => {
      const isName = first !== undefined && first > smaller * name! && name! > smaller * first;
      return isName && (beside === undefined || beside < smaller * first) && more.length === 0;
    })
  );
}

/** Whether more texts of two lines of print were parted on purpose than wrapped; two are no accident. */
function areBroken(lines: readonly RawLine[], wanted: readonly number[], limit: TextLimit): boolean {
  const pairs = lines.flatMap(({ figureRow, below }) => {
    const [first, second] = [figureRow, ...below].map((row) => wanted.flatMap((i) => row.cells[i]!));
    const said = first && second && first.length > 0 && second.length > 0;
    return said && !isStatement(textOf({ items: second, above: false })) ? [{ first, second }] : [];
  });
  const parted = pairs.filter(({ first, second }) => !continues(first, second, limit));
  return parted.length > 1 && areMost(parted.length, pairs.length);
}

/** The code with which a line's text begins, in a cell of its own before the name; empty without one. */
function codeBefore({ above, figureRow, below }: RawLine, wanted: readonly number[]): Item[] {
  const itemsOf = (row: BodyRow) => wanted.flatMap((i) => row.cells[i]!);
  const row = [...above, figureRow, ...below].find((each) => itemsOf(each).length > 0);
  const items = row ? itemsOf(row) : [];
  const cell = row?.row.cells.find(({ words }) => words.includes(items[0]!.words[0]!));
  const code = items.filter(({ words }) => cell?.words.includes(words[0]!));
  const names = items.slice(code.length).some(({ text }) => /\p{L}{3}/u.test(text));
  return cell && names && isCode(cell.text) ? code : [];
}

/** "Article no. / Name" over a code with letters in it, and the name below. */
function areCodesOver(lines: readonly RawLine[], columns: readonly Column[], wanted: readonly number[]): boolean {
  if (!wanted.some((i) => columns[i]!.kinds.includes('code'))) return false;
  return lines.every(({ above, figureRow, below }) => {
    const [code, name] = [...above, figureRow, ...below]
      .map((row) => wanted.flatMap((i) => row.cells[i]!))
      .filter((items) => items.length > 0)
      .map((items) => textOf({ items, above: false }));
    return code !== undefined && name !== undefined && isCode(code) && saysInWords(name) && !isStatement(name);
  });
}

const ordinal = /^(\d{1,3})[.)]$/;

/** Whether a text of each line begins with the number that follows the one of the line before. */
function areNumbered(lines: readonly RawLine[], wanted: readonly number[]): boolean {
  if (lines.length < 2) return false;
  let last: number | null = null;
  for (const { above, figureRow, below } of lines) {
    const starts = [...above, figureRow, ...below].map((row) => wanted.flatMap((i) => row.cells[i]!)[0]?.text ?? '');
    const numbers = starts.flatMap((text) => ordinal.exec(text)?.[1] ?? []);
    if (numbers.length !== 1 || (last !== null && Number(numbers[0]) !== last + 1)) return false;
    last = Number(numbers[0]);
  }
  return true;
}

function lastText(line: RawLine, wanted: readonly number[]): string {
  return textOf({ items: wanted.flatMap((i) => line.below.at(-1)?.cells[i] ?? []), above: false });
}

/** Puts a line's text together in the order of print. */
export function lineText(line: RawLine, columns: readonly Column[], limit: TextLimit): LineText {
  const wanted = descriptionColumns(columns);
  const code = limit.codesBefore ? codeBefore(line, wanted) : [];
  const pieceOf = (row: BodyRow, above: boolean): Piece => ({
    items: wanted.flatMap((i) => row.cells[i]!).filter((item) => !code.includes(item)),
    above,
  });
  let pieces = [
    ...line.above.map((row) => pieceOf(row, true)),
    pieceOf(line.figureRow, false),
    ...line.below.map((row) => pieceOf(row, false)),
  ].filter((piece) => piece.items.length > 0);
  pieces = withoutHead(pieces, wanted.map((i) => columns[i]!.text).join(' '));
  const figured = wanted.some((i) => line.figureRow.cells[i]!.length > 0);
  pieces = withoutHeading(pieces, figured, limit);
  // Where no column describes the goods, their number stands in place of their name, and the name in a row of its own.
  const numbered = wanted.some((i) => columns[i]!.kinds[0] === 'code');
  if (!figured && !numbered) pieces = pieces.slice(rowsOverMiddle(line, wanted));
  // A bare article number or period over the name belongs to neither description nor its wrapping.
  const named = pieces.findIndex(
    (piece) => /\p{L}{3}/u.test(textOf(piece)) && !(limit.codesOver && isCode(textOf(piece))),
  );
  const codes =
    named > 0 && pieces.slice(0, named).every((piece) => isWordless(textOf(piece))) ? pieces.slice(0, named) : [];
  pieces = pieces.slice(codes.length);

  const description: Item[] = [];
  const details: Item[][] = [];
  let wrapping = true;
  for (const [i, piece] of pieces.entries()) {
    const last = pieces[i - 1];
    const ends = limit.coded && piece === pieces.at(-1) && isNumber(textOf(piece));
    const number = ends || (numbered && isCode(textOf(piece)));
    const goesOn = !last || (!number && continues(last.items, piece.items, limit));
    if (i > 0 && !goesOn) wrapping = false;
    if (wrapping) description.push(...piece.items);
    else if (goesOn && details.length > 0) details.at(-1)!.push(...piece.items);
    else details.push(piece.items);
  }
  if (limit.numbered && description.length > 1 && ordinal.test(description[0]!.text)) description.shift();
  const before = code.length > 0 ? [code] : [];
  return { description, details: [...before, ...codes.map((piece) => piece.items), ...details] };
}

const textOf = (piece: Piece) => piece.items.map((item) => item.text).join(' ');
const isNumber = (text: string) => /^[\p{Nd}.]{4,}$/u.test(text);
/** "MR-41806": one word of capitals and digits. */
export const isCode = (text: string): boolean =>
  /^[\p{Lu}\p{Nd}][\p{Lu}\p{Nd}./-]*$/u.test(text) && /\p{Nd}/u.test(text);

/** A code, or figures alone: a number, a day, a period. */
const isWordless = (text: string): boolean => isCode(text) || !/\p{L}/u.test(text);

/** Whether a text says in words what was sold; an article's code does not. */
export const saysInWords = (text: string): boolean =>
  text.split(/\s+/u).some((word) => /\p{L}{3}/u.test(word) && !/\p{Nd}/u.test(word));

/** "Label: value", "Lot A12", or a period such as "Period from 01.03.2026". */
export function isStatement(text: string): boolean {
  if (/^[^:]{2,40}\s?:(\s|$)/u.test(text) || namesGoods(text) || isWarranty(text) || isBatch(text)) return true;
  if (!/^\p{Lu}/u.test(text) || !/\p{Nd}{2}/u.test(text)) return false;
  const [label] = columnPhrases().find(text);
  return label?.from === 0 && label.kinds[0] === 'date';
}

/** "48213377(6) - 21.04.2027": a batch, how many of it, and until when it keeps. */
const isBatch = (text: string): boolean =>
  /^\p{Nd}{5,}(?:\s?\(\p{Nd}+\))?[\s–-]+\p{Nd}{1,2}[./-]\p{Nd}{1,2}[./-]\p{Nd}{4}$/u.test(text);

/** "Product code: XK-40", where the label is that of a column of codes, lots and the like. */
function isReference(text: string): boolean {
  const colon = text.indexOf(':');
  const [label] = colon < 0 ? [] : columnPhrases().find(text.slice(0, colon));
  return label?.from === 0 && referring.has(label.kinds[0]!);
}

/** "Warranty 24 months", "Garantie: 2 Jahre": what is sold as one says more before its time. */
const isWarranty = (text: string): boolean => {
  const length = wordsOf('warranties').leading(text);
  return length > 0 && /^\s?:?\s?\p{Nd}{1,3}\s\p{L}/u.test(text.slice(length));
};

const referring = new Set<ColumnKind>(['code', 'customs', 'lot', 'order', 'delivery_note', 'origin']);

/** A text whose figures stand beside its middle has as many lines above as below them: what is above these is a heading. */
function rowsOverMiddle({ above, figureRow, below }: RawLine, wanted: readonly number[]): number {
  const texts = (rows: readonly BodyRow[]) => rows.filter((row) => wanted.some((i) => row.cells[i]!.length > 0));
  const [upper, lower] = [texts(above), texts(below)];
  const last = upper.at(-1);
  const first = lower[0];
  const middle = last && first && bottomOf(last.row) > figureRow.row.y && first.row.y < bottomOf(figureRow.row);
  return middle ? Math.max(0, upper.length - lower.length) : 0;
}

/** "Description of goods" over "Description": the head of the column, once more in a row of its own, names no goods. */
function withoutHead(pieces: Piece[], head: string): Piece[] {
  const [first, ...rest] = pieces;
  const isHead = first?.above && columnPhrases().is(textOf(first)) && fold(head).includes(fold(textOf(first)));
  return isHead && rest.some((piece) => saysInWords(textOf(piece))) ? rest : pieces;
}

/** Text above a line that starts its own description is a group's heading, unless it visibly runs on into it. */
function withoutHeading(pieces: Piece[], figured: boolean, limit: TextLimit): Piece[] {
  const first = pieces.findIndex((piece) => !piece.above);
  if (first <= 0 || !figured || limit.above) return pieces;
  // Beside the figures stands only something about the goods, as their number, period or warranty: their name is elsewhere.
  const beside = textOf(pieces[first]!);
  if (isWordless(beside) || isReference(beside) || isWarranty(beside)) return pieces;
  const last = pieces[first - 1]!;
  // A text that was wrapped ends before the next column; a heading may run on over it.
  if (rightOf(last.items.at(-1)!) > limit.next + 1) return pieces.slice(first);
  return continues(last.items, pieces[first]!.items, limit) ? pieces : pieces.slice(first);
}

/** Lines of one text: the white between them, in heights and in parts of that between lines of the table, and how far sizes differ, in parts of them. */
const oneText = { gap: 0.9, ofRowGap: 0.9, size: 0.08 };
/** The space before a word that found no room, in sizes of its font, and how far beyond the longest line it would reach at least, in points. */
const noRoom = { space: 0.25, over: 0.5 };
/** A text whose longest line fills less of its column does not wrap at the column's edge. */
const fillsColumn = 0.66;

/** Whether `next` is the wrapped rest of `last` and not a line of its own. */
function continues(last: readonly Item[], next: readonly Item[], limit: TextLimit): boolean {
  const end = last.at(-1)!;
  const start = next[0]!;
  const [endWord, startWord] = [end.words[0]!, start.words[0]!];
  const size = endWord.fontSize;
  // "Label: value" is a line about the goods, and so is what stands apart from the line above.
  if (isStatement(textOf({ items: [...next], above: false }))) return false;
  if (start.y - bottomOf(end) > oneText.gap * end.height) return false;
  if (Math.abs(startWord.fontSize - size) > oneText.size * size && endWord.source === 'text') return false;
  if (endWord.bold !== startWord.bold && endWord.source === 'text') return false;
  if (/^\p{Ll}/u.test(start.text) && !/^\p{L}+:$/u.test(start.text)) return true;
  if (/[,(/–-]$/u.test(end.text) || /^[)/&]/u.test(start.text)) return true;
  if (limit.broken || start.y - bottomOf(end) > oneText.ofRowGap * limit.rowGap) return false;
  const needed = rightOf(end) + noRoom.space * size + start.width;
  if (needed > limit.next - Math.max(2, leastGap * size)) return true;
  const left = Math.min(last[0]!.x, start.x);
  // Where the text is the last column nothing but its own longest line tells how wide it may be.
  return (
    needed > limit.observed + noRoom.over &&
    (limit.next === Infinity || limit.observed - left > fillsColumn * (limit.next - left))
  );
}
