import type { Facts } from '../candidates/facts.ts';
import { isEffective } from '../candidates/labels.ts';
import { isBold, type TextLine } from '../candidates/text-lines.ts';
import { isTitle } from '../candidates/title-lines.ts';
import { areAligned, areOfOneSize, followsTightly, isOver } from '../layout/geometry.ts';
import { wordsOf } from '../lexicon/words.ts';
import { isAttention, isDepartment } from './address-text.ts';
import {
  breaksInForm,
  companyNameEnd,
  fullLine,
  goesOnFromLegalForm,
  goesOnWithAnd,
  isHalfName,
  isLegalForm,
  namesTrades,
} from './company-name.ts';

/** More lines are no name. */
const mostLines = 3;

/** Print of a name is larger than what follows by so much of its size. */
const larger = 1.08;

/**
 * The lines of a name that is set in several: tight, in one size and weight, and set apart from what follows by one of
 * both. Only that line itself where it stands alone.
 */
export function nameLines(facts: Facts, line: TextLine): TextLine[] {
  const rows = facts.document.pages[line.page - 1]!.rows;
  const printed = printedLines(facts, rows, line);
  const lines = [...printed];
  while (lines.length < mostLines) {
    const above = neighbour(rows, lines[0]!, -1);
    if (!above || !setAlike(above, lines[0]!) || !mayBeOfName(facts, above) || endsName([above])) break;
    lines.unshift(above);
  }
  while (lines.length < mostLines && !endsName(lines)) {
    const below = neighbour(rows, lines.at(-1)!, 1);
    if (!below || !setAlike(lines.at(-1)!, below) || !mayBeOfName(facts, below)) break;
    lines.push(below);
  }
  const next = neighbour(rows, lines.at(-1)!, 1);
  const last = lines.at(-1)!;
  const apart =
    !next ||
    lines[0]!.fontSize > larger * next.fontSize ||
    (isBold(lines[0]!) && !isBold(next)) ||
    (lines.every(isInCapitals) && lines.slice(0, -1).every(isFull) && !followsTightly(last, next));
  return lines.length > printed.length && apart ? lines : printed;
}

/** The lines that what is printed in them says are one name, however they are set: half a name, or half a legal form. */
function printedLines(facts: Facts, rows: readonly (readonly TextLine[])[], line: TextLine): TextLine[] {
  const lines = [line];
  while (lines.length < mostLines) {
    const above = neighbour(rows, lines[0]!, -1);
    if (!above || !followsTightly(above, lines[0]!) || !mayBeOfName(facts, above)) break;
    const goesOn = isHalf(above, lines[0]!) && mayBeOfName(facts, lines[0]!);
    // A line that is a legal form, or begins with one, ends the name above it, which may be of two lines set alike.
    if (!goesOn && !isInMiddle(above, lines[0]!, lines[1]) && !(lines.length === 1 && endsNameAbove(line))) break;
    lines.unshift(above);
  }
  while (lines.length < mostLines && mayBeOfName(facts, lines.at(-1)!)) {
    const last = lines.at(-1)!;
    const below = neighbour(rows, last, 1);
    if (!below || !followsTightly(last, below)) break;
    const goesOn = isHalf(last, below) && mayBeOfName(facts, below);
    const isMiddle = isInMiddle(last, below, neighbour(rows, below, 1));
    const isEnd = isMiddle || goesOnFromLegalForm(below.text) || (lines.length > 1 && isLegalForm(below.text));
    if (!goesOn && !isEnd && !breaksInForm(last.text, below.text)) break;
    lines.push(below);
  }
  return lines;
}

/** "NORDAL HOUSE" over "OF THE MILL" over "S.R.L.": two lines set alike, and the legal form of both. */
const isInMiddle = (upper: TextLine, middle: TextLine, lower: TextLine | undefined): boolean =>
  lower !== undefined &&
  isLegalForm(lower.text) &&
  followsTightly(middle, lower) &&
  setAlike(upper, middle) &&
  !endsName([upper]) &&
  !endsName([middle]);

const isFull = ({ text }: TextLine): boolean => text.length >= fullLine;

/** A person below a company has small letters as well. */
const isInCapitals = ({ text }: TextLine): boolean => !/\p{Ll}/u.test(text);

const isHalf = (upper: TextLine, lower: TextLine): boolean =>
  isHalfName(upper.text) || goesOnWithAnd(lower.text) || namesTrades(upper.text, lower.text);

const endsNameAbove = ({ text }: TextLine): boolean => isLegalForm(text) || goesOnFromLegalForm(text);

const endsName = (lines: readonly TextLine[]): boolean =>
  companyNameEnd(lines.map(({ text }) => text).join(' ')) !== null;

/** The nearest cell above or below that overlaps it; a neighbouring column's rows may stand between. */
function neighbour(rows: readonly (readonly TextLine[])[], line: TextLine, step: 1 | -1): TextLine | undefined {
  for (let row = line.row + step; Math.abs(row - line.row) <= 3; row += step) {
    const found = rows[row]?.find((cell) => isOver(cell, line));
    if (found) return found;
  }
  return undefined;
}

function setAlike(upper: TextLine, lower: TextLine): boolean {
  return (
    areOfOneSize(upper, lower) &&
    isBold(upper) === isBold(lower) &&
    followsTightly(upper, lower) &&
    areAligned(upper, lower)
  );
}

function mayBeOfName(facts: Facts, line: TextLine): boolean {
  return (
    (/^[\p{Lu}&(]/u.test(line.text) || goesOnWithAnd(line.text)) &&
    line.text.length <= 40 &&
    !/\p{N}|[:@/]/u.test(line.text) &&
    !isTitle(line.text) &&
    !isAttention(line.text) &&
    !isDepartment(line.text) &&
    wordsOf('courtesies').leading(line.text) === 0 &&
    !facts.labels.get(line)!.some((label) => label.leading && isEffective(label))
  );
}
