import { type Entry, lettersOfInitials, PhraseBook } from './phrase-book.ts';
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

/** Letters with full stops between them ("C.U.I."): nothing else is printed so. */
const initials = /^[\p{L}\p{N}](?:\.?[\p{L}\p{N}])*$/u;
/** So many words are looked at together for a letter that is wrong in one too short to be told alone. */
const mostJoined = 3;

/**
 * A matcher of phrases, each with its kind. In a phrase that ends with a hyphen the last word may go on (inflection), one
 * that begins with a hyphen is the last part of a compound.
 * @param accepts what has to hold of a match besides
 */
export function matcher<Kind extends string>(
  phrases: Iterable<readonly [Kind, string]>,
  accepts: (text: string, match: Match<Kind>) => boolean = () => true,
): Matcher<Kind> {
  const book = new PhraseBook(phrases);
  const longest = (text: string, tokens: readonly Token[], from: number, ocr: boolean): Match<Kind> | null =>
    longestAt(book, accepts, { text, tokens }, from, { ocr, mends: false }) ??
    (ocr ? longestAt(book, accepts, { text, tokens }, from, { ocr, mends: true }) : null);
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

/** How a phrase is looked for. */
interface Reading {
  /** Forgives what OCR gets wrong. */
  ocr: boolean;
  /** A word that begins another one is looked for among those that OCR may have read so as well. */
  mends: boolean;
}

/** The longest phrase of a book that begins with the token at `from`. */
function longestAt<Kind extends string>(
  book: PhraseBook<Kind>,
  accepts: (text: string, match: Match<Kind>) => boolean,
  { text, tokens }: { text: string; tokens: readonly Token[] },
  from: number,
  { ocr, mends }: Reading,
): Match<Kind> | null {
  let letters = '';
  let isRead = true;
  let best: Match<Kind> | null = null;
  for (let to = from; to < tokens.length; to++) {
    const before = letters.length;
    const { folded, end } = tokens[to]!;
    const first = to === from ? book.begins(folded) : null;
    if (first && !first.entry && !first.goesOn && !ocr) break;
    letters += folded;
    const same = first ? first.same : book.whole.get(letters);
    let entry = first ? first.entry : (same ?? book.stemOf(letters, before));
    if (ocr && !entry && (!book.isStart(letters) || (mends && !book.vocabulary.has(folded)))) {
      const begun = letters.slice(0, before);
      const word = book.nearWords(folded).find((one) => book.isStart(begun + one));
      const other = word === undefined ? (best ? undefined : book.nearKeys(letters)[0]) : begun + word;
      if (other !== undefined) {
        letters = other;
        isRead = false;
        entry = book.whole.get(letters);
      }
    }
    if (ocr && !entry && letters.length === lettersOfInitials && isOfInitials(text.slice(tokens[from]!.start, end))) {
      const other = book.nearInitials(letters);
      entry = other === null ? undefined : book.whole.get(other);
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
    if (!book.isStart(letters) && !mayBeMisread) break;
  }
  return best;
}

/** "D.U.I", "C.LF": with a full stop within. */
const isOfInitials = (printed: string): boolean => printed.includes('.') && initials.test(printed);

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
