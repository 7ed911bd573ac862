import type { Facts } from '../candidates/facts.ts';
import { isEffective, type Label } from '../candidates/labels.ts';
import type { TextLine } from '../candidates/text-lines.ts';
import { isOver, startNear, startTogether } from '../layout/geometry.ts';
import type { LabelKind } from '../lexicon/lexicon.ts';
import { companyNameEnd } from './company-name.ts';

/** Whether a label of some kind begins the line. */
export const leads = (facts: Facts, line: TextLine, test: (label: Label) => boolean): boolean =>
  facts.labels.get(line)!.some((label) => label.leading && isEffective(label) && test(label));

/** In heights of its print. */
const farthestRight = 14;

/** What stands farther to the right of a label is of another column. */
export const isNearEnough = (label: TextLine, value: TextLine): boolean =>
  value.x - label.x - label.width <= farthestRight * label.height;

/** Rows that are looked at below a label, for the next line and for more labels, and how far, in heights of its print. */
const [nextLine, moreLabels] = [
  { rows: 2, reach: 3.2 },
  { rows: 4, reach: 9 },
];

/** In a form the label's value stands to its right, and below the label stand more labels or nothing. */
export function valueIsRight(facts: Facts, line: TextLine): boolean {
  const rows = facts.document.pages[line.page - 1]!.rows;
  const beneath = ({ rows: most, reach }: { rows: number; reach: number }): TextLine[] =>
    rows
      .slice(line.row + 1, line.row + 1 + most)
      .flat()
      .filter((cell) => startNear(cell, line) && cell.y - line.y < reach * line.height);
  const [below] = beneath(nextLine);
  const isLabel = (cell: TextLine): boolean => leads(facts, cell, () => true);
  return !below || isLabel(below) || beneath(moreLabels).filter(isLabel).length > 1;
}

/** A label whose value stands in the next cell. */
export function isOpenLabel(facts: Facts, line: TextLine): boolean {
  const label = facts.labels.get(line)!.at(-1);
  return label?.leading === true && isEffective(label) && !/[\p{L}\p{N}]/u.test(line.text.slice(label.end));
}

const numbersAndDays = new Set<LabelKind>([
  'invoice_number',
  'invoice_series',
  'invoice_date',
  'due_date',
  'other_date',
  'other_reference',
  'po_reference',
]);

/** Whether the line is the value of a label in the cell to its left. */
export function isValueOfLabel(facts: Facts, line: TextLine): boolean {
  const before = facts.document.pages[line.page - 1]!.rows[line.row]![line.cell - 1];
  if (before === undefined || !isOpenLabel(facts, before)) return false;
  // "INVOICE | Nordal Ltd", "Due date | Nordal Ltd": a company is no number and no day.
  const isNumbered = facts.labels.get(before)!.every(({ kinds }) => kinds.every((kind) => numbersAndDays.has(kind)));
  if (isNumbered && companyNameEnd(line.text) === line.text.length) return false;
  return isNearEnough(before, line) || (valueIsRight(facts, before) && !headsColumn(facts, before));
}

/** "Place of use" with plain text tight below it: a heading, and what stands far to its right is none of its values. */
function headsColumn(facts: Facts, line: TextLine): boolean {
  const below = facts.document.pages[line.page - 1]!.rows.slice(line.row + 1, line.row + 3)
    .flat()
    .find((cell) => startTogether(cell, line));
  return below !== undefined && isTightUnder(line, below) && !leads(facts, below, () => true);
}

/** "Number ¦ Date ¦ Payment" over "12 ¦ 12/02/2026 ¦ Cheque": whether the line is a value in such a row of boxes. */
export function isValueUnderHead(facts: Facts, line: TextLine): boolean {
  const heads = facts.document.pages[line.page - 1]!.rows[line.row - 1] ?? [];
  const isHead = (cell: TextLine): boolean =>
    facts.labels.get(cell)!.some((label) => label.alone && isEffective(label) && !startsParty(label));
  const own = heads.find((cell) => isOver(cell, line));
  return own !== undefined && isTightUnder(own, line) && heads.length > 1 && heads.every(isHead);
}

const parties = new Set<LabelKind>(['vendor', 'customer', 'delivery', 'other_party', 'person', 'name']);
const startsParty = (label: Label): boolean => label.kinds.some((kind) => parties.has(kind));

/** In heights of a heading, from its top. */
const tightUnder = 2.4;

/** Right under the heading, over or under some of whose letters it stands. */
export const isTightUnder = (heading: TextLine, below: TextLine): boolean =>
  below.y - heading.y < tightUnder * heading.height && below.x + below.width > heading.x;
