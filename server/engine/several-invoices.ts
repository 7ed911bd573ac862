import type { Facts } from './candidates/facts.ts';
import { fold } from './candidates/text-lines.ts';
import { isInvoiceTitle } from './candidates/titles.ts';
import type { ReferenceClaim } from './reference-claim.ts';
import { referenceClaims } from './references.ts';

/**
 * Whether a further page begins another invoice: it has a title of its own, and under the same label that the
 * invoice's number has stands another number, while the invoice's own is nowhere on that page.
 */
export function holdsSeveralInvoices(facts: Facts, number: string | null): boolean {
  if (number === null || facts.document.pages.length < 2) return false;
  const claims = referenceClaims(facts).filter(
    (claim) => claim.kind === 'invoice_number' && isInHead(facts, claim) && /\d{2}/.test(claim.value),
  );
  const own = claims.filter((claim) => fold(claim.value) === fold(number));
  return claims.some(
    (other) =>
      own.some((claim) => labelOf(claim) === labelOf(other) && claim.line.page < other.line.page) &&
      fold(other.value) !== fold(number) &&
      hasTitle(facts, other.line.page) &&
      !facts.document.lines.some((line) => line.page === other.line.page && fold(line.text).includes(fold(number))),
  );
}

const labelOf = ({ label }: ReferenceClaim): string => fold(label.line.text.slice(label.start, label.end));

const isInHead = (facts: Facts, { line, label }: ReferenceClaim): boolean =>
  label.leading && line.y < 0.5 * facts.document.pages[line.page - 1]!.page.height;

function hasTitle(facts: Facts, page: number): boolean {
  const { rows, page: sheet } = facts.document.pages[page - 1]!;
  return rows.flat().some((line) => line.y < 0.5 * sheet.height && startsWithTitle(line.text));
}

/** "INVOICE", "Sales invoice 6620". */
const startsWithTitle = (text: string): boolean =>
  [1, 2, 3].some((count) => isInvoiceTitle(fold(text.split(/\s+/).slice(0, count).join(''))));
