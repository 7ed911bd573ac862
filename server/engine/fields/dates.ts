import { daysBetween } from '../../checks/dates.ts';
import { fold } from '../../checks/fold.ts';
import type { DateCandidate } from '../candidates/dates.ts';
import type { Facts } from '../candidates/facts.ts';
import type { Label } from '../candidates/labels.ts';
import { placeOf } from '../candidates/text-lines.ts';
import { cellBelow, type Relation, valuePlaces } from '../candidates/values.ts';
import { found } from '../evidence.ts';
import type { Found } from '../found.ts';
import { followsTightly, startTogether } from '../layout/geometry.ts';
import { wordsOf } from '../lexicon/words.ts';
import { type ColumnKind, columnPhrases } from '../lines/column-words.ts';
import { isAmongLines } from '../lines/found-table.ts';
import { type Features, weigh } from '../weights.ts';
import { type DateClaim, type DateKind, dateReach, otherDate, unlabelledClaim } from './date-claim.ts';
import { dateKinds, isConditional, isDatedBy, isNamed } from './date-proof.ts';
import { isOfAnotherInvoice, withoutOthers } from './dates-of-others.ts';
import { isNamed as isNumberNamed } from './number-proof.ts';
import { namesAdvance, namesAnother, namesInvoice } from './of-another.ts';
import { goesOn, isAboutPaying } from './payment-terms.ts';
import type { ReferenceClaim } from './reference-claim.ts';
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
  const due = earliestOfClose(best('due_date'), meant, issued);
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
    const isLikely = others.some((other) => other.score > claim.score - 0.1);
    return found(date.iso, placeOf(date.line, date.start, date.end), date.line, [
      claim.isNamed && (claim.features.vague !== true || isLeft(claim, facts, owner, number)) && 'labelled',
      same.length > 0 && 'seen_twice',
      terms && 'sums_agree',
      claim.score < 0.4 && 'guessed',
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

/** Labels weaker than this name hardly anything. */
const leastRival = 0.3;

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
      .filter((claim) => claim.kind === 'due_date' && best && claim.score > best.score - 0.1)
      .filter((claim) => !issued || claim.date.iso >= issued.date.iso)
      .sort((a, b) => (a.date.iso < b.date.iso ? -1 : 1) || b.score - a.score)[0] ?? best
  );
}

const before = (a: DateCandidate, b: DateCandidate) =>
  a.line.page - b.line.page || a.line.row - b.line.row || a.line.cell - b.line.cell || a.start - b.start;

/** "Notice period: | 1 month, to reach us at the latest by 4 May": a caption in its own cell says what ends on the day. */
function isCaptioned(facts: Facts, { line, leading }: Label): boolean {
  const caption = leading ? undefined : facts.document.pages[line.page - 1]!.rows[line.row]![line.cell - 1];
  if (!caption || !/\p{L}{3}/u.test(caption.text) || caption.text.indexOf(':') !== caption.text.length - 1)
    return false;
  return facts.labels.get(caption)!.length === 0 && !wordsOf('pay_words').has(caption.text);
}

/** "Lotto: K81  Scad.: 24/10/2026": the word for a day to pay by may be that for how long goods keep. */
function isOfGoods({ document, read }: Facts, { line, start, end }: Label): boolean {
  const names = (text: string, kind: ColumnKind): boolean =>
    columnPhrases()
      .find(text, line.ocr)
      .some(({ kinds }) => kinds.includes(kind));
  const near = document.pages[line.page - 1]!.rows.slice(Math.max(0, line.row - 1), line.row + 2).flat();
  const isAmongLots = read.tables.some(
    (table) =>
      isAmongLines(line, table) && table.columns.some(({ kinds }) => kinds.includes('lot') || kinds.includes('expiry')),
  );
  return names(line.text.slice(start, end), 'expiry') && (isAmongLots || near.some(({ text }) => names(text, 'lot')));
}

