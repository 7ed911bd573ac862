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
  if (line.text.length < 3 || /[\p{N}:]/u.test(line.text)) return null;
  const rows = document.pages[line.page - 1]!.rows;
  const lower = cellBelow(rows, line);
  if (!lower || lower.y - line.y > 1.4 * line.height || Math.abs(lower.fontSize - line.fontSize) > 0.5) return null;
  const match = labelPhrases().whole(`${line.text} ${lower.text}`);
  const sharedAlready = labels.get(lower)!.some(({ kinds }) => kinds.some((kind) => match?.kinds.includes(kind)));
  if (!match || sharedAlready) return null;
  // Labels in a column of their own, each with its value to the right, are two.
  const [beside, besideLower] = [line, lower].map((each) => rows[each.row]![each.cell + 1]?.text ?? '');
  const isHead = /\p{L}/u.test(beside!) && !/\p{N}/u.test(beside!);
  const isForm = !isHead && /\p{N}/u.test(`${beside} ${besideLower}`);
  const value = cellBelow(rows, lower);
  if (isForm || !value || !/\p{N}|\p{Lu}[-/]$/u.test(value.text)) return null;
  const { text } = lower;
  return {
    line: lower,
    kinds: match.kinds,
    start: 0,
    end: text.length,
    wordsEnd: text.length,
    alone: true,
    marked: false,
    leading: true,
  };
}
