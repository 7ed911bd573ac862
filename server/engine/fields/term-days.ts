import { wordsOf } from '../lexicon/words.ts';

/** A number of days as a text names it. */
interface TermDays {
  days: number;
  start: number;
  end: number;
}

/** The words beside a number of days have no more characters together, whatever long line they stand in. */
const reach = 60;

const fewDays = /(?<![\p{N}.,/])\d{1,3}(?![\p{N}/]|[.,]\p{N})/gu;

/** Numbers of days that the text names: "30 zile", "30 de zile", "30 days", "net 30". */
export function termDays(text: string): TermDays[] {
  return [...text.matchAll(fewDays)].flatMap((match) => {
    const start = match.index;
    const end = start + match[0].length;
    const day = endOfDays(text, end);
    const isNet = day === null && wordsOf('net').closing(text.slice(Math.max(0, start - reach), start)) !== null;
    return day !== null || isNet ? [{ days: Number(match[0]), start, end: day ?? end }] : [];
  });
}

/** Where the word for days behind a number ends, a preposition between them or not; null for none. */
function endOfDays(text: string, from: number): number | null {
  const behind = text.slice(from, from + reach);
  for (const skipped of [0, wordsOf('of').leading(behind)]) {
    const rest = behind.slice(skipped);
    const length = /^\s?\p{L}/u.test(rest) ? wordsOf('days').leading(rest) : 0;
    if (length > 0) return from + skipped + length;
  }
  return null;
}
