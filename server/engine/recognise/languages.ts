import { foldLetters } from '../../checks/fold.ts';
import { type Language, lexicon } from '../lexicon/lexicon.ts';
import { models } from './models.ts';
import type { OcrLanguage } from './ocr.ts';

/** Shorter words and abbreviations stand in too many languages. */
const fewestLetters = 3;
/** Words that say which language it is together, of those that no other language has. */
const enough = 1.2;
/** And so many times what speaks for the language next to it. */
const clearly = 1.25;
/** A word of so many letters counts in part: it stands in other languages more often. */
const shortWord = { letters: 3, weight: 0.5 };
/** Accented vowels are told apart in words of fewer letters, which are too much alike without. */
const fewLetters = 5;

let known: ReadonlyMap<string, readonly OcrLanguage[]> | null = null;

/** Which languages the words of the lexicon belong to. */
function languagesOfWords(): ReadonlyMap<string, readonly OcrLanguage[]> {
  if (known) return known;
  const languagesOf = new Map<string, OcrLanguage[]>();
  for (const file of lexicon()) {
    const language = (models as Readonly<Record<string, OcrLanguage | undefined>>)[file.language];
    if (!language) continue;
    for (const key of new Set(phrasesOf(file).flatMap(wordsOf).map(keyOf)))
      languagesOf.set(key, [...(languagesOf.get(key) ?? []), language]);
  }
  known = languagesOf;
  return known;
}

function phrasesOf({ words, months, labels, documents, notes, terms, columns, totals }: Language): string[] {
  const lists = [labels, documents, columns, totals].flatMap((meanings) => Object.values(meanings));
  return [words, notes, terms, ...months, ...lists].flat();
}

/**
 * The language that a text is most likely in, by the words it shares with what invoices say.
 * @returns null when too little of it is recognised, or two languages are as likely
 */
export function guessLanguage(texts: readonly string[]): OcrLanguage | null {
  const votes = new Map<OcrLanguage, number>();
  for (const word of new Set(texts.flatMap(wordsOf))) {
    const languages = languagesOfWords().get(keyOf(word)) ?? [];
    // A word that several languages share says little about which one it is, and so does a short one.
    const weight = word.length > shortWord.letters ? 1 : shortWord.weight;
    for (const language of languages) votes.set(language, (votes.get(language) ?? 0) + weight / languages.length);
  }
  const [first, second] = [...votes].sort((a, b) => b[1] - a[1]);
  const lead = (first?.[1] ?? 0) - (second?.[1] ?? 0);
  if (!first || lead < enough || first[1] < clearly * (second?.[1] ?? 0)) return null;
  return first[0];
}

function wordsOf(text: string): string[] {
  return foldLetters(text)
    .split(/[^\p{L}&]+/u)
    .filter((word) => word.length >= fewestLetters);
}

/**
 * What is compared: a model of another language reads accented vowels as any vowel (or as &), so in longer words only
 * where vowels stand counts.
 */
function keyOf(word: string): string {
  return word.length < fewLetters ? word : word.replace(/[aeiouy&]/g, '_');
}
