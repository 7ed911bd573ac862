import { fold } from '../../checks/fold.ts';
import type { DateCandidate } from '../candidates/dates.ts';
import type { Facts } from '../candidates/facts.ts';
import type { Label } from '../candidates/labels.ts';
import type { TextLine } from '../candidates/text-lines.ts';
import { wordsOf } from '../lexicon/words.ts';
import { type DateClaim, dateReach, otherDate } from './date-claim.ts';
import type { ReferenceClaim } from './reference-claim.ts';

/** Numbers as the page names them: the invoice's, those of other documents, and others that may be the invoice's. */
interface Numbers {
  number: ReferenceClaim | null;
  others: readonly ReferenceClaim[];
  rivals: readonly ReferenceClaim[];
}

/** Takes from labelled dates the meaning that they have for other documents or other payments, or the proof of it. */
export function withoutOthers(facts: Facts, all: readonly DateClaim[], numbers: Numbers): readonly DateClaim[] {
  const { number, others, rivals } = numbers;
  const ofInvoices = [...(number ? [number] : []), ...rivals];
  const own = all
    .map((claim) => (isOfOther(claim, others) || isBesideOther(claim, numbers, all) ? otherDate(claim.date) : claim))
    .map((claim) =>
      rivals.some((rival) => isListedWith(claim, rival) || isInBlockOf(claim, rival, number)) ||
      isOfAList(facts, claim, number) ||
      isOnAnothersPage(claim, ofInvoices)
        ? { ...claim, isNamed: false }
        : claim,
    );
  return withoutDiscounts(facts, own);
}

/** "Until 9 May less 2 % discount, until 29 May in full": who pays later loses the discount, and is not late yet. */
function withoutDiscounts(facts: Facts, claims: readonly DateClaim[]): readonly DateClaim[] {
  const due = claims.filter(({ kind }) => kind === 'due_date');
  const last = due
    .map(({ date }) => date.iso)
    .sort()
    .at(-1);
  return claims.map((claim) =>
    claim.kind === 'due_date' && claim.date.iso !== last && isOfDiscount(facts, claim.date)
      ? otherDate(claim.date)
      : claim,
  );
}

/** The sentence, or its row under a head of discounts, goes on behind the day with what may be taken off until then. */
function isOfDiscount(facts: Facts, { line, end }: DateCandidate): boolean {
  const { rows } = facts.document.pages[line.page - 1]!;
  const behind = rows[line.row]!.slice(line.cell + 1).map(({ text }) => text);
  const [sentence] = [line.text.slice(end), ...behind].join(' ').split(/\.\s|;/, 1);
  const heads = (rows[line.row - 1] ?? []).map(({ text }) => text).join(' ');
  return /%/.test(sentence!) && [sentence!, heads].some((text) => wordsOf('discounts').has(text));
}

/** In one row with the number of another invoice, under one row of heads: of what else is still open, say. */
const isListedWith = ({ label, date }: DateClaim, { label: head, line }: ReferenceClaim): boolean =>
  label !== null &&
  [line.page, line.row, head.line.row].join() === [date.line.page, date.line.row, label.line.row].join();

/** So many line heights apart stand labels of one block. */
const blockReach = 6;

/** Its label stands over or under the label of another invoice's number, and not of the invoice's own: a form filled in. */
function isInBlockOf({ label }: DateClaim, rival: ReferenceClaim, number: ReferenceClaim | null): boolean {
  const isNear = (claim: ReferenceClaim | null): boolean =>
    label !== null &&
    claim?.label.line.page === label.line.page &&
    Math.abs(claim.label.line.x - label.line.x) < label.line.height &&
    Math.abs(claim.label.line.y - label.line.y) < blockReach * label.line.height;
  return isNear(rival) && !isNear(number);
}

/** In line heights: heads of one row, and what stands beside a number, begin no farther above each other. */
const oneRow = 2;

/** Under heads of which one is an invoice number's, and the invoice's own number does not stand beside it. */
function isOfAList(facts: Facts, { label, date, features }: DateClaim, number: ReferenceClaim | null): boolean {
  if (!label || features?.below !== true) return false;
  const { line } = label;
  const heads = facts.document.pages[line.page - 1]!.rows.slice(Math.max(0, line.row - 1), line.row + 1).flat();
  const isHead = (cell: TextLine): boolean =>
    line.y - cell.y < oneRow * line.height &&
    facts.labels.get(cell)!.some(({ kinds }) => kinds.includes('invoice_number'));
  const isBeside =
    number?.line.page === date.line.page && Math.abs(number.line.y - date.line.y) < oneRow * date.line.height;
  return heads.some(isHead) && !isBeside;
}

/** On a later page that has a number other than the pages before it, as where it is shown how to read an invoice. */
const isOnAnothersPage = ({ date }: DateClaim, numbers: readonly ReferenceClaim[]): boolean =>
  numbers.some(
    (here) =>
      here.line.page === date.line.page &&
      numbers.some((other) => other.line.page < here.line.page && fold(other.value) !== fold(here.value)),
  );

/** "Corrects invoice no. 123, invoice date 4 May 2025": a label close behind another invoice's number is of that one. */
const isOfOther = ({ label }: DateClaim, others: readonly ReferenceClaim[]): boolean =>
  label !== null &&
  others.some(
    (other) =>
      isOfAnotherInvoice(other, label.line) && label.start >= other.end && label.start - other.end <= dateReach,
  );

/**
 * "Delivery note: 118 | Date: 4.05.2026", or the same as heads over their values: where a day is named apart from any
 * delivery note or order, that one is the invoice's.
 */
function isBesideOther(claim: DateClaim, { number, others }: Numbers, all: readonly DateClaim[]): boolean {
  const isInRow = (label: Label, other: ReferenceClaim | null): boolean =>
    other?.label.line.page === label.line.page && other.label.line.row === label.line.row;
  const isBeside = ({ kind, label }: DateClaim): boolean =>
    kind === 'invoice_date' &&
    label !== null &&
    !isInRow(label, number) &&
    others.some(
      (other) =>
        (other.kind === 'delivery_note_number' || other.kind === 'po_reference') &&
        isInRow(label, other) &&
        other.label.line.cell < label.line.cell,
    );
  return isBeside(claim) && all.some((other) => other.kind === 'invoice_date' && other.label && !isBeside(other));
}

export const isOfAnotherInvoice = ({ features, line }: ReferenceClaim, where: TextLine): boolean =>
  features.of_another === true && line === where;
