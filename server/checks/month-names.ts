import { fold } from './fold.ts';

/**
 * Languages whose invoices are read; dates on a page, or typed, may name their months in any of them. A name that two
 * languages give to two months is that of the language before.
 */
export const languages = ['ro', 'en', 'de', 'fr', 'it', 'es', 'pt', 'hu', 'bg', 'pl', 'nl', 'cs', 'el', 'hr', 'sl'];
const fewestLetters = 3;

const months = namesOfMonths();

/** Month from 1 of its printed name or its beginning (of three letters at least), in any language; null for none. */
export function monthNamed(name: string): number | null {
  const folded = fold(name);
  if (folded.length < fewestLetters) return null;
  const exact = months.get(folded);
  if (exact !== undefined) return exact;
  const begun = new Set([...months].flatMap(([full, month]) => (full.startsWith(folded) ? [month] : [])));
  // What begins the names of two months names neither.
  return begun.size === 1 ? ([...begun][0] ?? null) : null;
}

function namesOfMonths(): Map<string, number> {
  const names = new Map<string, number>();
  for (const language of languages) {
    // Beside a day, some languages write the month in another case.
    for (const options of [{ month: 'long' }, { month: 'long', day: 'numeric' }, { month: 'short' }] as const) {
      const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
      for (let month = 1; month <= 12; month += 1) {
        const part = format.formatToParts(Date.UTC(2026, month - 1, 5)).find(({ type }) => type === 'month');
        const name = fold(part?.value ?? '');
        if (name.length >= fewestLetters && !names.has(name)) names.set(name, month);
      }
    }
  }
  return names;
}

const weekdays = new Set(
  languages.flatMap((language) =>
    (['long', 'short'] as const).flatMap((weekday) => {
      const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
      return Array.from({ length: 7 }, (_, day) => fold(format.format(Date.UTC(2026, 0, 5 + day))));
    }),
  ),
);

/** A text before a day without the weekday that it ends with, in any language. */
export function withoutWeekday(text: string): string {
  const word = /(\p{L}{2,20})[.,]?\s{0,3}$/u.exec(text);
  return word && weekdays.has(fold(word[1]!)) ? text.slice(0, word.index) : text;
}
