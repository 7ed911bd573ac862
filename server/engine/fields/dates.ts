import { daysBetween } from '../../checks/dates.ts';
import type { DateCandidate } from '../candidates/dates.ts';
import type { Facts } from '../candidates/facts.ts';
import { placeOf } from '../candidates/text-lines.ts';
import { found } from '../evidence.ts';
import type { Found } from '../found.ts';
import { wordsOf } from '../lexicon/words.ts';
import { isAmongLines } from '../lines/found-table.ts';
import type { DateClaim, DateKind } from './date-claim.ts';
import { isOfAnotherInvoice, withoutOthers } from './dates-of-others.ts';
import { dateClaims } from './labelled-dates.ts';
import { namesInvoice } from './of-another.ts';
import { datesOfOthers, daysToPayBy, letterDates, unlabelled } from './placed-dates.ts';
import { fewestToKnow, type ReferenceClaim } from './reference-claim.ts';
import { termDays } from './term-days.ts';

export interface InvoiceDates {
  invoice_date: Found<string> | null;
  due_date: Found<string> | null;
}

/** Gives each printed date to the label that names it best, then each field its best date. */
export function chooseDates(
  facts: Facts,
  number: ReferenceClaim | null,
  others: readonly ReferenceClaim[],
  rivals: readonly ReferenceClaim[],
): InvoiceDates {
  const printed = [...dateClaims(facts, number), ...daysToPayBy(facts)];
  const labelled = withoutSecondMeanings(withoutOthers(facts, printed, { number, others, rivals }));
  const claims = [
    ...labelled,
    ...datesOfOthers(
      facts,
      others.filter((other) => !isSameNumber(other, number)),
    ),
    ...letterDates(facts),
  ];
  const owner = new Map<DateCandidate, DateClaim>();
  for (const claim of claims) {
    const known = owner.get(claim.date);
    if (!known || claim.score > known.score) owner.set(claim.date, claim);
  }
  // Where several captions have one day, it is of each of them.
  const meant = [
    ...owner.values(),
    ...claims.filter((claim) => claim.features.listed && owner.get(claim.date) !== claim),
  ];
  const best = (kind: DateKind, claimed = meant) =>
    claimed.filter((claim) => claim.kind === kind).sort((a, b) => b.score - a.score || before(a.date, b.date))[0];
  const anothers = new Set(
    [...owner.values()]
      .filter(({ kind, date }) => kind === 'other_date' && others.some((other) => isOfAnotherInvoice(other, date.line)))
      .map(({ date }) => date.iso),
  );
  // "Ticket 55.120 of 19-10-2026" below what was sold is a day of the goods, and the invoice's only where no other one is; a
  // label that begins its cell may stand in a margin beside them.
  const isOfLine = ({ date, label }: DateClaim) =>
    label?.leading === false && facts.read.tables.some((table) => isAmongLines(date.line, table));
  const named = best('invoice_date');
  const elsewhere = meant.filter((claim) => !isOfLine(claim));
  const issued =
    named && !isOfLine(named) ? named : (best('invoice_date', elsewhere) ?? unlabelled(facts, owner, number) ?? named);
  // "Due" also heads the days of payments that were made before.
  const ahead = meant.filter(({ date }) => !issued || date.iso >= issued.date.iso);
  const [next, any] = [best('due_date', ahead), best('due_date')];
  const due = earliestOfClose(next && any && next.score > any.score - farBetterNamed ? next : any, meant, issued);
  const terms = issued && due ? termsAgree(facts, issued.date.iso, due.date.iso) : false;
  const give = (claim: DateClaim | undefined, kind: DateKind): Found<string> | null => {
    if (!claim) return null;
    const { date } = claim;
    const same = facts.dates.all.filter(
      (other) =>
        other.iso === date.iso &&
        other.line.row !== date.line.row &&
        isSameMeaning(owner.get(other)?.kind, kind) &&
        !isOfPrinting(other),
    );
    const others = [...owner.values()].filter((other) => other.kind === kind && other.date.iso !== date.iso);
    const isPast = (other: DateClaim) => kind === 'due_date' && !ahead.includes(other) && ahead.includes(claim);
    const isLikely = others.some((other) => other.score > claim.score - aboutAsWell && !isPast(other));
    return found(date.iso, placeOf(date.line, date.start, date.end), date.line, [
      claim.isNamed && (claim.features.vague !== true || isLeft(claim, facts, owner, number)) && 'labelled',
      same.length > 0 && 'seen_twice',
      terms && 'sums_agree',
      claim.score < leastSure && 'guessed',
      (isLikely || date.ambiguous || (kind === 'invoice_date' && anothers.has(date.iso))) && 'contradicted',
      others.some((other) => other.label !== null && other.score >= leastRival) && 'rival',
    ]);
  };
  return { invoice_date: give(issued, 'invoice_date'), due_date: give(due, 'due_date') };
}

