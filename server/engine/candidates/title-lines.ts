import { documentTypes } from '../../contract/document-types.ts';
import { otherDocuments } from '../../contract/invoice.ts';
import { areOfOneSize, followsTightly, isInUpperHalf, isOver } from '../layout/geometry.ts';
import type { DocumentKind } from '../lexicon/lexicon.ts';
import { inAllLanguages, withCompounds, wordsOf } from '../lexicon/words.ts';
import { isBold, isCapitals, type TextDocument, type TextLine } from './text-lines.ts';

/** A line that a title of some kind of document begins. */
export interface TitleLine {
  line: TextLine;
  kind: DocumentKind;
  /** Where the title stands in the line's text. */
  start: number;
  end: number;
  /** Nothing but the document's number or date stands behind the title. */
  whole: boolean;
  /** Part of a longer name that no list holds: "Mietrechnung" is an invoice, "Proberechnung" and "Invoice estimate" are none. */
  compound: boolean;
  /** It is set clearly larger than the page's text. */
  isHeading: boolean;
  /** It is a heading, in bold or capitals, or behind the word for a subject. */
  prominent: boolean;
  /** Nothing stands beside it. */
  isAlone: boolean;
  /** The size of its print in sizes of the page's text. */
  size: number;
}

type Title = Pick<TitleLine, 'kind' | 'start' | 'end' | 'compound'>;

/** Print of this many sizes of the page's text is a heading; what OCR measures varies by more. */
const headingSize = 1.2;
const headingSizeOcr = 1.4;
/** A title that is larger by this much is the page's, whatever else is printed there. */
export const clearlyLarger = 1.15;
/** Words in bold or capitals beside so many others head the columns of a table. */
export const tableCells = 3;

/** The titles of all kinds of documents; a digit right behind one makes it another word. */
const titlePhrases = inAllLanguages<DocumentKind>(
  (language) =>
    [...documentTypes, ...otherDocuments].flatMap((kind) =>
      withCompounds(language, language.documents[kind]).map((title) => [kind, title] as const),
    ),
  (text, { end }) => !/^[\p{N}_]/u.test(text.slice(end)),
);

/** Whether the text is a document's title or the mark of a copy or a page ("Page 1 of 2"), and nothing else. */
export const isTitle = (text: string): boolean =>
  titlePhrases().whole(text)?.exact === true || wordsOf('copies').is(text.replace(/\d+/g, ''));

/** Whether the text is the title of a paper that is no invoice, or a compound of one ("Wartungsangebot"). */
export const isOtherTitle = (text: string): boolean =>
  titlePhrases()
    .whole(text)
    ?.kinds.every((kind) => !isInvoiceKind(kind)) ?? false;

/** Whether the title of a paper that is no invoice stands in the text. */
export const namesOtherPaper = (text: string): boolean =>
  titlePhrases()
    .find(text)
    .some(({ kinds }) => kinds.every((kind) => !isInvoiceKind(kind)));

/** What is booked: invoices, credit notes, and receipts of tills. */
export const isInvoiceKind = (kind: DocumentKind): boolean =>
  kind === 'invoice' || kind === 'credit_note' || kind === 'receipt';

/** Titles in the upper half of each page, in reading order. */
export function titleLines(document: TextDocument): TitleLine[] {
  return document.pages.flatMap(({ page, rows }) => {
    const body = textSize(rows.flat());
    return rows.flatMap((cells) =>
      cells
        .filter((line) => isInUpperHalf(page, line))
        .flatMap((line) => {
          const titles = titlesOf(line, body, cells.length);
          return titles.length > 0 ? titles : wrappedTitle(line, rows, body);
        }),
    );
  });
}

/** The size that most of the page's words have. */
export function textSize(lines: readonly TextLine[]): number {
  const sizes = lines.flatMap((line) => line.words.map((word) => word.fontSize)).sort((a, b) => a - b);
  return sizes[sizes.length >> 1] || 1;
}

