import { boxAround } from '../layout/rows.ts';
import type { Box } from '../page.ts';
import type { Component } from '../picture/connected-components.ts';
import { shareOfHeight } from './word-boxes.ts';

/** Pieces of ink that letters are made of, in heights of a usual letter; lower ones are specks, higher ones pictures. */
const piece = { lowest: 0.06, highest: 3, widest: 25 };
/** Of such a height a run of them is a word; points, dashes and accents alone are none. */
const letter = { lowest: 0.55, highest: 3 };
/** The white between words is between these, whatever the page's print is like; wider white tells nothing of it. */
const space = { narrowest: 0.25, widest: 0.75 };
const widestSeen = 1.5;
/** Beside a point or comma that is lower than this, in heights of a letter, evenly wide print leaves so many times the white. */
const point = { highest: 0.45, wider: 1.35 };
/** Pieces stand on the same line that share so much of the lower one's height. */
const sameLine = 0.25;
/** Accents stand so near over their letter, and tails under it. */
const accent = 0.35;
/** What is longer, in its own heights, is cut at its widest white: the second reader takes in no more of it. */
const longest = 16;

/**
 * The words of a page as its ink shows them: pieces beside each other, with less white between than there is between words.
 * @param marks the pieces of ink, rules and specks taken out
 * @param letterHeight in pixels, as the boxes are
 */
export function inkWords(marks: readonly Component[], letterHeight: number): Box[] {
  const pieces = marks
    .filter(
      ({ width, height }) =>
        Math.max(width, height) > piece.lowest * letterHeight &&
        height < piece.highest * letterHeight &&
        width < piece.widest * letterHeight,
    )
    .sort((a, b) => a.x - b.x);
  const widest = widestSeen * letterHeight;
  const least = spaceBetween(
    runsOf(pieces, widest, () => widest),
    letterHeight,
  );
  const isPoint = ({ height }: Box): boolean => height < point.highest * letterHeight;
  const runs = runsOf(pieces, widest, (last, next) => (isPoint(last) || isPoint(next) ? point.wider * least : least));
  const isLetters = (run: readonly Box[]): boolean => {
    const { height } = boxAround(run);
    return height > letter.lowest * letterHeight && height < letter.highest * letterHeight;
  };
  const words = runs.filter(isLetters).flatMap(cutWhereLong);
  for (const small of runs.filter((run) => !isLetters(run))) {
    const box = boxAround(small);
    if (box.height < letter.lowest * letterHeight)
      words.find((word) => isAccentOf(box, boxAround(word), accent * letterHeight))?.push(...small);
  }
  return words.map((word) => boxAround(word));
}

/** A run of pieces, and the box around them. */
interface Run {
  pieces: Box[];
  box: Box;
}

/** Pieces, from left to right, in runs with less white between two than `white` says, which is never more than `widest`. */
function runsOf(pieces: readonly Box[], widest: number, white: (last: Box, next: Box) => number): Box[][] {
  const runs: Run[] = [];
  // Those that the pieces from here on may still go on.
  let open: Run[] = [];
  for (const next of pieces) {
    open = open.filter(({ box }) => next.x - box.x - box.width < widest);
    const near = open.findLast(
      ({ pieces, box }) =>
        next.x - box.x - box.width < white(pieces.at(-1)!, next) && shareOfHeight(box, next) > sameLine,
    );
    if (near) {
      near.pieces.push(next);
      near.box = boxAround([near.box, next]);
    } else {
      const run = { pieces: [next], box: next };
      runs.push(run);
      open.push(run);
    }
  }
  return runs.map((run) => run.pieces);
}

/**
 * The least white between two words, in pixels: what parts best the narrow gaps between letters from the wide ones
 * between words, so that the sums of squares within both are the least (N. Otsu, "A Threshold Selection Method from
 * Gray-Level Histograms", 1979). Needles leave more white within a word than other print leaves between two.
 */
function spaceBetween(lines: readonly (readonly Box[])[], letterHeight: number): number {
  const gaps = lines
    .flatMap(gapsOf)
    .filter((gap) => gap > 0)
    .sort((a, b) => a - b);
  const all = gaps.reduce((sum, gap) => sum + gap, 0);
  let [below, best, parting] = [0, 0, 0];
  for (const [at, gap] of gaps.entries()) {
    const [few, many] = [at / gaps.length, 1 - at / gaps.length];
    const between = at === 0 ? 0 : few * many * (below / at - (all - below) / (gaps.length - at)) ** 2;
    if (between > best) [best, parting] = [between, (gap + gaps[at - 1]!) / 2];
    below += gap;
  }
  return Math.min(space.widest * letterHeight, Math.max(space.narrowest * letterHeight, parting));
}

function cutWhereLong(word: Box[]): Box[][] {
  const box = boxAround(word);
  if (word.length < 2 || box.width < longest * box.height) return [word];
  const gaps = gapsOf(word);
  // Of equally wide ones the nearest to the middle.
  const middle = word.length / 2;
  const widest = gaps.reduce((best, gap, at) => {
    const isNearer = Math.abs(at - middle) < Math.abs(best - middle);
    return gap > gaps[best]! || (gap === gaps[best] && isNearer) ? at : best;
  }, 0);
  return [word.slice(0, widest + 1), word.slice(widest + 1)].flatMap(cutWhereLong);
}

/** The white before each piece but the first, from left to right; negative where it stands over one before. */
function gapsOf(pieces: readonly Box[]): number[] {
  let right = Number.NEGATIVE_INFINITY;
  return pieces
    .map(({ x, width }) => {
      const gap = x - right;
      right = Math.max(right, x + width);
      return gap;
    })
    .slice(1);
}

function isAccentOf(small: Box, word: Box, near: number): boolean {
  const middle = small.x + small.width / 2;
  const white = Math.max(word.y - small.y - small.height, small.y - word.y - word.height);
  return middle > word.x && middle < word.x + word.width && white < near;
}
