import type { Facts } from '../candidates/facts.ts';
import { readReference } from '../candidates/reference-text.ts';
import { placeOf, type TextLine } from '../candidates/text-lines.ts';
import { cellBelow } from '../candidates/values.ts';
import { found } from '../evidence.ts';
import type { Found } from '../found.ts';
import { areAligned, areOfOneSize, isInUpperHalf } from '../layout/geometry.ts';
import { wordsOf } from '../lexicon/words.ts';
import { isInvoiceTitle } from './of-another.ts';

/** At most so many line heights lie between the date and the number, where a form's drawn caption stands. */
const farthest = 6;
/** One to five capitals, digits and marks between them, with three digits in a row. */
const isNumbered = (text: string): boolean =>
  /^\p{Lu}[\p{Lu}\p{N}/.-]{3,24}$/u.test(text) && /\p{N}{3}/u.test(text) && !/^\p{Lu}{6}|[/.-]{2}|[/.-]$/u.test(text);

/** The document's number where no label names any; its place alone speaks for it. */
export function unlabelledNumber(facts: Facts): Found<string> | null {
  const first = facts.document.pages[0]?.rows.flat() ?? [];
  const place = first.some((line) => isInvoiceTitle(line.text))
    ? numberUnderDate(facts, first)
    : underProforma(facts, first);
  return place && found(place.value, placeOf(place.line, place.start, place.end), place.line, ['guessed']);
}

interface Place {
  value: string;
  line: TextLine;
  start: number;
  end: number;
}

/**
 * Forms whose captions are drawn print date and number as a pair, below each other in one column and alike, in the upper half
 * of a page with an invoice's title. Only where one such number stands there.
 */
function numberUnderDate(facts: Facts, first: readonly TextLine[]): Place | null {
  const upper = first.filter((line) => isInUpperHalf(facts.document.pages[0]!.page, line));
  const dates = upper.filter((line) =>
    facts.dates.all.some((date) => date.line === line && date.start === 0 && date.end === line.text.length),
  );
  const [line, ...more] = upper.filter(
    (number) => isNumber(facts, number) && dates.some((date) => isPair(date, number)),
  );
  return line && more.length === 0 ? { value: line.text, line, start: 0, end: line.text.length } : null;
}

/** "Date | Proforma | Customer" over its values: the title of a paper without another one, among the heads of a row. */
function underProforma(facts: Facts, first: readonly TextLine[]): Place | null {
  const { rows } = facts.document.pages[0]!;
  const head = first.find(
    (line) =>
      wordsOf('proforma_titles').is(line.text) &&
      rows[line.row]!.some((beside) => beside !== line && facts.labels.get(beside)!.some((label) => label.alone)),
  );
  const below = head ? cellBelow(rows, head) : null;
  const read = below && facts.labels.get(below)!.length === 0 ? readReference(facts, below, 0, below.text) : null;
  return read && read.end - read.start === below!.text.length ? { ...read, line: below! } : null;
}

function isNumber(facts: Facts, line: TextLine): boolean {
  if (!isNumbered(line.text) || facts.labels.get(line)!.length > 0) return false;
  if (facts.vatNumbers.some((vat) => vat.line === line)) return false;
  return readReference(facts, line, 0, line.text)?.value === line.text;
}

/** The number below its date, set as it is, on one edge or around one middle. */
function isPair(date: TextLine, number: TextLine): boolean {
  const gap = number.y - date.y - date.height;
  return gap > 0 && gap < farthest * date.height && areOfOneSize(date, number) && areAligned(date, number);
}
