import { gapInSizes, isWider, leastGap, partedWhere } from '../layout/gaps.ts';
import { rightOf } from '../layout/geometry.ts';
import type { NumberedRow } from '../layout/layout.ts';
import { type Cell, cellFrom } from '../layout/rows.ts';
import { covered, type Match } from '../lexicon/matcher.ts';
import { tokensOf } from '../lexicon/tokens.ts';
import type { Box, Word } from '../page.ts';
import { type ColumnKind, columnPhrases, figured, isQualifier } from './column-words.ts';

/** In font sizes; the space of most fonts is narrower. */
const labelGap = 0.36;
/** Labels of two columns stand so many times as far apart as the nearest words of their cell. */
const littleFarther = 1.25;

/**
 * Where the labels of several columns were printed so close that they make one cell: the indexes of the words with which
 * the second and later ones begin. They stand apart a little, or the rows below do, or the cell is made of labels only.
 */
export function labelCuts(cell: Cell, ocr: boolean, below: readonly NumberedRow[]): number[] {
  if (cell.words.length < 2) return [];
  const hits = columnPhrases()
    .find(cell.text, ocr)
    .filter((hit) => !isQualifier(hit.kinds));
  const starts = hits.filter((hit, i) => {
    const before = hits[i - 1];
    return before && !hit.kinds.some((kind) => before.kinds.some((other) => group(kind) === group(other)));
  });
  // Labels of two columns stand a little farther apart than the words of one; what OCR measures is not so fine.
  const gaps = cell.words.slice(1).map((word, i) => gapInSizes(cell.words[i]!, word));
  const least = gaps.length > 1 ? littleFarther * Math.min(...gaps) : labelGap;
  const spelled = starts.length > 1 && covered(hits) >= tokensOf(cell.text).length - 1;
  // What begins behind a stroke within a word begins no column.
  const known = new Set(starts.flatMap(({ start }) => wordAt(cell, start) ?? []));
  const counted = new Set(countedCuts(cell, hits, below));
  const cuts: number[] = [];
  for (let index = 1; index < cell.words.length; index++) {
    if (isBracketed(cell, index) || isJoined(cell, index)) continue;
    const apart = counted.has(index) || (known.has(index) && (ocr || spelled || gaps[index - 1]! > least));
    const words = (from: number, to?: number) => cellFrom(cell.words.slice(from, to)).text;
    const beside = () => labelsMeet(words(cuts.at(-1) ?? 0, index), words(index));
    if (apart || ((known.has(index) || beside()) && isParted(cell, index, below))) cuts.push(index);
  }
  return cuts;
}

/** So many rows do not hold as many figures by accident. */
const fewestFull = 3;

/**
 * Where the second and later labels of a cell begin that names as many columns of figures as rows have figures under it,
 * and none of them more; not each row has a discount.
 */
function countedCuts(cell: Cell, hits: readonly Match<ColumnKind>[], below: readonly NumberedRow[]): number[] {
  const columns = hits.filter(({ kinds }, i) => kinds[0] !== hits[i - 1]?.kinds[0]);
  if (columns.length < 2 || !columns.every(({ kinds }) => figured.has(kinds[0]))) return [];
  const isUnder = ({ x, width }: Box) => x < rightOf(cell) + 1 && x + width > cell.x - 1;
  const counts = below.map(({ items }) => items.filter((item) => item.number && isUnder(item)).length);
  const full = counts.filter((count) => count === columns.length).length;
  if (full < fewestFull || Math.max(...counts) > columns.length) return [];
  return columns.slice(1).flatMap(({ start }) => wordAt(cell, start) ?? []);
}

/**
 * Where the lines of a stacked label name the same columns side by side, each in its own language ("Nettó ÁFA %" over
 * "Net VAT %"): for each line the indexes of the words with which the second and later labels begin; null elsewhere.
 */
export function stackedCuts(cells: readonly Cell[], ocr: boolean): number[][] | null {
  if (cells.length < 2) return null;
  const lines = cells.map((cell) => {
    const hits = columnPhrases().find(cell.text, ocr);
    const isWhole = covered(hits) === tokensOf(cell.text).length;
    const columns = hits.filter((hit, i) => i === 0 || nameOf(hit.kinds) !== nameOf(hits[i - 1]!.kinds));
    return {
      names: isWhole ? columns.map(({ kinds }) => nameOf(kinds)).join() : '',
      cuts: columns.slice(1).map(({ start }) => wordAt(cell, start) ?? 0),
    };
  });
  const isSame = lines.every(({ names, cuts }) => names === lines[0]!.names && cuts.length > 0 && !cuts.includes(0));
  return isSame && lines[0]!.names !== '' ? lines.map(({ cuts }) => cuts) : null;
}

