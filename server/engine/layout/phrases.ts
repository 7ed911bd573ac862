import { foldLetters } from '../../checks/fold.ts';
import { isWithinEdits } from '../edit-distance.ts';

/** Words made comparable: no case, no diacritics, letters and digits only; `%` and `#` stay as words of their own. */
export function foldWords(text: string): readonly string[] {
  let folded = foldedBefore.get(text);
  if (!folded) {
    folded = wordsOf(text);
    if (foldedBefore.size >= 10_000) foldedBefore.clear();
    foldedBefore.set(text, folded);
  }
  return folded;
}

/** The same cells are looked at again and again while tables are tried. */
const foldedBefore = new Map<string, readonly string[]>();

function wordsOf(text: string): string[] {
  return foldLetters(text)
    .replace(dotted, (letters) => letters.replaceAll('.', ''))
    .replace(/[%#]/g, ' $& ')
    .replace(/[^\p{L}\p{N}%#]+/gu, ' ')
    .split(' ')
    .filter((word) => word !== '');
}

/** An abbreviation of single letters, "T.V.A.", is one word. */
const dotted = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}\p{L}?(?![\p{L}\p{N}])/gu;

/** A phrase found among words: `from` inclusive, `to` exclusive. */
interface Hit<Kind extends string> {
  kinds: readonly Kind[];
  from: number;
  to: number;
}

export interface PhraseBook<Kind extends string> {
  /** Phrases from left to right, the longest at each place, not overlapping. `ocr` forgives a wrong letter. */
  find(words: readonly string[], ocr?: boolean): Hit<Kind>[];
}

interface Entry<Kind> {
  words: readonly string[];
  kinds: Kind[];
}

/** Makes a book of phrases; one phrase may have several kinds. */
export function phraseBook<Kind extends string>(phrases: Iterable<readonly [Kind, string]>): PhraseBook<Kind> {
  const byText = new Map<string, Entry<Kind>>();
  const add = (kind: Kind, words: readonly string[]) => {
    const key = words.join(' ');
    if (key === '') return;
    const entry = byText.get(key) ?? { words, kinds: [] };
    if (!entry.kinds.includes(kind)) entry.kinds.push(kind);
    byText.set(key, entry);
  };
  for (const [kind, phrase] of phrases) {
    const words = foldWords(phrase);
    add(kind, words);
    // Single letters are abbreviations, however the list has them: "u m" is "U.M." too.
    if (words.length > 1 && words.every((word) => word.length === 1)) add(kind, [words.join('')]);
  }
  const byFirst = new Map<string, Entry<Kind>[]>();
  const entries = [...byText.values()].sort((a, b) => b.words.length - a.words.length);
  for (const entry of entries) {
    const first = entry.words[0]!;
    byFirst.set(first, [...(byFirst.get(first) ?? []), entry]);
  }
  const firsts = [...byFirst.keys()].filter((word) => word.length >= 5);

  const match = (words: readonly string[], at: number, ocr: boolean): Entry<Kind> | null => {
    const starts = byFirst.get(words[at]!) ?? (ocr ? nearFirsts(words[at]!) : []);
    return starts.find((entry) => entry.words.every((word, i) => sameWord(word, words[at + i], ocr))) ?? null;
  };
  // One page has few different words, and each is asked for many times.
  const near = new Map<string, Entry<Kind>[]>();
  const nearFirsts = (word: string): Entry<Kind>[] => {
    if (word.length < 4) return [];
    let found = near.get(word);
    if (!found) {
      found = firsts.filter((first) => sameWord(first, word, true)).flatMap((first) => byFirst.get(first)!);
      if (near.size > 20_000) near.clear();
      near.set(word, found);
    }
    return found;
  };

  return {
    find(words, ocr = false) {
      const hits: Hit<Kind>[] = [];
      for (let at = 0; at < words.length; ) {
        const entry = match(words, at, ocr);
        if (entry) hits.push({ kinds: entry.kinds, from: at, to: at + entry.words.length });
        at += entry ? entry.words.length : 1;
      }
      return hits;
    },
  };
}

/** Equal, or for OCR one wrong, missing or added letter in a word of five or more, two from nine on. */
function sameWord(phrase: string, word: string | undefined, ocr: boolean): boolean {
  if (word === undefined) return false;
  if (phrase === word) return true;
  if (!ocr || phrase.length < 5) return false;
  const allowed = phrase.length >= 9 ? 2 : 1;
  return isWithinEdits(phrase, word, allowed);
}
