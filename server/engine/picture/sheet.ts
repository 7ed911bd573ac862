import type { Grey } from './grey.ts';
import type { Point } from './homography.ts';

/** Of a picture's longer side: what ends so near to its edge fills it. */
export const edgeMargin = 0.012;
/** A smaller part of the picture is no sheet that was meant. */
const leastSheet = 0.25;
/** A sheet's corners lie outside of the picture by no more, in parts of its longer side. */
const mostBeyond = 0.1;
/** Parts of a picture's width and height between which its paper is looked for. */
const inside = { from: 0.2, to: 0.8 };
/** So much of the picture's rim is no brighter than what the sheet lies on: the sheet may reach over the rest. */
const darkRim = 0.3;
/** Paper is so much brighter than what it lies on; of 255. */
const leastContrast = 45;
/** Fewer points are no edge. */
const fewestPoints = 20;
/**
 * Of an edge's points, those between these parts: the ends are corners, where the outermost point belongs to another
 * edge.
 */
const betweenCorners = { from: 0.08, to: 0.92 };
/** An edge rises or falls by no more of its length (22 degrees). */
const steepest = 0.4;
/** Points that are nearer to a line agree with it, in pixels; so many of an edge's do. */
const agrees = { within: 2, fewest: 0.4 };

/** Slips from a till are so many times as high as wide. They have pale print on uneven paper. */
const slip = 1.6;

export const isSlip = ({ width, height }: Grey): boolean => height > slip * width;

/**
 * Finds a sheet of paper that lies on something darker: a photograph, or a scan with dark edges.
 * @param grey small (a few hundred pixels), light as photographed
 * @returns its corners clockwise from the top left, in pixels; null when the paper fills the picture or no sheet shows
 */
export function findSheet(grey: Grey): Point[] | null {
  const { width, height } = grey;
  const paper = brightRegion(grey);
  if (!paper) return null;
  const left: Point[] = [];
  const right: Point[] = [];
  const top: Point[] = [];
  const bottom: Point[] = [];
  for (let y = 0; y < height; y++) {
    const row = paper.subarray(y * width, (y + 1) * width);
    const from = row.indexOf(1);
    if (from === -1) continue;
    left.push([from, y]);
    right.push([row.lastIndexOf(1) + 1, y]);
  }
  for (let x = 0; x < width; x++) {
    let from = -1;
    let to = -1;
    for (let y = 0; y < height; y++) {
      if (paper[y * width + x] === 0) continue;
      if (from === -1) from = y;
      to = y;
    }
    if (from === -1) continue;
    top.push([x, from]);
    bottom.push([x, to + 1]);
  }
  const edges = [
    fitEdge(top, (p) => p),
    fitEdge(right, ([x, y]) => [y, x]),
    fitEdge(bottom, (p) => p),
    fitEdge(left, ([x, y]) => [y, x]),
  ];
  if (edges.some((edge) => edge === null)) return null;
  const [upper, rightmost, lower, leftmost] = edges as [Edge, Edge, Edge, Edge];
  const corners = [meet(upper, leftmost), meet(upper, rightmost), meet(lower, rightmost), meet(lower, leftmost)];
  const margin = edgeMargin * Math.max(width, height);
  const fills = corners.every(([x, y]) => Math.min(x, width - x) < margin && Math.min(y, height - y) < margin);
  if (fills || areaOf(corners) < leastSheet * width * height) return null;
  const reach = mostBeyond * Math.max(width, height);
  const isNear = corners.every(([x, y]) => x > -reach && y > -reach && x < width + reach && y < height + reach);
  return isNear ? corners : null;
}

/** An edge as a line: across = offset + slope · along. */
interface Edge {
  offset: number;
  slope: number;
}

