import type { Facts } from '../candidates/facts.ts';
import type { Label } from '../candidates/labels.ts';
import { readReference } from '../candidates/reference-text.ts';
import type { TextLine } from '../candidates/text-lines.ts';
import { cellBelow, type ValuePlace } from '../candidates/values.ts';
import { isNextLine, isOver } from '../layout/geometry.ts';
import { wordsOf } from '../lexicon/words.ts';
import { isInvoiceTitle } from './of-another.ts';

/** "PO-" at the end of a narrow cell and "2231" below it, or "AB-C" over "2026/12": a number that breaks in two lines. */
function wrappedNumber(
  facts: Facts,
  { line, start, text, relation }: ValuePlace,
): { value: string; start: number; end: number } | 'date' | null {
  const isSeries = relation === 'below' && /^\p{Lu}[\p{Lu}.-]{0,6}$/u.test(text) && !text.endsWith('-');
  const head = isSeries ? [text, `${text} `] : /(?:^|\s)([\p{Lu}\p{N}/-]{1,15}[-/])$/u.exec(text);
  const below = head && cellBelow(facts.document.pages[line.page - 1]!.rows, line);
  const tail =
    below && isNextLine(line, below) ? /^[\p{Lu}\p{N}/-]{1,15}(?=$|[\s,;.])/u.exec(below.text)?.[0] : undefined;
  if (!head || !tail || !/\p{N}/u.test(tail)) return null;
  // A date that breaks so is no number either.
  if (/^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}-\d{1,2}-\d{4})$/.test(head[1]! + tail)) return 'date';
  const joined = readReference(facts, line, start, head[1]! + tail);
  return joined && { value: joined.value, start: text.length - head[1]!.trimEnd().length, end: text.length };
}

/** "Comanda internă: 4500": the word before a second colon says whose number it is, and is no part of it. */
function readBehindWord(
  facts: Facts,
  { line, start, text, relation }: ValuePlace,
): { value: string; start: number; end: number } | null {
  const word = relation === 'inside' ? /^\p{L}{2,15}:\s{1,3}/u.exec(text)?.[0] : undefined;
  const read = word && readReference(facts, line, start + word.length, text.slice(word.length));
  return read ? { value: read.value, start: word.length + read.start, end: word.length + read.end } : null;
}

/** "Serie/nr: AB2026 0331": behind a label of both a series with digits is not yet the number. */
function withNumberBehind(
  { line, start, end }: Label,
  text: string,
  read: { value: string; start: number; end: number } | null,
): { value: string; start: number; end: number } | null {
  const own = line.text.slice(start, end);
  const isOfBoth = wordsOf('series').leading(own) > 0 && wordsOf('numbers').closing(own) !== null;
  const number = read && isOfBoth ? /^\s(\d{2,12})$/.exec(text.slice(read.end))?.[1] : undefined;
  return read && number !== undefined ? { ...read, value: `${read.value} ${number}`, end: text.length } : read;
}

/** "No. " before the number. */
const longestSign = 4;

/** "Nº2026-118", "Nr.AB-118": the sign that says that a number follows, set tight before it, is no part of it. */
function withoutSign({ value }: { value: string }): { value: string } {
  const word = wordsOf('numbers').leading(value);
  const isSign = word > 0 && /^[.:][\p{Lu}\p{N}]/u.test(value.slice(word));
  return { value: isSign ? value.slice(word + 1) : value.replace(/^(?:N[ºª°]|№)(?=\p{N})/iu, '') };
}

