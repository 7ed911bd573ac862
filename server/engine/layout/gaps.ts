import type { Word } from '../page.ts';

/** The white between two things of one line, in points. */
export const gapBetween = (left: { x: number; width: number }, right: { x: number }): number =>
  right.x - (left.x + left.width);

/** The white between two words, in sizes of the smaller one's font. */
export const gapInSizes = (left: Word, right: Word): number => gapBetween(left, right) / smallerSize(left, right);

/** Whether two words stand farther apart than so many sizes of the smaller one's font. */
export const isWider = (left: Word, right: Word, sizes: number): boolean =>
  gapBetween(left, right) > sizes * smallerSize(left, right);

const smallerSize = (left: Word, right: Word): number => Math.max(1, Math.min(left.fontSize, right.fontSize));

/** A gap wider than this many font sizes parts two cells; a space in justified text stays below it. */
export const wideGap = 0.9;

/** Words of one line in parts: a word begins one where it stands apart from the word before it. */
export function partedWhere(
  words: readonly Word[],
  isApart: (before: Word, word: Word, at: number) => boolean,
): Word[][] {
  const parts: Word[][] = [];
  for (const [at, word] of words.entries()) {
    if (at > 0 && !isApart(words[at - 1]!, word, at)) parts.at(-1)!.push(word);
    else parts.push([word]);
  }
  return parts;
}

/** The usual space between words where a page tells nothing, in font sizes. */
const ordinarySpace = 0.3;
/** Fewer gaps tell nothing. */
const fewestGaps = 12;
/** Gaps of columns are among the wider ones, so the usual space is looked for among the narrow: this part of all is no wider. */
const narrowPart = 0.3;
/** Wider than this many usual spaces is no space between words any more; justified print in a table is rare. */
const widened = 1.6;
/** Columns stand at least this many font sizes apart. */
export const leastGap = 0.42;

/** Wider than this, in font sizes, words stand farther apart than words of one text do. */
export function looseGap(cells: readonly { words: readonly Word[] }[]): number {
  const gaps = cells
    .flatMap(({ words }) => words.slice(1).map((word, i) => gapInSizes(words[i]!, word)))
    .filter((gap) => gap > 0)
    .sort((a, b) => a - b);
  const usual = gaps.length < fewestGaps ? ordinarySpace : gaps[Math.floor(gaps.length * narrowPart)]!;
  return Math.max(leastGap, widened * usual);
}

/** Fewer words may be as wide as each other by accident. */
const fewestWords = 4;

/** Widths of letters that differ by less, in parts of them, are one. */
const oneWidth = 0.05;
/** In widths of a letter: a space is one wide in such print, and what is wider than this is more than a space. */
const moreThanSpace = 1.5;

/** More than the space between two words of a line whose print is of one fixed width, in points; 0 where it is not. */
export function fixedSpace(words: readonly Word[]): number {
  const widths = words.map(({ width, text }) => width / text.length);
  const [least, most] = [Math.min(...widths), Math.max(...widths)];
  return words.length >= fewestWords && most - least < oneWidth * most ? moreThanSpace * most : 0;
}
