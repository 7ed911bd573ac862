import type { Box } from '../page.ts';
import type { Grey } from '../picture/grey.ts';
import { median } from '../picture/skew.ts';

/** What the engine says of a line, in pixels. */
export interface MeasuredLine {
  /** The baseline's height at two places. */
  baseline: { x0: number; y0: number; x1: number; y1: number };
  /** From the top of its capitals to the foot of its tails. */
  rowHeight: number;
  /** Of that, how far tails hang under the baseline. */
  tails: number;
}

/**
 * A box is that of the whole strip where it reaches so far over the baseline, in ascents, and under the tails, in
 * heights of the row.
 */
const wholeStrip = { over: 1.12, under: 0.08 };
/** What is left white before the next word, in heights of the row. */
const space = 0.15;

/**
 * Puts right the boxes of a line's words. Where pieces of ink do not tell words apart, the engine gives all of them to
 * the first word, which then reaches over its neighbours, and to those the height of the whole strip that it looked at.
 * Where the words begin it knows even so.
 * @param words from left to right; they are left as they are
 */
export function mendBoxes<T extends Box>(words: readonly T[], line: MeasuredLine): T[] {
  const { rowHeight, tails } = line;
  return words.map((word, index) => {
    const mended = { ...word };
    const foot = footAt(line, word.x + word.width / 2);
    const ascent = rowHeight - tails;
    // Print of another size has its own top or foot, but not both beyond the line's.
    if (
      word.y < foot - wholeStrip.over * ascent &&
      word.y + word.height > foot + tails + wholeStrip.under * rowHeight
    ) {
      mended.y = foot - ascent;
      mended.height = ascent;
    }
    const next = words[index + 1];
    if (next && next.x > word.x && word.x + word.width > next.x)
      mended.width = Math.max(1, next.x - word.x - Math.round(space * rowHeight));
    return mended;
  });
}

function footAt({ baseline: { x0, y0, x1, y1 } }: MeasuredLine, x: number): number {
  return x1 === x0 ? y0 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}

/** Beside others of its line a word of this height is either in larger print, or has another line's ink in its box. */
const muchHigher = 1.4;
/** Fewer words do not tell how high their line is. */
const fewestWords = 3;
/** Print is darker than this on a page whose light is evened out. */
const inkLevel = 170;
/** Accents and the dots of letters stand apart from them, but are small; in parts of a letter's height. */
const accent = 0.45;
/**
 * What is lower than this part of a usual word is no whole word: the letters of some printers are rows of dots, with
 * white between them.
 */
const leastHeight = 0.6;
/** A row of ink is another word's that covers more than this part of the box's width. */
const coveredWidth = 0.5;

/**
 * Takes out of a word's box what belongs to the line above or below, where white rows part them. Of two texts side by side
 * whose lines stand on different heights, the engine makes one line as high as both, and of a text beside a picture one as
 * high as the picture.
 * @param words of a page; they are left as they are
 */
export function cutAtWhite<T extends Box & { text: string; line: number }>(words: readonly T[], grey: Grey): T[] {
  const heights = Map.groupBy(words, ({ line }) => line);
  const usualOfPage = median(words.map(({ height }) => height));
  return words.map((word) => {
    const line = heights.get(word.line)!;
    const usual = line.length < fewestWords ? usualOfPage : median(line.map(({ height }) => height));
    if (word.height < muchHigher * usual || !/[\p{L}\p{N}]{2}/u.test(word.text)) return word;
    const rows = inkRows(word, grey).filter((row) => !words.some((other) => hasRow(other, row, word)));
    const largest = rows.reduce((best, row) => (row.to - row.from > best.to - best.from ? row : best), rows[0]!);
    if (!largest) return word;
    const [high, near] = [largest.to - largest.from, accent * (largest.to - largest.from)];
    const own = rows.filter(
      ({ from, to }) => to - from < accent * high && from < largest.to + near && to > largest.from - near,
    );
    const top = Math.min(largest.from, ...own.map(({ from }) => from));
    const bottom = Math.max(largest.to, ...own.map(({ to }) => to));
    return bottom - top < leastHeight * usual ? word : { ...word, y: top, height: bottom - top };
  });
}

/** Whether a row of ink in a word's box is that of another word, which stands on a line of its own. */
function hasRow(
  other: Box & { line: number },
  { from, to }: { from: number; to: number },
  word: Box & { line: number },
) {
  if (other.line === word.line || other.height >= word.height) return false;
  const shared = Math.min(other.x + other.width, word.x + word.width) - Math.max(other.x, word.x);
  const middle = (from + to) / 2;
  return shared > coveredWidth * word.width && middle > other.y && middle < other.y + other.height;
}

/** Where a box has ink, from top to bottom between rows without any. */
function inkRows({ x, y, width, height }: Box, grey: Grey): { from: number; to: number }[] {
  const rows: { from: number; to: number }[] = [];
  const right = Math.min(grey.width, Math.ceil(x + width));
  const bottom = Math.min(grey.height, Math.ceil(y + height));
  let inside = false;
  for (let row = Math.max(0, Math.floor(y)); row < bottom; row++) {
    const start = row * grey.width;
    const left = Math.max(0, Math.floor(x));
    const isInk = grey.data.subarray(start + left, start + right).some((level) => level < inkLevel);
    if (isInk && inside) rows.at(-1)!.to = row + 1;
    else if (isInk) rows.push({ from: row, to: row + 1 });
    inside = isInk;
  }
  return rows;
}

/** A box stands in a row with a word that shares so much of its height and is about as high. */
const sharedHeight = 0.7;
const alikeHeight = 1.6;

/** Whether a box stands in a row with a word that is about as high. */
export function isBeside(box: Box, word: Box): boolean {
  const [low, high] = [Math.min(box.height, word.height), Math.max(box.height, word.height)];
  return shareOfHeight(box, word) > sharedHeight && high < alikeHeight * low;
}

/** How much of the lower one's height two boxes share, 0 to 1. */
export function shareOfHeight(a: Box, b: Box): number {
  const shared = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, shared / Math.min(a.height, b.height));
}

/** White between two boxes of one row; negative where one stands over the other. */
export function gapBetween(a: Box, b: Box): number {
  return Math.max(a.x, b.x) - Math.min(a.x + a.width, b.x + b.width);
}
