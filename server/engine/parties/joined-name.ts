import type { Facts } from '../candidates/facts.ts';
import { isEffective } from '../candidates/labels.ts';
import { isBold, type TextLine } from '../candidates/text-lines.ts';
import { isTitle } from '../candidates/title-lines.ts';
import { isOver } from '../layout/rows.ts';
import { breaksInForm, companyNameEnd, goesOnFromLegalForm, isHalfName, isLegalForm } from './company-name.ts';

/** More lines are no name. */
const mostLines = 3;

/**
 * The lines of a name that is set in several: tight, in one size and weight, and set apart from what follows by one of
 * both. Only that line itself where it stands alone.
 */
export function nameLines(facts: Facts, line: TextLine): TextLine[] {
  const rows = facts.document.pages[line.page - 1]!.rows;
  const lines = [line];
  // A line that is a legal form, or begins with one, ends the name above it, however both are set.
  if (endsNameAbove(line)) {
    const above = neighbour(rows, line, -1);
    if (above && mayBeOfName(facts, above) && isNear(above, line)) return [above, line];
  }
  const form = mayBeOfName(facts, line) ? neighbour(rows, line, 1) : undefined;
  if (form && (goesOnFromLegalForm(form.text) || breaksInForm(line.text, form.text)) && isNear(line, form))
    return [line, form];
  const begun = isHalfName(line.text) ? neighbour(rows, line, 1) : undefined;
  if (begun && mayBeOfName(facts, line) && mayBeOfName(facts, begun) && isNear(line, begun)) return [line, begun];
  const ending = mayBeOfName(facts, line) ? neighbour(rows, line, -1) : undefined;
  if (ending && isHalfName(ending.text) && mayBeOfName(facts, ending) && isNear(ending, line)) return [ending, line];
  while (lines.length < mostLines) {
    const above = neighbour(rows, lines[0]!, -1);
    if (!above || !setAlike(above, lines[0]!) || !mayBeOfName(facts, above) || endsName(above)) break;
    lines.unshift(above);
  }
  while (lines.length < mostLines && !endsName(lines.at(-1)!)) {
    const below = neighbour(rows, lines.at(-1)!, 1);
    if (!below || !setAlike(lines.at(-1)!, below) || !mayBeOfName(facts, below)) break;
    lines.push(below);
  }
  const next = neighbour(rows, lines.at(-1)!, 1);
  const apart = !next || lines[0]!.fontSize > 1.08 * next.fontSize || (isBold(lines[0]!) && !isBold(next));
  return lines.length > 1 && apart ? lines : [line];
}

const endsNameAbove = ({ text }: TextLine): boolean => isLegalForm(text) || goesOnFromLegalForm(text);

const endsName = (line: TextLine): boolean => companyNameEnd(line.text) !== null;

/** The nearest cell above or below that overlaps it; a neighbouring column's rows may stand between. */
function neighbour(rows: readonly (readonly TextLine[])[], line: TextLine, step: 1 | -1): TextLine | undefined {
  for (let row = line.row + step; Math.abs(row - line.row) <= 3; row += step) {
    const found = rows[row]?.find((cell) => isOver(cell, line));
    if (found) return found;
  }
  return undefined;
}

function setAlike(upper: TextLine, lower: TextLine): boolean {
  const edges = [upper.x - lower.x, upper.x + upper.width - lower.x - lower.width];
  const middles = upper.x + upper.width / 2 - (lower.x + lower.width / 2);
  return (
    Math.abs(upper.fontSize - lower.fontSize) < 0.3 &&
    isBold(upper) === isBold(lower) &&
    isNear(upper, lower) &&
    [...edges, middles].some((distance) => Math.abs(distance) < 0.3 * lower.height)
  );
}

const isNear = (upper: TextLine, lower: TextLine): boolean => lower.y - upper.y - upper.height < 0.8 * lower.height;

function mayBeOfName(facts: Facts, line: TextLine): boolean {
  return (
    /^[\p{Lu}&(]/u.test(line.text) &&
    line.text.length <= 40 &&
    !/\p{N}|[:@/]/u.test(line.text) &&
    !isTitle(line.text) &&
    !facts.labels.get(line)!.some((label) => label.leading && isEffective(label))
  );
}
