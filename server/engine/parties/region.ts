import type { Facts } from '../candidates/facts.ts';
import { isEffective, isNumberAlone, type Label } from '../candidates/labels.ts';
import { type TextLine, xAt } from '../candidates/text-lines.ts';
import { isTitle } from '../candidates/title-lines.ts';
import { gapDown, isOver, startTogether } from '../layout/geometry.ts';
import { hasPostcode, isAddress, isPostcode, isPostcodeWithCity, isStreet } from './address-text.ts';
import { companyNameEnd } from './company-name.ts';
import { isNearEnough, isOpenLabel, isTightUnder, leads, valueIsRight } from './form-values.ts';
import {
  besideReach,
  isBankHeading,
  isOfCompany,
  isPlaceWithin,
  isSetApart,
  isSold,
  isTableHead,
  leadsElse,
  startsElse,
} from './region-ends.ts';

/** A stretch of lines that belong to one party, top to bottom; `from` is where the first line's content begins. */
export interface RegionLine {
  line: TextLine;
  from: number;
}

const mostLines = 16;

/** What stands behind and below a party's label. */
export function regionOfLabel(facts: Facts, label: Label): RegionLine[] {
  const { line } = label;
  const rows = facts.document.pages[line.page - 1]!.rows;
  const row = rows[line.row]!;
  const next = facts.labels
    .get(line)!
    .find((other) => other.start >= label.end && isEffective(other) && startsElse(other));
  const inside = /[\p{L}\p{N}]/u.test(line.text.slice(label.end, next?.start));
  const own: RegionLine[] = inside ? [{ line, from: label.end }] : [];
  const right = row.find((cell) => cell.cell > line.cell);
  const party = row.find((cell) => cell.cell > line.cell && leadsElse(facts, cell));
  const isBeside = right && ((isNearEnough(line, right) && valueIsRight(facts, line)) || isInForm(rows, label, right));
  if (!inside && right && right !== party && isBeside) {
    const beside = label.alone ? [...linesOver(facts, line, right), right] : [right];
    return grow(
      facts,
      beside.map((each) => ({ line: each, from: 0 })),
      line,
      endOf(row, right),
    );
  }
  // "Seller: Nordal Ltd" set in two cells, with the address under the label: the name is read on, as in one.
  const name = !inside && label.marked && right && right !== party && isNextTo(line, right) ? right : null;
  if (name) own.push({ line: name, from: 0 });
  const end = party ? party.x : name ? endOf(row, name) : right ? right.x : Number.POSITIVE_INFINITY;
  const grown = grow(facts, own, line, end);
  const companys = isPlaceWithin(facts, line) ? grown.findIndex((one) => leads(facts, one.line, isOfCompany)) : -1;
  const region = companys < 0 ? grown : grown.slice(0, companys);
  if (!label.alone && !isNumberAlone(line.text.slice(label.end))) return region;
  // A heading centred over its block, or set out to its left: what stands first below it in its column.
  const left = row.filter((cell) => cell.cell < line.cell).at(-1);
  const from = left ? left.x + left.width : 0;
  const below = rows
    .slice(line.row + 1, line.row + 1 + mostRowsBetween)
    .flat()
    .find((cell) => cell.x >= from && cell.x < end - 1 && isHeadedBy(cell, line, from));
  const [first] = region.slice(own.length);
  const isHeadedFirst =
    first && below && isTightUnder(line, below) && below.row < first.line.row && !isAtEdge(line, first.line);
  if (first && !isHeadedFirst) return region;
  return below && !leadsElse(facts, below)
    ? [...own, ...grow(facts, [{ line: below, from: 0 }, ...valuesBeside(facts, below, end)], below, end)]
    : own;
}

/** "Customer | Nordal Ltd" over "Vehicle | Van | 2019": a form that goes on below, with a company in the second. */
const isInForm = (rows: readonly (readonly TextLine[])[], { line, alone }: Label, right: TextLine): boolean => {
  const [left, beside] = rows[line.row + 1] ?? [];
  return (
    alone &&
    rows[line.row]!.length === 2 &&
    beside !== undefined &&
    startTogether(left!, line) &&
    startTogether(beside, right) &&
    companyNameEnd(right.text) !== null &&
    companyNameEnd(left!.text) === null
  );
};

