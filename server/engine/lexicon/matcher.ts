import { isWithinEdits } from '../../checks/edit-distance.ts';
import { keeping, type Token, tokensOf } from './tokens.ts';

/** A phrase found in a text, and where it stands. */
export interface Match<Kind extends string> {
  kinds: readonly Kind[];
  /** Indexes of its tokens, the latter exclusive. */
  from: number;
  to: number;
  /** Offsets of its characters, the latter exclusive. */
  start: number;
  end: number;
  /** Printed letter by letter: neither inflected nor a part of a compound, nor misread. */
  exact: boolean;
}

/** Finds phrases in texts, whatever case, diacritics, dots and spaces between single letters they are printed with. */
export interface Matcher<Kind extends string> {
  /** Phrases from left to right, the longest at each place, not overlapping. `ocr` forgives what OCR gets wrong. */
  find(text: string, ocr?: boolean): readonly Match<Kind>[];
  has(text: string): boolean;
  /** The phrase that the text is, and nothing else; null where it is none. */
  whole(text: string, ocr?: boolean): Match<Kind> | null;
  is(text: string): boolean;
  /** Where the phrase ends that the text begins with; 0 for none. */
  leading(text: string): number;
  /** Where the phrase begins that the text ends with; null for none. */
  closing(text: string): number | null;
  /** The longest phrase that begins with the token of this index; null for none. */
  at(text: string, from: number, ocr?: boolean): Match<Kind> | null;
}

interface Entry<Kind> {
  kinds: Kind[];
  /** Most words, parted by white space, that it is written in. */
  words: number;
}

/** The shortest first part of a compound. */
const fewestBefore = 2;
/** Of a shorter word too many others differ by one letter. */
const fewestMisread = 5;
/** From so many letters on two of them may be wrong. */
const fewestMisreadTwice = 9;
/** Letters with full stops between them ("C.U.I.") are told alone as well: nothing else is printed so. */
const initials = /^[\p{L}\p{N}](?:\.?[\p{L}\p{N}])*$/u;
const lettersOfInitials = 3;
/** So many words are looked at together for a letter that is wrong in one too short to be told alone. */
const mostJoined = 3;
/** Letters of such words together: "Sos. de" is near a French word. */
const fewestJoined = 8;

/**
 * A matcher of phrases, each with its kind. In a phrase that ends with a hyphen the last word may go on (inflection), one
 * that begins with a hyphen is the last part of a compound.
 * @param accepts what has to hold of a match besides
 */
