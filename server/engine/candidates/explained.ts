import { isOver } from '../layout/geometry.ts';
import type { LabelKind } from '../lexicon/lexicon.ts';
import type { Label } from './labels.ts';
import type { TextLine } from './text-lines.ts';

/** Where a value stands: offsets in its line's text. */
interface Printed {
  line: TextLine;
  start: number;
}

/**
 * Whether everything that could qualify what a label says of a value is known: before the label, between both, and
 * before the value in its own cell stand only figures, marks and labels of the given kinds; nor do brackets behind the
 * label hold other words. "Corrected invoice no. 12"
 * and "Invoice no. of the deposit: 12" hold a word that may make the number another's, whatever the word is.
 */
export function isExplained(
  labels: ReadonlyMap<TextLine, readonly Label[]>,
  label: Label,
  value: Printed,
  companions: ReadonlySet<LabelKind>,
): boolean {
  const known = (line: TextLine, from: number, to: number): boolean =>
    !hasUnknownWord(line.text, from, to, labels.get(line) ?? [], companions);
  if (!known(label.line, 0, label.start) || !hasKnownGloss(labels, label, companions)) return false;
  if (value.line === label.line) return value.start < label.end || known(label.line, label.end, value.start);
  return known(label.line, label.end, label.line.text.length) && known(value.line, 0, value.start);
}

/** "Date (dd.mm.yyyy):" says how the date is written, and "Invoice no. (corrected):" whose number it is. */
export const hasKnownGloss = (
  labels: ReadonlyMap<TextLine, readonly Label[]>,
  { line, wordsEnd, end }: Label,
  companions: ReadonlySet<LabelKind>,
): boolean =>
  isDatePattern.test(line.text.slice(wordsEnd, end)) ||
  !hasUnknownWord(line.text, wordsEnd, end, labels.get(line) ?? [], companions);

const isDatePattern = /^[\s(]{1,3}\p{L}{2,4}[./-]\p{L}{2,4}[./-]\p{L}{2,4}\)/u;

/** Whether a stretch of text has a word that is neither a label of the given kinds nor holds a digit. */
export function hasUnknownWord(
  text: string,
  from: number,
  to: number,
  labels: readonly Label[],
  companions: ReadonlySet<LabelKind>,
): boolean {
  const covered = labels.filter(({ kinds }) => kinds.some((kind) => companions.has(kind)));
  for (const word of text.slice(from, to).matchAll(/\S+/gu)) {
    const [start, end] = [from + word.index, from + word.index + word[0].length];
    const isLabel = covered.some((label) => label.start < end && start < label.wordsEnd);
    if (!isLabel && /\p{L}/u.test(word[0]) && !/\p{N}/u.test(word[0])) return true;
  }
  return false;
}

/** In heights of the value: a caption stands no farther before it. */
const captionGap = 12;

/**
 * Whether a value under a label has a caption of its own, in words that no label is known by: "Case ref. | 4711" some rows
 * under "Invoice". What stands to its left is a value as well where a cell of the label's row heads it.
 */
export function hasOwnCaption(rows: readonly (readonly TextLine[])[], label: Label, value: TextLine): boolean {
  const beside = rows[value.row]![value.cell - 1];
  if (value.row === label.line.row || !beside || !/\p{L}{2}/u.test(beside.text) || /\p{N}/u.test(beside.text))
    return false;
  const isHeaded = rows[label.line.row]!.some((head) => isOver(head, beside));
  return !isHeaded && value.x - beside.x - beside.width < captionGap * value.height;
}