/** The number that stands in a label's place; offsets in its line. */
export function readNumber(
  facts: Facts,
  label: Label,
  place: ValuePlace,
): { value: string; line: TextLine; start: number; end: number } | null {
  const { line, start, text, relation } = place;
  const parted = withAbbreviation(facts, label) ?? inTwoCells(facts, label, place);
  if (parted) return parted;
  const wrapped = wrappedNumber(facts, place);
  if (wrapped === 'date') return null;
  const read =
    wrapped ?? readBehindWord(facts, place) ?? withNumberBehind(label, text, readReference(facts, line, start, text));
  const beside = relation === 'inside' ? numberBeside(facts, place, read) : null;
  if (beside) return beside;
  if (read) return { ...withoutSign(read), line, start: start + read.start, end: start + read.end };
  // "Faktura VAT końcowa FV/118/05/2026", "Faktúra za elektrinu č. 7010": the title goes on before its number.
  const isTitle = label.leading && relation === 'inside' && isInvoiceTitle(line.text.slice(label.start, label.end));
  const more = isTitle && line.text.length < 60 ? /^(?:\p{Ll}[\p{L}-]+\s){1,3}/u.exec(text)?.[0].length : undefined;
  const later = more === undefined ? null : readReference(facts, line, start + more, text.slice(more));
  return later && later.value.replace(/\P{N}/gu, '').length >= 3 && later.start <= longestSign
    ? { value: later.value, line, start: start + more! + later.start, end: start + more! + later.end }
    : null;
}

/** "PO-KT-27": an abbreviation in capitals that a hyphen joins to its number is the first part of it. */
function withAbbreviation(
  facts: Facts,
  { line, start, end }: Label,
): { value: string; line: TextLine; start: number; end: number } | null {
  const isJoined =
    /^\p{Lu}{2,4}$/u.test(line.text.slice(start, end)) && /^[-/][\p{L}\p{N}]/u.test(line.text.slice(end));
  const read = isJoined ? readReference(facts, line, start, line.text.slice(start)) : null;
  return read && { value: read.value, line, start: start + read.start, end: start + read.end };
}

/** In line heights: the second part of a number stands no farther behind the first, and a number behind its series. */
const [closeBehind, behindSeries] = [3, 2];

/** "25" and "- 5469" behind a label, "AB" and "0077" behind a title, or "1" and "250231" under one head: a number that stands in two cells. */
function inTwoCells(
  facts: Facts,
  label: Label,
  { line, start, text, relation }: ValuePlace,
): { value: string; line: TextLine; start: number; end: number } | null {
  const { rows } = facts.document.pages[line.page - 1]!;
  const next = rows[line.row]![line.cell + 1];
  if (!next || start > 0 || text !== line.text || !/^[\p{Lu}\p{N}](?:[\p{Lu}\p{N}-]{0,4}[\p{Lu}\p{N}])?$/u.test(text))
    return null;
  const [joint, digits] = [/^([-/–])\s?(\d{2,10})$/.exec(next.text), /^\d{3,10}$/.test(next.text)];
  const isBehind = joint !== null && next.x - line.x - line.width < closeBehind * line.height;
  const head = rows[label.line.row]![label.line.cell + 1];
  const isUnderHead = relation === 'below' && digits && isOver(next, label.line) && (!head || next.x < head.x);
  // "FACTURA  AB-C  00771203": a series and its number right behind a title, in print that sets words wide apart.
  const isSeries = relation === 'right' && digits && /^\p{Lu}[\p{Lu}-]*$/u.test(text) && label.leading && label.alone;
  const isNear = next.x - line.x - line.width < behindSeries * line.height;
  if (!isBehind && !isUnderHead && !(isSeries && isNear && isInvoiceTitle(label.line.text))) return null;
  const value = joint ? `${text}${joint[1]}${joint[2]}` : `${text} ${next.text}`;
  return { value, line, start, end: text.length };
}

/** "Factura seria AB nr." in one cell, its number in the next or, where it is a head of its own, right below. */
function numberBeside(
  facts: Facts,
  place: ValuePlace,
  series: { value: string; end: number } | null,
): { value: string; line: ValuePlace['line']; start: number; end: number } | null {
  const word = /^(\p{Lu}[\p{Lu}\p{N}.-]{0,7})\s/u.exec(place.text)?.[1];
  const behind = series ? place.text.slice(series.end) : place.text.slice(word?.length ?? 0);
  const named = series?.value ?? word;
  if (named === undefined || !wordsOf('numbers').is(behind)) return null;
  const { rows } = facts.document.pages[place.line.page - 1]!;
  for (const line of [rows[place.line.row]![place.line.cell + 1], cellBelow(rows, place.line)]) {
    const read = line && readReference(facts, line, 0, line.text);
    if (read && /^\d+$/.test(read.value))
      return { value: `${named} ${read.value}`, line, start: read.start, end: read.end };
  }
  return null;
}
