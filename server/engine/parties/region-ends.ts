import { labelsOf } from '../../contract/field-labels.ts';
import type { Facts } from '../candidates/facts.ts';
import type { Label } from '../candidates/labels.ts';
import type { TextLine } from '../candidates/text-lines.ts';
import { followsTightly, startTogether } from '../layout/geometry.ts';
import type { LabelKind } from '../lexicon/lexicon.ts';
import { columnPhrases } from '../lines/column-words.ts';
import { isAmongLines, type Table } from '../lines/found-table.ts';
import { hasPostcode, isAddress, isAttention } from './address-text.ts';
import { leads } from './form-values.ts';

/** Labels that begin something else than the party's block. */
const foreign = new Set<LabelKind>([
  ...labelsOf('invoice', 'notes'),
  'vendor',
  'customer',
  'delivery',
  'other_party',
  'other_date',
  'payment_method',
]);

/** "Number:" alone may be the party's own, and "Attention: A. Popa" names a person of the party. */
export const startsElse = (label: Label): boolean =>
  label.kinds.some((kind) => foreign.has(kind)) &&
  !(label.kinds.includes('customer') && isAttention(label.line.text.slice(label.start))) &&
  (!label.kinds.includes('invoice_number') || label.end - label.start > 9);

/** Whether a line begins with such a label: another block. */
export const leadsElse = (facts: Facts, line: TextLine): boolean => leads(facts, line, startsElse);

/** So many lines show how tight a block is set; in heights of print, what stands so far below all of them begins the next one. */
const [fewestOfBlock, tight, apart] = [3, 0.8, 1.2];

/** Far below lines that are set tight, and no number or address of the company, which may be set apart from its name. */
export function isSetApart(facts: Facts, line: TextLine, taken: readonly TextLine[]): boolean {
  const gaps = [...taken, line].map(({ y }, at, lines) => y - (at > 0 ? lines[at - 1]!.y + lines[at - 1]!.height : y));
  return (
    taken.length >= fewestOfBlock &&
    !line.ocr &&
    gaps.at(-1)! > apart * line.height &&
    gaps.slice(0, -1).every((gap) => gap < tight * line.height) &&
    !leads(facts, line, isOfCompany) &&
    [isAddress, hasPostcode].every((test) => !test(line.text) || taken.some(({ text }) => test(text)))
  );
}

/** Goods, which may stand close below a company without a head over them: right before their figures, or anywhere among a till's. */
export const isSold = (facts: Facts, line: TextLine): boolean =>
  facts.read.tables.some((table) => isAmongLines(line, table) && (facts.tillReceipt || isBeforeFigures(line, table)));

/** In a line's row, with a figure next to it: in a column of its own beside the goods a block has their names there. */
const isBeforeFigures = ({ words }: TextLine, { lines }: Table): boolean =>
  lines.some(({ figureRow: { row } }) => {
    const next = row.items[row.items.findIndex((item) => item.words.includes(words.at(-1)!)) + 1];
    return row.words.includes(words[0]!) && next !== undefined && next.number !== null;
  });

/** Four labels of columns side by side: the lines begin, and the block has ended. */
export const isTableHead = (row: readonly TextLine[]): boolean =>
  row.length >= 4 && row.filter(({ text }) => columnPhrases().is(text)).length >= 4;

const companyKinds = new Set<LabelKind>([
  'vat_number',
  'registration',
  'bank_account',
  'bank_name',
  'capital',
  'phone',
]);
/** What a company says of itself, which may stand apart from its name. */
export const isOfCompany = (label: Label): boolean => label.kinds.some((kind) => companyKinds.has(kind));

/** A place of delivery with its value behind the label, in lines set as tight as the block above it. */
export function isPlaceWithin(facts: Facts, line: TextLine): boolean {
  const [label] = facts.labels.get(line)!;
  if (!label?.leading || !label.marked || !label.kinds.includes('delivery') || line.text.length - label.end < 5)
    return false;
  const rows = facts.document.pages[line.page - 1]!.rows;
  const above = rows
    .slice(Math.max(0, line.row - 2), line.row)
    .flat()
    .findLast((cell) => startTogether(cell, line));
  if (above === undefined || !followsTightly(above, line)) return false;
  return !leadsElse(facts, above) || isNamedParty(facts, above);
}

/** "Vendor: Example Ltd": the label of a party with its name behind it. */
function isNamedParty(facts: Facts, line: TextLine): boolean {
  const [label] = facts.labels.get(line)!;
  const isParty = label?.kinds.some((kind) => kind === 'vendor' || kind === 'customer') ?? false;
  return isParty && label!.leading && /\p{L}{3}/u.test(line.text.slice(label!.end));
}

/** In heights of print: a code apart from its city, or a value beside its label, stands no farther from it. */
export const besideReach = 6;

/** A label of an account or a bank alone in its line, with nothing beside it. */
export function isBankHeading(facts: Facts, line: TextLine): boolean {
  if (hasValueBeside(facts, line)) return false;
  return leads(
    facts,
    line,
    (label) => label.alone && (label.kinds.includes('bank_account') || label.kinds.includes('bank_name')),
  );
}

function hasValueBeside(facts: Facts, line: TextLine): boolean {
  const next = facts.document.pages[line.page - 1]!.rows[line.row]![line.cell + 1];
  return next !== undefined && next.x - line.x - line.width < besideReach * line.height;
}
