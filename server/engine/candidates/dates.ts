import { type DateOrder, findDates, isoDate, type PrintedDate } from '../../checks/dates.ts';
import { fold } from '../../checks/fold.ts';
import { isNextLine } from '../layout/geometry.ts';
import { lexicon } from '../lexicon/lexicon.ts';
import { countryNamed, stateAndZip } from '../parties/address-text.ts';
import type { TextDocument, TextLine } from './text-lines.ts';
import { cellBelow } from './values.ts';
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

/** "(MM/DD/YYYY)": how the dates of the page are written. A month begins with an m in all three scripts; Romanian has an l. */
const monthFirst = /(?<!\p{L})(?:[m\u043c\u03bc]{1,2}|l{2})[./-]\p{L}{1,2}[./-]\p{L}{2,4}(?!\p{L})/iu;

/**
 * "Date: 2026.03.11 16:20:45 CET", "… 09:05:12 +02'00'": what PDF viewers print in the field of a digital signature, year
 * first and with the zone of the time, is when the file was signed. A till prints other words behind its time.
 */
const signed =
  /^\d{4}\.\d{2}\.\d{2} \d{2}:\d{2}:\d{2} (?:[+-]\d{2}'\d{2}'|(?:[CEW]ES?T|GMT|UTC|BST|MSK|Z)(?![\p{L}\p{N}]))/u;

/** For each language the months by their names. */
let months: Map<string, ReadonlyMap<string, number>> | null = null;

/** Tells months by their names in any language: "listopada" is October in Croatian and November in Polish. */
function monthsIn(languages: readonly string[]): (name: string) => number | null {
  months ??= new Map(
    lexicon().map(({ language, months: all }) => [
      language,
      new Map(all.flatMap((names, index) => names.map((name) => [fold(name), index + 1] as const))),
    ]),
  );
  const ranked = [...new Set([...languages, ...months.keys()])].map((language) => months!.get(language)!);
  return (name) => {
    const folded = fold(name);
    return ranked.find((own) => own.has(folded))?.get(folded) ?? null;
  };
}

/** All dates of the document, read by its own habit: dates that leave no choice decide for those that do. */
export function readDates(
  document: TextDocument,
  languages: readonly string[],
  vatNumbers: readonly VatCandidate[],
): DateFacts {
  const monthOf = monthsIn(languages);
  const printed = document.lines.flatMap((line) =>
    [...findDates(line.text, monthOf, line.ocr), ...wrappedDates(document, line, monthOf)]
      .filter(({ start }) => !signed.test(line.text.slice(start)))
      .map((date) => ({ ...date, line })),
  );
  const onlyDmy = printed.filter((date) => date.dmy !== null && date.mdy === null).length;
  const onlyMdy = printed.filter((date) => date.mdy !== null && date.dmy === null).length;
  // Month before day is the habit of the United States alone, whose companies have no VAT number; their buyers may.
  const american =
    languages[0] === 'en' && vatNumbers.every((vat) => vat.check === null || vat.isBuyer) && isAmerican(document);
  const saidMdy = document.lines.some(({ text }) => monthFirst.test(text));
  const order: DateOrder =
    onlyDmy !== onlyMdy ? (onlyMdy > onlyDmy ? 'mdy' : 'dmy') : american || saidMdy ? 'mdy' : 'dmy';
  const settled = onlyDmy > 0 !== onlyMdy > 0;
  const isOpen = saidMdy ? onlyDmy > 0 : !settled && (languages[0] === 'en' || languages.length === 0);
  const all = printed.flatMap((date): DateCandidate[] => {
    const iso = date[order] ?? date[order === 'dmy' ? 'mdy' : 'dmy'];
    if (iso === null) return [];
    const choice = date.dmy !== null && date.mdy !== null && date.dmy !== date.mdy;
    return [{ ...date, iso, ambiguous: (choice && isOpen) || mayBeginWithYear(date, iso) || mayEndEarlier(date) }];
  });
  return { all, order };
}

/** "26.08.13" in a country that writes the year first: read so it is the later day, and invoices are of late. */
function mayBeginWithYear({ line, start, end }: PrintedDate & { line: TextLine }, iso: string): boolean {
  const parts = /^(\d\d)[./-](\d\d)[./-](\d\d)$/.exec(line.text.slice(start, end).replace(/\.$/, ''));
  const other = parts && isoDate(Number(parts[1]), Number(parts[2]), Number(parts[3]));
  return other !== null && other > iso;
}

/** "16.02.20 26": the day of a form's century and year, or one of 2020 with 26 of something behind it. */
const mayEndEarlier = ({ line, start, end }: PrintedDate & { line: TextLine }): boolean =>
  /\d[./-]20 \d\d$/.test(line.text.slice(start, end));

/** "2 November" at the end of a narrow cell and "2026" below it: a date that breaks before its year. */
function wrappedDates(document: TextDocument, line: TextLine, monthOf: (name: string) => number | null): PrintedDate[] {
  if (!/(?:\p{L}\p{L}\.?|\p{L}\s\d{1,2},|\d[./-])$/u.test(line.text) || !/\d/.test(line.text)) return [];
  const below = cellBelow(document.pages[line.page - 1]!.rows, line);
  const year = below && isNextLine(line, below) ? /^(?:19|20)\d\d\b/.exec(below.text)?.[0] : undefined;
  if (year === undefined) return [];
  const glue = /[./-]$/.test(line.text) ? '' : ' ';
  return findDates(line.text + glue + year, monthOf)
    .filter(({ start, end }) => start < line.text.length && end > line.text.length)
    .map((date) => ({ ...date, end: line.text.length }));
}

function isAmerican(document: TextDocument): boolean {
  return document.lines.some(
    (line) => line.text.split(/[,;:]/).some((part) => countryNamed(part) === 'US') || stateAndZip.test(line.text),
  );
}
