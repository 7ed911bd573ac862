import { fold } from '../../checks/fold.ts';

/** A word, a number or a sign, folded for comparing; offsets are in its text. */
export interface Token {
  folded: string;
  start: number;
  end: number;
}

/** An abbreviation of single letters ("T.V.A.", and "1.V.A." as OCR has it), a run of letters or of digits, or a sign that labels are made of. */
const token = /(?<![\p{L}\p{N}])(?:1\.)?(?:\p{L}\.)+\p{L}(?![\p{L}\p{M}\p{N}])|[\p{L}\p{M}№ªº]+|\p{N}+|[#%]/gu;
/** The same of plain letters, which most texts have no others than: properties of Unicode take three times as long. */
const plainToken = /(?<![a-z\d])(?:1\.)?(?:[a-z]\.){1,30}[a-z](?![a-z\d])|[a-z]+|\d+|[#%]/g;

/** Words of plain letters need no folding but of capitals, and most phrases have no others. */
const plainWords = /^[A-Za-z]+(?: [A-Za-z]+)*$/;

/** The tokens of the text from left to right. */
export const tokensOf = keeping((text): readonly Token[] => {
  const tokens: Token[] = [];
  if (plainWords.test(text)) {
    let start = 0;
    for (const folded of text.toLowerCase().split(' ')) {
      tokens.push({ folded, start, end: start + folded.length });
      start += folded.length + 1;
    }
    return tokens;
  }
  if (!/[^\p{ASCII}]/u.test(text)) {
    for (const match of text.toLowerCase().matchAll(plainToken)) {
      const folded = match[0].includes('.') ? asLetters(match[0].replaceAll('.', '')) : match[0];
      tokens.push({ folded, start: match.index, end: match.index + match[0].length });
    }
    return tokens;
  }
  for (const match of text.matchAll(token)) {
    const folded = /[#%]/.test(match[0])
      ? match[0]
      : match[0].includes('.')
        ? asLetters(fold(match[0]))
        : fold(match[0]);
    if (folded !== '') tokens.push({ folded, start: match.index, end: match.index + match[0].length });
  }
  return tokens;
});

/** Of an abbreviation's first letter. */
const asLetters = (folded: string): string => folded.replace(/^1/, 'i');

/** In characters: a row of a page has no more, and whole pages are looked at once. */
const longestKept = 2_000;
const mostKept = 300_000;

/** What was made of a text is kept for the next time, as far as the texts are not too many or too long. */
export function keeping<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  let kept = 0;
  return (text) => {
    if (text.length > longestKept) return make(text);
    let made = known.get(text);
    if (made === undefined) {
      made = make(text);
      kept += text.length;
      if (kept > mostKept) {
        known.clear();
        kept = text.length;
      }
      known.set(text, made);
    }
    return made;
  };
}
