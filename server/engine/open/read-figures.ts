import type { Word } from '../page.ts';
import { apply } from '../picture/homography.ts';
import type { ReadPicture } from '../recognise/read-picture.ts';
import type { DoubtedFigure } from './pdf-figures.ts';
import type { LayerWord } from './pdf-words.ts';

/**
 * OCR misreads a figure of a font that it hardly knows now and then; of one that is drawn as another it reads all as what is
 * drawn. So many of the readings have to be as the file says.
 */
const leastAgreeing = 0.8;

/**
 * Whether OCR reads figures that look strange as the file says that they are, so that the font is one of unusual shapes and draws
 * what it says. One that was read nowhere stays in doubt, and so does the page.
 * @param words of the text layer
 * @param read what OCR reads on the same page
 */
export function areReadAsSaid(
  figures: readonly DoubtedFigure[],
  words: readonly LayerWord[],
  read: Pick<ReadPicture, 'words' | 'asSent'>,
): boolean {
  const pairs = words.flatMap(({ word, hidden }) => {
    const text = hidden || !/\d/.test(word.text) ? null : textWithin(word, read);
    return text !== null && text.length === word.text.length ? [{ word, text }] : [];
  });
  return figures.every(({ digit, places }) => {
    let [agreeing, all] = [0, 0];
    for (const { word, text } of pairs) {
      if (!places.some((place) => isWithin(word, place.x, place.y - word.height / 4))) continue;
      for (const [at, letter] of [...word.text].entries()) {
        if (letter !== digit) continue;
        all++;
        if (text[at] === digit) agreeing++;
      }
    }
    return all > 0 && agreeing >= leastAgreeing * all;
  });
}

/** The first figure of a word may begin so much before the word's box; points. */
const before = 0.5;

const isWithin = (word: Word, x: number, y: number): boolean =>
  x >= word.x - before && x <= word.x + word.width && y >= word.y && y <= word.y + word.height;

/** What OCR reads in the place of a word; null for nothing. */
function textWithin(word: Word, { words, asSent }: Pick<ReadPicture, 'words' | 'asSent'>): string | null {
  const inside = words.filter(({ x, y, width, height }) => {
    const [middleX, middleY] = apply(asSent, x + width / 2, y + height / 2);
    return isWithin(word, middleX, middleY);
  });
  return inside.length === 0
    ? null
    : inside
        .toSorted((a, b) => a.x - b.x)
        .map(({ text }) => text)
        .join('');
}