/** At the heading's own left edge. */
const isAtEdge = (heading: TextLine, line: TextLine): boolean => startTogether(line, heading);

/** Rows of a block beside it may stand between a heading and what it heads. */
const mostRowsBetween = 6;
/** In heights of its print: how far below its heading a block begins, and how far to the left or right of all of it. */
const headed = { below: 4, left: 8, right: 3 };

/**
 * Whether a heading stands over a line, a little to its right or to its left; what ends nearer to the heading before is
 * that one's.
 * @param from where the heading before ends
 */
function isHeadedBy(cell: TextLine, heading: TextLine, from: number): boolean {
  const height = Math.max(cell.height, heading.height);
  if (cell.y - heading.y >= headed.below * height) return false;
  const toItsRight = cell.x - heading.x - heading.width;
  if (toItsRight >= 0) return toItsRight < headed.right * height;
  const toItsLeft = heading.x - cell.x - cell.width;
  return toItsLeft <= 0 || (toItsLeft < headed.left * height && toItsLeft < cell.x - from);
}

/**
 * "Customer ¦ ID: 123 ¦ VAT:" with the name in the rows below, or "Customer (name, VAT no.):" over its numbers with the
 * name far to the right: forms print a party's numbers where other pages have its name.
 */
export function regionPastNumbers(facts: Facts, { line }: Label): RegionLine[] {
  const { rows } = facts.document.pages[line.page - 1]!;
  const row = rows[line.row]!;
  const right = row.slice(line.cell + 1);
  const party = right.find((cell) => leadsElse(facts, cell));
  const end = party?.x ?? Number.POSITIVE_INFINITY;
  const beside = right.filter((cell) => cell.x < end);
  const under = rows
    .slice(line.row + 1, line.row + 8)
    .flat()
    .filter((cell) => cell.x > line.x - line.height && cell.x < end && cell.y - line.y < farBelow * line.height);
  if (beside[0] && leads(facts, beside[0], isOfCompany)) {
    const [first] = under;
    if (!first || leadsElse(facts, first)) return [];
    return [...grow(facts, [{ line: first, from: 0 }], first, end), ...beside.map((cell) => ({ line: cell, from: 0 }))];
  }
  const [value] = beside;
  const below = under.find((cell) => cell.x < line.x + line.width);
  if (!value || !below || !leads(facts, below, isOfCompany)) return [];
  return columnUntilParty(facts, line, value);
}

/** A form's column beside the labels of one party: its cells may stand far apart. */
function columnUntilParty(facts: Facts, heading: TextLine, value: TextLine): RegionLine[] {
  const column: RegionLine[] = [{ line: value, from: 0 }];
  for (const row of facts.document.pages[heading.page - 1]!.rows.slice(heading.row + 1)) {
    if (column.length >= mostLines || row.some((cell) => cell.x <= value.x && leadsElse(facts, cell))) break;
    const next = row.find((cell) => startTogether(cell, value));
    if (next) column.push({ line: next, from: 0 });
  }
  return column;
}

/** Farther down, in heights of the heading, stands another party. */
const farBelow = 6;

/** Lines over a label may be set somewhat wider apart than those of one block, in heights. */
const nearAbove = 1.1;

/** In heights of print: a line over another begins no farther above it. */
const stepOver = 3;

/** A label set beside the middle of its block, as forms do: the lines of the block over its row, from the top. */
function linesOver(facts: Facts, label: TextLine, right: TextLine): TextLine[] {
  const { rows } = facts.document.pages[label.page - 1]!;
  const over: TextLine[] = [];
  for (const row of rows.slice(0, label.row).reverse()) {
    const lower = over[0] ?? right;
    if (lower.y - row[0]!.y > stepOver * lower.height) break;
    const above = row.find((cell) => startTogether(cell, lower));
    if (!above) continue;
    const isLabelled = row.some((cell) => cell.x < above.x && isOver(cell, label));
    const isNear = gapDown(above, lower) < nearAbove;
    if (isLabelled || !isNear || isTitle(above.text) || leadsElse(facts, above)) break;
    over.unshift(above);
  }
  return over;
}

