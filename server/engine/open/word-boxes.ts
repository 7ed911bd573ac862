import type { Box } from '../page.ts';

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
    if (word.y < foot - 1.12 * ascent && word.y + word.height > foot + tails + 0.08 * rowHeight) {
      mended.y = foot - ascent;
      mended.height = ascent;
    }
    const next = words[index + 1];
    if (next && next.x > word.x && word.x + word.width > next.x)
      mended.width = Math.max(1, next.x - word.x - Math.round(0.15 * rowHeight));
    return mended;
  });
}

function footAt({ baseline: { x0, y0, x1, y1 } }: MeasuredLine, x: number): number {
  return x1 === x0 ? y0 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}
