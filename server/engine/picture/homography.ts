/** A perspective transformation of the plane, row by row: [a b c; d e f; g h i] on (x, y, 1). */
export type Homography = readonly [number, number, number, number, number, number, number, number, number];

export type Point = readonly [number, number];

export function apply(h: Homography, x: number, y: number): [number, number] {
  const scale = h[6] * x + h[7] * y + h[8];
  return [(h[0] * x + h[1] * y + h[2]) / scale, (h[3] * x + h[4] * y + h[5]) / scale];
}

/** First `inner`, then `outer`. */
export function compose(outer: Homography, inner: Homography): Homography {
  const entry = (row: number, column: number): number =>
    outer[row * 3]! * inner[column]! +
    outer[row * 3 + 1]! * inner[column + 3]! +
    outer[row * 3 + 2]! * inner[column + 6]!;
  return [0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => entry(Math.floor(i / 3), i % 3)) as unknown as Homography;
}

export function scaling(x: number, y: number): Homography {
  return [x, 0, 0, 0, y, 0, 0, 0, 1];
}

/** A turn by `radians` (clockwise as seen, y grows downwards) that carries point `from` to point `to`. */
export function turning(radians: number, from: Point, to: Point): Homography {
  const c = Math.cos(radians);
  const s = Math.sin(radians);
  return [c, -s, to[0] - c * from[0] + s * from[1], s, c, to[1] - s * from[0] - c * from[1], 0, 0, 1];
}

/**
 * The transformation that carries the rectangle (0,0)–(width,height) to four corners, given clockwise from the top
 * left. Null when the corners do not span an area.
 */
export function ontoQuad(width: number, height: number, corners: readonly Point[]): Homography | null {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners as [Point, Point, Point, Point];
  // Heckbert, Fundamentals of Texture Mapping (1989), section 2.2.3: unit square to quadrilateral.
  const dx1 = x1 - x2;
  const dx2 = x3 - x2;
  const sx = x0 - x1 + x2 - x3;
  const dy1 = y1 - y2;
  const dy2 = y3 - y2;
  const sy = y0 - y1 + y2 - y3;
  const area = dx1 * dy2 - dx2 * dy1;
  if (Math.abs(area) < 1e-6) return null;
  const g = (sx * dy2 - dx2 * sy) / area;
  const h = (dx1 * sy - sx * dy1) / area;
  const unit: Homography = [x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h, 1];
  return compose(unit, scaling(1 / width, 1 / height));
}