/** Dates that labels name, each as often as it may mean different things. */
export function dateClaims(facts: Facts, number: ReferenceClaim | null): DateClaim[] {
  const claims: DateClaim[] = [];
  for (const label of [...facts.labels.values()].flat()) {
    // What a rate of exchange is dated by is not the invoice's; terms that name a day name the last one to pay.
    const own: readonly DateKind[] = dateKinds.filter((kind) => label.kinds.includes(kind));
    const others: readonly DateKind[] = label.kinds.includes('exchange_rate')
      ? ['other_date']
      : label.kinds.includes('payment_terms')
        ? ['due_date']
        : [];
    const kinds = own.length > 0 ? own : others;
    if (kinds.length === 0) continue;
    if (kinds.includes('due_date') && (isCaptioned(facts, label) || isOfGoods(facts, label))) continue;
    for (const place of valuePlaces(facts.document, facts.labels, label)) {
      // "30 days end of month, le 30/04": a preposition within the terms is no end of them.
      const end = own.length === 0 ? place.line.text.length : place.end;
      const date = facts.dates.all.find(
        (one) =>
          one.line === place.line &&
          one.start >= place.start &&
          one.start < end &&
          one.start - place.start <= dateReach,
      );
      // "Ihre Zahlung ist am 27.04.2026 eingegangen": terms that were met name no day to pay by.
      if (!date || (own.length === 0 && wordsOf('paid').has(date.line.text.slice(date.end)))) continue;
      for (const kind of kinds) {
        const features = {
          [place.relation]: true,
          distance: (date.start - place.start) / 100,
          ...labelFeatures(label, kind, place.relation),
        };
        const score = weigh('date', features);
        claims.push({
          date,
          kind,
          label,
          isNamed: isNamed(facts, label, date, features) && !(kind === 'due_date' && isConditional(facts, date)),
          features,
          score,
        });
      }
      break;
    }
    const wrapped = claims.some((claim) => claim.label === label) ? undefined : dateGoingOn(facts, label);
    if (wrapped)
      for (const kind of kinds) {
        const features = { inside: true, ...labelFeatures(label, kind, 'inside') };
        claims.push({ date: wrapped, kind, label, isNamed: false, features, score: weigh('date', features) });
      }
    const headed =
      kinds.includes('due_date') &&
      // "Terms of payment" that heads a column itself heads no table.
      (own.includes('due_date') || label.marked) &&
      !claims.some((claim) => claim.label === label) &&
      dateOfTable(facts, label);
    if (headed) {
      const features = { below: true, ...labelFeatures(label, 'due_date', 'below') };
      const score = weigh('date', features);
      claims.push({ date: headed, kind: 'due_date', label, isNamed: false, features, score });
    }
  }
  // "Invoice 123 of 4 May 2025": a date right behind the number is the invoice's.
  const beside =
    number &&
    facts.dates.all.find(
      (date) => date.line === number.line && date.start >= number.end && date.start - number.end <= 12,
    );
  const besideOrBelow = beside ?? (number && dateBelow(facts, number));
  const elsewhere = besideOrBelow || !number ? undefined : dateOfNumber(facts, number);
  if (elsewhere) claims.push(unlabelledClaim(elsewhere, 'invoice_date', 'beside_number'));
  if (besideOrBelow)
    claims.push({
      ...unlabelledClaim(besideOrBelow, 'invoice_date', 'beside_number'),
      isNamed: isNumberNamed(facts, number!) && isDatedBy(facts, number!, besideOrBelow),
    });
  return claims.filter((claim) => !claim.date.compact || claim.score >= 0.75);
}

/** "… payable at the" over "latest on 15 March 2026": a label in running text whose day begins the next line. */
function dateGoingOn(facts: Facts, { line, end }: Label): DateCandidate | undefined {
  const next = facts.document.pages[line.page - 1]!.rows[line.row + 1]?.find((cell) => goesOn(line, cell));
  const isLast =
    line.text.length - end <= dateReach && !facts.dates.all.some((one) => one.line === line && one.start >= end);
  return next && isLast
    ? facts.dates.all.find(
        (one) => one.line === next && !/[,;:]|\p{L}\s\p{L}+\s\p{L}/u.test(next.text.slice(0, one.start)),
      )
    : undefined;
}

