import { fold } from '../checks/fold.ts';
import { type DocumentType, documentTypes } from '../contract/invoice.ts';
import type { Facts } from './candidates/facts.ts';
import { isEffective, type Label } from './candidates/labels.ts';
import { placeOf, type TextLine } from './candidates/text-lines.ts';
import { isInvoiceKind, type TitleLine, textSize, titleLines } from './candidates/title-lines.ts';
import { isProformaTitle } from './candidates/titles.ts';
import { cellBelow } from './candidates/values.ts';
import { found } from './evidence.ts';
import { namesInvoice } from './fields/of-another.ts';
import type { ReferenceClaim } from './fields/reference-claim.ts';
import { referenceClaims } from './fields/references.ts';
import type { Found } from './found.ts';
import { foldWords } from './layout/phrases.ts';
import { type DocumentKind, lexicon } from './lexicon/lexicon.ts';
import { companyNameEnd, nameKey } from './parties/company-name.ts';
import { totalPhrases } from './totals/total-words.ts';

/** What a page is: `none` where it says itself that it is no invoice, null where nothing on it says what it is. */
export interface PageKind {
  kind: DocumentKind | 'none' | null;
  /** The stretch of a line that says so. */
  said: { line: TextLine; start: number; end: number } | null;
}

/** Kinds that are about invoices, and name their numbers. */
const aboutInvoices: readonly DocumentKind[] = ['statement', 'reminder', 'remittance', 'payment_receipt'];
/** A title that is larger by this much is the page's, whatever else is printed there. */
const clearlyLarger = 1.15;

/** What each page is, by its titles and by what numbers it. */
export function pageKinds(facts: Facts): PageKind[] {
  const titles = titleLines(facts.document);
  const numbers = referenceClaims(facts).filter((claim) => numbersPage(facts, claim));
  return facts.document.pages.map((_, at) => {
    const own = titles.filter(({ line }) => line.page === at + 1);
    const invoice = foremost(own.filter(({ kind }) => isInvoiceKind(kind)));
    const other = foremost(own.filter(({ kind }) => !isInvoiceKind(kind)));
    const labels = numbers.filter(({ line }) => line.page === at + 1).map(({ label }) => label);
    const number = labels.find((label) => label.line !== other?.line && namesInvoice(textOf(label))) ?? null;
    const proforma = labels.find((label) => label.alone && isProformaTitle(fold(textOf(label)))) ?? null;
    // What goes on over a page names orders and deliveries in its text.
    const isOwn = other && (at === 0 || other.prominent) && isPagesOwn(other, invoice, number !== null);
    if (isOwn) return { kind: other.kind, said: other };
    if (invoice) return { kind: invoice.kind, said: invoice };
    const denial = denialOn(facts, at + 1);
    if (denial) return { kind: 'none', said: denial };
    return number ? { kind: 'invoice', said: number } : { kind: proforma && 'proforma', said: proforma };
  });
}

const textOf = ({ line, start, end }: Label): string => line.text.slice(start, end);

/** A number in the page's upper half that is not mentioned as another document's. */
const numbersPage = (facts: Facts, { kind, line, features }: ReferenceClaim): boolean =>
  kind === 'invoice_number' &&
  features.of_another !== true &&
  features.mentioned !== true &&
  features.in_sentence !== true &&
  line.y < 0.5 * facts.document.pages[line.page - 1]!.page.height;

/** The title that stands out most; of equals the uppermost. */
function foremost(titles: readonly TitleLine[]): TitleLine | null {
  const rank = ({ prominent, whole, size }: TitleLine): number =>
    (prominent ? 2 : 0) + (whole ? 1 : 0) + Math.min(3, size);
  return titles.toSorted((a, b) => rank(b) - rank(a) || a.line.y - b.line.y)[0] ?? null;
}

