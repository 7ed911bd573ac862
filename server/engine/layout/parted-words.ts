import type { Page, Word } from '../page.ts';
import { totalPhrases } from '../totals/total-words.ts';
import { unitCode } from '../witnesses/units.ts';

/** "8box", "box€", "8box€": a quantity, its unit and the sign of the price behind it, which narrow columns run into each other. */
const countAndUnit = /^(\p{Nd}{1,6})?(\p{Ll}{2,12}\.?)([€£])?$/u;
/** In letters: "5kg" and "12cm" are words of goods' names. */
const shortestUnit = 4;

/** The page with the quantities, units and signs of neighbouring columns parted from each other. */
export const withUnitsApart = (page: Page): Page => ({
  ...page,
  words: page.words.flatMap((word) => {
    const [count, unit, sign] = countAndUnit.exec(word.text)?.slice(1) ?? [];
    if (unit === undefined || (count === undefined && sign === undefined)) return [word];
    const isUnit = unit.length >= shortestUnit && unitCode(unit) !== null;
    const texts = isUnit ? [count, unit, sign] : sign === undefined ? [] : [(count ?? '') + unit, sign];
    return parted(
      word,
      texts.filter((text) => text !== undefined),
    );
  }),
});

/** Groups of one figure stand no farther apart, in sizes of their font. */
const widestSpace = 0.5;

/** "pay508.00": with its cents a figure also follows a label of several words. */
const toTheCent = /^\p{Nd}[\p{Nd}.,]*[.,]\p{Nd}{2}$/u;
const mostBefore = 3;

/** "Nettó1", "ÁFA352": a label and the first digits of its figure. */
const labelAndFigure = /^(\p{L}{2,20}[:.]?)(\p{Nd}[\p{Nd}.,]*)$/u;

/**
 * The page with the figures parted from labels of sums that are set against them without white. A single digit is a note's
 * unless groups of three go on from it.
 */
export const withFiguresApart = (page: Page): Page => ({
  ...page,
  words: page.words.flatMap((word, at) => {
    const [label, figure] = labelAndFigure.exec(word.text)?.slice(1) ?? [];
    if (label === undefined || figure === undefined) return [word];
    const before = page.words.slice(Math.max(0, at - mostBefore), at).map(({ text }) => text);
    const ends = (text: string) =>
      totalPhrases()
        .find(text, false)
        .some(({ end }) => end === text.length);
    if (toTheCent.test(figure) && ends([...before, label].join(' '))) return parted(word, [label, figure]);
    if (!totalPhrases().is(label)) return [word];
    const next = page.words[at + 1];
    const goesOn =
      next !== undefined &&
      next.x - word.x - word.width < widestSpace * word.fontSize &&
      /^\p{Nd}{3}(?:[.,]\p{Nd}{1,2})?$/u.test(next.text);
    return figure.length >= 3 || goesOn ? parted(word, [label, figure]) : [word];
  }),
});

/** A word as words of these texts, each as wide as its letters; as it is where there are fewer than two. */
export function parted(word: Word, texts: readonly string[]): Word[] {
  if (texts.length < 2) return [word];
  const letter = word.width / word.text.length;
  let { x } = word;
  return texts.map((part) => {
    const own = { ...word, text: part, x, width: letter * part.length };
    x += own.width;
    return own;
  });
}
