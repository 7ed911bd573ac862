import { foldLetters } from '../../checks/fold.ts';
import type { Facts } from '../candidates/facts.ts';
import type { TextLine } from '../candidates/text-lines.ts';
import { type Form, saysOne, type Texts } from './form.ts';

/** A label's value, which is part of a line or a line of its own. */
export interface Value {
  line: TextLine;
  start: number;
  text: string;
}

/** A label in a box begins at most this far right of the box's heading, in points. */
const indent = 130;
/** A value below stands at most so many heights under its label, which may take up two rows. */
const belowReach = 5;

/** Lower case without accents and bullets, as the patterns of forms are written. */
export const folded = (text: string): string => foldLetters(text.replace(/^[•·▪–-]\s*/u, '')).trim();

/** The text behind a label in its own cell, in the next cell of its row, or in the cell under it. */
export function valueAt(
  line: TextLine,
  label: Texts,
  where: 'beside' | 'below',
  form: Form,
  facts: Facts,
): Value | null {
  const colon = line.text.indexOf(':');
  const { rows } = facts.document.pages[line.page - 1]!;
  const right = rows[line.row]!.slice(line.cell + 1);
  const qualified = right[0] !== undefined && saysOne(form.qualifier, folded(right[0].text));
  const own = colon < 0 ? line.text : line.text.slice(0, colon);
  if (!saysOne(label, folded(qualified ? `${own} ${right[0]!.text}` : own))) return null;
  // Another label may follow in the same line: "Comune: Como Provincia: CO".
  const rest =
    colon < 0
      ? ''
      : line.text
          .slice(colon + 1)
          .split(/\s(?=\p{Lu}\p{L}+:(?:\s|$))/u)[0]!
          .trim();
  if (rest !== '') return { line, start: line.text.indexOf(rest, colon), text: rest };
  const next = where === 'beside' ? right[qualified ? 1 : 0] : under(rows, line, form);
  return next && !isLabel(next, form) ? { line: next, start: 0, text: next.text } : null;
}

/** The cell of a row below that belongs to the label: it begins or ends where the label does, or is nearest to it. */
function under(rows: readonly (readonly TextLine[])[], line: TextLine, form: Form): TextLine | undefined {
  const below = rows
    .slice(line.row + 1, line.row + 4)
    .map((row) =>
      row.filter(
        (cell) => cell.y - line.y < belowReach * line.height && /\p{N}/u.test(cell.text) && !isLabel(cell, form),
      ),
    )
    .filter((row) => row.length > 0);
  const aligned = below
    .flat()
    .find((cell) => Math.abs(cell.x - line.x) < 10 || Math.abs(cell.x + cell.width - line.x - line.width) < 10);
  const heads = rows[line.row]!;
  // Under a head that is not printed stands what belongs to none: head and cell are the nearest to each other.
  const own = nearest(line, below[0] ?? []);
  return aligned ?? (own && nearest(own, heads) === line ? own : undefined);
}

function nearest(one: TextLine, others: readonly TextLine[]): TextLine | undefined {
  const off = (other: TextLine): number => Math.abs(other.x + other.width / 2 - one.x - one.width / 2);
  return [...others].sort((a, b) => off(a) - off(b))[0];
}

function isLabel({ text }: TextLine, form: Form): boolean {
  if (/:$/.test(text)) return true;
  const own = folded(text.split(':')[0]!);
  const once = Object.values(form.once).flatMap(({ beside = [], below = [] }) => [...beside, ...below]);
  const others = [form.party, form.positions?.cells ?? {}].flatMap((named) => Object.values(named).flat());
  return saysOne([...once, ...others], own);
}

/** The nearest heading above a line, on its page or one before, among those of `headings` that stand about where the line begins. */
export function headingOver(line: TextLine, headings: Texts, facts: Facts): string | null {
  const above = facts.document.lines.filter(
    (other) =>
      (other.page < line.page || (other.page === line.page && other.y <= line.y + 2)) &&
      line.x - other.x > -15 &&
      line.x - other.x < indent &&
      saysOne(headings, folded(other.text)),
  );
  const nearest = above.sort((a, b) => b.page - a.page || b.y - a.y || b.x - a.x)[0];
  return nearest ? folded(nearest.text) : null;
}
