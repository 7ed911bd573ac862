import { lexicon } from '../lexicon/lexicon.ts';
import { inAllLanguages } from '../lexicon/words.ts';
import type { TextDocument } from './text-lines.ts';

/** The common words and the labels of all languages, each with the languages that have it. */
const wordsOfLanguages = inAllLanguages<string>(({ language, words, labels, documents }) =>
  [...words, ...Object.values(labels).flat(), ...documents.invoice, ...documents.credit_note].map(
    (phrase) => [language, phrase] as const,
  ),
);

/** The languages that have the word or label that the text begins with. */
export const languagesOf = (text: string): readonly string[] => wordsOfLanguages().at(text, 0)?.kinds ?? [];

/** Languages of the document by how many of its words and labels are theirs, the main one first. */
export function rankLanguages(document: TextDocument): readonly string[] {
  const score = new Map(lexicon().map(({ language }) => [language, 0]));
  for (const { text, ocr } of document.lines) {
    for (const { kinds, start, end } of wordsOfLanguages().find(text, ocr)) {
      const weight = Math.min(3, Math.max(1, (end - start) / 6));
      // What many languages share says little about each.
      for (const language of kinds) score.set(language, score.get(language)! + weight / kinds.length ** 2);
    }
  }
  return [...score]
    .filter(([, points]) => points > 0)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([language]) => language);
}
