import { fold } from '../checks/fold.ts';
import type { PageRange } from '../contract/invoice.ts';
import type { Facts } from './candidates/facts.ts';
import { isInvoiceKind, type TitleLine, titleLines } from './candidates/title-lines.ts';
import { namesInvoice } from './fields/of-another.ts';
import type { ReferenceClaim } from './fields/reference-claim.ts';
import { referenceClaims } from './fields/references.ts';
import type { Page } from './page.ts';
import type { PageKind } from './page-kinds.ts';
import { readLabel } from './totals/entry-label.ts';
import type { TotalKind } from './totals/total-words.ts';

const totalKinds: readonly TotalKind[] = ['gross', 'due', 'total'];
/** Labels of two invoices from one form stand in the same place, to within so many points. */
const samePlace = 6;

/**
 * The pages of each invoice of the file, all of its pages among them; one range where it holds one invoice. A further page
 * begins another where it has an invoice's number of its own in its head, while the number of the one before is nowhere on
 * it; and where it shows besides that something begins: by a title, by the same label in the same place, or by counting
 * pages from one again. Where the sums of the one before are closed already, a title or a first page is enough.
 */
export function invoicesOf(facts: Facts, kinds: readonly PageKind[]): PageRange[] {
  const count = facts.document.pages.length;
  if (count < 2) return [{ from: 1, to: 1 }];
  const claims = referenceClaims(facts);
  const heads = claims.filter((claim) => numbersItsPage(facts, claim));
  // "Seria AB nr. 1204" is read as AB 1204, which no line says.
  const stands = (value: string, from: number, to: number): boolean =>
    isPrinted(facts, value, from, to) ||
    claims.some(({ line, value: read }) => line.page >= from && line.page <= to && fold(read) === fold(value));
  const titles = titleLines(facts.document).filter(
    ({ kind, whole, line }) => isInvoiceKind(kind) && whole && isHigh(facts, line),
  );
  const beginsAnother = (page: number, first: number): boolean => {
    const before = heads.filter(({ line }) => line.page >= first && line.page < page);
    const isFirst = !kinds.slice(first - 1, page - 1).some(isInvoice);
    const named = before.filter((head) => namesInvoice(labelOf(head)));
    const numbers = named.length > 0 ? named : before;
    if (isFirst || numbers.some(({ value }) => stands(value, page, page))) return false;
    const number = pageNumber(facts, page);
    if (isClosed(facts, first, page - 1) && isClosed(facts, page, count)) {
      if (number === 1 || (number === null && titles.some(({ line }) => line.page === page))) return true;
    }
    return heads.some((head) => {
      if (head.line.page !== page || stands(head.value, first, page - 1)) return false;
      const isTitled = kinds[page - 1]!.kind !== null && isInvoice(kinds[page - 1]!);
      const isSameForm = before.some((other) => hasSameForm(other, head));
      if (number !== null && number > 1) return isTitled && isSameForm;
      return isTitled || isSameForm || (number === 1 && namesInvoice(labelOf(head)));
    });
  };
  const ranges: PageRange[] = [];
  let from = 1;
  for (let page = 2; page <= count; page++) {
    if (!beginsAnother(page, from)) continue;
    ranges.push({ from, to: page - 1 });
    from = page;
  }
  return [...ranges, { from, to: count }];
}

/**
 * Whether two invoices stand on one page, so that nothing tells which value is whose: the same label names two numbers
 * that are far apart, below or beside each other, or the same title stands twice in a row.
 */
