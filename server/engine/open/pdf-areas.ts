import { boxAround } from '../layout/rows.ts';
import type { Box } from '../page.ts';
import { apply, type Matrix } from './matrix.ts';
import { asRectangle, fillOperations, type PathState, polygons, strokeOperations } from './pdf-paths.ts';

/** What clipping paths leave of the page, in page points. */
export interface Clip extends Box {
  /** Whether it is a rectangle; otherwise the box is only around it. */
  exact: boolean;
}

/** A painted area in page points, as far as clipping leaves it. */
export interface Area extends Box {
  /** Position in the order of painting. */
  order: number;
  /** As pdfjs writes it; null where it has several or others shine through. */
  colour: string | null;
  /** What of its box it surely fills: the convex shape with these corners, where it was not clipped askew. */
  shape: readonly Corner[] | null;
}

export type Corner = readonly [x: number, y: number];

/** What of the drawing state matters to what is seen of an area. */
export interface PaintState extends PathState {
  clip: Clip;
  /** 0 to 1. */
  fillOpacity: number;
  strokeOpacity: number;
  /** Of the groups around it, 0 to 1. */
  groupOpacity: number;
  /** Blended with what lies below by more than its opacity. */
  blended: boolean;
  /** Seen through a mask. */
  masked: boolean;
  /** In a group that is blended or masked. */
  veiled: boolean;
}

/** A page of more areas is a drawing; what of it lies where is not known then. */
const maxAreas = 20_000;
/** Fainter areas and text are not seen by anyone. */
export const leastOpacity = 0.05;
/** A shape of more corners, or a path of more shapes, is a drawing. */
const maxCorners = 64;
/** Corners that lie within so little, in points or square points, lie on a line. */
const flat = 0.01;
/** A line that rises or leans by less, in points, fills the box around it. */
const straight = 0.1;
/** Nothing shines through what is denser. */
const dense = 0.99;

/** Notes what a path fills and strokes. */
export function notePathAreas(state: PaintState, args: unknown[], order: number, into: Area[]): void {
  const operation = Number(args[0]);
  const packed = (args[1] as unknown[] | undefined)?.[0];
  if (!(packed instanceof Float32Array)) return;
  const fills = fillOperations.has(operation) && state.fill !== 'transparent';
  const strokes = strokeOperations.has(operation) && state.stroke !== 'transparent';
  if (!fills && !strokes) return;
  const shapes = polygons(packed, state.ctm);
  if (fills) {
    const boxes = shapes.map(boundsOf);
    for (const [index, box] of boxes.entries()) {
      // Where parts of a path overlap they may be a frame and its hole.
      const isAlone = boxes.length <= maxCorners && !boxes.some((other) => other !== box && meet(box, other));
      const shape = isAlone && isConvex(shapes[index]!) ? shapes[index]! : null;
      noteArea(state, box, shape, state.fill, state.fillOpacity, order, into);
    }
  }
  if (strokes) {
    const half = (state.lineWidth / 2) * Math.sqrt(Math.abs(state.ctm[0] * state.ctm[3] - state.ctm[1] * state.ctm[2]));
    for (const points of shapes)
      for (let i = 1; i < points.length; i++) {
        const line = boundsOf([points[i - 1]!, points[i]!]);
        const grown = {
          x: line.x - half,
          y: line.y - half,
          width: line.width + 2 * half,
          height: line.height + 2 * half,
        };
        const shape = Math.min(line.width, line.height) < straight ? cornersOf(grown) : null;
        noteArea(state, grown, shape, state.stroke, state.strokeOpacity, order, into);
      }
  }
}

/**
 * Notes an area.
 * @param shape as for {@link Area}, before it is clipped
 * @param colour null where it has several
 */