/** "Vencimientos: | Fecha | Importe": a table of payments, whose first date stands below its column's head. */
function dateOfTable(facts: Facts, { line, leading }: Label): DateCandidate | undefined {
  const { rows } = facts.document.pages[line.page - 1]!;
  const head = rows[line.row]!.find(
    (cell) =>
      cell.cell > line.cell &&
      facts.labels.get(cell)!.some(({ alone, kinds }) => alone && kinds.includes('invoice_date')) &&
      wordsOf('any_date').is(cell.text),
  );
  const below = leading && head ? cellBelow(rows, head) : undefined;
  return below ? facts.dates.all.find((date) => date.line === below && date.start === 0) : undefined;
}

/** "Nr. 118" and right below it "din 2.04.2026": the number's line goes on with its date. */
function dateBelow(facts: Facts, { line }: ReferenceClaim): DateCandidate | undefined {
  const below = cellBelow(facts.document.pages[line.page - 1]!.rows, line);
  return below && below.y - line.y < 2 * line.height
    ? facts.dates.all.find((date) => date.line === below && wordsOf('dated').is(below.text.slice(0, date.start)))
    : undefined;
}

/** The invoice's own number, printed again, and not as what this invoice replaces. */
const isSameNumber = (one: ReferenceClaim, number: ReferenceClaim | null): boolean =>
  number !== null &&
  one.value === number.value &&
  (one.kind === number.kind || (one.value.length >= fewestToKnow && isOfInvoice(one))) &&
  !isOfAnotherInvoice(one, one.line);

/** "Annex to invoice no. 4417". */
const isOfInvoice = ({ label }: ReferenceClaim): boolean => namesInvoice(label.line.text.slice(label.start, label.end));

/** Shorter numbers are like too many others. */
const fewestToKnow = 4;

/** "38114" and "du 2.04.2026" in the next cell, or in a form's next two, or both in the head of a later page. */
function dateOfNumber(facts: Facts, { line, value }: ReferenceClaim): DateCandidate | undefined {
  const [beside, box] = facts.document.pages[line.page - 1]!.rows[line.row]!.slice(line.cell + 1);
  return facts.dates.all.find(({ line: own, start }) => {
    const before = own.text.slice(0, start);
    const at = value.length < fewestToKnow ? -1 : before.lastIndexOf(value);
    const isWhole = at === 0 || (at > 0 && /[\s:.]/.test(before[at - 1]!));
    return (
      (own === beside && wordsOf('dated').is(before)) ||
      (own === box && start === 0 && wordsOf('dated').is(beside!.text)) ||
      (isWhole && wordsOf('dated').is(before.slice(at + value.length)))
    );
  });
}

function labelFeatures(label: Label, kind: DateKind, relation: Relation): Features {
  const printed = label.line.text.slice(label.start, label.end);
  const text = fold(printed);
  const isVague = (['any_date', 'dated'] as const).some((group) => wordsOf(group).is(printed));
  return {
    vague: isVague,
    label_length: isVague ? 0 : Math.min(text.length, 20) / 20,
    unmarked: !label.leading && !label.marked,
    // One label for several meanings: each is less sure.
    shared_label: label.kinds.filter((other) => (dateKinds as readonly string[]).includes(other)).length > 1,
    in_phrase: kind === 'invoice_date' && isInPhrase(label),
    // "Rate of 21.08.2026, 1 EUR = 4.25 PLN": the day of an exchange rate.
    listed: label.listed === true,
    of_rate: kind === 'invoice_date' && /(?<!\d)1\s?[A-Z]{3}\s?=/.test(label.line.text),
    // "14 days from invoice date - due 10 March": what days are counted from is no caption of the day behind them.
    of_terms: kind === 'invoice_date' && termDays(label.line.text.slice(0, label.start)).length > 0,
    // "Your new instalment: 128.00 monthly, first due on 1 March": what is to be paid later.
    of_instalment: kind === 'due_date' && !label.leading && namesAdvance(label.line.text.slice(0, label.start)),
    // "30 days from invoice date" in a cell of its own does not name what stands in the next one.
    ends_phrase: relation !== 'inside' && !label.leading && !label.marked && label.end === label.line.text.length,
    due_in_sentence: label.start > 60 && kind === 'due_date',
    not_of_paying: kind === 'due_date' && isNotOfPaying(label),
    in_sentence: label.start > 60 && kind !== 'due_date',
    // A letter that is bound behind an invoice speaks of the days of others.
    later_text: label.line.page > 1 && !label.leading && !label.marked,
  };
}

