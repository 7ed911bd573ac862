import { isBold, isCapitals, type TextLine } from './candidates/text-lines.ts';
import type { TitleLine } from './candidates/title-lines.ts';
import { areOfOneSize, isOver, startTogether } from './layout/geometry.ts';

/** Print of so many sizes of the page's text is set off from it. */
const setOffSize = 1.1;

/** Larger than the page's text, in capitals, or in bold where that is not. */
export const isSetOff = (line: TextLine, body: { size: number; bold: boolean }): boolean =>
  line.fontSize > setOffSize * body.size || isCapitals(line.text) || (isBold(line) && !body.bold);

/** Lines of one text stand no further apart, in line heights. */
const lineStep = 1.7;

/** Alone in its row, and neither the first nor the last line of a text. */
export function isByItself(line: TextLine, rows: readonly (readonly TextLine[])[]): boolean {
  const near = [...(rows[line.row - 1] ?? []), ...(rows[line.row + 1] ?? [])];
  return (
    rows[line.row]!.length === 1 &&
    !near.some(
      (other) =>
        Math.abs(other.y - line.y) < lineStep * line.height &&
        other.x < line.x + line.width &&
        line.x < other.x + other.width,
    )
  );
}

/** Lines of one block stand no further apart, in line heights, and their steps differ by no more than the ratio. */
const blockStep = 3.2;
const stepRatio = 1.25;

/** Among lines of the kind, behind their head, or the last of them, in the same print at the same step: a person in an address. */
export function isInText(
  line: TextLine,
  lines: readonly TextLine[],
  isHead: (line: TextLine) => boolean,
  isOfKind: (line: TextLine) => boolean,
): boolean {
  const column = lines.filter((other) => startTogether(other, line)).sort((a, b) => a.y - b.y);
  const at = column.indexOf(line);
  const steps = (from: number): number => (column[from + 1]?.y ?? Number.POSITIVE_INFINITY) - column[from]!.y;
  const isNear = (other: number): boolean =>
    Math.abs(column[other]!.y - line.y) < blockStep * line.height &&
    isOfKind(column[other]!) &&
    isPrintedAlike(column[other]!, line);
  const isEven = (first: number): boolean =>
    Math.max(steps(first), steps(first + 1)) < stepRatio * Math.min(steps(first), steps(first + 1));
  return (
    (at > 0 &&
      at + 1 < column.length &&
      isNear(at + 1) &&
      (isHead(column[at - 1]!) || (isNear(at - 1) && isEven(at - 1)))) ||
    (at > 1 && isNear(at - 1) && isNear(at - 2) && isEven(at - 2))
  );
}

export const isPrintedAlike = (a: TextLine, b: TextLine): boolean =>
  areOfOneSize(a, b) && isBold(a) === isBold(b) && (isCapitals(a.text) || !isCapitals(b.text));

/** From top to top, in heights of the title: lines of one heading stand no farther apart. */
const headingStep = 1.8;

/** "Bozza di" over "fattura": a narrow place broke a longer heading, and the title is part of it. */
export const isBrokenOff = ({ line: title, isHeading }: TitleLine, line: TextLine): boolean =>
  (isHeading || isBold(title)) &&
  line !== title &&
  isBold(line) === isBold(title) &&
  areOfOneSize(line, title) &&
  Math.abs(line.y - title.y) < headingStep * title.height &&
  isOver(line, title);

/** Print over a line of the page, as a large mark across it, is not explained by what it stands over. */
export const isPrintedOver = ({ words }: TextLine): boolean =>
  words.some(
    (word) => /\p{L}{3}/u.test(word.text) && words.some((other) => word.fontSize > printedOver * other.fontSize),
  );
const printedOver = 3;
