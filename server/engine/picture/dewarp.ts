import type { Component } from './connected-components.ts';
import type { Grey } from './grey.ts';
import { lettersOf, median } from './skew.ts';

/**
 * How lines of text rise and fall over a page that did not lie flat: for a place on the level page, how many pixels
 * lower the same print stands on the curved one.
 */
export interface Curvature {
  drop(x: number, y: number): number;
}

/** The slope of a piece of a line, and where its middle is. */
interface Slope {
  x: number;
  y: number;
  slope: number;
  weight: number;
}

/** Fewer pieces of lines than this do not show the shape of a page. */
const fewest = 14;
/**
 * Lines that stray by less, in heights of a letter, are level enough; no page is bent by more, in parts of its height.
 */
const bent = { more: 0.3, less: 0.1 };

/**
 * Finds the curvature of a page from the feet of its letters.
 * @returns null when its lines are level enough, or too few
 */
export function findCurvature(
  components: Component[],
  letterHeight: number,
  width: number,
  height: number,
): Curvature | null {
  const slopes = chainsOf(components, letterHeight).flatMap((chain) => slopesOf(chain, letterHeight));
  if (slopes.length < fewest) return null;
  const at = (x: number, y: number): number[] => {
    const u = (x - width / 2) / width;
    const v = (y - height / 2) / height;
    return [1, u, v, u * u, u * v];
  };
  const shape = fitShape(slopes, ({ x, y }) => at(x, y));
  if (!shape) return null;
  const [a, b, c, d, e] = shape as [number, number, number, number, number];
  // The slope, summed up along the line from the middle of the page.
  const drop = (x: number, y: number): number => {
    const u = (x - width / 2) / width;
    const v = (y - height / 2) / height;
    return width * ((a + c * v) * u + ((b + e * v) * u * u) / 2 + (d * u * u * u) / 3);
  };
  const reach = Math.max(...slopes.map(({ x, y }) => Math.abs(drop(x, y))));
  return reach > bent.more * letterHeight && reach < bent.less * height ? { drop } : null;
}

/** The page with its lines level. */
export function dewarp({ width, height, data }: Grey, { drop }: Curvature): Grey {
  const level = new Uint8Array(width * height);
  const tile = 16;
  const firsts = new Float64Array(width);
  const steps = new Float64Array(width);
  for (let y = 0; y < height; y++) {
    const top = y - (y % tile);
    // The shape is smooth: between two heights so near it is a straight line.
    if (y === top)
      for (let x = 0; x < width; x++) {
        firsts[x] = drop(x, top);
        steps[x] = (drop(x, top + tile) - firsts[x]!) / tile;
      }
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const from = Math.min(height - 1.001, Math.max(0, y + firsts[x]! + steps[x]! * (y - top)));
      const row = from | 0;
      const upper = data[row * width + x]!;
      const lower = data[Math.min(height - 1, row + 1) * width + x]!;
      level[at] = upper + (lower - upper) * (from - row) + 0.5;
    }
  }
  return { width, height, data: level };
}

/**
 * What may be letters of a line, in heights of a usual one: points and dashes have no foot on it, and what is larger is
 * none.
 */
const letterSizes = { higherThan: 0.6, lowerThan: 1.9, narrowerThan: 3 };
/**
 * The next letter of a line begins within so much behind the last one, or over it, and its foot is no more off; in
 * heights of a letter.
 */
const follows = { gap: 2, over: 0.5, off: 0.45 };
/** Fewer letters show no slope, nor fewer of them once tails are left out. */
const fewestLetters = 6;
const fewestFeet = 5;

/** Letters that follow each other on a line. */
function chainsOf(components: Component[], letterHeight: number): Component[][] {
  const letters = lettersOf(components)
    .filter(
      ({ height, width }) =>
        height > letterSizes.higherThan * letterHeight &&
        height < letterSizes.lowerThan * letterHeight &&
        width < letterSizes.narrowerThan * letterHeight,
    )
    .sort((a, b) => a.x - b.x);
  const chains: Component[][] = [];
  const open: Component[][] = [];
  for (const letter of letters) {
    let best: Component[] | null = null;
    let nearest = Number.POSITIVE_INFINITY;
    for (let i = open.length - 1; i >= 0; i--) {
      const last = open[i]!.at(-1)!;
      const gap = letter.x - last.x - last.width;
      if (gap > follows.gap * letterHeight) {
        chains.push(...open.splice(i, 1));
        continue;
      }
      const apart = Math.abs(letter.y + letter.height - last.y - last.height);
      if (gap > -follows.over * letterHeight && apart < follows.off * letterHeight && apart + gap < nearest) {
        nearest = apart + gap;
        best = open[i]!;
      }
    }
    if (best) best.push(letter);
    else open.push([letter]);
  }
  return [...chains, ...open].filter((chain) => chain.length >= fewestLetters);
}

