import type { Grey } from './grey.ts';
import type { Point } from './homography.ts';

/** Of a picture's longer side: what ends so near to its edge fills it. */
export const edgeMargin = 0.012;

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
  if (fills || areaOf(corners) < 0.25 * width * height) return null;
  const reach = 0.1 * Math.max(width, height);
  const inside = corners.every(([x, y]) => x > -reach && y > -reach && x < width + reach && y < height + reach);
  return inside ? corners : null;
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
  for (let y = Math.floor(height * 0.2); y < height * 0.8; y += 2)
    for (let x = Math.floor(width * 0.2); x < width * 0.8; x += 2) inner.push(data[y * width + x]!);
  inner.sort((a, b) => a - b);
  const dark = rim[Math.floor(rim.length * 0.3)]!;
  const bright = inner[Math.floor(inner.length * 0.5)]!;
  if (bright - dark < 45) return null;
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
  if (turned.length < 20) return null;
  // The ends are corners, where the outermost point belongs to another edge.
  const middle = turned.slice(Math.floor(turned.length * 0.08), Math.ceil(turned.length * 0.92));
  let best: Edge | null = null;
  let bestVotes = 0;
  const count = 24;
  for (let i = 0; i < count; i++)
    for (let j = i + 4; j < count; j++) {
      const a = middle[Math.floor((i * middle.length) / count)]!;
      const b = middle[Math.floor((j * middle.length) / count)]!;
      const slope = (b[1] - a[1]) / (b[0] - a[0]);
      if (!Number.isFinite(slope) || Math.abs(slope) > 0.4) continue;
      const offset = a[1] - slope * a[0];
      let votes = 0;
      for (const [u, v] of middle) if (Math.abs(offset + slope * u - v) < 2) votes++;
      if (votes > bestVotes) {
        bestVotes = votes;
        best = { offset, slope };
      }
    }
  if (!best || bestVotes < middle.length * 0.4) return null;
  return refine(middle, best);
}

/** Least squares over the points that agree. */
function refine(points: Point[], { offset, slope }: Edge): Edge {
  const near = points.filter(([u, v]) => Math.abs(offset + slope * u - v) < 2);
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
