import { fold } from '../../checks/fold.ts';
import { type DocumentKind, lexicon } from '../lexicon/lexicon.ts';
import { wordsOf } from '../lexicon/words.ts';
import type { TextDocument, TextLine } from './text-lines.ts';

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

/** No title is longer, in letters. */
const longestTitle = 48;
/** Print of this many sizes of the page's text is a heading; what OCR measures varies by more. */
const headingSize = 1.2;
const headingSizeOcr = 1.4;
/** A title that is larger by this much is the page's, whatever else is printed there. */
export const clearlyLarger = 1.15;
/** Words in bold or capitals beside so many others head the columns of a table. */
const tableCells = 3;

const shortestEnding = 6;

interface TitleBook {
  kinds: Map<string, DocumentKind>;
  starts: Set<string>;
  endings: Map<string, DocumentKind>;
  subjects: Set<string>;
}
let book: TitleBook | null = null;

/** Every title by its folded text; one that names an invoice in some language does so in all. */
function titleBook(): TitleBook {
  if (book) return book;
  const kinds = new Map<string, DocumentKind>();
  const starts = new Set<string>();
  const endings = new Map<string, DocumentKind>();
  for (const { writes_compounds: compounds, documents } of lexicon()) {
    for (const [kind, titles] of Object.entries(documents) as [DocumentKind, string[]][]) {
      for (const title of titles) {
        const text = fold(title);
        const known = kinds.get(text);
        if (!known || (!isInvoiceKind(known) && isInvoiceKind(kind))) kinds.set(text, kind);
        if (compounds && text.length >= shortestEnding && !/\s/.test(title)) endings.set(text, kind);
        for (let i = 1; i <= text.length; i++) starts.add(text.slice(0, i));
      }
    }
  }
  book = { kinds, starts, endings, subjects: new Set(lexicon().flatMap(({ subject }) => subject.map(fold))) };
  return book;
}

/** What is booked: invoices, credit notes, and receipts of tills. */
export const isInvoiceKind = (kind: DocumentKind): boolean =>
  kind === 'invoice' || kind === 'credit_note' || kind === 'receipt';

/** Titles in the upper half of each page, in reading order. */
export function titleLines(document: TextDocument): TitleLine[] {
  return document.pages.flatMap(({ page, rows }) => {
    const body = textSize(rows.flat());
    return rows.flatMap((cells) =>
      cells
        .filter((line) => line.y < 0.5 * page.height)
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
  const isSetOff = line.words.every((word) => word.bold) || isCapitals(line.text.slice(first.start, first.end));
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
    .find(
      (cell) =>
        cell.y - line.y < 1.8 * line.height &&
        Math.abs(cell.fontSize - line.fontSize) < 0.5 &&
        cell.x < line.x + line.width &&
        line.x < cell.x + cell.width,
    );
  const kind = lower && titleBook().kinds.get(fold(line.text + lower.text));
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
  return marked && titleBook().subjects.has(first.folded) ? 1 : null;
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

/** The longest title whose first letter is the token's. */
function titleAt(line: TextLine, from: number): Title | null {
  const { kinds, starts } = titleBook();
  let text = '';
  let found: Title | null = null;
  for (const token of line.tokens.slice(from)) {
    text += token.folded;
    if (text.length > longestTitle) break;
    const known = kinds.get(text);
    const kind = known ?? (text === token.folded ? compoundKind(text) : undefined);
    const end = token.end;
    if (kind && !/^[\p{L}\p{N}_]/u.test(line.text.slice(end)))
      found = { kind, start: line.tokens[from]!.start, end, compound: known === undefined };
    if (!starts.has(text)) break;
  }
  return found;
}

/** "Mietrechnung", "Wartungsangebot": compounds, which no list holds, are named by their last part. */
function compoundKind(text: string): DocumentKind | undefined {
  const { endings } = titleBook();
  for (let at = 3; at <= text.length - shortestEnding; at++) {
    const kind = endings.get(text.slice(at));
    if (kind) return kind;
  }
  return undefined;
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

const isCapitals = (text: string): boolean => /\p{Lu}{4}/u.test(text) && !/\p{Ll}/u.test(text);