/** Whether the title of another document names the page, and is not something that an invoice mentions. */
function isPagesOwn(other: TitleLine, invoice: TitleLine | null, isNumbered: boolean): boolean {
  if (!invoice) return isNumbered ? other.isHeading : other.prominent || (other.whole && other.isAlone);
  const isAbout = aboutInvoices.includes(other.kind);
  // "Invoice / delivery note" is both, "Payment reminder for invoice 12" only the first.
  if (other.line === invoice.line) return isAbout && other.start < invoice.start;
  if (other.prominent !== invoice.prominent) return other.prominent;
  if (other.size > clearlyLarger * invoice.size) return true;
  return isAbout && other.line.y < invoice.line.y && other.size * clearlyLarger > invoice.size;
}

let denials: string[] | null = null;

/** Where a sentence of the page says that it is no invoice. */
function denialOn(facts: Facts, page: number): PageKind['said'] {
  denials ??= lexicon().flatMap((language) => language.no_invoice.map(fold));
  for (const line of facts.document.lines) {
    const folded = line.page === page ? fold(line.text) : '';
    if (denials.some((denial) => folded.includes(denial))) return { line, start: 0, end: line.text.length };
  }
  return null;
}

const isDocumentType = (kind: string | null): kind is DocumentType =>
  (documentTypes as readonly (string | null)[]).includes(kind);

/** What the first page says that the document is; what subtracts is a credit note, and what confirms a payment a receipt. */
export function readDocumentType(kinds: readonly PageKind[], total: number | null): Found<DocumentType> | null {
  const [first] = kinds;
  const type = first?.kind === 'payment_receipt' ? 'receipt' : (first?.kind ?? null);
  if (!first?.said || !isDocumentType(type)) return null;
  const { line, start, end } = first.said;
  const place = placeOf(line, start, end);
  if (type === 'invoice' && total !== null && total < 0) return found('credit_note', place, line, []);
  return found(type, place, line, ['labelled']);
}

/**
 * Whether the document is another kind of document: its first page is, or the one that the total stands on, and none of
 * its pages is an invoice.
 */
export const isOtherDocument = (kinds: readonly PageKind[], total: Found<number> | null): boolean => {
  const others = pagesOfOthers(kinds);
  return (others.has(1) || others.has(total?.place?.page ?? 0)) && !hasInvoice(kinds);
};

/** So many cells in a row may be the head of a table. */
const tableCells = 3;
/** A heading of so many sizes of the page's text stands out. */
const headingSize = 1.2;

/**
 * Whether a page is proven to be an invoice: its title says so, or a label of its number, and no heading that stands out
 * more is left unexplained. A reminder, a quotation or a statement may call itself in words that nobody foresaw, name an
 * invoice's number and print sums that agree.
 * @param names of vendor and customer, which are explained as headings
 */