export function sharesPage(facts: Facts): boolean {
  const titles = titleLines(facts.document).filter(({ kind, whole }) => whole && isInvoiceKind(kind));
  const titled = ({ line, start, end }: TitleLine): string => fold(line.text.slice(start, end));
  const isTwice = titles.some((one) =>
    titles.some(
      (other) =>
        other.line.page === one.line.page &&
        other.line.row === one.line.row &&
        titled(other) === titled(one) &&
        other.line.x - one.line.x > 0.3 * facts.document.pages[one.line.page - 1]!.page.width,
    ),
  );
  if (isTwice) return true;
  const named = referenceClaims(facts).filter(
    ({ kind, label, features, value }) =>
      kind === 'invoice_number' &&
      label.leading &&
      namesInvoice(labelOf({ label })) &&
      !isAnothers(features) &&
      /\p{N}{3}/u.test(value),
  );
  return named.some((one) =>
    named.some(
      (other) =>
        other.line.page === one.line.page &&
        fold(labelOf(other)) === fold(labelOf(one)) &&
        standApart(one, other, facts.document.pages[one.line.page - 1]!.page) &&
        !areAlike(one.value, other.value),
    ),
  );
}

/** Labels of forms below each other stand at the same left edge, of forms beside each other in the same row. */
function standApart(one: ReferenceClaim, other: ReferenceClaim, { width, height }: Page): boolean {
  const [right, down] = [other.label.line.x - one.label.line.x, other.label.line.y - one.label.line.y];
  return (
    (Math.abs(right) < samePlace && other.line.y - one.line.y > 0.3 * height) ||
    (Math.abs(down) < samePlace && right > 0.3 * width)
  );
}

const isInvoice = ({ kind }: PageKind): boolean => kind !== null && kind !== 'none' && isInvoiceKind(kind);

const labelOf = ({ label }: Pick<ReferenceClaim, 'label'>): string => label.line.text.slice(label.start, label.end);

const isAnothers = (features: ReferenceClaim['features']): boolean =>
  features.of_another === true || features.mentioned === true || features.of_receipt === true;

const numbersItsPage = (facts: Facts, { kind, line, label, value, features }: ReferenceClaim): boolean =>
  kind === 'invoice_number' && label.leading && !isAnothers(features) && isHigh(facts, line) && /\d{2}/.test(value);

const isHigh = (facts: Facts, { page, y }: { page: number; y: number }): boolean =>
  y < 0.5 * facts.document.pages[page - 1]!.page.height;

/** Whether a row of the pages states a total. */
const isClosed = (facts: Facts, from: number, to: number): boolean =>
  facts.document.pages
    .slice(from - 1, to)
    .some(({ rows }) =>
      rows.some(
        (row) =>
          row.some(({ text }) => /\p{N}[.,]\p{N}{2}(?!\p{N})/u.test(text)) &&
          row.some(({ text }) => readLabel(text, false)?.kinds.some((kind) => totalKinds.includes(kind)) === true),
      ),
    );

const hasSameForm = (one: ReferenceClaim, other: ReferenceClaim): boolean =>
  fold(labelOf(one)) === fold(labelOf(other)) &&
  namesInvoice(labelOf(one)) &&
  Math.abs(one.label.line.x - other.label.line.x) < samePlace &&
  Math.abs(one.label.line.y - other.label.line.y) < samePlace;

/** One is the other with a series or check in front or behind. */
const areAlike = (one: string, other: string): boolean =>
  fold(one).includes(fold(other)) || fold(other).includes(fold(one));

const isPrinted = (facts: Facts, value: string, from: number, to: number): boolean =>
  facts.document.lines.some((line) => line.page >= from && line.page <= to && fold(line.text).includes(fold(value)));

/** What the page says that its number is: "Page 1 of 2", "2/3", "1. oldal / 2" at its head or foot. */
function pageNumber(facts: Facts, page: number): number | null {
  const { rows, page: sheet } = facts.document.pages[page - 1]!;
  for (const line of rows.flat()) {
    if (line.y > 0.12 * sheet.height && line.y < 0.88 * sheet.height) continue;
    const counted = /^\P{N}{0,14}(\d{1,2})\s?(?:\/|\p{L}{1,3})\s?(\d{1,2})\P{N}{0,8}$/u.exec(line.text);
    if (counted && Number(counted[1]) >= 1 && Number(counted[1]) <= Number(counted[2])) return Number(counted[1]);
  }
  return null;
}