/** The cells to the right that an open label leads to. */
function valuesBeside(facts: Facts, line: TextLine, end: number): RegionLine[] {
  const next = facts.document.pages[line.page - 1]!.rows[line.row]![line.cell + 1];
  return next && next.x < end && isOpenLabel(facts, line) ? [{ line: next, from: 0 }] : [];
}

/** The block that a line begins. */
export function regionFrom(facts: Facts, line: TextLine, from = 0): RegionLine[] {
  const row = facts.document.pages[line.page - 1]!.rows[line.row]!;
  return grow(facts, [{ line, from }], line, endOf(row, line));
}

function endOf(row: readonly TextLine[], line: TextLine): number {
  return row[line.cell + 1]?.x ?? Number.POSITIVE_INFINITY;
}

/** In heights of print: little more than a space. */
const nextTo = 1.2;

/** Little more than a space apart. */
const isNextTo = (label: TextLine, value: TextLine): boolean => value.x - label.x - label.width < nextTo * label.height;

/**
 * In heights of print, below the lines of a block: how far it may go on; a name or a number that is set apart; where
 * nothing stands at its edges; and where a heading over bank details ends it.
 */
const reaches = { near: 2.1, far: 3.2, elsewhere: 4, bank: 0.9 };
/** A line may be lower than the heading of its block, which counts for this part of its own height then. */
const lowerPrint = 0.8;
/** A heading of something else is so many times as large as the block's print. */
const largerPrint = 1.25;

function grow(facts: Facts, start: RegionLine[], anchor: TextLine, end: number): RegionLine[] {
  const rows = facts.document.pages[anchor.page - 1]!.rows;
  const taken = [...start];
  const aligned: TextLine[] = [anchor, ...start.map(behindLabel)];
  let columnEnd = end;
  let bottom = anchor.y + anchor.height;
  let isElsewhere = false;
  let isPlaced = false;
  for (const row of rows.slice(anchor.row + 1)) {
    if (taken.length >= mostLines) break;
    const first = row.find((cell) => cell.x < columnEnd - 1 && isAligned(cell, aligned));
    if (first && isSold(facts, first)) break;
    if (!first) {
      if ((row[0]?.y ?? bottom) - bottom > reaches.elsewhere * anchor.height) break;
      continue;
    }
    // A name may be set apart from the numbers of its company, and from its address.
    const isPlace = isAddress(first.text) || isStreet(first.text);
    const isApart = taken.length === 1 && (leads(facts, first, isOfCompany) || isPlace);
    const isFar = taken.length === 0 || isApart || hasPostcode(first.text) || isPostcode(first.text);
    const reach = isFar ? reaches.far : reaches.near;
    if (first.y - bottom > reach * Math.max(first.height, anchor.height * lowerPrint)) break;
    const columns = row.filter((cell) => cell.x >= first.x && cell.x < columnEnd).length;
    const lines = taken.map(({ line }) => line);
    if (isSetApart(facts, first, lines)) break;
    // A heading in larger print begins something else, but not what is filled in under small captions; the sizes of
    // scanned words are too rough to tell.
    const isCaptioned =
      taken.length > 0 &&
      taken.every(({ line }) => line.row === taken[0]!.line.row) &&
      isOpenLabel(facts, taken[0]!.line);
    if (!first.ocr && taken.length >= 2 && !isCaptioned && first.fontSize > largerPrint * taken[0]!.line.fontSize)
      break;
    // "Point of work: …" within a company's block: its own numbers go on below.
    if (isPlaceWithin(facts, first)) {
      isElsewhere = true;
      isPlaced = isAddress(first.text);
      bottom = first.y + first.height;
      continue;
    }
    if (leadsElse(facts, first) || columns >= 6 || first.text.length > 120 || isTableHead(row)) break;
    // Behind a whole address of the place stands the company's own.
    const goesOn = (label: Label): boolean => isOfCompany(label) || (isPlaced && label.kinds.includes('address'));
    if (isElsewhere && !leads(facts, first, goesOn)) {
      bottom = first.y + first.height;
      continue;
    }
    isElsewhere = false;
    // A heading over bank details that stands apart begins a block of its own.
    if (taken.length > 0 && first.y - bottom > reaches.bank * first.height && isBankHeading(facts, first)) break;
    // "602 00" may hang out to the left of the town and of all the block.
    const before = row[first.cell - 1];
    if (before && isPostcode(before.text) && isCodeOf(before, first)) taken.push({ line: before, from: 0 });
    taken.push({ line: first, from: 0 });
    aligned.push(first);
    bottom = first.y + first.height;
    // In a form the cells of a row go on from label to value; any other cell to the right is another column.
    let last = first;
    for (const cell of row.slice(first.cell + 1)) {
      if (cell.x >= columnEnd) break;
      // A form may number its labels ("BT-27 Name").
      const numbered = isOpenLabel(facts, cell) && /^\S{1,6}$/.test(last.text);
      const isValue = isUnder(cell, start[0]?.line, anchor) && isBrokenLabel(facts, last);
      const isNextField = isOpenLabel(facts, first) && cell.cell === first.cell + 2 && leads(facts, cell, isNameAlone);
      // "Town: 26222 Nordal" and hardly a space behind it "VAT no.: …": one line that was cut in two.
      const isNumber = isNextTo(last, cell) && leads(facts, cell, isOfCompany);
      const goesOnThere =
        isOpenLabel(facts, last) || numbered || isCodeOf(last, cell) || isValue || isNextField || isNumber;
      if (!goesOnThere || leadsElse(facts, cell)) {
        columnEnd = Math.min(columnEnd, cell.x);
        break;
      }
      taken.push({ line: cell, from: 0 });
      aligned.push(cell);
      last = cell;
    }
  }
  return taken;
}

