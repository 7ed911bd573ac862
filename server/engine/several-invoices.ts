import { fold } from '../checks/fold.ts';
import type { PageRange } from '../contract/invoice.ts';
import type { Facts } from './candidates/facts.ts';
import { isInvoiceKind, type TitleLine, titleLines } from './candidates/title-lines.ts';
import { referenceClaims } from './fields/labelled-references.ts';
import { namesInvoice } from './fields/of-another.ts';
import type { ReferenceClaim } from './fields/reference-claim.ts';
import { isInUpperHalf } from './layout/geometry.ts';
import type { Page } from './page.ts';
import { isBooked, type PageKind } from './page-kinds.ts';
import { isOfAnother, repeatTotal, signsOfPage, statesTotal } from './page-signs.ts';

/** Labels of two invoices from one form stand in the same place, to within so many points. */
const samePlace = 6;
/** Those of two invoices on one page stand farther apart, in parts of its width or height. */
const farApart = 0.3;

/**
 * The pages of each invoice of the file, all of its pages among them; one range where it holds one invoice. A further page
 * begins another where the number of the one before is nowhere on it, and either
 * - the sums of the one before are closed, and it is titled, counted as a first page, or another's with other sums; or
 * - it is another's by sender, language or form of paper, and has an invoice's title and none of the totals before; or
 * - it has an invoice's number of its own in its head, and is titled, another's, a first page, or has the same label in the
 *   same place.
 * What is attached to an invoice, its covering letter, the receipt of its payment, repeats its number or its total. Behind a
 * sheet that somebody put between them another one begins, whatever it says; the sheet stays with what is before it.
 * @param sheets numbers of the pages that are such sheets
 */
export function invoicesOf(facts: Facts, kinds: readonly PageKind[], sheets: ReadonlySet<number>): PageRange[] {
  const count = facts.document.pages.length;
  if (count < 2) return [{ from: 1, to: 1 }];
  const claims = referenceClaims(facts);
  const heads = claims.filter((claim) => numbersItsPage(facts, claim));
  // "Seria AB nr. 1204" is read as AB 1204, which no line says.
  const stands = (value: string, from: number, to: number): boolean =>
    isPrinted(facts, value, from, to) ||
    claims.some(({ line, value: read }) => line.page >= from && line.page <= to && fold(read) === fold(value));
  const titles = titleLines(facts.document).filter(({ kind, line }) => isInvoiceKind(kind) && isHigh(facts, line));
  const signs = facts.document.pages.map((_, at) => signsOfPage(facts, at + 1));
  const beginsAnother = (page: number, first: number): boolean => {
    const before = heads.filter(({ line }) => line.page >= first && line.page < page);
    const own = heads.filter(({ line, value }) => line.page === page && !stands(value, first, page - 1));
    const named = before.filter((head) => namesInvoice(labelOf(head)));
    const numbers = named.length > 0 ? named : before;
    const [earlier, sign, later] = [signs.slice(first - 1, page - 1), signs[page - 1]!, signs.slice(page - 1)];
    const { number } = sign;
    const hasTitle = titles.some(({ line, whole }) => line.page === page && whole);
    const isTitled = isInvoice(kinds[page - 1]!);
    const repeatsTotal = repeatTotal(earlier, later);
    const isClosed = statesTotal(earlier);
    const hasOwnSums = isClosed && statesTotal([sign]) && !repeatsTotal;
    const isOthers = isOfAnother(earlier, sign);
    const isAnothersTitle = isOthers && hasTitle && !repeatsTotal;
    const isBehindInvoice = kinds.slice(first - 1, page - 1).some(isInvoice);
    // An invoice has a number or sums: a first page with the parties alone goes on here.
    const isNumbered = claims.some(
      ({ kind, line }) => kind === 'invoice_number' && line.page >= first && line.page < page,
    );
    if (!isNumbered && !isClosed) return false;
    // A letter before an invoice is none, in whichever language.
    if (!isBehindInvoice && !(hasOwnSums || (isClosed && isAnothersTitle))) return false;
    // What a form calls a number and prints on each invoice, an account or an order, is none where another one changes.
    const isRenumbered = own.some((head) =>
      numbers.some((other) => hasSameForm(other, head) && !stands(other.value, page, page)),
    );
    if (numbers.some(({ value }) => stands(value, page, page)) && !(hasOwnSums && isRenumbered)) return false;
    if (isClosed && statesTotal(later) && (number === 1 || (number === null && hasTitle))) return true;
    const hasAnyTitle = isTitled && titles.some(({ line }) => line.page === page);
    if (number === null && (isAnothersTitle || (hasOwnSums && (isOthers || hasAnyTitle)))) return true;
    return own.some((head) => {
      const isSameForm = before.some((other) => hasSameForm(other, head));
      if (number !== null && number > 1) return isTitled && isSameForm;
      return isTitled || isSameForm || isOthers || (number === 1 && namesInvoice(labelOf(head)));
    });
  };
  const isParted = (page: number, first: number): boolean => {
    if (!sheets.has(page - 1) || sheets.has(page)) return false;
    for (let before = first; before < page; before++) if (!sheets.has(before)) return true;
    return false;
  };
  const ranges: PageRange[] = [];
  let from = 1;
  for (let page = 2; page <= count; page++) {
    if (!isParted(page, from) && !beginsAnother(page, from)) continue;
    ranges.push({ from, to: page - 1 });
    from = page;
  }
  return [...ranges, { from, to: count }];
}

/**
 * Pages behind an invoice that are titled as one themselves and are another's, by sender, language or form of paper, where
 * nothing shows that the one before is whole: what they say may be of an invoice that somebody put behind this one.
 */
export function pagesInDoubt(facts: Facts, kinds: readonly PageKind[]): ReadonlySet<number> {
  const [first, ...further] = kinds.flatMap((kind, at) => (isInvoice(kind) ? [at + 1] : []));
  if (first === undefined || further.length === 0) return new Set();
  const signs = facts.document.pages.slice(first - 1).map(({ page }) => signsOfPage(facts, page.number));
  return new Set(further.filter((page) => isOfAnother(signs.slice(0, page - first), signs[page - first]!)));
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
        other.line.x - one.line.x > farApart * facts.document.pages[one.line.page - 1]!.page.width,
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
    (Math.abs(right) < samePlace && other.line.y - one.line.y > farApart * height) ||
    (Math.abs(down) < samePlace && right > farApart * width)
  );
}

const isInvoice = ({ kind }: PageKind): boolean => isBooked(kind);

const labelOf = ({ label }: Pick<ReferenceClaim, 'label'>): string => label.line.text.slice(label.start, label.end);

const isAnothers = (features: ReferenceClaim['features']): boolean =>
  features.of_another === true || features.mentioned === true || features.of_receipt === true;

const numbersItsPage = (facts: Facts, { kind, line, label, value, features }: ReferenceClaim): boolean =>
  kind === 'invoice_number' && label.leading && !isAnothers(features) && isHigh(facts, line) && /\d{2}/.test(value);

const isHigh = (facts: Facts, { page, y }: { page: number; y: number }): boolean =>
  isInUpperHalf(facts.document.pages[page - 1]!.page, { y });

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