export function provesInvoice(facts: Facts, kinds: readonly PageKind[], names: readonly string[]): boolean {
  const titles = titleLines(facts.document).filter(({ kind }) => isInvoiceKind(kind));
  const keys = names.map(nameKey).filter((key) => key.length > 2);
  return facts.document.pages.some(({ page, rows }, at) => {
    const { kind, said } = kinds[at]!;
    if (!said || !isBooked(kind)) return false;
    const all = titles.filter(({ line }) => line.page === at + 1);
    // "Receipt of order": a title that goes on may become another one; and only a till's receipt is booked by itself.
    const own = all.filter(
      ({ whole, compound, kind: title }) => whole && !compound && (title !== 'receipt' || facts.tillReceipt),
    );
    const isTitle = own.some(({ prominent }) => prominent);
    if (own.length === 0 && all.some(({ line }) => line === said.line)) return false;
    const isColumn = rows[said.line.row]!.length >= tableCells;
    if ((isColumn || !isTitle) && headsList(facts, said.line)) return false;
    const lines = rows.flat();
    const least = Math.max(
      headingSize * textSize(lines),
      isTitle ? clearlyLarger * Math.max(...own.map(({ line }) => line.fontSize)) : 0,
    );
    // Beside a label alone a title in bold is enough to call the page something else.
    const standsOut = (line: TextLine): boolean =>
      line.fontSize > least ||
      (!isTitle && rows[line.row]!.length === 1 && line.words.every(({ bold }) => bold) && !/\p{N}/u.test(line.text));
    // Where no title stands out, small print among the cells of the head may be it: "Quittance", "Our charges".
    const isHead = (line: TextLine): boolean =>
      !isTitle && line.row <= said.line.row && /^\p{L}[\p{L}\s.'’-]*$/u.test(line.text) && line.tokens.length <= 6;
    return !lines.some(
      (line) =>
        line.y < 0.5 * page.height &&
        (standsOut(line) || isHead(line) || own.some((title) => isBrokenOff(title, line))) &&
        !own.some((title) => title.line === line) &&
        (line !== said.line || all.some((title) => title.line === line)) &&
        !isExplainedHeading(facts, line, keys),
    );
  });
}

/** "Bozza di" over "fattura": a narrow place broke a longer heading, and the title is part of it. */
const isBrokenOff = ({ line: title, isHeading }: TitleLine, line: TextLine): boolean =>
  isHeading &&
  line !== title &&
  Math.abs(line.fontSize - title.fontSize) < 0.5 &&
  Math.abs(line.y - title.y) < 1.8 * title.height &&
  line.x < title.x + title.width &&
  title.x < line.x + line.width;

/** "Invoice no." over one number after the other: a list of invoices, and none of them is the page. */
function headsList(facts: Facts, label: TextLine): boolean {
  // Its own number stands behind it.
  if (/\p{N}/u.test(label.text)) return false;
  const { rows } = facts.document.pages[label.page - 1]!;
  const first = cellBelow(rows, label);
  const second = first && cellBelow(rows, first);
  return [first, second].every((cell) => cell && /\p{N}{2}/u.test(cell.text) && cell.row > label.row);
}

/** "Total of this bill", with its amount below it. */
const beginsAsTotal = ({ text }: TextLine): boolean =>
  totalPhrases()
    .find(foldWords(text))
    .some(({ kinds, from }) => from === 0 && (kinds.includes('total') || kinds.includes('gross')));

/** A company's name or domain, a labelled value, an amount or its label, a sign: set large on invoices, and no title. */
function isExplainedHeading(facts: Facts, line: TextLine, keys: readonly string[]): boolean {
  const text = fold(line.text);
  return (
    !/\p{L}{3}/u.test(line.text) ||
    /\d[.,]\d\d(?!\d)/.test(line.text) ||
    companyNameEnd(line.text) !== null ||
    keys.some((key) => key.includes(text) || text.includes(key)) ||
    facts.contacts.domains.some((domain) => fold(domain).includes(text)) ||
    beginsAsTotal(line) ||
    facts.labels.get(line)!.some((label) => label.leading && isEffective(label) && leadsToValue(label))
  );
}

/** "Invoice no.: 12" and "Customer", and not "Invoice approval form": what goes on may be another document's title. */
const leadsToValue = ({ line, end, marked }: Label): boolean =>
  marked ||
  line.text
    .slice(end)
    .split(/\s/u)
    .every((word) => /\p{N}/u.test(word) || !/\p{L}{2}/u.test(word));

/** Whether some page says that it is an invoice. */
export const hasInvoice = (kinds: readonly PageKind[]): boolean => kinds.some(({ kind }) => isBooked(kind));

/** Numbers of the pages that are no part of an invoice: those of another kind, and what goes on from them. */
export const pagesOfOthers = (kinds: readonly PageKind[]): ReadonlySet<number> =>
  new Set(withContinuations(kinds).flatMap((kind, at) => (isOtherKind(kind) ? [at + 1] : [])));

/** A page without a title goes on from the one before. */
function withContinuations(kinds: readonly PageKind[]): PageKind['kind'][] {
  const known: PageKind['kind'][] = [];
  for (const { kind } of kinds) known.push(kind ?? known.at(-1) ?? null);
  return known;
}

const isBooked = (kind: PageKind['kind']): boolean => kind !== null && kind !== 'none' && isInvoiceKind(kind);
const isOtherKind = (kind: PageKind['kind']): boolean => kind !== null && !isBooked(kind);
