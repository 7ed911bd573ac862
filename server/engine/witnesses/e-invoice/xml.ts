import { Decimal } from 'decimal.js';
import { XMLParser } from 'fast-xml-parser';
import { isoDate } from '../../../checks/dates.ts';

/** An element: its children by local name, attributes with @, text under #text. */
export interface XmlElement {
  [name: string]: XmlElement | string | (XmlElement | string)[];
}

/** A document's root element and its name without a prefix. */
export interface XmlDocument {
  name: string;
  root: XmlElement;
  /** The PDFs inside, in base64; their elements are left empty. */
  pdfs: string[];
}

/** Ten thousand lines stay below this; a larger file is no invoice that a person was sent. */
const mostAttached = 6 * 1024 * 1024;
/** What opens and what closes an element; the same lines have fewer. Each takes many times the memory that it takes in the file. */
const mostTags = 1_000_000;
/** Name spaces are all that is long in a tag. */
const longestTag = 16_000;
const deepest = 40;
/** A text that is longer is nothing that an invoice says, and would make every list slow that shows it. */
const longestText = 10_000;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  maxNestedTags: deepest,
});

/**
 * Parses an XML document that may be hostile. There is no document type, so nothing can be defined that grows, and size,
 * depth, the number of elements and the length of their tags are bounded.
 * @param mostBytes of a file that comes by itself more, for it may hold other files
 * @returns null where it is no XML that can be read
 */
export function parseXml(bytes: Uint8Array, mostBytes = mostAttached): XmlDocument | null {
  if (bytes.length > mostBytes) return null;
  const text = decoded(bytes);
  if (text === null || /<!(DOCTYPE|ENTITY)/i.test(text)) return null;
  const light = withoutFiles(text);
  if (!light) return null;
  try {
    const document = parser.parse(light.text, true) as XmlElement;
    const roots = Object.entries(document).filter(([name]) => !name.startsWith('?'));
    const [name, root] = roots[0] ?? [];
    if (roots.length !== 1 || !name || typeof root !== 'object' || Array.isArray(root)) return null;
    return { name, root, pdfs: light.pdfs };
  } catch {
    // Malformed: the caller notes that the attachment was left out.
    return null;
  }
}

const cdata = '<![CDATA[';
/** How a PDF begins in base64. */
const pdfBegins = 'JVBERi0';

/**
 * A document without texts that are too long to be said by an invoice, which are files above all: the parser looks at each
 * character, and takes seconds for megabytes.
 * @returns null where it has too many tags, or one that is too long
 */
function withoutFiles(text: string): { text: string; pdfs: string[] } | null {
  const kept: string[] = [];
  const pdfs: string[] = [];
  let from = 0;
  let tags = 0;
  for (let open = text.indexOf('<'); open >= 0; ) {
    const isText = text.startsWith(cdata, open);
    const close = isText ? open + cdata.length - 1 : text.indexOf('>', open);
    if (close < 0) break;
    tags += 1;
    if (tags > mostTags || close - open > longestTag) return null;
    const next = isText ? text.indexOf(']]>', close) : text.indexOf('<', close);
    const end = next < 0 ? text.length : next;
    const isPdf = text
      .slice(close + 1, close + 200)
      .trimStart()
      .startsWith(pdfBegins);
    if (isPdf) pdfs.push(text.slice(close + 1, end));
    if (isPdf || end - close > longestText) {
      kept.push(text.slice(from, close + 1));
      from = end;
    }
    open = isText && next >= 0 ? text.indexOf('<', next) : next;
  }
  return { text: kept.join('') + text.slice(from), pdfs };
}

/** Whether bytes begin as XML does, whatever the attachment is called. */
export function looksLikeXml(bytes: Uint8Array): boolean {
  const start = decoded(bytes.subarray(0, 400 - (400 % 2)), false);
  return start !== null && /^\s*<[?!\p{L}]/u.test(start);
}

