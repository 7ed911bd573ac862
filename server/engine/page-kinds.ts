import { type DocumentType, documentTypes, simplifiedInvoice } from '../contract/document-types.ts';
import { type Extraction, otherDocuments } from '../contract/invoice.ts';
import type { Facts } from './candidates/facts.ts';
import { placeOf, type TextLine } from './candidates/text-lines.ts';
import { clearlyLarger, isInvoiceKind, type TitleLine, titleLines } from './candidates/title-lines.ts';
import { found } from './evidence.ts';
import { referenceClaims } from './fields/labelled-references.ts';
import { namesInvoice } from './fields/of-another.ts';
import type { ReferenceClaim } from './fields/reference-claim.ts';
import type { Found } from './found.ts';
import { isInUpperHalf } from './layout/geometry.ts';
import type { DocumentKind } from './lexicon/lexicon.ts';
import { wordsOf } from './lexicon/words.ts';

/** What a page is: `none` where it says itself that it is no invoice, null where nothing on it says what it is. */
export interface PageKind {
  kind: DocumentKind | 'none' | null;
  /** The stretch of a line that says so. */
  said: { line: TextLine; start: number; end: number } | null;
}

/** Kinds that are about invoices, and name their numbers. */
const aboutInvoices: readonly DocumentKind[] = ['statement', 'reminder', 'remittance', 'payment_receipt'];

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
    const proforma = labels.find((label) => label.alone && wordsOf('proforma_titles').is(textOf(label))) ?? null;
    // What goes on over a page names orders and deliveries in its text.
    const isOwn = other && (at === 0 || other.prominent) && isPagesOwn(other, invoice, number !== null);
    if (isOwn) return { kind: other.kind, said: other };
    if (invoice) return { kind: invoice.kind, said: invoice };
    const denial = denialOn(facts, at + 1);
    if (denial) return { kind: 'none', said: denial };
    return number ? { kind: 'invoice', said: number } : { kind: proforma && 'proforma', said: proforma };
  });
}

const textOf = ({ line, start, end }: NonNullable<PageKind['said']>): string => line.text.slice(start, end);

/** A number in the page's upper half that is not mentioned as another document's. */
const numbersPage = (facts: Facts, { kind, line, features }: ReferenceClaim): boolean =>
  kind === 'invoice_number' &&
  features.of_another !== true &&
  features.mentioned !== true &&
  features.in_sentence !== true &&
  isInUpperHalf(facts.document.pages[line.page - 1]!.page, line);

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

/** Where a sentence of the page says that it is no invoice. */
function denialOn(facts: Facts, page: number): PageKind['said'] {
  const line = facts.document.lines.find((one) => one.page === page && wordsOf('denials').has(one.text));
  return line ? { line, start: 0, end: line.text.length } : null;
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

/** What a document calls itself that its type does not say; undefined where no title does. */
export function otherKindOf(kinds: readonly PageKind[], total: Found<number> | null): Extraction['otherKind'] {
  if (!isOtherDocument(kinds, total)) return isSimplified(kinds) ? simplifiedInvoice : undefined;
  const known = withContinuations(kinds);
  const named = [known[0], known[(total?.place?.page ?? 0) - 1]];
  return otherDocuments.find((kind) => kind === named.find((one) => one && isOtherKind(one)));
}

/** Whether what says that the document is an invoice calls it a simplified one, by its title or by the label of its number. */
function isSimplified(kinds: readonly PageKind[]): boolean {
  const invoice = kinds.find(({ kind }) => kind === 'invoice');
  return invoice?.said != null && wordsOf('simplified_invoices').has(textOf(invoice.said));
}

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

export const isBooked = (kind: PageKind['kind']): boolean => kind !== null && kind !== 'none' && isInvoiceKind(kind);
const isOtherKind = (kind: PageKind['kind']): boolean => kind !== null && !isBooked(kind);
