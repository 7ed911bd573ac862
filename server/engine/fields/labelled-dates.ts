import { fold } from '../../checks/fold.ts';
import type { DateCandidate } from '../candidates/dates.ts';
import type { Facts } from '../candidates/facts.ts';
import type { Label } from '../candidates/labels.ts';
import { cellBelow, type Relation, valuePlaces } from '../candidates/values.ts';
import { isNextLine } from '../layout/geometry.ts';
import { wordsOf } from '../lexicon/words.ts';
import { type ColumnKind, columnPhrases } from '../lines/column-words.ts';
import { isAmongLines } from '../lines/found-table.ts';
import { type Features, weigh } from '../weights.ts';
import { type DateClaim, type DateKind, dateReach, unlabelledClaim } from './date-claim.ts';
import { dateKinds, isConditional, isDatedBy, isNamed } from './date-proof.ts';
import { isNamed as isNumberNamed } from './number-proof.ts';
import { namesAdvance, namesAnother, namesInvoice } from './of-another.ts';
import { goesOn } from './payment-terms.ts';
import { fewestToKnow, type ReferenceClaim } from './reference-claim.ts';
import { termDays } from './term-days.ts';

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

/** Dates that labels name, each as often as it may mean different things, and the day that stands at the invoice's number. */
export function dateClaims(facts: Facts, number: ReferenceClaim | null): DateClaim[] {
  const labels = [...facts.labels.values()].flat();
  const claims = [...labels.flatMap((label) => claimsOf(facts, label)), ...(number ? atNumber(facts, number) : [])];
  return claims.filter((claim) => !claim.date.compact || claim.score >= leastCompact);
}

/** Eight digits in a row are a day only where a label says so as clearly. */
const leastCompact = 0.75;

/** What a label names: the day in its place, else the one that begins the next line, else the first of a table of payments. */
function claimsOf(facts: Facts, label: Label): DateClaim[] {
  // What a rate of exchange is dated by is not the invoice's; terms that name a day name the last one to pay.
  const own: readonly DateKind[] = dateKinds.filter((kind) => label.kinds.includes(kind));
  const others: readonly DateKind[] = label.kinds.includes('exchange_rate')
    ? ['other_date']
    : label.kinds.includes('payment_terms')
      ? ['due_date']
      : [];
  const kinds = own.length > 0 ? own : others;
  const isDue = kinds.includes('due_date');
  if (kinds.length === 0 || (isDue && (isCaptioned(facts, label) || isOfGoods(facts, label)))) return [];
  const placed = dateInPlace(facts, label, own.length > 0);
  if (placed) return kinds.map((kind) => claimOf(facts, label, kind, placed));
  const going = dateGoingOn(facts, label);
  if (going) return kinds.map((kind) => ({ ...claimOf(facts, label, kind, going), isNamed: false }));
  // "Terms of payment" that heads a column itself heads no table.
  const first = isDue && (own.includes('due_date') || label.marked) ? dateOfTable(facts, label) : undefined;
  return first
    ? [{ ...claimOf(facts, label, 'due_date', { date: first, relation: 'below', distance: 0 }), isNamed: false }]
    : [];
}

/** A date and how it stands to its label; the distance in characters. */
interface PlacedDate {
  date: DateCandidate;
  relation: Relation;
  distance: number;
}

function claimOf(facts: Facts, label: Label, kind: DateKind, { date, relation, distance }: PlacedDate): DateClaim {
  const features = { [relation]: true, distance: distance / 100, ...labelFeatures(label, kind, relation) };
  const isSure = isNamed(facts, label, date, features) && !(kind === 'due_date' && isConditional(facts, date));
  return { date, kind, label, isNamed: isSure, features, score: weigh('date', features) };
}

/** The date where a label's value stands; `names` whether the label is one of days and not of terms that name one. */
function dateInPlace(facts: Facts, label: Label, names: boolean): PlacedDate | null {
  for (const { line, start, end, relation } of valuePlaces(facts.document, facts.labels, label)) {
    // "30 days end of month, le 30/04": a preposition within the terms is no end of them.
    const last = names ? end : line.text.length;
    const date = facts.dates.all.find(
      (one) => one.line === line && one.start >= start && one.start < last && one.start - start <= dateReach,
    );
    // "Ihre Zahlung ist am 27.04.2026 eingegangen": terms that were met name no day to pay by.
    if (date && (names || !wordsOf('paid').has(line.text.slice(date.end))))
      return { date, relation, distance: date.start - start };
  }
  return null;
}

/** "Invoice 123 of 4 May 2025": a date right behind the number, or elsewhere behind it, is the invoice's. */
function atNumber(facts: Facts, number: ReferenceClaim): DateClaim[] {
  const isBehind = ({ line, start }: DateCandidate): boolean =>
    line === number.line && start >= number.end && start - number.end <= behindNumber;
  const near = facts.dates.all.find(isBehind) ?? dateBelow(facts, number);
  const date = near ?? dateOfNumber(facts, number);
  if (!date) return [];
  const claim = unlabelledClaim(date, 'invoice_date', 'beside_number');
  return [near ? { ...claim, isNamed: isNumberNamed(facts, number) && isDatedBy(facts, number, near) } : claim];
}

/** In characters. */
const behindNumber = 12;

/** "… payable at the" over "latest on 15 March 2026": a label in running text whose day begins the next line. */
function dateGoingOn(facts: Facts, { line, end }: Label): PlacedDate | null {
  const next = facts.document.pages[line.page - 1]!.rows[line.row + 1]?.find((cell) => goesOn(line, cell));
  const isLast =
    line.text.length - end <= dateReach && !facts.dates.all.some((one) => one.line === line && one.start >= end);
  const date =
    next && isLast
      ? facts.dates.all.find(
          (one) => one.line === next && !/[,;:]|\p{L}\s\p{L}+\s\p{L}/u.test(next.text.slice(0, one.start)),
        )
      : undefined;
  return date ? { date, relation: 'inside', distance: 0 } : null;
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
  return below && isNextLine(line, below)
    ? facts.dates.all.find((date) => date.line === below && wordsOf('dated').is(below.text.slice(0, date.start)))
    : undefined;
}

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

/** "Deposit paid on 4 May": behind words that name something else a preposition dates that. */
function isInPhrase({ line, start, end, leading }: Label): boolean {
  if (leading || !wordsOf('dated').is(line.text.slice(start, end))) return false;
  const before = line.text.slice(0, start);
  const isOfInvoice = namesInvoice(before) && !namesAnother(before) && !namesAdvance(before);
  return /\p{L}{3}/u.test(before) && !isOfInvoice && !wordsOf('issued').has(before);
}