/** So much of a file has its first element, behind what a program wrote of itself. */
const headBytes = 16_384;

/** The name of the first element without its prefix, though nothing behind it is looked at; null where none begins. */
export function rootName(bytes: Uint8Array): string | null {
  const head = withoutComments(decoded(bytes.subarray(0, headBytes - (headBytes % 2)), false) ?? '');
  return /<(?:[\p{L}_][\p{L}\p{N}_.-]*:)?([\p{L}_][\p{L}\p{N}_.-]*)[\s/>]/u.exec(head)?.[1] ?? null;
}

/** An expression takes the square of the time over comments that begin and never end. */
function withoutComments(text: string): string {
  let [kept, from] = ['', 0];
  for (;;) {
    const start = text.indexOf('<!--', from);
    const end = start < 0 ? -1 : text.indexOf('-->', start + 4);
    if (end < 0) return kept + text.slice(from);
    kept += text.slice(from, start);
    from = end + 3;
  }
}

function decoded(bytes: Uint8Array, fatal = true): string | null {
  const declared = /encoding\s*=\s*["']([\w.-]+)["']/.exec(
    new TextDecoder('latin1').decode(bytes.subarray(0, 120)),
  )?.[1];
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : (declared ?? 'utf-8');
  try {
    return new TextDecoder(encoding, { fatal }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Elements at a path like `Party/PostalAddress`; a step may name alternatives: `ID|IssuerAssignedID`.
 * An element that holds text only is given as one with nothing but #text.
 */
export function all(from: XmlElement | null, path: string): XmlElement[] {
  let now: XmlElement[] = from ? [from] : [];
  for (const step of path.split('/')) {
    const names = step.split('|');
    now = now.flatMap((element) =>
      names.flatMap((name) => {
        const child = Object.hasOwn(element, name) ? element[name]! : [];
        return (Array.isArray(child) ? child : [child]).map((one) =>
          typeof one === 'string' ? { '#text': one } : one,
        );
      }),
    );
  }
  return now;
}

export function first(from: XmlElement | null, path: string): XmlElement | null {
  return all(from, path)[0] ?? null;
}

/** The trimmed text of the first element at the path; null when it is empty or missing. */
export function textAt(from: XmlElement | null, path: string): string | null {
  return (
    all(from, path)
      .map(ownText)
      .find((text) => text !== null) ?? null
  );
}

/** As {@link textAt}, on one line. */
export function lineAt(from: XmlElement | null, path: string): string | null {
  return textAt(from, path)?.replaceAll('\n', ' ') ?? null;
}

export function ownText(element: XmlElement): string | null {
  const text = element['#text'];
  if (typeof text !== 'string' || text.length > longestText) return null;
  const plain = withoutEntities(text)
    .split('\n')
    .map((line) => line.trim().replace(/\s+/gu, ' '))
    .filter((line) => line !== '')
    .join('\n');
  return plain === '' ? null : plain;
}

export function attribute(element: XmlElement | null, name: string): string | null {
  const value = element?.[`@${name}`];
  return typeof value === 'string' && value.length <= longestText ? value : null;
}

/** XML Schema decimal; null for anything else. */
export function numberAt(from: XmlElement | null, path: string): number | null {
  const text = textAt(from, path);
  return text !== null && /^[+-]?(\d{1,15}(\.\d{0,15})?|\.\d{1,15})$/.test(text) ? new Decimal(text).toNumber() : null;
}

/** CII writes 20260131 (format 102), UBL 2026-01-31. */
export function dateAt(from: XmlElement | null, path: string): string | null {
  const match = /^(\d{4})-?(\d{2})-?(\d{2})(?:$|T|Z|\+)/.exec(textAt(from, path) ?? '');
  return match && isoDate(Number(match[1]), Number(match[2]), Number(match[3]));
}

const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The five entities that XML has without a document type, and characters by number. */
function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(named, name) ? named[name]! : whole;
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}
