import { fold } from '../../checks/fold.ts';
import { withoutEnd } from '../../checks/without-end.ts';
import type { DateCandidate } from '../candidates/dates.ts';
import type { Facts } from '../candidates/facts.ts';
import { isEffective, type Label } from '../candidates/labels.ts';
import { placeOf, type TextLine } from '../candidates/text-lines.ts';
import { cellBelow, valuePlaces } from '../candidates/values.ts';
import { found } from '../evidence.ts';
import type { Found } from '../found.ts';
import { followsTightly, isWide, startTogether } from '../layout/geometry.ts';
import type { LabelKind } from '../lexicon/lexicon.ts';
import { wordsOf } from '../lexicon/words.ts';
import { isAmongLines } from '../lines/found-table.ts';
import { termDays } from './term-days.ts';

/** What is printed as the terms of payment, when it says more than a date. */
export function readPaymentTerms(facts: Facts): Found<string> | null {
  return labelledTerms(facts) ?? termsInSentence(facts) ?? daysAlone(facts);
}

function labelledTerms(facts: Facts): Found<string> | null {
  for (const label of [...facts.labels.values()].flat()) {
    if (!labelsOfTerms.some((kind) => label.kinds.includes(kind))) continue;
    // "TERMS Net 30": too short a word to label anything without a colon, unless terms follow it.
    const isShort = label.leading && label.kinds.includes('payment_terms') && isTerm(label.line.text.slice(label.end));
    if (!isEffective(label) && !isShort && !isSetApart(label)) continue;
    // "Payment: cash" says how to pay, and "Payment: transfer, 30 days" when.
    const saysTerms = label.kinds.every((kind) => kind === 'payment_method') ? namesDays : isTerm;
    for (const place of valuePlaces(facts.document, facts.labels, label)) {
      const date = facts.dates.all.find(
        (one) => one.line === place.line && one.start <= place.start + 2 && one.end > place.start,
      );
      if (date) {
        const term = inBrackets(date.line, date.end) ?? termOnNextLine(facts, date);
        if (term) return term;
        break;
      }
      if (!/\p{L}{2}/u.test(place.text) || place.text.length > 160) break;
      if (!saysTerms(place.text)) continue;
      const text = firstTerm(place.text);
      return found(text, placeOf(place.line, place.start, place.start + text.length), place.line, ['labelled']);
    }
  }
  return null;
}

/** "Supplied 22.08.2026 · Due in 15 days": one of several captions in a line, each behind a mark, with its days right behind it. */
const isSetApart = ({ line, start, end, kinds }: Label): boolean =>
  kinds.includes('due_date') &&
  /[·•|]\s*$/u.test(line.text.slice(0, start)) &&
  termDays(line.text.slice(end))[0]?.start === 0;

const labelsOfTerms = ['payment_terms', 'due_date', 'payment_method'] as const satisfies readonly LabelKind[];

/** "Due: 30.04.2026 (30 days)": how the day to pay by was counted. */
function inBrackets(line: TextLine, from: number): Found<string> | null {
  const [all, opening, text] = /^(\P{L}{0,3}\()([^()]{2,40})\)/u.exec(line.text.slice(from)) ?? [];
  if (all === undefined || !namesDays(text!)) return null;
  const start = from + opening!.length;
  return found(text!, placeOf(line, start, start + text!.length), line, ['labelled']);
}

/** The brackets begin the line that the one with the day goes on in. */
function termOnNextLine(facts: Facts, { line, end }: DateCandidate): Found<string> | null {
  const next = /[\p{L}\p{N}]/u.test(line.text.slice(end))
    ? null
    : cellBelow(facts.document.pages[line.page - 1]!.rows, line);
  return next && inBrackets(next, 0);
}

/** The first sentence, where it says the terms; what the line goes on with is another matter. */
function firstTerm(text: string): string {
  const [first = text] = sentencesOf(text);
  return withoutStop(withoutEnd(isTerm(first) ? first : text, /[,;]/u));
}

/** The full stop is the sentence's; one of an abbreviation has no word of three letters before it. */
const withoutStop = (text: string): string => text.replace(/(?<=\p{L}{3}|\p{N})\.$/u, '');

const sentencesOf = (text: string): string[] => text.split(/(?<=(?:\p{Ll}{3}|\p{N}{4})\.)\s+(?=\p{Lu})/u);

const namesDays = (text: string): boolean => termDays(text).length > 0;

