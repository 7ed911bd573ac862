import { isWithinEdits } from '../../checks/edit-distance.ts';
import { keeping, tokensOf } from './tokens.ts';

/** What a phrase means. */
export interface Entry<Kind> {
  kinds: Kind[];
  /** Most words, parted by white space, that it is written in. */
  words: number;
}

/** What a word begins. */
interface Beginning<Kind> {
  /** The phrase that it is, letter by letter. */
  same: Entry<Kind> | undefined;
  /** That one, or the one that it is as an inflected word or as the end of a compound. */
  entry: Entry<Kind> | undefined;
  /** Whether a phrase goes on behind it. */
  goesOn: boolean;
}

/** The shortest first part of a compound. */
const fewestBefore = 2;
/** Of a shorter word too many others differ by one letter. */
const fewestMisread = 5;
/** From so many letters on two of them may be wrong. */
const fewestMisreadTwice = 9;
/** Letters of words that are looked at together: "Sos. de" is near a French word. */
const fewestJoined = 8;
/** Letters of initials ("C.U.I.") that are told alone. */
export const lettersOfInitials = 3;

/** Phrases by their letters without spaces and signs, and what OCR may have made of them. */
export class PhraseBook<Kind extends string> {
  readonly whole = new Map<string, Entry<Kind>>();
  readonly #stems = new Map<string, Entry<Kind>>();
  readonly #endings = new Map<string, Entry<Kind>>();
  /** Words of phrases that are long enough to be told when one letter of them is wrong. */
  readonly vocabulary = new Set<string>();
  /** Whether a phrase begins with letters. */
  readonly isStart: (letters: string) => boolean;
  /** Most words of a page begin no phrase, and the same ones are asked for again and again. */
  readonly begins: (word: string) => Beginning<Kind>;
  /** The words that OCR may have read so. */
  readonly nearWords: (read: string) => readonly string[];
  /** The phrases that it may have read so; of several words together the first letters have to be right. */
  readonly nearKeys: (read: string) => readonly string[];
  /** The initials of which it took one for another sign; null where they may be of several kinds. */
  readonly nearInitials: (letters: string) => string | null;

  /** @param phrases as `matcher` takes them */
  constructor(phrases: Iterable<readonly [Kind, string]>) {
    const keys = new Set<string>();
    const longKeys = new Set<string>();
    const dotted = new Set<string>();
    for (const [kind, phrase] of phrases) {
      const tokens = tokensOf(phrase).map((token) => token.folded);
      const key = tokens.join('');
      if (key === '') continue;
      const book = phrase.endsWith('-') ? this.#stems : phrase.startsWith('-') ? this.#endings : this.whole;
      const entry = book.get(key) ?? { kinds: [], words: 1 };
      if (!entry.kinds.includes(kind)) entry.kinds.push(kind);
      entry.words = Math.max(entry.words, wordsOfPhrase(phrase));
      book.set(key, entry);
      if (book === this.#endings) continue;
      keys.add(key);
      for (const word of tokens) if (word.length >= fewestMisread) this.vocabulary.add(word);
      if (key.length >= fewestJoined) longKeys.add(key);
      if (book === this.whole && key.length === lettersOfInitials && phrase.includes('.')) dotted.add(key);
    }
    this.isStart = beginningsOf(keys);
    this.begins = keeping((word) => {
      const same = this.whole.get(word);
      return { same, entry: same ?? this.stemOf(word, 0) ?? this.#endingOf(word), goesOn: this.isStart(word) };
    });
    this.nearWords = nearest(this.vocabulary, 2);
    this.nearKeys = nearest(longKeys, 1, 2);
    this.nearInitials = keeping((letters) => {
      const near = [...dotted].filter((key) => isWithinEdits(key, letters, 1));
      const kinds = new Set(near.map((key) => this.whole.get(key)!.kinds.join()));
      return kinds.size === 1 ? near[0]! : null;
    });
  }

  /** The longest stem that ends within the letters' last word, which begins at `from`. */
  stemOf(letters: string, from: number): Entry<Kind> | undefined {
    let found: Entry<Kind> | undefined;
    if (this.#stems.size === 0) return found;
    for (let length = from + 1; length <= letters.length; length++) {
      const begun = letters.slice(0, length);
      if (!this.isStart(begun)) break;
      found = this.#stems.get(begun) ?? found;
    }
    return found;
  }

  #endingOf(word: string): Entry<Kind> | undefined {
    if (this.#endings.size === 0) return undefined;
    for (let at = 0; at < word.length; at++) {
      const entry = at === 0 || at >= fewestBefore ? this.#endings.get(word.slice(at)) : undefined;
      if (entry) return entry;
    }
    return undefined;
  }
}

const wordsOfPhrase = (phrase: string): number =>
  /[\s()]/.test(phrase) ? phrase.split(/[\s()]+/).filter((word) => word !== '').length : 1;

/** What tells whether one of the keys begins so, so that a search can stop as soon as none does. */
function beginningsOf(keys: ReadonlySet<string>): (letters: string) => boolean {
  const sorted = [...keys].sort();
  return (letters) => {
    let [from, to] = [0, sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (sorted[middle]! < letters) from = middle + 1;
      else to = middle;
    }
    return sorted[from]?.startsWith(letters) ?? false;
  };
}

/**
 * What finds those of the words that OCR may have read so.
 * @param most letters of nine or more that may be wrong
 * @param right letters at the beginning that may not
 */
function nearest(words: ReadonlySet<string>, most: 1 | 2, right = 0): (read: string) => readonly string[] {
  const keyOf = (word: string, length: number): string => word.slice(0, right) + length;
  const byLength = Map.groupBy(words, (word) => keyOf(word, word.length));
  return keeping((read) => {
    const near: string[] = [];
    if (read.length < fewestMisread - 1) return near;
    for (let length = read.length - most; length <= read.length + most; length++) {
      const edits = length < fewestMisreadTwice ? 1 : most;
      if (Math.abs(length - read.length) > edits) continue;
      near.push(...(byLength.get(keyOf(read, length))?.filter((word) => isWithinEdits(word, read, edits)) ?? []));
    }
    return near;
  });
}