/** "Tax point" names the date of issue where no label that means just this does. */
const withoutSecondMeanings = (claims: readonly DateClaim[]): readonly DateClaim[] =>
  claims.some(({ kind, isNamed }) => kind === 'invoice_date' && isNamed)
    ? claims.filter(({ kind, label }) => kind !== 'invoice_date' || !label?.kinds.includes('other_date'))
    : claims;

/** What a label names by so much better is when the invoice is due, though it is before the day that is taken for the invoice's. */
const farBetterNamed = 0.4;

/** Labels weaker than this name hardly anything. */
const leastRival = 0.3;
/** A date whose score is no lower than this below the best one's is named about as well. */
const aboutAsWell = 0.1;
/** What scores less is a guess. */
const leastSure = 0.4;

/** A mere "Date" stands at most so many line heights from the number that it dates. */
const nearNumber = 8;

/** A mere "Date" near the invoice's number says which date it is where every other one is named as another. */
function isLeft(
  { date, kind }: DateClaim,
  facts: Facts,
  owner: ReadonlyMap<DateCandidate, DateClaim>,
  number: ReferenceClaim | null,
): boolean {
  const { line } = date;
  const isNear = number?.line.page === line.page && Math.abs(number.line.y - line.y) < nearNumber * line.height;
  return (
    isNear &&
    facts.dates.all.every((other) => {
      const claim = owner.get(other);
      return other.iso === date.iso || other.compact || (claim?.isNamed === true && claim.kind !== kind);
    })
  );
}

/** An invoice is dated as its delivery is: whichever of both a label means, the date is the same. */
const isSameMeaning = (other: DateKind | undefined, kind: DateKind): boolean =>
  other === kind || (kind === 'invoice_date' && other !== 'due_date');

/** "Printed on 4 May": the day of printing dates no invoice. */
const isOfPrinting = ({ line, start }: DateCandidate): boolean => wordsOf('printed').has(line.text.slice(0, start));

/** Of several dates to pay by that are named about as well, the first: later ones are of instalments to come. */
function earliestOfClose(
  best: DateClaim | undefined,
  all: readonly DateClaim[],
  issued: DateClaim | undefined,
): DateClaim | undefined {
  return (
    all
      .filter((claim) => claim.kind === 'due_date' && best && claim.score > best.score - aboutAsWell)
      .filter((claim) => !issued || claim.date.iso >= issued.date.iso)
      .sort((a, b) => (a.date.iso < b.date.iso ? -1 : 1) || b.score - a.score)[0] ?? best
  );
}

const before = (a: DateCandidate, b: DateCandidate) =>
  a.line.page - b.line.page || a.line.row - b.line.row || a.line.cell - b.line.cell || a.start - b.start;

/** The invoice's own number, printed again, and not as what this invoice replaces. */
const isSameNumber = (one: ReferenceClaim, number: ReferenceClaim | null): boolean =>
  number !== null &&
  one.value === number.value &&
  (one.kind === number.kind || (one.value.length >= fewestToKnow && isOfInvoice(one))) &&
  !isOfAnotherInvoice(one, one.line);

/** "Annex to invoice no. 4417". */
const isOfInvoice = ({ label }: ReferenceClaim): boolean => namesInvoice(label.line.text.slice(label.start, label.end));

/** Whether the days between both dates are printed as the term of payment. */
function termsAgree(facts: Facts, issued: string, due: string): boolean {
  const days = daysBetween(issued, due);
  if (days < 5 || days > 180) return false;
  return facts.document.lines.some((line) => termDays(line.text).some((term) => term.days === days));
}