/** A sentence about paying that names a number of days; not one about what happens when they have passed. */
function termsInSentence(facts: Facts): Found<string> | null {
  for (const line of facts.document.lines) {
    if (!namesDays(line.text) || !/\p{L}{3}/u.test(line.text)) continue;
    const labelled = behindLabel(facts, line);
    if (labelled) return labelled;
    const { text, first } = paragraphAround(facts, line);
    const said = sentencesOf(text).find((sentence) => namesDays(sentence) && isAboutPaying(sentence));
    if (!said || said.length > longest) continue;
    return found(withoutStop(withoutOpening(said)), placeOf(first), first, []);
  }
  return null;
}

/** In line heights: what is as far to the left says nothing of a term. */
const farLeft = 14;

/** "30 days" by itself, where no line of goods and nothing beside or over it says what takes so long. */
function daysAlone(facts: Facts): Found<string> | null {
  for (const line of facts.document.lines) {
    const [term] = termDays(line.text);
    const isAlone = term?.start === 0 && (term.end === line.text.length || wordsOf('terms').has(line.text));
    if (!isAlone || facts.read.tables.some((table) => isAmongLines(line, table))) continue;
    const rows = facts.document.pages[line.page - 1]!.rows;
    const before = rows[line.row]![line.cell - 1];
    const isBeside = before !== undefined && line.x - before.x - before.width < farLeft * line.height;
    const over = rows[line.row - 1]?.find((cell) => cellBelow(rows, cell) === line);
    if (!isBeside && (!over || mayStandOverTerms(facts, over))) return found(line.text, placeOf(line), line, []);
  }
  return null;
}

/** A heading of notes or of paying, or a sentence that has ended. */
const mayStandOverTerms = (facts: Facts, over: TextLine): boolean =>
  facts.labels.get(over)!.some(({ alone, kinds }) => alone && kinds.some((kind) => headings.has(kind))) ||
  over.text.length > 25;
const headings = new Set<LabelKind>(['notes', 'payment_terms', 'payment_method']);

/** "Order: 44  Way of payment: transfer 30 days, due 12.11.2026": one row of several labels is no sentence. */
function behindLabel(facts: Facts, line: TextLine): Found<string> | null {
  const { start: at, end } = termDays(line.text)[0]!;
  const labels = facts.labels.get(line)!.filter((label) => label.marked && isEffective(label));
  const own = labels.findLast((label) => label.end <= at);
  if (!own || labels.indexOf(own) === 0 || !isAboutPaying(line.text.slice(own.start, own.end))) return null;
  const next = facts.labels.get(line)!.find((label) => label.start >= end && isEffective(label));
  const text = withoutEnd(line.text.slice(own.end, next?.start), /[\s,;.]/u);
  return found(text, placeOf(line, own.end, own.end + text.length), line, ['labelled']);
}

const longest = 240;

/** The line with the one that it began in and those that it goes on in: it breaks off within a sentence. */
function paragraphAround(facts: Facts, line: TextLine): { text: string; first: TextLine } {
  const rows = facts.document.pages[line.page - 1]!.rows;
  let text = line.text;
  let last = line;
  for (let i = 0; i < 2 && !/[.!:]$/.test(text); i++) {
    const next = cellBelow(rows, last);
    if (!next || !goesOn(last, next)) break;
    text += ` ${next.text}`;
    last = next;
  }
  const before = rows[line.row - 1]?.find((cell) => goesOn(cell, line));
  return before && !/[.!:]$/.test(before.text) && /\s/.test(before.text)
    ? { text: `${before.text} ${text}`, first: before }
    : { text, first: line };
}

/** A line as wide as a text that goes on below it, in small letters or with a figure, in brackets or not. */
export const goesOn = (line: TextLine, next: TextLine): boolean =>
  startTogether(next, line) && followsTightly(line, next) && isWide(line) && /^\(?[\p{Ll}\p{N}]/u.test(next.text);

/** Clauses before the one that the term begins in say something else. */
function withoutOpening(sentence: string): string {
  const clauses = sentence.split(/(?<=,)\s+/);
  const at = clauses.findIndex((clause) => namesDays(clause) && isAboutPaying(clause));
  return at > 0 ? clauses.slice(at).join(' ') : sentence;
}

/** Whether the text is about paying, and not about what happens when that is late. */
export const isAboutPaying = (text: string): boolean =>
  wordsOf('pay_words').has(text) && !wordsOf('late_words').has(text);

const isTerm = (text: string): boolean =>
  namesDays(text) || (wordsOf('terms').has(text) && (/\d/.test(text) || fold(text).length > 6));