export function matcher<Kind extends string>(
  phrases: Iterable<readonly [Kind, string]>,
  accepts: (text: string, match: Match<Kind>) => boolean = () => true,
): Matcher<Kind> {
  const whole = new Map<string, Entry<Kind>>();
  const stems = new Map<string, Entry<Kind>>();
  const endings = new Map<string, Entry<Kind>>();
  const keys = new Set<string>();
  const vocabulary = new Set<string>();
  const longKeys = new Set<string>();
  const dotted = new Set<string>();
  for (const [kind, phrase] of phrases) {
    const tokens = tokensOf(phrase).map((token) => token.folded);
    const key = tokens.join('');
    if (key === '') continue;
    const book = phrase.endsWith('-') ? stems : phrase.startsWith('-') ? endings : whole;
    const entry = book.get(key) ?? { kinds: [], words: 1 };
    if (!entry.kinds.includes(kind)) entry.kinds.push(kind);
    entry.words = Math.max(entry.words, wordsOfPhrase(phrase));
    book.set(key, entry);
    if (book === endings) continue;
    keys.add(key);
    for (const word of tokens) if (word.length >= fewestMisread) vocabulary.add(word);
    if (key.length >= fewestJoined) longKeys.add(key);
    if (book === whole && key.length === lettersOfInitials && phrase.includes('.')) dotted.add(key);
  }

  const isStart = beginningsOf(keys);

  /** The longest stem that ends within the letters' last word, which begins at `from`. */
  const stemOf = (letters: string, from: number): Entry<Kind> | undefined => {
    let found: Entry<Kind> | undefined;
    if (stems.size === 0) return found;
    for (let length = from + 1; length <= letters.length; length++) {
      const begun = letters.slice(0, length);
      if (!isStart(begun)) break;
      found = stems.get(begun) ?? found;
    }
    return found;
  };
  const endingOf = (word: string): Entry<Kind> | undefined => {
    if (endings.size === 0) return undefined;
    for (let at = 0; at < word.length; at++) {
      const entry = at === 0 || at >= fewestBefore ? endings.get(word.slice(at)) : undefined;
      if (entry) return entry;
    }
    return undefined;
  };
  // Most words of a page begin no phrase, and the same ones are asked for again and again.
  const begins = keeping((word) => {
    const same = whole.get(word);
    return { same, entry: same ?? stemOf(word, 0) ?? endingOf(word), goesOn: isStart(word) };
  });
  const nearWords = nearest(vocabulary, 2);
  // Of several words together the first letters have to be right.
  const nearKeys = nearest(longKeys, 1, 2);
  /** Initials of which OCR took one for another sign; null where they may be of several kinds. */
  const nearInitials = keeping((letters) => {
    const near = [...dotted].filter((key) => isWithinEdits(key, letters, 1));
    const kinds = new Set(near.map((key) => whole.get(key)!.kinds.join()));
    return kinds.size === 1 ? near[0]! : null;
  });

  /** `mends`: a word that begins another one is looked for among those that OCR may have read so as well. */
  const walk = (
    text: string,
    tokens: readonly Token[],
    from: number,
    ocr: boolean,
    mends: boolean,
  ): Match<Kind> | null => {
    let letters = '';
    let isRead = true;
    let best: Match<Kind> | null = null;
    for (let to = from; to < tokens.length; to++) {
      const before = letters.length;
      const { folded, end } = tokens[to]!;
      const first = to === from ? begins(folded) : null;
      if (first && !first.entry && !first.goesOn && !ocr) break;
      letters += folded;
      const same = first ? first.same : whole.get(letters);
      let entry = first ? first.entry : (same ?? stemOf(letters, before));
      if (ocr && !entry && (!isStart(letters) || (mends && !vocabulary.has(folded)))) {
        const begun = letters.slice(0, before);
        const word = nearWords(folded).find((one) => isStart(begun + one));
        const other = word === undefined ? (best ? undefined : nearKeys(letters)[0]) : begun + word;
        if (other !== undefined) {
          letters = other;
          isRead = false;
          entry = whole.get(letters);
        }
      }
      if (ocr && !entry && letters.length === lettersOfInitials && isOfInitials(text.slice(tokens[from]!.start, end))) {
        const other = nearInitials(letters);
        entry = other === null ? undefined : whole.get(other);
        isRead = false;
      }
      if (entry && isSetAs(entry, text, tokens.slice(from, to + 1), ocr)) {
        const match = {
          kinds: entry.kinds,
          from,
          to: to + 1,
          start: tokens[from]!.start,
          end,
          exact: isRead && entry === same,
        };
        if (accepts(text, match)) best = match;
      }
      const mayBeMisread = ocr && !best && to - from < mostJoined;
      if (!isStart(letters) && !mayBeMisread) break;
    }
    return best;
  };
  const longest = (text: string, tokens: readonly Token[], from: number, ocr: boolean): Match<Kind> | null =>
    walk(text, tokens, from, ocr, false) ?? (ocr ? walk(text, tokens, from, true, true) : null);
  const search = (text: string, ocr: boolean): readonly Match<Kind>[] => {
    const found: Match<Kind>[] = [];
    const tokens = tokensOf(text);
    for (let from = 0; from < tokens.length; ) {
      const match = longest(text, tokens, from, ocr);
      if (match) found.push(match);
      from = match?.to ?? from + 1;
    }
    return found;
  };
  const [read, recognised] = [keeping((text) => search(text, false)), keeping((text) => search(text, true))];
  const find = (text: string, ocr = false): readonly Match<Kind>[] => (ocr ? recognised : read)(text);
  const wholeOf = (text: string, ocr = false): Match<Kind> | null => {
    const tokens = tokensOf(text);
    const match = longest(text, tokens, 0, ocr);
    return match && match.to === tokens.length ? match : null;
  };
  return {
    at: (text, from, ocr = false) => longest(text, tokensOf(text), from, ocr),
    find,
    has: (text) => find(text).length > 0,
    whole: wholeOf,
    is: (text) => wholeOf(text) !== null,
    leading: (text) => longest(text, tokensOf(text), 0, false)?.end ?? 0,
    closing: (text) => {
      const tokens = tokensOf(text);
      return tokens.find((_, from) => longest(text, tokens, from, false)?.to === tokens.length)?.start ?? null;
    },
  };
}

/** "D.U.I", "C.LF": with a full stop within. */
const isOfInitials = (printed: string): boolean => printed.includes('.') && initials.test(printed);

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

/** How many of a text's tokens belong to the phrases. */
export const covered = (matches: readonly Match<string>[]): number =>
  matches.reduce((sum, { from, to }) => sum + to - from, 0);

/** Words set apart are a phrase of so many words, or letters set apart ("F A C T U R A"), never other words. */
const isSetAs = ({ words }: Entry<string>, text: string, tokens: readonly Token[], ocr: boolean): boolean =>
  // OCR parts a word now and then.
  partsOf(text, tokens) <= words + (ocr ? 1 : 0);

/** How many words the tokens are, by white space and brackets; one or two letters behind each other are of one. */
const partsOf = (text: string, tokens: readonly Token[]): number =>
  tokens.filter((token, i) => {
    const last = tokens[i - 1];
    if (!last) return true;
    return /[\s()]/.test(text.slice(last.end, token.start)) && Math.max(last.folded.length, token.folded.length) > 2;
  }).length;

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
