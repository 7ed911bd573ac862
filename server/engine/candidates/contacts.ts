import type { Label } from './labels.ts';
import { type Contact, findHelplines, findPhones } from './phones.ts';
import type { TextDocument, TextLine } from './text-lines.ts';
import { findUnnamedPhones } from './unnamed-phones.ts';
import { cellBelow } from './values.ts';

export interface ContactFacts {
  emails: readonly Contact[];
  phones: readonly Contact[];
  /** Numbers that customers are to call, which are a company's where it prints no other. */
  helplines: readonly Contact[];
  /** Numbers behind words that say nothing known. */
  unnamed: readonly Contact[];
  /** Host names of e-mail addresses and websites, without www. */
  domains: readonly string[];
}

const email = /[\p{L}\d._%+-]{1,64}@[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){0,4}\.\p{L}{2,12}/gu;
const website =
  /(?<![@\p{L}\d.-])(?:https?:\/\/)?(?:www\.)([\p{L}\d-]{2,63}(?:\.[\p{L}\d-]{1,63}){0,3}\.\p{L}{2,12})/gu;

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
  return {
    emails,
    phones: findPhones(document, labels, emails),
    helplines: findHelplines(document, labels),
    unnamed: findUnnamedPhones(document, labels),
    domains: [...domains],
  };
}

/** In a narrow column an address breaks behind a hyphen, a dot or the @, and goes on at the start of the next line. */
function wrappedEmail(document: TextDocument, line: TextLine): { value: string; start: number; end: number } | null {
  const head = /[\p{L}\d._%+-]{1,64}@(?:[\p{L}\d.-]{0,60}[.-])?$/u.exec(line.text);
  const below = head && cellBelow(document.pages[line.page - 1]!.rows, line);
  const tail =
    below && /^[\p{L}\d-]{1,60}(?:\.[\p{L}\d-]{1,63}){0,3}\.\p{L}{2,12}(?=$|[\s,;])|^\p{L}{2,12}$/u.exec(below.text);
  return tail && { value: head[0] + tail[0], start: head.index, end: line.text.length };
}

/** OCR takes @ for E, Q, © or the like, one such sign between small letters before a domain, and sets dots apart. */
function misreadEmail(line: TextLine): { value: string; start: number; end: number } | null {
  const match =
    /(?<![\p{L}\d@.])([a-z][a-z\d_-]{0,30}(?: ?\.[a-z\d_-]{1,30}){0,3})(?:\(?Q|E|G|©|®|€|&|\(a\)|\(A|O)([a-z][a-z\d-]{2,40}\.(?:[a-z]{2,3}|info|eu))(?![\p{L}\d@])/u.exec(
      line.text,
    );
  if (!match) return null;
  const [printed, name = '', host] = match;
  return { value: `${name.replaceAll(' ', '')}@${host}`, start: match.index, end: match.index + printed.length };
}
