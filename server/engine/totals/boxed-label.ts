import { withoutEnd } from '../../checks/without-end.ts';
import { bottomOf, followsTightly, middleY, rightOf, startTogether } from '../layout/geometry.ts';
import type { PageLayout } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import type { Cell } from '../layout/rows.ts';
import type { Box, Rule } from '../page.ts';
import { type EntryLabel, isOfRates, readLabel } from './entry-label.ts';

/** A box that holds one figure and its label is at most this high, in heights of the figure. */
const highest = 6;
/** Lines of a label. */
const mostLines = 3;
/** A figure's ink reaches so far into the lines around it, in points. */
const touch = 1.5;

/**
 * The label in the small print at the head of a figure's own drawn box: "Total net" at its left, the figure under it at its
 * right. Null where the box holds another figure, or words beside this one.
 */
export function labelInBox(page: PageLayout, item: Item): EntryLabel | null {
  const box = boxOf(page.page.rules, item);
  if (!box || box.height > highest * item.height) return null;
  const cells = page.rows.flatMap((row) => row.cells).filter((cell) => isIn(cell, box));
  const own = cells.find((cell) => cell.words.includes(item.words[0]!));
  const others = cells.filter((cell) => cell !== own);
  // What is behind the figure in its own cell is its currency.
  const above = others.filter((cell) => middleY(cell) < item.y && /\p{L}{2}/u.test(cell.text));
  if (!own || own.words[0] !== item.words[0] || above.length !== others.length || above.length > mostLines) return null;
  const text = above.map((cell) => cell.text).join(' ');
  if (text === '' || isOfRates(text) || /\p{Nd}[.,]\p{Nd}{2}(?!\p{Nd})/u.test(text)) return null;
  return readLabel(text, page.page.source === 'ocr');
}

/** A figure between two lines of its label has its middle no farther from theirs, in its heights. */
const besideMiddle = 0.35;

/** "Base" over "imponible", a label in two lines, and the figure to its right at the height between both. */
export function labelInTwoLines(page: PageLayout, index: number, item: Item): EntryLabel | null {
  const around = [page.rows[index - 1], page.rows[index + 1]];
  const [upper, lower] = around.map((row) => row?.cells.findLast((cell) => rightOf(cell) < item.x));
  if (!upper || !lower || !startTogether(upper, lower)) return null;
  const isBetween = Math.abs((upper.y + bottomOf(lower)) / 2 - middleY(item)) < besideMiddle * item.height;
  const isTight = followsTightly(upper, lower);
  // "Total due" over "(col. 5 + col. 6)": the numbers of columns are of the label.
  const isOfLabel = ({ number, words }: Item): boolean =>
    number!.decimals === 0 && [upper, lower].some((cell) => cell.words.includes(words[0]!));
  const isBare = around.every((row) =>
    row!.items.every((each) => each.number === null || each.x < upper.x || isOfLabel(each)),
  );
  return isBetween && isTight && isBare ? readLabel(`${upper.text} ${lower.text}`, page.page.source === 'ocr') : null;
}

/** A line of running text has so many characters, and its end is read for a label by its last words. */
const runningText = 60;
const lastWords = 2;

/** "… a net amount of 100.00 and VAT of" with "19.00" at the begin of the next line: a sentence that breaks before its figure. */
export function labelEndingLine(page: PageLayout, index: number): EntryLabel | null {
  const [above, own] = [page.rows[index - 1], page.rows[index]!];
  const cell = above?.cells.length === 1 ? above.cells[0]! : null;
  const goesOn = cell && startTogether(cell, own) && followsTightly(cell, own);
  if (!goesOn || cell.text.length < runningText || /[.:;!?\d]$/.test(cell.text)) return null;
  const label = readLabel(cell.text.split(' ').slice(-lastWords).join(' '), page.page.source === 'ocr');
  // "VAT of" names this figure, and nothing that VAT is counted on.
  return label && { ...label, base: false };
}

/** So many lines more a narrow column breaks a label into. */
const mostBroken = 3;
/** In heights of the amount, from the top of one of these lines to that of the next. */
const lineStep = 1.6;

/**
 * The whole label where a narrow column breaks it below the amount's row ("Total" beside the amount, "without" and "VAT"
 * under it), if it then names another sum; null where it does not.
 */
export function labelGoingOn(page: PageLayout, index: number, item: Item, label: EntryLabel): EntryLabel | null {
  const row = page.rows[index]!;
  const first = row.cells.findLast((cell) => cell.x < item.x && /\p{L}/u.test(cell.text));
  if (!first) return null;
  let [text, last] = [withoutEnd(first.text, /[\d.,\s]/), first as Cell];
  for (const next of page.rows.slice(index + 1, index + 3 * mostBroken)) {
    const cell = next.cells.find((one) => startTogether(one, first));
    if (!cell || cell.y - last.y > lineStep * item.height) continue;
    if (/\d/.test(cell.text) || next.items.some(({ number, x }) => number !== null && x > first.x)) return null;
    [text, last] = [`${text} ${cell.text}`, cell];
    const whole = readLabel(text, page.page.source === 'ocr');
    if (whole?.explained && whole.kinds[0] !== label.kinds[0]) return whole;
  }
  return null;
}

/** Between the nearest lines on all four sides; null where one of them is not drawn. */
function boxOf(rules: readonly Rule[], item: Item): Box | null {
  const across = item.x + item.width / 2;
  const down = middleY(item);
  const uprights = rules.filter((rule) => rule.direction === 'vertical' && rule.y < down && bottomOf(rule) > down);
  const levels = rules.filter((rule) => rule.direction === 'horizontal' && rule.x < across && rightOf(rule) > across);
  const left = Math.max(...uprights.map((rule) => rule.x).filter((x) => x < item.x + touch));
  const right = Math.min(...uprights.map((rule) => rule.x).filter((x) => x > rightOf(item) - touch));
  const top = Math.max(...levels.map((rule) => rule.y).filter((y) => y < item.y + touch));
  const bottom = Math.min(...levels.map((rule) => rule.y).filter((y) => y > bottomOf(item) - touch));
  const box = { x: left, y: top, width: right - left, height: bottom - top };
  return Number.isFinite(box.width) && Number.isFinite(box.height) ? box : null;
}

function isIn(cell: Cell, box: Box): boolean {
  const [x, y] = [cell.x + cell.width / 2, middleY(cell)];
  return x > box.x && x < rightOf(box) && y > box.y && y < bottomOf(box);
}
