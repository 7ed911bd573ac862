import { fold } from '../../checks/fold.ts';
import { lexicon } from '../lexicon/lexicon.ts';
import type { Label } from './labels.ts';
import type { TextDocument, TextLine } from './text-lines.ts';

let words: Map<string, string[]> | null = null;

function wordBook(): Map<string, string[]> {
  if (words) return words;
  words = new Map();
  for (const { language, words: common } of lexicon()) {
    for (const word of common) {
      const key = fold(word);
      words.set(key, [...(words.get(key) ?? []), language]);
    }
  }
  return words;
}

/** Languages of the document by how many of its words and labels are theirs, the main one first. */
export function rankLanguages(
  document: TextDocument,
  labels: ReadonlyMap<TextLine, readonly Label[]>,
): readonly string[] {
  const score = new Map(lexicon().map(({ language }) => [language, 0]));
  const add = (languages: readonly string[], weight: number) => {
    // What many languages share says little about each.
    for (const language of languages) score.set(language, score.get(language)! + weight / languages.length ** 2);
  };
  for (const line of document.lines) {
    for (const token of line.tokens) add(wordBook().get(token.folded) ?? [], 1);
    for (const label of labels.get(line)!) add(label.languages, Math.min(3, (label.end - label.start) / 6));
  }
  return [...score]
    .filter(([, points]) => points > 0)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([language]) => language);
}
