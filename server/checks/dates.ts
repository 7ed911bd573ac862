/** Dates as invoices print them. No clock, no locale: what a date says follows from its text and the document's habit. */

/** Which of the two leading numbers of 03/04/2025 is the day. */
export type DateOrder = 'dmy' | 'mdy';

export interface PrintedDate {
  start: number;
  end: number;
  /** ISO 8601 by either habit; equal when the text leaves no choice, null where it is no date that way. */
  dmy: string | null;
  mdy: string | null;
  /** Eight digits without separators: a date only where a label says so. */
  compact: boolean;
}

/** ISO 8601, or null where there is no such day. Two-digit years are of this century. */
export function isoDate(year: number, month: number, day: number): string | null {
  const full = year < 100 ? 2000 + year : year;
  if (full < 1990 || full > 2099 || month < 1 || month > 12 || day < 1) return null;
  const last = [31, full % 4 === 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]!;
  return day > last ? null : `${full}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Whether a text is a day as YYYY-MM-DD, and there is such a day. */
export function isDay(text: string): boolean {
  const [year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).slice(1).map(Number);
  return year !== undefined && isoDate(year, month!, day!) === text;
}

/** Days from one ISO date to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** Behind a slash, as in "AB-118/12.03.2026", a day has other separators. */
const numeric =
  /(?<![\p{L}\d.,-]|\/(?=\d{1,4}\s?\/))(\d{1,4})\s?([./\-–·])\s?(\d{1,2})\s?([./\-–·])\s?(\d{4}|\d{2})(?!\d|[.,/-]\d)/gu;
/** "16.02.20 26" at the end of its text: a form that prints the century has the rest of the year filled in. */
const inTwoParts = /(?<![\p{L}\d.,/-])(\d{1,2})([./-])(\d{1,2})\2(20)\s(\d{2})(?=\s?$)/gu;
/** "25.03 2026", "25 03.2026": OCR lost one of two points. */
const lostPoint = /(?<![\p{L}\d.,/-])(\d{2})(?:\.(\d{2})\s|\s(\d{2})\.)(20\d{2})(?!\d|[.,/-]\d)/gu;
const compact = /(?<![\p{L}\d.,/-])((?:19|20)\d{2})(\d{2})(\d{2})(?![\p{L}\d]|[.,/-]\d)/gu;
const dayFirst =
  /(?<![\p{L}\d])(\d{1,2})(?:\p{Ll}{1,3}|[ºª.])?[\s.\-/]{0,3}(?:de\s|of\s|d['’])?\s?(\p{L}{3,12})\.?,?[\s.\-/]{0,3}(?:de\s|del\s|do\s)?\s?(\d{4}|\d{2}(?!,?\s{1,2}\d{4}(?!\d)))(?![\p{L}\d])/gu;
/** "4.XII.2026": with slashes it would be a number. */
const romanMonth =
  /(?<![\p{L}\d.,/-])(\d{1,2})(?:\.\s?|\s)(XI{0,2}|IX|IV|VI{0,3}|I{1,3})(?:\.\s?|\s)(\d{4})(?!\d|[.,/-]\d)/gu;
const romanNumerals = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'];
const monthFirst = /(?<!\p{L})(\p{L}{3,12})\.?[\s-]{0,2}(\d{1,2})(?:\p{Ll}{2})?(?:\s?,)?\s{1,2}(\d{4})(?!\d)/gu;
const yearFirst = /(?<![\p{L}\d])(\d{4})\.?[\s-]{0,2}(\p{L}{3,12})\.?[\s-]{0,2}(\d{1,2})(?!\d)/gu;

/**
 * Every date in the text, from left to right, not overlapping.
 * @param monthOf month from 1 of a month's printed name, or null
 * @param ocr whether one separator may have been read as another
 */
export function findDates(text: string, monthOf: (name: string) => number | null, ocr = false): PrintedDate[] {
  const found: PrintedDate[] = [];
  const add = (match: RegExpExecArray, dmy: string | null, mdy: string | null, isCompact = false) => {
    if (dmy === null && mdy === null) return;
    const start = match.index;
    const end = start + match[0].length;
    if (found.some((other) => start < other.end && end > other.start)) return;
    found.push({ start, end, dmy, mdy, compact: isCompact });
  };
  for (const match of text.matchAll(inTwoParts)) {
    const [a, b, year] = [Number(match[1]), Number(match[3]), Number(`${match[4]}${match[5]}`)];
    add(match, isoDate(year, b, a), isoDate(year, a, b));
  }
  for (const match of text.matchAll(numeric)) {
    const [, first, separator, second, separator2, third] = match as unknown as string[];
    const [a, b, c] = [Number(first), Number(second), Number(third)];
    // "17-08.2026" is a day, and "01-05.2026" may be five months.
    const isMixed = (ocr || (a > 12 && first!.length === 2)) && separator !== '·' && separator2 !== '·';
    if (separator !== separator2 && !(isMixed && third!.length === 4)) continue;
    if (first!.length === 4) {
      const iso = third!.length <= 2 ? isoDate(a, b, c) : null;
      add(match, iso, iso);
    } else if (first!.length <= 2) {
      add(match, isoDate(c, b, a), isoDate(c, a, b));
    }
  }
  for (const match of ocr ? text.matchAll(lostPoint) : [])
    add(match, ...twice(isoDate(Number(match[4]), Number(match[2] ?? match[3]), Number(match[1]))));
  for (const match of text.matchAll(dayFirst)) {
    const month = monthOf(match[2]!);
    if (month) add(match, ...twice(isoDate(Number(match[3]), month, Number(match[1]))));
  }
  for (const match of text.matchAll(romanMonth))
    add(match, ...twice(isoDate(Number(match[3]), romanNumerals.indexOf(match[2]!) + 1, Number(match[1]))));
  for (const match of text.matchAll(monthFirst)) {
    const month = monthOf(match[1]!);
    if (month) add(match, ...twice(isoDate(Number(match[3]), month, Number(match[2]))));
  }
  for (const match of text.matchAll(yearFirst)) {
    const month = monthOf(match[2]!);
    if (month) add(match, ...twice(isoDate(Number(match[1]), month, Number(match[3]))));
  }
  for (const match of text.matchAll(compact)) {
    add(match, ...twice(isoDate(Number(match[1]), Number(match[2]), Number(match[3]))), true);
  }
  return found.sort((a, b) => a.start - b.start);
}

const twice = (iso: string | null): [string | null, string | null] => [iso, iso];