const nameOf = (kinds: readonly ColumnKind[]): string => group(kinds.find((kind) => !isQualifier([kind])) ?? kinds[0]!);

/** Kinds of one group stand for the same column in bilingual labels ("Denumire articol", "Item description"). */
function group(kind: ColumnKind): string {
  if (kind === 'code' || kind === 'description') return 'item';
  if (kind === 'vat' || kind === 'vat_rate' || kind === 'vat_amount') return 'vat';
  if (kind === 'amount' || kind === 'gross_amount' || kind === 'price' || kind === 'price_other') return 'money';
  return kind;
}

function isBracketed(cell: Cell, index: number): boolean {
  const before = cell.words
    .slice(0, index)
    .map((word) => word.text)
    .join('');
  return before.lastIndexOf('(') > before.lastIndexOf(')');
}

/** A stroke joins two names of one column. */
const isJoined = (cell: Cell, index: number) =>
  cell.words.slice(index - 1, index + 1).some((word) => /^[/|]$/u.test(word.text));

/** The index of the cell's word that begins with this character of its text, but for marks before it. */
function wordAt({ text, words }: Cell, start: number): number | null {
  const before = text.slice(0, start);
  return /(?:^|\s)[^\p{L}\p{N}#%\s]*$/u.test(before) ? words.length - text.slice(start).split(' ').length : null;
}

/** Whether one known label ends where another one of another meaning begins. */
function labelsMeet(before: string, after: string): boolean {
  const first = columnPhrases().find(before).at(-1);
  const second = columnPhrases().at(after, 0);
  if (!first || !second || first.to !== tokensOf(before).length) return false;
  return !isQualifier(second.kinds) && !isQualifier(first.kinds) && first.kinds[0] !== second.kinds[0];
}

/** Part of the rows below that has to be parted where labels are. */
const enoughRows = 0.6;
/** In more rows than this words of one text do not end in the same place by accident. */
const byAccident = 3;

/** Whether the rows with figures leave the place free where a label's next word begins, and have print on both sides. */
function isParted(label: Cell, index: number, below: readonly NumberedRow[]): boolean {
  const { rows, parted, wide } = printBelow(label, index, below);
  return rows > 0 && parted >= enoughRows * rows && (parted > byAccident || wide === parted);
}

/**
 * A row's cell of labels, cut where the columns below are parted and begin or end to the point where its words do. So
 * labels of two columns are told apart whatever they say, such as the first words of labels on two lines. Figures wide
 * apart under two words are of two columns wherever they begin.
 */
export function cutWhereAligned(cell: Cell, below: readonly NumberedRow[]): Cell[] {
  const isApart = (_before: Word, _word: Word, index: number): boolean => {
    if (isBracketed(cell, index) || isJoined(cell, index)) return false;
    const { printed, aligned, figures } = printBelow(cell, index, below);
    const parted = cell.words.length === 2 ? Math.max(aligned, figures) : aligned;
    return parted > 1 && parted >= enoughRows * printed;
  };
  return partedWhere(cell.words, isApart).map(cellFrom);
}

/** Print that begins or ends where a word of the label does is no farther from it than this, in points. */
const exact = 0.8;

/**
 * Rows with figures below a label: how many, how many of them have print there, how many on both sides of the place where
 * its next word begins, in how many of these it stands wide apart, and in how many it also begins or ends where words do
 * or is a figure on either side.
 */
function printBelow(label: Cell, index: number, below: readonly NumberedRow[]) {
  const [left, right] = [label.words[index - 1]!, label.words[index]!];
  const middle = (rightOf(left) + right.x) / 2;
  let [rows, printed, parted, wide, aligned, figures] = [0, 0, 0, 0, 0, 0];
  for (const { items, words } of below) {
    if (items.filter((item) => item.number).length < 2) continue;
    rows++;
    const under = words.filter((word) => word.x < rightOf(label) + 1 && rightOf(word) > label.x - 1);
    if (under.length > 0) printed++;
    const before = under.filter((word) => rightOf(word) <= middle).at(-1);
    const after = under.find((word) => word.x >= middle);
    if (!before || !after || under.some((word) => word.x < middle && rightOf(word) > middle)) continue;
    parted++;
    if (!isWider(before, after, leastGap)) continue;
    wide++;
    const near = (a: number, b: number) => Math.abs(a - b) < exact;
    const outside = near(under[0]!.x, label.x) && near(rightOf(under.at(-1)!), rightOf(label));
    if (outside || near(rightOf(before), rightOf(left)) || near(after.x, right.x)) aligned++;
    const [own, next] = [before, after].map((word) => items.find((item) => item.words.includes(word)));
    if (own?.number && next?.number && own !== next) figures++;
  }
  return { rows, printed, parted, wide, aligned, figures };
}