/** A postal code set apart from its city, or a street apart from both. */
const isCodeOf = (line: TextLine, next: TextLine): boolean =>
  (isPostcode(line.text) ? /^\p{Lu}/u.test(next.text) : isAddress(line.text) && isPostcodeWithCity(next.text)) &&
  next.x - line.x - line.width < besideReach * line.height;

/** "VAT no. | 118 | Name | Nordal Ltd": a form in two columns, of which the second has the name. */
const isNameAlone = ({ alone, kinds }: Label): boolean => alone && kinds.includes('name');

/** "Tax no. under" over "the VAT act:": the first line of a label that fills its cell, with its value beside it. */
const isBrokenLabel = (facts: Facts, line: TextLine): boolean =>
  leads(facts, line, () => true) && !/[\p{N}@]/u.test(line.text);

/** Where the party's own name stands beside its label, so do the other values. */
const isUnder = (cell: TextLine, name: TextLine | undefined, label: TextLine): boolean =>
  name !== undefined && name !== label && name.row === label.row && startTogether(cell, name);

/** What stands behind the label in its line: the block may go on under it. */
function behindLabel({ line, from }: RegionLine): TextLine {
  const at = from + line.text.slice(from).search(/[\p{L}\p{N}]/u);
  const x = at > 0 ? xAt(line, at) : line.x;
  return { ...line, x, width: line.x + line.width - x };
}

/** In heights of print: how far a line may hang out to the left or be indented, and how far its right edge or middle may be off. */
const edges = { out: 0.8, indent: 1.6, off: 0.7 };

/** Same left edge (a little indent allowed), right edge or middle as one of the lines. */
function isAligned(cell: TextLine, lines: readonly TextLine[]): boolean {
  return lines.some((line) => {
    const indent = cell.x - line.x;
    if (indent > -edges.out * line.height && indent < edges.indent * line.height) return true;
    const slack = edges.off * line.height;
    if (Math.abs(cell.x + cell.width - line.x - line.width) < slack) return true;
    const under = cell.y - line.y - line.height < line.height && cell.y > line.y;
    if (under && isOver(cell, line) && isAddress(cell.text)) return true;
    return Math.abs(cell.x + cell.width / 2 - line.x - line.width / 2) < slack;
  });
}
