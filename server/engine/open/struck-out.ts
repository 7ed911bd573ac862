import type { Word } from '../page.ts';
import type { Segment } from './pdf-paths.ts';
import type { LayerWord } from './pdf-words.ts';

/** A line that follows print rises or falls by at most this part of its length (10 degrees); a steeper one crosses it. */
const steepest = 0.18;
/** Through the middle of letters it runs between these parts of their height, from its top; an underline runs lower. */
const [middleFrom, middleTo] = [0.25, 0.72];
/** It begins and ends with the words that it strikes out, within this part of their height; a rule of a table with its cells. */
const slack = 0.9;
/** So much of a word's width it has to cover. */
const mostOfWord = 0.6;
/** It is thinner than one of so many parts of the word's height. */
const thin = 3;
/** Where it strikes out more than this part of a page's words, the page was printed on lined paper. */
const mostStruck = 0.4;
/** A shorter line strikes out no word; points. */
const shortest = 8;
/** A line across the page passes through so many words; an ornament or a logo through none. */
const fewestCrossed = 6;
/** More lines aslant are a drawing. */
const mostAslant = 200;

/** The words that are left of a page, and whether lines are drawn through any. */
export interface Standing {
  words: LayerWord[];
  struckOut: boolean;
}

/**
 * Takes the words off a page that a line is drawn through from the first to the last of them, as a price before a discount, a row
 * that was cancelled, or a figure with another one written beside it. Lines across print leave it as it is.
 * @param segments in points from the top left, as drawn
 */
export function withoutStruckOut(words: LayerWord[], segments: readonly Segment[]): Standing {
  const upright = words.filter(({ turn, hidden }) => turn === 0 && !hidden);
  const bands = Map.groupBy(upright, ({ word }) => bandAt(word.y + word.height / 2));
  const isLevel = ({ x0, y0, x1, y1 }: Segment): boolean => Math.abs(y1 - y0) <= steepest * Math.abs(x1 - x0);
  const long = segments.filter(({ x0, y0, x1, y1 }) => Math.hypot(x1 - x0, y1 - y0) >= shortest);
  const struck = new Set(long.filter(isLevel).flatMap((segment) => struckBy(segment, wordsBeside(bands, segment))));
  const aslant = long.filter((segment) => !isLevel(segment) && isAslant(segment));
  const isCrossed =
    aslant.length <= mostAslant &&
    aslant.some((segment) => upright.filter(({ word }) => passesThrough(segment, word)).length >= fewestCrossed);
  const isLined = struck.size > mostStruck * upright.length;
  return {
    words: isLined ? words : words.filter((word) => !struck.has(word)),
    struckOut: struck.size > 0 || isCrossed,
  };
}

const isAslant = ({ x0, y0, x1, y1 }: Segment): boolean => Math.abs(x1 - x0) > steepest * Math.abs(y1 - y0);

/** Words are looked for by the band of the page that their middle lies in; its height in points, and how many are searched. */
const [bandHeight, bandsBeside] = [8, 2];
const bandAt = (y: number): number => Math.floor(y / bandHeight);

function wordsBeside(bands: ReadonlyMap<number, LayerWord[]>, { y0, y1 }: Segment): LayerWord[] {
  const [top, bottom] = [bandAt(Math.min(y0, y1)) - bandsBeside, bandAt(Math.max(y0, y1)) + bandsBeside];
  return Array.from({ length: bottom - top + 1 }, (_, i) => bands.get(top + i) ?? []).flat();
}

/** The words of a row that a line follows through their middle, where it begins with the first and ends with the last. */
function struckBy(segment: Segment, words: readonly LayerWord[]): LayerWord[] {
  const [left, right] = [Math.min(segment.x0, segment.x1), Math.max(segment.x0, segment.x1)];
  const followed = words.filter(({ word }) => {
    const { x, y, width, height } = word;
    const covered = Math.min(right, x + width) - Math.max(left, x);
    const part = (heightAt(segment, x + width / 2) - y) / height;
    return covered >= mostOfWord * width && part > middleFrom && part < middleTo && segment.thickness < height / thin;
  });
  if (followed.length === 0) return [];
  const near = slack * Math.max(...followed.map(({ word }) => word.height));
  const [first, last] = [
    Math.min(...followed.map(({ word }) => word.x)),
    Math.max(...followed.map(({ word }) => word.x + word.width)),
  ];
  return Math.abs(first - left) < near && Math.abs(last - right) < near ? followed : [];
}

/** How far from the top the line is at `x`. */
const heightAt = ({ x0, y0, x1, y1 }: Segment, x: number): number => y0 + ((y1 - y0) * (x - x0)) / (x1 - x0 || 1);

function passesThrough(segment: Segment, { x, y, width, height }: Word): boolean {
  const middle = x + width / 2;
  const [left, right] = [Math.min(segment.x0, segment.x1), Math.max(segment.x0, segment.x1)];
  const at = heightAt(segment, middle);
  const rise = Math.abs((segment.y1 - segment.y0) / (segment.x1 - segment.x0)) * (width / 2);
  return middle > left && middle < right && at > y - rise && at < y + height + rise;
}