/**
 * A line's slope is taken in pieces, so that its bend shows: how long they are, and how long the last one is at least,
 * in heights of a letter.
 */
const pieces = { length: 15, least: 5 };
/** Feet that are farther off the line than so many pixels, or so many times what is usual, are tails'. */
const tail = { pixels: 1, times: 1.5 };

/** A chain's slope in pieces. */
function slopesOf(chain: Component[], letterHeight: number): Slope[] {
  const found: Slope[] = [];
  for (let from = 0; from < chain.length; ) {
    let to = from;
    while (to < chain.length && chain[to]!.x - chain[from]!.x < pieces.length * letterHeight) to++;
    const piece = chain.slice(from, to);
    from = to;
    const length = piece.at(-1)!.x - piece[0]!.x;
    if (piece.length < fewestLetters || length < pieces.least * letterHeight) continue;
    let points = piece.map((component) => ({
      x: component.x + component.width / 2,
      y: component.y + component.height,
    }));
    let line = lineThrough(points);
    // Tails hang below the line and are left out.
    const off = points.map(({ x, y }) => Math.abs(y - line.at - line.slope * (x - line.x)));
    const usual = Math.max(tail.pixels, tail.times * median(off));
    points = points.filter((_, index) => off[index]! <= usual);
    if (points.length < fewestFeet) continue;
    line = lineThrough(points);
    found.push({ x: line.x, y: line.at, slope: line.slope, weight: length / letterHeight });
  }
  return found;
}

function lineThrough(points: { x: number; y: number }[]): { x: number; at: number; slope: number } {
  const x = points.reduce((sum, point) => sum + point.x, 0) / points.length;
  const at = points.reduce((sum, point) => sum + point.y, 0) / points.length;
  let spread = 0;
  let shared = 0;
  for (const point of points) {
    spread += (point.x - x) ** 2;
    shared += (point.x - x) * (point.y - at);
  }
  return { x, at, slope: spread === 0 ? 0 : shared / spread };
}

/** Pieces whose slope is off by more than this, or so many times what is usual, fit badly. */
const misfit = { slope: 0.004, times: 2.5 };
const rounds = 3;

/** Weighted least squares, done again without the pieces that fit badly; null when the equations have no solution. */
function fitShape(slopes: Slope[], terms: (slope: Slope) => number[]): number[] | null {
  let kept = slopes;
  let shape: number[] | null = null;
  for (let round = 0; round < rounds; round++) {
    shape = solve(kept, terms);
    if (!shape) return null;
    const found = shape;
    const off = (slope: Slope): number =>
      Math.abs(slope.slope - terms(slope).reduce((sum, term, index) => sum + term * found[index]!, 0));
    const limit = Math.max(misfit.slope, misfit.times * median(slopes.map(off)));
    kept = slopes.filter((slope) => off(slope) <= limit);
    if (kept.length < fewest) return null;
  }
  return shape;
}

/**
 * What is added to the diagonal (ridge regression), so that few lines bend nothing far; a line counts by its length in
 * letters.
 */
const ridge = 0.5;

/** The normal equations by elimination. */
function solve(slopes: Slope[], terms: (slope: Slope) => number[]): number[] | null {
  const size = terms(slopes[0]!).length;
  const rows = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size + 1 }, (_, column) => (row === column && row > 0 ? ridge : 0)),
  );
  for (const slope of slopes) {
    const values = terms(slope);
    for (let row = 0; row < size; row++) {
      for (let column = 0; column < size; column++)
        rows[row]![column]! += slope.weight * values[row]! * values[column]!;
      rows[row]![size]! += slope.weight * values[row]! * slope.slope;
    }
  }
  for (let pivot = 0; pivot < size; pivot++) {
    const best = rows.slice(pivot).reduce((a, b) => (Math.abs(b[pivot]!) > Math.abs(a[pivot]!) ? b : a));
    if (Math.abs(best[pivot]!) < 1e-9) return null;
    rows[rows.indexOf(best)] = rows[pivot]!;
    rows[pivot] = best;
    for (let row = 0; row < size; row++) {
      if (row === pivot) continue;
      const factor = rows[row]![pivot]! / best[pivot]!;
      for (let column = pivot; column <= size; column++) rows[row]![column]! -= factor * best[column]!;
    }
  }
  return rows.map((row, index) => row[size]! / row[index]!);
}
