import { daysBetween } from '../../checks/dates.ts';
import { withoutWeekday } from '../../checks/month-names.ts';
import type { DateCandidate } from '../candidates/dates.ts';
import type { Facts } from '../candidates/facts.ts';
import { followsTightly, isInUpperHalf, startTogether } from '../layout/geometry.ts';
import { wordsOf } from '../lexicon/words.ts';
import { type DateClaim, dateReach, otherDate, unlabelledClaim } from './date-claim.ts';
import { isAboutPaying } from './payment-terms.ts';
import type { ReferenceClaim } from './reference-claim.ts';
import { termDays } from './term-days.ts';

/** Of the page's height: the date of a letter stands above. */
const lowestOfLetter = 0.6;

/** "Milano, 16 marzo 2026", "Neustadt, 12.03.26 07:48", "Osijek, 30.06.2026. u 13:05": place and date, as letters are headed. */
function isLetterDate({ line, start, end, compact }: DateCandidate, facts: Facts): boolean {
  const { page } = facts.document.pages[line.page - 1]!;
  return (
    line.page === 1 &&
    !compact &&
    line.y < lowestOfLetter * page.height &&
    /^.?(?:\s(?:\p{Ll}{1,2}\s)?\d{1,2}:\d{2}(?::\d{2})?)?$/u.test(line.text.slice(end)) &&
    /^(?:\d{4,5}\s)?\p{Lu}[\p{L}\s.'-]{1,30},\s(\p{Ll}{1,4}\.?\s)?$/u.test(withoutWeekday(line.text.slice(0, start)))
  );
}

export const letterDates = (facts: Facts): DateClaim[] =>
  facts.dates.all
    .filter((date) => isLetterDate(date, facts))
    .map((date) => unlabelledClaim(date, 'invoice_date', 'behind_town'));

/**
 * "Please pay within 60 days (by 3 April 2026)": a day behind a word for "until" in a sentence about paying, or the one that
 * its number of days comes to.
 */
export function daysToPayBy(facts: Facts): DateClaim[] {
  return facts.dates.all
    .filter(({ line, start, compact, iso }) => {
      const before = withoutWeekday(line.text.slice(0, start)).trimEnd();
      const above = facts.document.pages[line.page - 1]!.rows[line.row - 1]?.find(
        (cell) => startTogether(cell, line) && followsTightly(cell, line),
      );
      return (
        !compact &&
        (wordsOf('until').closing(before) !== null || isCounted(facts, iso, before)) &&
        !facts.dates.all.some((other) => other.line === line && other.end < start && start - other.end <= dateReach) &&
        isAboutPaying(`${above?.text ?? ''} ${line.text}`) &&
        !wordsOf('paid').has(line.text)
      );
    })
    .map((date) => unlabelledClaim(date, 'due_date', 'in_terms'));
}

/** "Payable 30 days from this date, which is 3 April 2026": the day is so many days after one printed before it. */
function isCounted({ dates }: Facts, iso: string, before: string): boolean {
  const term = termDays(before).at(-1);
  return (
    term !== undefined &&
    before.length - term.end <= dateReach &&
    dates.all.some((from) => !from.compact && daysBetween(from.iso, iso) === term.days)
  );
}

/** "Order 123 of 4 May 2025": a date right behind another number is not the invoice's. */
export function datesOfOthers(facts: Facts, others: readonly ReferenceClaim[]): DateClaim[] {
  return others.flatMap((claim) =>
    facts.dates.all
      .filter((date) => date.line === claim.line && date.start >= claim.end && date.start - claim.end <= 12)
      .map(otherDate),
  );
}

/**
 * Without any label: the first date in the upper half of the first page that nothing else claims, or that a time of day
 * stands beside, as on receipts. Where all dates that nothing claims are of one day, that is hardly another's.
 */
export function unlabelled(
  facts: Facts,
  owner: ReadonlyMap<DateCandidate, DateClaim>,
  number: ReferenceClaim | null,
): DateClaim | undefined {
  const isNumber = (one: DateCandidate) =>
    one.line === number?.line && one.start >= number.start && one.end <= number.end;
  const first = facts.document.pages[0]?.page;
  const free = facts.dates.all.filter((one) => !one.compact && !owner.has(one));
  const date = free.find((one) => !isNumber(one) && one.line.page === 1 && first && isInUpperHalf(first, one.line));
  // Receipts print date and time below what was bought.
  const stamped = free.find((one) => hasTimeBeside(one, facts));
  const days = new Set(facts.dates.all.map(({ iso }) => iso));
  const chosen = date ?? stamped ?? (days.size === 1 ? free[0] : undefined);
  const isOnly = free.every(({ iso }) => iso === chosen?.iso);
  return chosen && unlabelledClaim(chosen, 'invoice_date', isOnly ? 'left_over' : 'alone');
}

/** A time of day in the same row, before the date or behind it. */
function hasTimeBeside({ line, start, end }: DateCandidate, facts: Facts): boolean {
  const cells = facts.document.pages[line.page - 1]!.rows[line.row]!;
  const beside = cells.map((cell) =>
    cell === line ? `${line.text.slice(0, start)} ${line.text.slice(end)}` : cell.text,
  );
  return beside.some((text) => /(?<![\d:])([01]?\d|2[0-3]):[0-5]\d(?!\d)/.test(text));
}
