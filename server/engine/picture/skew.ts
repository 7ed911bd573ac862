import type { Component, Ink } from './connected-components.ts';

export interface Skew {
  /** Radians by which lines of text fall to the right (positive: the right end is lower). */
  angle: number;
  /** Whether lines of text run up and down the picture. */
  sideways: boolean;
}

const degree = Math.PI / 180;
/** Lines that fall or rise by more are not looked for; in radians. */
const widest = (15 * Math.PI) / 180;
/** Angles are tried in such steps, in degrees: all of them, then those around the best, and again. */
const [coarse, fine, finest] = [0.5, 0.1, 0.02];
/** More letters show no more of how a page lies. */
const mostPoints = 4000;
/** Fewer letters do not show how a page lies. */
const fewestPoints = 10;
/** Capitals and figures also stand in columns (tables), so lying text must win by so many times. */
const clearly = 1.25;

/**
 * Finds how a page of text lies, from the feet of its letters: seen along the lines they gather in few rows.
 * Up or down, left or right cannot be told from this.
 * @param otherWay how it lies if it lies the other way: letters of one width stand in columns as well as in lines
 */
export function findSkew(ink: Ink, components: Component[], otherWay = false): Skew {
  const letters = lettersOf(components);
  if (letters.length < fewestPoints) return { angle: 0, sideways: false };
  const upright = bestAngle(
    letters.map((component) => [component.x + component.width / 2, component.y + component.height]),
    ink.height,
  );
  const sideways = bestAngle(
    letters.map((component) => [component.y + component.height / 2, ink.width - component.x]),
    ink.width,
  );
  return sideways.score > clearly * upright.score !== otherWay
    ? { angle: sideways.angle, sideways: true }
    : { angle: upright.angle, sideways: false };
}

/** Specks are lower or narrower, in pixels; and dashes are longer or higher than so many times what they are across. */
const shape = { height: 5, width: 3, longerSide: 3 };
/** Letters are in their longer side between so many times the usual one of a page. */
const letterSizes = { longerThan: 0.5, shorterThan: 4 };

/** Components of the size that letters have on this page: near the middle one of those that are more than specks. */
export function lettersOf(components: Component[]): Component[] {
  // Narrow and flat ones are left out: dashes of ruled lines may outnumber the letters.
  const shaped = components.filter(
    ({ width, height }) =>
      height >= shape.height &&
      width >= shape.width &&
      width < shape.longerSide * height &&
      height < shape.longerSide * width,
  );
  // So may the dots of dotted lines, which make the usual size much less than that of all else. Some are on every page,
  // and on a small picture letters run full.
  const open = shaped.filter((component) => !isDot(component));
  const isDotted = open.length >= fewestLetters && typicalSize(open) > dotted * typicalSize(shaped);
  const seen = isDotted ? open : shaped;
  const inLines = seen.length > mostPieces ? [] : seen.filter(hasMate(seen));
  const isSpecked = inLines.length >= fewestLetters && typicalSize(inLines) > specked * typicalSize(seen);
  const candidates = isSpecked ? inLines : seen;
  if (candidates.length === 0) return [];
  const typical = typicalSize(candidates);
  return candidates.filter(({ width, height }) => {
    const longer = Math.max(width, height);
    return longer > letterSizes.longerThan * typical && longer < letterSizes.shorterThan * typical;
  });
}

const typicalSize = (components: readonly Component[]): number =>
  median(components.map(({ width, height }) => Math.max(width, height)));

/** So many times as large as what is usual with them are letters that dots outnumber. */
const dotted = 1.8;
/** So many letters show by themselves how high the letters of a page are. */
const fewestLetters = 80;

/** As wide as high but for so much, and so full of ink: a disc fills 79 parts in 100 of its square. */
const disc = { uneven: 0.2, filled: 0.7 };

const isDot = ({ width, height, size }: Component): boolean =>
  Math.abs(width - height) <= disc.uneven * Math.max(width, height) && size > disc.filled * width * height;

/** More pieces than a page of print has are noise, and take long to compare. */
const mostPieces = 16_000;
/** So many times as large as what is usual with them are letters that specks outnumber. */
const specked = 1.6;
/**
 * Letters have another one beside them, or under, no farther off than they are long, that is between so many times as long
 * and shares so much of its height, or width.
 */
const mate = { apart: 1, shorter: 0.5, longer: 2, shared: 0.5 };

/** Tells of a component whether another one like it stands beside it, over or under it, as letters do and specks do not. */
function hasMate(components: readonly Component[]): (component: Component) => boolean {
  const sorted = components.toSorted((a, b) => a.x - b.x);
  const mates = new Set<Component>();
  for (const [at, one] of sorted.entries()) {
    const size = Math.max(one.width, one.height);
    for (let next = at + 1; next < sorted.length; next++) {
      const other = sorted[next]!;
      const across = other.x - one.x - one.width;
      if (across > mate.apart * size) break;
      const otherSize = Math.max(other.width, other.height);
      if (otherSize < mate.shorter * size || otherSize > mate.longer * size) continue;
      const down = Math.max(one.y - other.y - other.height, other.y - one.y - one.height);
      const isBeside = -down > mate.shared * Math.min(one.height, other.height);
      const isOver = -across > mate.shared * Math.min(one.width, other.width) && down <= mate.apart * size;
      if (isBeside || isOver) {
        mates.add(one);
        mates.add(other);
      }
    }
  }
  return (component) => mates.has(component);
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function bestAngle(points: number[][], depth: number): { angle: number; score: number } {
  const sample =
    points.length > mostPoints
      ? points.filter((_, index) => index % Math.ceil(points.length / mostPoints) === 0)
      : points;
  const rate = (angle: number): number => sharpness(sample, angle, depth);
  let best = { angle: 0, score: rate(0) };
  const search = (centre: number, reach: number, step: number): void => {
    for (let angle = centre - reach; angle <= centre + reach + 1e-9; angle += step) {
      const score = rate(angle);
      if (score > best.score) best = { angle, score };
    }
  };
  search(0, widest, coarse * degree);
  search(best.angle, coarse * degree, fine * degree);
  search(best.angle, fine * degree, finest * degree);
  return best;
}

/** How unevenly the points fall into rows when looked at along `angle`: the sum of squares of the rows' counts. */
function sharpness(points: number[][], angle: number, depth: number): number {
  const slope = Math.tan(angle);
  // Rows of two pixels: the feet of one line's letters differ by about one.
  const rows = new Uint16Array(Math.ceil(depth * 2) + 4);
  const middle = rows.length / 2;
  for (const [x, y] of points) {
    const row = Math.round((y! - slope * x!) / 2 + middle / 2);
    if (row >= 0 && row < rows.length) rows[row]!++;
  }
  let sum = 0;
  for (const count of rows) sum += count * count;
  return sum;
}
