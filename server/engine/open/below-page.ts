import { boxAround } from '../layout/rows.ts';
import type { BelowPage, Word } from '../page.ts';
import { compose, type Homography } from '../picture/homography.ts';
import { inReadingOrder } from './reading-order.ts';

/** White between a page's end and the lines of its sideways text, and between those of two texts, in points. */
const white = 20;

/** What a page sets sideways in one direction, with its words where they are when the head is turned to them. */
export interface SidewaysText {
  words: readonly Word[];
  /** From those places to points of the page as it was sent. */
  asSent: Homography;
}

/**
 * Lays sideways texts out in lines of their own below a page's end, each text by itself.
 * @param height of the page, in points
 */
export function laidBelow(height: number, texts: readonly SidewaysText[]): { words: Word[]; below: BelowPage[] } {
  const words: Word[] = [];
  const below: BelowPage[] = [];
  let bottom = height;
  for (const text of texts) {
    if (text.words.length === 0) continue;
    const { x, y, height: high } = boxAround(text.words);
    const top = bottom + white;
    const laid = text.words.map((word) => ({ ...word, x: word.x - x, y: word.y - y + top }));
    bottom = top + high;
    below.push({ top: top - 1, bottom: bottom + 1, asSent: compose(text.asSent, shift(x, y - top)) });
    words.push(...inReadingOrder(laid, (word) => word));
  }
  return { words, below };
}

const shift = (x: number, y: number): Homography => [1, 0, x, 0, 1, y, 0, 0, 1];