/** The titles that begin the line, one behind the other ("Invoice / delivery note"). */
function titlesOf(line: TextLine, body: number, cells: number): TitleLine[] {
  const subject = subjectOf(line);
  const titles: Title[] = [];
  for (
    let title = titleAt(line, subject ?? afterOrdinal(line));
    title;
    title = titleAt(line, nextToken(line, title.end))
  )
    titles.push(title);
  const [first, last] = [titles[0], titles.at(-1)];
  if (!first || !last) return [];
  const rest = line.text.slice(last.end);
  const size = line.fontSize / body;
  const isHeading = size >= (line.ocr ? headingSizeOcr : headingSize);
  const isSetOff = isBold(line) || isCapitals(line.text.slice(first.start, first.end));
  const prominent = subject !== null || isHeading || (isSetOff && cells < tableCells);
  const whole = isNumberOrNothing(rest);
  // "Angebot:", "Contract: 352", "Vertrag Nr.: 12" in small print label a number in a list of references.
  const isLabel = /^\P{N}{0,20}:\s*(?:$|\p{N}|\p{Lu}+[-\p{N}])/u.test(rest);
  if (isLabel ? !isHeading : !whole && !goesOnAsSentence(rest)) return [];
  for (const [at, title] of titles.entries()) {
    const next = titles[at + 1];
    // "Invoice / delivery note" is both.
    if (next && !isInvoiceKind(next.kind) && /^\s*$/.test(line.text.slice(title.end, next.start)))
      title.compound = true;
  }
  return titles.map((title) => ({ line, ...title, whole, isHeading, prominent, isAlone: cells === 1, size }));
}

/** A heading that a narrow place breaks into two lines ("Order" over "confirmation"). */
function wrappedTitle(line: TextLine, rows: readonly (readonly TextLine[])[], body: number): TitleLine[] {
  const size = line.fontSize / body;
  if (size < (line.ocr ? headingSizeOcr : headingSize)) return [];
  const lower = rows
    .slice(line.row + 1, line.row + 4)
    .flat()
    .find((cell) => followsTightly(line, cell) && areOfOneSize(cell, line) && isOver(cell, line));
  const match = lower && titlePhrases().whole(`${line.text} ${lower.text}`);
  const kind = match?.exact ? (match.kinds.find(isInvoiceKind) ?? match.kinds[0]) : undefined;
  return kind
    ? [
        {
          line,
          kind,
          start: 0,
          end: line.text.length,
          whole: true,
          compound: false,
          isHeading: true,
          prominent: true,
          isAlone: false,
          size,
        },
      ]
    : [];
}

/** "Re: Payment reminder": the index of the first token behind the word for a subject; null where none begins the line. */
function subjectOf({ tokens, text }: TextLine): number | null {
  const first = tokens[0];
  const marked = first !== undefined && /^\.?\s?:/.test(text.slice(first.end));
  return marked && wordsOf('subjects').is(first.folded) ? 1 : null;
}

/** "2. Mahnung", "1st reminder", "II. upomínka". */
function afterOrdinal({ text, tokens }: TextLine): number {
  const ordinal = /^\s*(?:\d{1,2}|[IV]{1,3})(?:\p{Ll}{1,3}|[ªº°])?[.)]{0,2}\s/u.exec(text);
  const at = ordinal ? tokens.findIndex((token) => token.start >= ordinal[0].length) : 0;
  return Math.max(0, at);
}

const nextToken = ({ tokens }: TextLine, end: number): number => {
  const at = tokens.findIndex((token) => token.start >= end);
  return at < 0 ? tokens.length : at;
};

/** The longest title that begins with the token; one that names an invoice in some language does so in all. */
function titleAt(line: TextLine, from: number): Title | null {
  const match = titlePhrases().at(line.text, from);
  if (!match) return null;
  const { kinds, start, end, exact } = match;
  return { kind: kinds.find(isInvoiceKind) ?? kinds[0]!, start, end, compound: !exact };
}

/** What stands behind a title: nothing, or its number or date, led in by one short word ("vom 12.3.", "n° 12"). */
function isNumberOrNothing(rest: string): boolean {
  const words = rest.split(/[\s/|()–,.:°ºª#№-]+/u).filter((word) => word !== '');
  const isNumber = (word: string | undefined): boolean => word !== undefined && /\p{N}/u.test(word);
  return (
    words.length === 0 ||
    isNumber(words[0]) ||
    (['numbers', 'series'] as const).some((group) => wordsOf(group).is(words[0]!)) ||
    (words[0]!.length <= 4 && isNumber(words[1]))
  );
}

/** "Angebot für ...", "Reminder of our ...", "QUOTATION FOR ...", and no company's name that begins with the word. */
const goesOnAsSentence = (rest: string): boolean =>
  /^(?::\s|\s[–-]\s|\s\p{Ll}|\s\p{Lu}{2,3}\s)/u.test(rest) && rest.length < 80;
