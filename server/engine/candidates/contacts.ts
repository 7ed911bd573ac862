import { withoutEnd } from '../../checks/without-end.ts';
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

export interface ContactFacts {
  emails: readonly Contact[];
  phones: readonly Contact[];
  /** Host names of e-mail addresses and websites, without www. */
  domains: readonly string[];
}

const email = /[\p{L}\d._%+-]{1,64}@[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){0,4}\.\p{L}{2,12}/gu;
const website =
  /(?<![@\p{L}\d.-])(?:https?:\/\/)?(?:www\.)([\p{L}\d-]{2,63}(?:\.[\p{L}\d-]{1,63}){0,3}\.\p{L}{2,12})/gu;
/** Groups of digits with a plus or a zero before them, as phone numbers are printed. */
const phone = /(?:\+|\(?00|\(?0|\(\+|\()?\d[\d\s()./\-–]{5,22}\d/u;

export function findContacts(document: TextDocument, labels: ReadonlyMap<TextLine, readonly Label[]>): ContactFacts {
  const emails: Contact[] = [];
  const domains = new Set<string>();
  for (const line of document.lines) {
    const label = labels.get(line)!.find((one) => one.kinds.includes('email')) ?? null;
    for (const match of line.text.matchAll(email)) {
      const value = match[0].replace(/^[.-]+/, '');
      emails.push({ line, start: match.index, end: match.index + match[0].length, value, label });
      domains.add(value.slice(value.indexOf('@') + 1).toLowerCase());
    }
    const broken = wrappedEmail(document, line);
    if (broken) {
      emails.push({ ...broken, line, label });
      domains.add(broken.value.slice(broken.value.indexOf('@') + 1).toLowerCase());
    }
    const repaired = line.ocr ? misreadEmail(line) : null;
    if (repaired) emails.push({ ...repaired, line, label });
    for (const match of line.text.matchAll(website)) domains.add(match[1]!.toLowerCase());
  }
  return { emails, phones: findPhones(document, labels), domains: [...domains] };
}

/** In a narrow column an address breaks behind a hyphen, a dot or the @, and goes on at the start of the next line. */
function wrappedEmail(document: TextDocument, line: TextLine): { value: string; start: number; end: number } | null {
  const head = /[\p{L}\d._%+-]{1,64}@(?:[\p{L}\d.-]{0,60}[.-])?$/u.exec(line.text);
  const below = head && cellBelow(document.pages[line.page - 1]!.rows, line);
  const tail =
    below && /^[\p{L}\d-]{1,60}(?:\.[\p{L}\d-]{1,63}){0,3}\.\p{L}{2,12}(?=$|[\s,;])|^\p{L}{2,12}$/u.exec(below.text);
  return tail && { value: head[0] + tail[0], start: head.index, end: line.text.length };
}

/** OCR takes @ for E, Q, © or the like: one such sign between small letters, before a domain. */
function misreadEmail(line: TextLine): { value: string; start: number; end: number } | null {
  const match =
    /(?<![\p{L}\d@.])([a-z][a-z\d._-]{1,30})(?:\(?Q|E|G|©|®|€|&|\(a\)|\(A|O)([a-z][a-z\d-]{2,40}\.(?:[a-z]{2,3}|info|eu))(?![\p{L}\d@])/u.exec(
      line.text,
    );
  return match && { value: `${match[1]}@${match[2]}`, start: match.index, end: match.index + match[0].length };
}

function findPhones(document: TextDocument, labels: ReadonlyMap<TextLine, readonly Label[]>): Contact[] {
  const phones: Contact[] = [];
  for (const [line, own] of labels) {
    for (const label of own) {
      if (!label.kinds.includes('phone')) continue;
      for (const place of valuePlaces(document, labels, label)) {
        const found = phoneAtStart(place.text);
        if (!found) continue;
        const start = place.start + found.start;
        phones.push({ line: place.line, start, end: start + found.value.length, value: found.value, label });
        break;
      }
    }
    // With its country code, or alone in its line, a number needs no label.
    for (const match of line.text.matchAll(/(?<![\p{L}\d])\+\d[\d\s()./\-–]{6,20}\d/gu)) {
      const value = phoneText(match[0]);
      if (!phones.some((one) => one.line === line && one.start < match.index + value.length && one.end > match.index)) {
        const other = own.some(
          (label) =>
            label.end <= match.index && ['fax', 'other_phone'].some((kind) => label.kinds.includes(kind as never)),
        );
        if (!other && isPhone(value))
          phones.push({ line, start: match.index, end: match.index + value.length, value, label: null });
      }
    }
    for (const match of line.text.matchAll(
      /(?<=^|[|·•]\s|@[^\s@]{4,40}[,;]\s)0\d{1,4}[\s/-][\d\s/-]{5,10}\d(?=\s[|·•]|$)/gu,
    )) {
      const taken = phones.some(
        (one) => one.line === line && one.start < match.index + match[0].length && one.end > match.index,
      );
      if (match[0] !== line.text && !taken && isPhone(match[0]))
        phones.push({ line, start: match.index, end: match.index + match[0].length, value: match[0], label: null });
    }
    const plain = plainNumber(line.text);
    if (plain && !phones.some((one) => one.line === line)) {
      const other = own.some(
        ({ end, kinds }) => end <= plain.start && (kinds.includes('fax') || kinds.includes('other_phone')),
      );
      if (!other) phones.push({ line, ...plain, label: null });
    }
    const grouped = /^\d{2,3}([ .]\d{2,3}){2,4}$/.test(line.text) && isBesideEmail(document, line);
    if (
      (grouped || /^(?:\(\d{3}\) |\d{3}-)\d{3}-\d{4}$/.test(line.text) || /^0[\d\s./-]{8,14}\d$/.test(line.text)) &&
      isPhone(line.text) &&
      !line.text.startsWith('000') &&
      !isNumberOfLabel(document, labels, line) &&
      !phones.some((one) => one.line === line)
    ) {
      phones.push({ line, start: 0, end: line.text.length, value: line.text, label: null });
    }
  }
  return phones;
}

/** "976 555 220 · office@…", which begins an e-mail's line, or five pairs of digits of which the first has a zero. */
function plainNumber(text: string): { value: string; start: number; end: number } | null {
  const first = /^\d{2,4}(?:[ .]\d{2,3}){2,4}/.exec(text);
  const leads = first && /^\s?[·•|,–-]\s?[^\s@]+@/u.test(text.slice(first[0].length));
  const match = leads ? first : /0[1-9](?:[ .]\d{2}){4}/.exec(text);
  if (!match) return null;
  const end = match.index + match[0].length;
  const isWhole = !/[\d+.,-]\s?$/.test(text.slice(0, match.index)) && !/^\s?[\d,]/.test(text.slice(end));
  return isWhole && isPhone(match[0]) ? { value: match[0], start: match.index, end } : null;
}

/** The cell to the left names what the number is, and it is no phone's. */
function isNumberOfLabel(
  document: TextDocument,
  labels: ReadonlyMap<TextLine, readonly Label[]>,
  line: TextLine,
): boolean {
  const before = document.pages[line.page - 1]!.rows[line.row]![line.cell - 1];
  return (
    before !== undefined &&
    labels
      .get(before)!
      .some(
        ({ leading, kinds, end }) =>
          leading && !kinds.includes('phone') && !/[\p{L}\p{N}]/u.test(before.text.slice(end)),
      )
  );
}

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
        Math.abs(cell.y - line.y) < 2 * line.height &&
        (Math.abs(cell.x - line.x) < line.height || Math.abs(cell.x + cell.width - line.x - line.width) < line.height),
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
  const isAreaCode = first!.replace(/\D/g, '').length < 6;
  const own = isAreaCode && second ? text.slice(0, text.indexOf(second) + second.length) : first!;
  return withoutEnd(own, /[\s./\-–(]/u);
}

function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  // A date, or a period's two, of which the first may be only a day.
  const isDate = /^(\d{1,2}(?:[./-]\d{1,2}(?:[./-]\d{2,4}|\.)?)?\s?[-–]\s?)?\d{1,2}[./-]\d{1,2}[./-]\d{4}$/.test(text);
  return digits >= 6 && digits <= 15 && !isDate;
}
