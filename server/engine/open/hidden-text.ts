import type { LayerWord } from './pdf-words.ts';

/** Figures of a word that may be an amount, a date, a number or a part of an account. */
const figures = 3;
/** So many words say something; fewer are a program's name, or a label whose value was left out. */
const manyWords = 8;

/**
 * Whether a page of text says something that nobody can see: a figure that is not printed on it too, or a sentence.
 * Does not hold for a scan, where the text of its OCR lies unseen over or under the picture.
 */
export function hidesText(words: readonly LayerWord[]): boolean {
  const printed = new Set(words.filter(({ hidden }) => !hidden).map(({ word }) => word.text));
  const unseen = words.filter(({ hidden, word }) => hidden && !printed.has(word.text)).map(({ word }) => word.text);
  return (
    unseen.some((text) => (text.match(/\p{N}/gu) ?? []).length >= figures) ||
    unseen.filter((text) => /\p{L}{3}/u.test(text)).length >= manyWords
  );
}
