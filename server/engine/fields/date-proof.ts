import type { DateCandidate } from '../candidates/dates.ts';
import { hasOwnCaption, isExplained } from '../candidates/explained.ts';
import type { Facts } from '../candidates/facts.ts';
import type { Label } from '../candidates/labels.ts';
import { cellBelow } from '../candidates/values.ts';
import { isNextLine } from '../layout/geometry.ts';
import type { LabelKind } from '../lexicon/lexicon.ts';
import type { Features } from '../weights.ts';
import type { ReferenceClaim } from './reference-claim.ts';

export const dateKinds = ['invoice_date', 'due_date', 'other_date'] as const;

/** What may stand beside a date's label and says nothing against it. */
const companions: ReadonlySet<LabelKind> = new Set<LabelKind>([
  ...dateKinds,
  'invoice_number',
  'invoice_series',
  'payment_terms',
]);
/** What makes a label one of something else, or of several things. */
const openMeanings = [
  'shared_label',
  'in_phrase',
  'of_rate',
  'of_terms',
  'of_instalment',
  'ends_phrase',
  'due_in_sentence',
  'not_of_paying',
  'in_sentence',
] as const;

/** Whether a label that means just this names the date, nothing unknown qualifies it, and it begins no period. */
export function isNamed(facts: Facts, label: Label, date: DateCandidate, features: Features): boolean {
  const next = facts.dates.all.find((other) => other.line === date.line && other.start >= date.end);
  const isPeriod = next !== undefined && !/\p{L}{3}/u.test(date.line.text.slice(date.end, next.start));
  return (
    !openMeanings.some((name) => features[name] === true) &&
    !isPeriod &&
    !(features.below === true && headsList(facts, date)) &&
    !hasOwnCaption(facts.document.pages[date.line.page - 1]!.rows, label, date.line) &&
    isExplained(facts.labels, label, date, companions)
  );
}

/** One date after the other below a head: days of instalments, or of several invoices. */
function headsList(facts: Facts, { line }: DateCandidate): boolean {
  const below = cellBelow(facts.document.pages[line.page - 1]!.rows, line);
  return below !== null && isNextLine(line, below) && facts.dates.all.some((one) => one.line === below);
}

/** "Payable by 4 May less 2 % discount": a condition behind a day to pay by makes it one of several. */
export const isConditional = (facts: Facts, { line, end }: DateCandidate): boolean => {
  const next = facts.labels.get(line)!.find((label) => label.start >= end);
  const to = next?.marked && next.kinds.some((kind) => !dueKinds.has(kind)) ? next.start : line.text.length;
  return /%|\p{L}{3}/u.test(line.text.slice(end, to));
};
const dueKinds: ReadonlySet<LabelKind> = new Set<LabelKind>(['due_date', 'payment_terms', 'payment_method']);

/** "Invoice 123 of 4 May", "Nr. 118 / 2.4.2026": between number and date stands no word but one that dates it. */
export const isDatedBy = (facts: Facts, number: ReferenceClaim, date: DateCandidate): boolean =>
  date.line !== number.line ||
  (!hasHeadBeside(facts, number) &&
    isExplained(facts.labels, { ...number.label, line: number.line, start: 0, end: number.end }, date, companions));

/** "Invoice no. | Payable by" over "118 2.4.2026": the second head is the date's. */
function hasHeadBeside(facts: Facts, { label, line }: ReferenceClaim): boolean {
  const head = facts.document.pages[label.line.page - 1]!.rows[label.line.row]![label.line.cell + 1];
  return label.line !== line && head !== undefined && facts.labels.get(head)!.length > 0;
}