export function noteArea(
  state: PaintState,
  box: Box,
  shape: readonly Corner[] | null,
  colour: string | null,
  opacity: number,
  order: number,
  into: Area[],
): void {
  const seen = opacity * state.groupOpacity;
  if (seen < leastOpacity) return;
  const part = common(box, state.clip);
  if (!part) return;
  if (into.length >= maxAreas) {
    // Before and after everything: whatever lies on it is not sure to be seen.
    const all = into[maxAreas] ? boxAround([into[maxAreas], part]) : part;
    into[maxAreas] = { ...all, order: Number.NaN, colour: null, shape: null };
    return;
  }
  const plain = seen > dense && !isVeiled(state) && colour?.startsWith('#');
  into.push({ ...part, order, colour: plain ? colour : null, shape: state.clip.exact ? shape : null });
}

export function isVeiled({ blended, masked, veiled }: PaintState): boolean {
  return blended || masked || veiled;
}

/** What a path leaves of a clip. */
export function clippedBy(clip: Clip, args: unknown[], matrix: Matrix): Clip {
  const packed = (args[1] as unknown[] | undefined)?.[0];
  if (!(packed instanceof Float32Array)) return clip;
  const shapes = polygons(packed, matrix).filter((points) => points.length > 1);
  const exact = shapes.length === 1 && asRectangle(shapes[0]!) !== null;
  return narrowed(clip, boundsOf(shapes.flat()), exact);
}

/** What a rectangle in the space of `matrix`, given by two corners, leaves of a clip. */
export function clippedByBox(clip: Clip, corners: ArrayLike<number>, matrix: Matrix): Clip {
  const [x0, y0, x1, y1] = Array.from(corners) as [number, number, number, number];
  const points = [apply(matrix, x0, y0), apply(matrix, x1, y0), apply(matrix, x1, y1), apply(matrix, x0, y1)];
  return narrowed(clip, boundsOf(points), asRectangle(points) !== null);
}

function narrowed(clip: Clip, box: Box, exact: boolean): Clip {
  const part = common(clip, box) ?? { x: box.x, y: box.y, width: 0, height: 0 };
  return { ...part, exact: exact && clip.exact };
}

function boundsOf(points: readonly Corner[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Whether an area surely fills a box. */
export function fills(area: Area, box: Box): boolean {
  const { shape } = area;
  if (!shape || !holds(area, box)) return false;
  const side = Math.sign(turnings(shape).find((turning) => Math.abs(turning) > flat) ?? 0);
  return (
    side !== 0 &&
    cornersOf(box).every(([x, y]) =>
      shape.every(([ax, ay], index) => {
        const [bx, by] = shape[(index + 1) % shape.length]!;
        return side * ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) > -flat;
      }),
    )
  );
}

export function cornersOf({ x, y, width, height }: Box): Corner[] {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
}

/** Curves bulge outwards of a convex shape's corners, so that it fills at least what lies between them. */
function isConvex(shape: readonly Corner[]): boolean {
  if (shape.length < 3 || shape.length > maxCorners) return false;
  const sides = new Set(
    turnings(shape)
      .filter((turning) => Math.abs(turning) > flat)
      .map(Math.sign),
  );
  return sides.size === 1;
}

/** How far each corner turns: the cross product of the two edges that meet there. */
function turnings(shape: readonly Corner[]): number[] {
  const corners = shape.filter(([x, y], index) => {
    const [nx, ny] = shape[(index + 1) % shape.length]!;
    return Math.abs(nx - x) + Math.abs(ny - y) > flat;
  });
  return corners.map(([bx, by], index) => {
    const [ax, ay] = corners.at(index - 1)!;
    const [cx, cy] = corners[(index + 1) % corners.length]!;
    return (bx - ax) * (cy - by) - (by - ay) * (cx - bx);
  });
}

/** Whether two boxes share anything. */
export function meet(a: Box, b: Box): boolean {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}

/** What two boxes share; null where they do not meet. */
export function common(a: Box, b: Box): Box | null {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width >= 0 && height >= 0 ? { x, y, width, height } : null;
}

export function holds(outer: Box, inner: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}
