import { withoutEnd } from '../../checks/without-end.ts';
import { endTogether, followsTightly, startNear } from '../layout/geometry.ts';
import type { LabelKind } from '../lexicon/lexicon.ts';
import type { Label } from './labels.ts';
import type { TextDocument, TextLine } from './text-lines.ts';
import { cellBelow, valuePlaces } from './values.ts';

export interface Contact {
  line: TextLine;
  start: number;
  end: number;
  value: string;
  label: Label | null;
}

type Labels = ReadonlyMap<TextLine, readonly Label[]>;

/** Groups of digits with a plus or a zero before them, as phone numbers are printed. */
const phone = /(?:\+|\(?00|\(?0|\(\+|\()?\d[\d\s()./\-–]{5,22}\d(?![\p{L}\p{N}])/u;
/** Behind more pluses stands what a payer is to write on a transfer. */
const withCountryCode = /(?<![\p{L}\d+])\+\d[\d\s()./\-–]{6,20}\d/gu;
const betweenMarks = /(?<=^|[|·•]\s|@[^\s@]{4,40}[,;]\s)0\d{1,4}[\s/-][\d\s/-]{5,10}\d(?=\s[|·•]|$)/gu;
/** Behind the drawing of a telephone. */
const behindSign = /(?<=[☎☏✆📞📱]\s?)[+(]?\d[\d\s()./-]{5,18}\d/gu;
/** Behind other digits it is the rest of an account or of a tax number. */
const withZero = /(?<![\p{N}.,/+-]|\p{N}\s)0\d{1,4}[\s./-]?\d[\d\s./-]{4,9}\d(?!\d|,\d)/gu;

/** "602 555 100": three groups of three, which are a number only right beside an e-mail address. */
const ofThrees = /(?<![\p{N}.,/+-]|\p{N}\s)[1-9]\d{2}(?: \d{3}){2}(?![\d ]|,\d)/gu;

/** "03.02 - 02.03": from one day to another. */
const days = /^[0-3]\d\.[01]\d\.? ?[–-] ?[0-3]\d\.[01]\d\.?$/;

/**
 * The telephone numbers of a document: by their label, or where their form and what stands beside them tell.
 * @param emails the document's own, beside which numbers stand without a label
 */
export function findPhones(document: TextDocument, labels: Labels, emails: readonly Contact[]): Contact[] {
  const wrapped = document.lines.flatMap((line) => wrappedPhone(document, line) ?? []);
  const isWrapped = (one: Contact): boolean => wrapped.some(({ line, start }) => one.line === line && one.end > start);
  const phones = [...behindLabels(document, labels).filter((one) => !isWrapped(one)), ...wrapped];
  for (const [line, own] of labels) {
    for (const [start, value] of unlabelled(document, labels, line, emails)) {
      const end = start + value.length;
      const isTaken = phones.some((one) => one.line === line && one.start < end && one.end > start);
      const isOther = own.some((label) => label.end <= start && label.kinds.some((kind) => others.has(kind)));
      if (!isTaken && !isOther && isPhone(value)) phones.push({ line, start, end, value, label: null });
    }
  }
  return phones;
}

const others = new Set<LabelKind>(['fax', 'other_phone']);

/** Numbers that customers are to call, each by itself and not within a text. */
export const findHelplines = (document: TextDocument, labels: Labels): Contact[] =>
  behindLabels(document, labels, 'other_phone').filter(({ label }) => label!.leading);

function behindLabels(document: TextDocument, labels: Labels, kind: LabelKind = 'phone'): Contact[] {
  return [...labels.values()].flat().flatMap((label): Contact[] => {
    if (!label.kinds.includes(kind)) return [];
    for (const place of valuePlaces(document, labels, label)) {
      const found = phoneAtStart(place.text);
      if (!found) continue;
      const start = place.start + found.start;
      return [{ line: place.line, start, end: start + found.value.length, value: found.value, label }];
    }
    return [];
  });
}

/** Of a number that its country or a trunk zero begins, a full line ends with the first and the next begins with the rest. */
const [firstHalf, secondHalf] = [
  /(?<![\p{L}\p{N}.,/-]|\p{N}\s)(?:\+\d{1,3}|0[1-9]\d{1,3})(?:[\s./-]\d{1,5}){0,6}$/u,
  /^\d{2,5}(?:[\s./-]\d{2,4}){0,3}(?=$|[\s,;·|]|\.\s)/,
];

/** "… · +36 62 555" over "100 · info@nordal.example": a number broken where its line ends. */
function wrappedPhone(document: TextDocument, line: TextLine): Contact | null {
  const head = firstHalf.exec(line.text);
  const below = head && cellBelow(document.pages[line.page - 1]!.rows, line);
  const tail = below && secondHalf.exec(below.text);
  // Behind a country's code alone the number must go on; any other may be one beside the next line's.
  const isOpen = head !== null && /^\+\d{1,3}$/.test(head[0]);
  if (!tail || (below.text === tail[0] && !isOpen) || !followsTightly(line, below)) return null;
  const value = `${head[0]} ${tail[0]}`;
  const digits = value.replace(/\D/g, '').length;
  const isWhole = value.startsWith('+') ? digits >= 10 && digits <= 13 : digits === 10;
  return isWhole && !isPhoneAlone(head[0])
    ? { line, start: head.index, end: line.text.length, value, label: null }
    : null;
}

/** Digits enough for a number of its own, before which a second one need not go on. */
const isPhoneAlone = (text: string): boolean => text.replace(/\D/g, '').length >= (text.startsWith('+') ? 10 : 9);

/** Numbers that need no label, each with where it starts. */
function* unlabelled(
  document: TextDocument,
  labels: Labels,
  line: TextLine,
  emails: readonly Contact[],
): Generator<[number, string]> {
  const { text } = line;
  for (const match of text.matchAll(withCountryCode)) yield [match.index, phoneText(match[0])];
  for (const match of text.matchAll(behindSign)) yield [match.index, match[0]];
  for (const match of text.matchAll(betweenMarks)) if (match[0] !== text) yield [match.index, match[0]];
  const plain = plainNumber(text);
  if (plain) yield [plain.start, plain.value];
  for (const mail of emails.filter((one) => one.line === line)) {
    for (const match of [...text.matchAll(withZero), ...text.matchAll(ofThrees)]) {
      const between = [text.slice(match.index + match[0].length, mail.start), text.slice(mail.end, match.index)];
      if (between.some((gap) => /^\s?(?:[·•|,/–-]\s?)?$/u.test(gap) && gap !== '')) yield [match.index, match[0]];
    }
  }
  const grouped = /^(?:\d{2,3}(?:[ .]\d{2,3}){2,4}|\d{9,11})$/.test(text) && isBesideEmail(document, line);
  const ownForm = /^(?:\(\d{3}\) |\d{3}-)\d{3}-\d{4}$/.test(text) || /^0[\d\s./-]{8,14}\d$/.test(text);
  if ((grouped || ownForm) && !text.startsWith('000') && !days.test(text) && !isNumberOfLabel(document, labels, line))
    yield [0, text];
}

/** "976 555 220 · office@…", which begins an e-mail's line, or five pairs of digits of which the first has a zero. */
function plainNumber(text: string): { value: string; start: number; end: number } | null {
  const first = /^\d{2,4}(?:[ .]\d{2,3}){2,4}/.exec(text);
  const leads = first && /^\s?(?:[·•|,–-]\s?)?[^\s@]+@/u.test(text.slice(first[0].length));
  const match = leads ? first : /0[1-9](?:[ .]\d{2}){4}/.exec(text);
  if (!match) return null;
  const end = match.index + match[0].length;
  const isWhole = !/[\d+.,]\s?$|-$/.test(text.slice(0, match.index)) && !/^\s?[\d,]/.test(text.slice(end));
  return isWhole && isPhone(match[0]) ? { value: match[0], start: match.index, end } : null;
}

/** In line heights: a label stands no farther before its number. */
const labelGap = 14;

/** The cell to the left names what the number is, and it is no phone's. */
function isNumberOfLabel(document: TextDocument, labels: Labels, line: TextLine): boolean {
  const before = document.pages[line.page - 1]!.rows[line.row]![line.cell - 1];
  return (
    before !== undefined &&
    line.x - before.x - before.width < labelGap * line.height &&
    labels
      .get(before)!
      .some(
        ({ leading, kinds, end }) =>
          leading && !kinds.includes('phone') && !/[\p{L}\p{N}]/u.test(before.text.slice(end)),
      )
  );
}

/** In line heights, from top to top. */
const rightBelow = 2;

/** Right above or below an e-mail address: how to reach somebody. */
function isBesideEmail(document: TextDocument, line: TextLine): boolean {
  const rows = document.pages[line.page - 1]!.rows;
  return rows
    .slice(Math.max(0, line.row - 2), line.row + 3)
    .flat()
    .some(
      (cell) =>
        /^[^\s@]+@[^\s@]+$/u.test(cell.text) &&
        /\.\p{L}{2,}$/u.test(cell.text) &&
        Math.abs(cell.y - line.y) < rightBelow * line.height &&
        (startNear(cell, line) || endTogether(cell, line)),
    );
}

function phoneAtStart(text: string): { start: number; value: string } | null {
  const match = phone.exec(text.slice(0, 40));
  if (!match || match.index > 8) return null;
  const value = phoneText(match[0]);
  return isPhone(value) ? { start: match.index, value } : null;
}

/** Two numbers are often printed together, parted by a slash with spaces: the first one, unless that is an area code. */
function phoneText(text: string): string {
  const [first, second] = text.split(/\s[/–-]\s/);
  // "+49 (0) 221 / 555 01-0": its country goes before it, and a zero that is for the country alone.
  const within = first!.replace(/^(?:\+|00)\d{1,3}(?=[\s(])/, '').replace('(0)', '');
  // "6 – 0799 555 100": a figure of its own, with which no number begins.
  const isAreaCode = within.replace(/\D/g, '').length < 6 && /^[+(0]/.test(first!);
  const own = isAreaCode && second ? text.slice(0, text.indexOf(second) + second.length) : first!;
  return withoutEnd(own, /[\s./\-–(]/u);
}

function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  // A date, or a period's two, of which the first may be only a day.
  const isDate = /^(\d{1,2}(?:[./-]\d{1,2}(?:[./-]\d{2,4}|\.)?)?\s?[-–]\s?)?\d{1,2}[./-]\d{1,2}[./-]\d{4}$/.test(text);
  // "22.05.2026 16:41" is when something was printed, "21-06-26 14.05" when it happened.
  const isMoment = /^\d{1,2}[./-]\d{1,2}[./-](?:(?:19|20)\d{2}\s|\d{2}\s\d{1,2}[.:]\d{2}$)/.test(text);
  return digits >= 6 && digits <= 15 && !isDate && !isMoment;
}
