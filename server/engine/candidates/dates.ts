import { type DateOrder, findDates, type PrintedDate } from '../../checks/dates.ts';
import { lexicon } from '../lexicon.ts';
import { fold, type TextDocument, type TextLine } from './text-lines.ts';
import type { VatCandidate } from './vat-numbers.ts';

export interface DateCandidate extends PrintedDate {
  line: TextLine;
  /** ISO 8601 by the document's habit. */
  iso: string;
  /** The other habit would make it another date, and nothing on the page settles the habit. */
  ambiguous: boolean;
}

export interface DateFacts {
  all: readonly DateCandidate[];
  order: DateOrder;
}

let months: Map<string, number> | null = null;

function monthOf(name: string): number | null {
  if (!months) {
    months = new Map();
    for (const language of lexicon()) {
      language.months.forEach((names, index) => {
        for (const month of names) months!.set(fold(month), index + 1);
      });
    }
  }
  return months.get(fold(name)) ?? null;
}

/** All dates of the document, read by its own habit: dates that leave no choice decide for those that do. */
export function readDates(
  document: TextDocument,
  languages: readonly string[],
  vatNumbers: readonly VatCandidate[],
): DateFacts {
  const printed = document.lines.flatMap((line) => findDates(line.text, monthOf).map((date) => ({ ...date, line })));
  const onlyDmy = printed.filter((date) => date.dmy !== null && date.mdy === null).length;
  const onlyMdy = printed.filter((date) => date.mdy !== null && date.dmy === null).length;
  // Month before day is the habit of the United States alone, whose companies have no VAT number of their own.
  const american = languages[0] === 'en' && vatNumbers.every((vat) => vat.check === null) && isAmerican(document);
  const order: DateOrder = onlyDmy !== onlyMdy ? (onlyMdy > onlyDmy ? 'mdy' : 'dmy') : american ? 'mdy' : 'dmy';
  const settled = onlyDmy > 0 !== onlyMdy > 0;
  const all = printed.flatMap((date): DateCandidate[] => {
    const iso = date[order] ?? date[order === 'dmy' ? 'mdy' : 'dmy'];
    if (iso === null) return [];
    const choice = date.dmy !== null && date.mdy !== null && date.dmy !== date.mdy;
    return [{ ...date, iso, ambiguous: choice && !settled && (languages[0] === 'en' || languages.length === 0) }];
  });
  return { all, order };
}

function isAmerican(document: TextDocument): boolean {
  return document.lines.some(
    (line) => /\b(USA|U\.S\.A|United States)\b/.test(line.text) || /\b[A-Z]{2},? \d{5}(-\d{4})?$/.test(line.text),
  );
}