/** A sentence is longer than a label with its value. */
const sentenceLength = 70;

/** "Until 31 March 2027 our customers use the new portal at no cost": by then something else is done than paying. */
const isNotOfPaying = ({ leading, marked, line }: Label): boolean =>
  !leading && !marked && line.text.length > sentenceLength && !wordsOf('pay_words').has(line.text);

/** "Milano, 16 marzo 2026", "Neustadt, 12.03.26 07:48": place and date, as letters are headed. */
function isLetterDate({ line, start, end, compact }: DateCandidate, facts: Facts): boolean {
  const { page } = facts.document.pages[line.page - 1]!;
  return (
    line.page === 1 &&
    !compact &&
    line.y < 0.6 * page.height &&
    /^.?(?:\s\d{1,2}:\d{2}(?::\d{2})?)?$/.test(line.text.slice(end)) &&
    /^(?:\d{4,5}\s)?\p{Lu}[\p{L}\s.'-]{1,30},\s(\p{Ll}{1,4}\.?\s)?$/u.test(line.text.slice(0, start))
  );
}

const letterDates = (facts: Facts): DateClaim[] =>
  facts.dates.all
    .filter((date) => isLetterDate(date, facts))
    .map((date) => unlabelledClaim(date, 'invoice_date', 'behind_town'));

/** "Please pay within 60 days (by 3 April 2026)": a day behind a word for "until" in a sentence about paying. */
function daysToPayBy(facts: Facts): DateClaim[] {
  return facts.dates.all
    .filter(({ line, start, compact }) => {
      const before = line.text.slice(0, start).trimEnd();
      const above = facts.document.pages[line.page - 1]!.rows[line.row - 1]?.find(
        (cell) => startTogether(cell, line) && followsTightly(cell, line),
      );
      return (
        !compact &&
        wordsOf('until').closing(before) !== null &&
        !facts.dates.all.some((other) => other.line === line && other.end < start && start - other.end <= dateReach) &&
        isAboutPaying(`${above?.text ?? ''} ${line.text}`) &&
        !wordsOf('paid').has(line.text)
      );
    })
    .map((date) => unlabelledClaim(date, 'due_date', 'in_terms'));
}

/** "Order 123 of 4 May 2025": a date right behind another number is not the invoice's. */
function datesOfOthers(facts: Facts, others: readonly ReferenceClaim[]): DateClaim[] {
  return others.flatMap((claim) =>
    facts.dates.all
      .filter((date) => date.line === claim.line && date.start >= claim.end && date.start - claim.end <= 12)
      .map(otherDate),
  );
}

/** "Deposit paid on 4 May": behind words that name something else a preposition dates that. */
function isInPhrase({ line, start, end, leading }: Label): boolean {
  if (leading || !wordsOf('dated').is(line.text.slice(start, end))) return false;
  const before = line.text.slice(0, start);
  const isOfInvoice = namesInvoice(before) && !namesAnother(before);
  return /\p{L}{3}/u.test(before) && !isOfInvoice && !wordsOf('issued').has(before);
}

/**
 * Without any label: the first date in the upper half of the first page that nothing else claims, or that a time of day
 * stands beside, as on receipts. Where all dates that nothing claims are of one day, that is hardly another's.
 */
function unlabelled(
  facts: Facts,
  owner: ReadonlyMap<DateCandidate, DateClaim>,
  number: ReferenceClaim | null,
): DateClaim | undefined {
  const isNumber = (one: DateCandidate) =>
    one.line === number?.line && one.start >= number.start && one.end <= number.end;
  const first = facts.document.pages[0]?.page;
  const free = facts.dates.all.filter((one) => !one.compact && !owner.has(one));
  const date = free.find((one) => !isNumber(one) && one.line.page === 1 && first && one.line.y < 0.5 * first.height);
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

/** Whether the days between both dates are printed as the term of payment. */
function termsAgree(facts: Facts, issued: string, due: string): boolean {
  const days = daysBetween(issued, due);
  if (days < 5 || days > 180) return false;
  return facts.document.lines.some((line) => termDays(line.text).some((term) => term.days === days));
}
