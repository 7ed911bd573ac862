import { areOfOneSize, gapDown, startTogether } from '../layout/geometry.ts';
import { covered, type Matcher } from '../lexicon/matcher.ts';
import { tokensOf } from '../lexicon/tokens.ts';
import { type Label, labelPhrases } from './labels.ts';
import type { TextDocument, TextLine } from './text-lines.ts';
import { cellBelow } from './values.ts';

/** The labels with those that a narrow column breaks into two lines put together. */
export function withStackedLabels(document: TextDocument, labels: Map<TextLine, Label[]>): Map<TextLine, Label[]> {
  for (const line of document.lines) {
    const label = stackedLabel(document, line, labels);
    if (label) labels.set(line, []).set(label.line, [label]);
  }
  return labels;
}

/** "Számla" over "sorszáma": a label that a narrow column breaks, as a label of its lower line, over the value. */
function stackedLabel(
  document: TextDocument,
  line: TextLine,
  labels: ReadonlyMap<TextLine, readonly Label[]>,
): Label | null {
  const { rows } = document.pages[line.page - 1]!;
  const glossed = glossedLabel(rows, line);
  if (glossed) return glossed;
  const broken = brokenPhrase(rows, line, labelPhrases());
  if (!broken) return null;
  const { lower, kinds } = broken;
  const { text } = lower;
  const label = { line: lower, kinds, start: 0, end: text.length, wordsEnd: text.length, alone: true, marked: false };
  const middle = besideMiddle(rows, line, lower);
  if (middle) return { ...label, leading: true, beside: middle };
  const sharedAlready = labels.get(lower)!.some((own) => own.kinds.some((kind) => kinds.includes(kind)));
  if (sharedAlready) return null;
  // Labels in a column of their own, each with its value to the right, are two.
  const [beside, besideLower] = [line, lower].map((each) => rows[each.row]![each.cell + 1]?.text ?? '');
  const isHead = /\p{L}/u.test(beside!) && !/\p{N}/u.test(beside!);
  const isForm = !isHead && /\p{N}/u.test(`${beside} ${besideLower}`);
  const value = cellBelow(rows, lower);
  if (isForm || !value || !/\p{N}|\p{Lu}[-/]$/u.test(value.text)) return null;
  return { ...label, leading: true, stacked: true };
}

/** A label in two languages takes so many lines of a narrow column at most. */
const mostGlossed = 3;

/** "Serie, nr." over "/ Series," over "no.", or "Data /" over "Date": a label in two languages in a narrow column, its value level with it. */
function glossedLabel(rows: readonly (readonly TextLine[])[], line: TextLine): Label | null {
  const lines = [line];
  for (let lower = cellBelow(rows, line); lower && lines.length < mostGlossed; lower = cellBelow(rows, lower)) {
    if (!startTogether(line, lower) || !areOfOneSize(line, lower) || gapDown(lines.at(-1)!, lower) > solid) break;
    lines.push(lower);
    const [first, ...glosses] = lines
      .map(({ text }) => text)
      .join(' ')
      .split('/');
    const kinds = labelPhrases().whole(first!)?.kinds;
    const isGlossed = glosses.length > 0 && glosses.every(isOfLabels);
    const value = isGlossed ? besideMiddle(rows, line, lower) : null;
    const [end, wordsEnd] = [lower.text.length, lower.text.length];
    if (kinds && value)
      return {
        line: lower,
        kinds,
        start: 0,
        end,
        wordsEnd,
        alone: true,
        marked: false,
        leading: true,
        beside: value,
      };
  }
  return null;
}

/** Whether a text is wholly of labels. */
const isOfLabels = (text: string): boolean =>
  tokensOf(text).length > 0 && covered(labelPhrases().find(text)) === tokensOf(text).length;

/** A phrase that a narrow place breaks is set solid: less white, in heights, than between the lines of a block. */
const solid = 0.4;

/** The lower line of a phrase that a narrow place breaks behind this line, and what the phrase is; null for none. */
export function brokenPhrase<Kind extends string>(
  rows: readonly (readonly TextLine[])[],
  line: TextLine,
  phrases: Matcher<Kind>,
): { lower: TextLine; kinds: readonly Kind[] } | null {
  if (line.text.length < 3 || /[\p{N}:]/u.test(line.text)) return null;
  const lower = cellBelow(rows, line);
  if (!lower || gapDown(line, lower) > solid || !areOfOneSize(lower, line)) return null;
  const match = phrases.whole(joined(line.text, lower.text));
  return match && { lower, kinds: match.kinds };
}

/** "Rechnungs-" over "nummer" is one word. */
const joined = (upper: string, lower: string): string =>
  /\p{L}-$/u.test(upper) && /^\p{Ll}/u.test(lower) ? upper.slice(0, -1) + lower : `${upper} ${lower}`;

/** A value beside the middle of its label is no farther off it, in its own heights, and no farther behind it, in the label's. */
const ofMiddle = { off: 0.3, behind: 14 };

/** "F-118" to the right of "Número de" over "factura", level with neither: a form sets values in the middle of its cells. */
function besideMiddle(rows: readonly (readonly TextLine[])[], line: TextLine, lower: TextLine): TextLine | null {
  const right = Math.max(line.x + line.width, lower.x + lower.width);
  const middle = (line.y + lower.y + lower.height) / 2;
  const [nearest] = rows
    .slice(line.row + 1, lower.row)
    .flat()
    .filter((cell) => cell.x >= right && Math.abs(cell.y + cell.height / 2 - middle) < ofMiddle.off * cell.height)
    .toSorted((a, b) => a.x - b.x);
  const isNear =
    nearest !== undefined && nearest.x - right < ofMiddle.behind * line.height && /\p{N}/u.test(nearest.text);
  return isNear ? nearest : null;
}