/** The connected bright area that holds most of the picture's middle; null when there is no clear dark around it. */
function brightRegion({ width, height, data }: Grey): Uint8Array | null {
  const rim: number[] = [];
  for (let x = 0; x < width; x++) rim.push(data[x]!, data[(height - 1) * width + x]!);
  for (let y = 0; y < height; y++) rim.push(data[y * width]!, data[y * width + width - 1]!);
  rim.sort((a, b) => a - b);
  const inner: number[] = [];
  for (let y = Math.floor(height * inside.from); y < height * inside.to; y += 2)
    for (let x = Math.floor(width * inside.from); x < width * inside.to; x += 2) inner.push(data[y * width + x]!);
  inner.sort((a, b) => a - b);
  const dark = rim[Math.floor(rim.length * darkRim)]!;
  const bright = inner[Math.floor(inner.length * 0.5)]!;
  if (bright - dark < leastContrast) return null;
  const threshold = dark + (bright - dark) * 0.5;
  const seen = new Uint8Array(width * height);
  const stack: number[] = [];
  // Starting from bright points in the middle third; ink there does not matter, the paper goes around it.
  for (let y = Math.floor(height / 3); y < (height * 2) / 3; y += 8)
    for (let x = Math.floor(width / 3); x < (width * 2) / 3; x += 8) stack.push(y * width + x);
  while (stack.length > 0) {
    const at = stack.pop()!;
    if (seen[at] === 1 || data[at]! < threshold) continue;
    seen[at] = 1;
    const x = at % width;
    if (x > 0) stack.push(at - 1);
    if (x < width - 1) stack.push(at + 1);
    if (at >= width) stack.push(at - width);
    if (at < width * (height - 1)) stack.push(at + width);
  }
  return seen;
}

/** A straight line through most of the points, found by trying pairs and counting who agrees. */
function fitEdge(points: Point[], along: (point: Point) => Point): Edge | null {
  const turned = points.map(along);
  if (turned.length < fewestPoints) return null;
  const middle = turned.slice(
    Math.floor(turned.length * betweenCorners.from),
    Math.ceil(turned.length * betweenCorners.to),
  );
  let best: Edge | null = null;
  let bestVotes = 0;
  const count = 24;
  for (let i = 0; i < count; i++)
    for (let j = i + 4; j < count; j++) {
      const a = middle[Math.floor((i * middle.length) / count)]!;
      const b = middle[Math.floor((j * middle.length) / count)]!;
      const slope = (b[1] - a[1]) / (b[0] - a[0]);
      if (!Number.isFinite(slope) || Math.abs(slope) > steepest) continue;
      const offset = a[1] - slope * a[0];
      let votes = 0;
      for (const [u, v] of middle) if (Math.abs(offset + slope * u - v) < agrees.within) votes++;
      if (votes > bestVotes) {
        bestVotes = votes;
        best = { offset, slope };
      }
    }
  if (!best || bestVotes < middle.length * agrees.fewest) return null;
  return refine(middle, best);
}

/** Least squares over the points that agree. */
function refine(points: Point[], { offset, slope }: Edge): Edge {
  const near = points.filter(([u, v]) => Math.abs(offset + slope * u - v) < agrees.within);
  const meanU = near.reduce((sum, [u]) => sum + u, 0) / near.length;
  const meanV = near.reduce((sum, [, v]) => sum + v, 0) / near.length;
  let spread = 0;
  let shared = 0;
  for (const [u, v] of near) {
    spread += (u - meanU) ** 2;
    shared += (u - meanU) * (v - meanV);
  }
  const refined = spread === 0 ? slope : shared / spread;
  return { slope: refined, offset: meanV - refined * meanU };
}

/** Where a level edge (y = offset + slope·x) meets an upright one (x = offset + slope·y). */
function meet(level: Edge, upright: Edge): Point {
  const x = (upright.offset + upright.slope * level.offset) / (1 - upright.slope * level.slope);
  return [x, level.offset + level.slope * x];
}

function areaOf(corners: Point[]): number {
  let twice = 0;
  corners.forEach(([x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % corners.length]!;
    twice += x * nextY - nextX * y;
  });
  return Math.abs(twice) / 2;
}
