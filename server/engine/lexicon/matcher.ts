import { type Token, tokensOf } from './tokens.ts';

/** A phrase found in a text, and where its characters stand. */
interface Match<Kind extends string> {
  kinds: readonly Kind[];
  start: number;
  end: number;
}

/** Finds phrases in texts, whatever case, diacritics, dots and spaces between single letters they are printed with. */
export interface Matcher<Kind extends string> {
  /** The longest phrase that begins with the token of this index; null for none. */
  at(text: string, tokens: readonly Token[], from: number): Match<Kind> | null;
  /** Phrases from left to right, the longest at each place, not overlapping. */
  find(text: string): Match<Kind>[];
  has(text: string): boolean;
  /** Whether the text is one of the phrases and nothing else. */
  is(text: string): boolean;
  /** Where the phrase ends that the text begins with; 0 for none. */
  leading(text: string): number;
  /** Where the phrase begins that the text ends with; null for none. */
  closing(text: string): number | null;
}

interface Entry<Kind> {
  kinds: Kind[];
  /** Most words, parted by white space, that it is written in. */
  words: number;
}

/** The shortest first part of a compound. */
const fewestBefore = 2;

/**
 * A matcher of phrases, each with its kind. In a phrase that ends with a hyphen the last word may go on (inflection), one
 * that begins with a hyphen is the last part of a compound.
 */
export function matcher<Kind extends string>(phrases: Iterable<readonly [Kind, string]>): Matcher<Kind> {
  const whole = new Map<string, Entry<Kind>>();
  const stems = new Map<string, Entry<Kind>>();
  const endings = new Map<string, Entry<Kind>>();
  // Letter by letter, so that a search can stop as soon as nothing begins so.
  const starts = new Set<string>();
  for (const [kind, phrase] of phrases) {
    const key = tokensOf(phrase)
      .map((token) => token.folded)
      .join('');
    if (key === '') continue;
    const book = phrase.endsWith('-') ? stems : phrase.startsWith('-') ? endings : whole;
    const entry = book.get(key) ?? { kinds: [], words: 1 };
    if (!entry.kinds.includes(kind)) entry.kinds.push(kind);
    entry.words = Math.max(entry.words, phrase.trim().split(/\s+/).length);
    book.set(key, entry);
    if (book !== endings) for (let i = 1; i <= key.length; i++) starts.add(key.slice(0, i));
  }

  const stemOf = (letters: string, from: number): Entry<Kind> | undefined => {
    if (stems.size === 0) return undefined;
    for (let length = letters.length; length > from; length--) {
      const entry = stems.get(letters.slice(0, length));
      if (entry) return entry;
    }
    return undefined;
  };
  const endingOf = (word: string): Entry<Kind> | undefined => {
    if (endings.size === 0) return undefined;
    for (let at = 0; at < word.length; at++) {
      const entry = at === 0 || at >= fewestBefore ? endings.get(word.slice(at)) : undefined;
      if (entry) return entry;
    }
    return undefined;
  };

  const at = (text: string, tokens: readonly Token[], from: number): Match<Kind> | null => {
    let letters = '';
    let best: Match<Kind> | null = null;
    for (let to = from; to < tokens.length; to++) {
      const before = letters.length;
      letters += tokens[to]!.folded;
      const entry = whole.get(letters) ?? stemOf(letters, before) ?? (to === from ? endingOf(letters) : undefined);
      if (entry && isSetAs(entry, text, tokens.slice(from, to + 1)))
        best = { kinds: entry.kinds, start: tokens[from]!.start, end: tokens[to]!.end };
      if (!starts.has(letters)) break;
    }
    return best;
  };
  const find = (text: string): Match<Kind>[] => {
    const tokens = tokensBefore(text);
    const found: Match<Kind>[] = [];
    for (const [index, token] of tokens.entries()) {
      if (token.start < (found.at(-1)?.end ?? 0)) continue;
      const match = at(text, tokens, index);
      if (match) found.push(match);
    }
    return found;
  };
  const leading = (text: string): number => at(text, tokensBefore(text), 0)?.end ?? 0;
  return {
    at,
    find,
    has: (text) => {
      const tokens = tokensBefore(text);
      return tokens.some((_, index) => at(text, tokens, index) !== null);
    },
    is: (text) => {
      const end = leading(text);
      return end > 0 && tokensBefore(text).at(-1)!.end === end;
    },
    leading,
    closing: (text) => {
      const tokens = tokensBefore(text);
      const end = tokens.at(-1)?.end;
      return tokens.find((_, index) => at(text, tokens, index)?.end === end)?.start ?? null;
    },
  };
}

/** Words set apart are a phrase of so many words, or letters set apart ("F A C T U R A"), never other words. */
function isSetAs({ words }: Entry<string>, text: string, tokens: readonly Token[]): boolean {
  const parts = tokens.filter((token, i) => i === 0 || /\s/.test(text.slice(tokens[i - 1]!.end, token.start))).length;
  return parts <= words || tokens.every((token) => token.folded.length <= 2);
}

/** The same texts are looked at again and again; whole pages once. */
const longestKept = 300;
const tokensKnown = new Map<string, readonly Token[]>();

function tokensBefore(text: string): readonly Token[] {
  if (text.length > longestKept) return tokensOf(text);
  let tokens = tokensKnown.get(text);
  if (!tokens) {
    tokens = tokensOf(text);
    if (tokensKnown.size >= 10_000) tokensKnown.clear();
    tokensKnown.set(text, tokens);
  }
  return tokens;
}
