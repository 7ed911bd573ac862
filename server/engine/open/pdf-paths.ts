import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Box } from '../page.ts';
import { apply, type Matrix } from './matrix.ts';

/** A straight stroke or thin filled rectangle in page points, either way round. */
export interface Segment {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  thickness: number;
}

/** A filled area of straight edges and at most a code's size, in page points. */
export interface Blot extends Box {
  corners: number;
}

/** What of the drawing state matters to lines. Colours as pdfjs writes them, or `pattern` or `transparent`. */
export interface PathState {
  ctm: Matrix;
  lineWidth: number;
  fill: string;
  stroke: string;
}

/** Operations of a path in pdfjs' packed form, with the count of numbers that follow each. */
const pathSteps: Record<number, number> = { 0: 2, 1: 2, 2: 6, 3: 4, 4: 0 };
/** No printed code is larger than this, in points; no page has more of its modules. */
const largestBlot = 255;
const maxBlots = 20_000;
/** A filled rectangle thinner than this is a line; points. */
const thin = 3;
/** A line counts as so thick at least, and the edge of an area as so thick; points. */
const hairline = 0.1;
/** The corners of a rectangle lie in those of the box around it but for less; points. */
const offCorner = 0.2;
/** A stroke is at least so many times as long as it is thick. */
const leastLength = 4;
/** Drawings of more parts than this are pictures made of lines, not tables. */
const maxSegments = 20_000;

/**
 * Notes the axis-parallel strokes of a path, and filled rectangles: thin ones as a line, others by their edges; and small
 * filled areas for what they may be together.
 */
export function drawPath(state: PathState, args: unknown[], into: Segment[], blots: Blot[]): void {
  const operation = Number(args[0]);
  const packed = (args[1] as unknown[] | undefined)?.[0];
  if (!(packed instanceof Float32Array)) return;
  if (fillOperations.has(operation) && isInk(state.fill)) noteBlots(packed, state.ctm, blots);
  if (into.length > maxSegments) return;
  const strokes = strokeOperations.has(operation) && isInk(state.stroke);
  const fills = fillOperations.has(operation) && isInk(state.fill);
  if (!strokes && !fills) return;
  const thickness = Math.max(
    hairline,
    state.lineWidth * Math.sqrt(Math.abs(state.ctm[0] * state.ctm[3] - state.ctm[1] * state.ctm[2])),
  );
  for (const points of polygons(packed, state.ctm)) {
    if (strokes) {
      for (let i = 1; i < points.length; i++) {
        const [x0, y0] = points[i - 1]!;
        const [x1, y1] = points[i]!;
        into.push({ x0, y0, x1, y1, thickness });
      }
    } else {
      const box = asRectangle(points);
      if (!box) {
        const stroke = asStroke(points);
        if (stroke) into.push(stroke);
        continue;
      }
      if (Math.min(box.width, box.height) < thin) addThinBox(box, into);
      else addEdges(box, into);
    }
  }
}

/** A path of curves draws letters or a logo. */
function noteBlots(packed: Float32Array, matrix: Matrix, blots: Blot[]): void {
  if (blots.length > maxBlots || isCurved(packed)) return;
  for (const points of polygons(packed, matrix)) {
    if (points.length < 4) continue;
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const [x, y] of points) {
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.max(right, x);
      bottom = Math.max(bottom, y);
    }
    const blot = { x: left, y: top, width: right - left, height: bottom - top, corners: points.length - 1 };
    if (Math.max(blot.width, blot.height) <= largestBlot) blots.push(blot);
  }
}

function isCurved(packed: Float32Array): boolean {
  for (let at = 0; at < packed.length; at += 1 + (pathSteps[packed[at]!] ?? 0)) {
    if (packed[at] === 2 || packed[at] === 3) return true;
  }
  return false;
}

export const strokeOperations = new Set([
  OPS.stroke,
  OPS.closeStroke,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);
export const fillOperations = new Set([
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);

/** White and nearly white areas are paper, not lines. */
function isInk(colour: string): boolean {
  if (colour === 'transparent') return false;
  const value = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  return !value || value.slice(1).some((part) => Number.parseInt(part, 16) < 0xfa);
}

/** The path's corner points in page points, one list for each subpath. */
export function polygons(packed: Float32Array, matrix: Matrix): [number, number][][] {
  const all: [number, number][][] = [];
  let current: [number, number][] = [];
  for (let at = 0; at < packed.length; ) {
    const step = packed[at]!;
    const count = pathSteps[step] ?? 0;
    if (step === 0) {
      current = [];
      all.push(current);
    }
    if (step === 4) {
      if (current.length > 0) current.push(current[0]!);
    } else current.push(apply(matrix, packed[at + count - 1]!, packed[at + count]!));
    at += 1 + count;
  }
  return all;
}

export function asRectangle(points: [number, number][]): Box | null {
  if (points.length < 4 || points.length > 6) return null;
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const box = { x: Math.min(...xs), y: Math.min(...ys), width: 0, height: 0 };
  box.width = Math.max(...xs) - box.x;
  box.height = Math.max(...ys) - box.y;
  const cornersHit = new Set<string>();
  for (const [x, y] of points) {
    const [left, right] = [x - box.x, box.x + box.width - x];
    const [top, bottom] = [y - box.y, box.y + box.height - y];
    if (Math.min(left, right) >= offCorner || Math.min(top, bottom) >= offCorner) return null;
    cornersHit.add(`${left < right} ${top < bottom}`);
  }
  // A triangle's corners may all be corners of the box around it.
  return cornersHit.size === 4 || Math.min(box.width, box.height) < 2 * offCorner ? box : null;
}

/** A thin filled rectangle that is not level, as the line through its middle; null for any other shape. */
function asStroke(points: readonly [number, number][]): Segment | null {
  if (points.length < 4 || points.length > 5) return null;
  const middles = [0, 1, 2, 3].map((at): [number, number] => {
    const [[ax, ay], [bx, by]] = [points[at]!, points[(at + 1) % 4]!];
    return [(ax + bx) / 2, (ay + by) / 2];
  });
  const apart = (a: number, b: number): number =>
    Math.hypot(middles[a]![0] - middles[b]![0], middles[a]![1] - middles[b]![1]);
  const [one, other] = [apart(0, 2), apart(1, 3)];
  const thickness = Math.min(one, other);
  if (thickness >= thin || Math.max(one, other) < leastLength * thickness) return null;
  const [from, to] = one > other ? [middles[0]!, middles[2]!] : [middles[1]!, middles[3]!];
  return { x0: from[0], y0: from[1], x1: to[0], y1: to[1], thickness };
}

export function addThinBox(box: Box, into: Segment[]): void {
  const middleX = box.x + box.width / 2;
  const middleY = box.y + box.height / 2;
  if (box.width >= box.height)
    into.push({ x0: box.x, y0: middleY, x1: box.x + box.width, y1: middleY, thickness: box.height });
  else into.push({ x0: middleX, y0: box.y, x1: middleX, y1: box.y + box.height, thickness: box.width });
}

function addEdges(box: Box, into: Segment[]): void {
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  const thickness = hairline;
  into.push(
    { x0: box.x, y0: box.y, x1: right, y1: box.y, thickness },
    { x0: box.x, y0: bottom, x1: right, y1: bottom, thickness },
    { x0: box.x, y0: box.y, x1: box.x, y1: bottom, thickness },
    { x0: right, y0: box.y, x1: right, y1: bottom, thickness },
  );
}
