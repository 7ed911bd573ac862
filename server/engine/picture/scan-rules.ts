import type { Ink } from './connected-components.ts';
import type { Grey } from './grey.ts';
import { evenPaper } from './light.ts';
import { median } from './skew.ts';

/** Ruled lines are darker than this; paper is about 250. */
const palest = 215;
/** With more ink than this, what looks like a pale line is dark print with its soft edges. */
const mostlyInk = 0.8;
/** Of an inch, as one of so many parts: a line is no shorter and no thicker, and has no wider gaps. */
const inch = { shortest: 3, thickest: 25, gap: 60 };
/** The same in pixels, for the pixels of a coarse picture. */
const leastPixels = { thickest: 3, gap: 2 };
/** Holes take no more of a row of a line: a row of letters' feet is full of them. */
const mostHoles = 0.12;
/**
 * Rows of a slanted line begin and end within so many gaps of those above, and no more than so many rows are missing
 * between.
 */
const sameLine = { gaps: 3, rows: 2 };
/** So many rows beyond its edges, which are soft, it is looked for what stands at a line. */
const beside = 3;
/** Of a line's length, on both sides: print stands along no more of it; along more where the other side is bare. */
const printAlong = { most: 0.3, bare: 0.03, besideBare: 0.6 };

/**
 * A line is as dark all along, whatever crosses it: half of it differs from its usual level by no more than such a part of
 * what it differs from paper (0.04 of ruled lines on real scans, 0.12 and more of small print). Small print whose letters run together is as thick as a thick line, which is thicker than so
 * many pixels.
 */
const even = { within: 0.1, thickerThan: 4 };

/** A drawn line in a scan, in pixels. */
export interface ScanRule {
  direction: 'horizontal' | 'vertical';
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Finds ruled lines and takes them out of the picture, because letters that touch them are misread.
 * Changes `ink` and `grey` in place.
 * @param dpi pixels an inch; lines shorter than a third of an inch are left alone
 */
export function takeOutRules(ink: Ink, grey: Grey, dpi: number): ScanRule[] {
  const found = takeOutFrom(ink.data, ink, grey, dpi, () => true);
  // Thin rules are often printed so pale that only pieces of them are as dark as ink.
  const pale = binarisePale(grey);
  return [...found, ...takeOutFrom(pale, ink, grey, dpi, (share) => share < mostlyInk)];
}

/**
 * Takes out the ruled lines that `data` shows.
 * @param isWanted told how much of a line is ink, from 0 to 1
 */
function takeOutFrom(
  data: Uint8Array,
  ink: Ink,
  grey: Grey,
  dpi: number,
  isWanted: (share: number) => boolean,
): ScanRule[] {
  const wanted = (stroke: Stroke, stride: number, step: number) =>
    isWanted(inkShare(stroke, ink, stride, step)) && isEven(stroke, grey, stride, step);
  const horizontal = findRuns(data, ink.width, ink.height, ink.width, 1, dpi).filter((one) =>
    wanted(one, ink.width, 1),
  );
  const vertical = findRuns(data, ink.height, ink.width, 1, ink.width, dpi).filter((one) => wanted(one, 1, ink.width));
  const rules: ScanRule[] = [
    ...horizontal.map(
      ({ from, to, first, last }): ScanRule => ({
        direction: 'horizontal',
        x: from,
        y: first,
        width: to - from,
        height: last - first + 1,
      }),
    ),
    ...vertical.map(
      ({ from, to, first, last }): ScanRule => ({
        direction: 'vertical',
        x: first,
        y: from,
        width: last - first + 1,
        height: to - from,
      }),
    ),
  ];
  for (const { pieces } of horizontal) erase(ink, grey, pieces, ink.width, 1, ink.height);
  for (const { pieces } of vertical) erase(ink, grey, pieces, 1, ink.width, ink.width);
  return rules;
}

function binarisePale({ data }: Grey): Uint8Array {
  const pale = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at++) if (data[at]! < palest) pale[at] = 1;
  return pale;
}

/** How much of the length of a stroke is ink in one of its rows, from 0 to 1. */
function inkShare({ pieces, from, to }: Stroke, ink: Ink, stride: number, step: number): number {
  const isInk = new Uint8Array(to - from);
  for (const piece of pieces)
    for (let at = piece.from; at < piece.to; at++) isInk[at - from]! |= ink.data[piece.row * stride + at * step]!;
  return isInk.reduce((sum, one) => sum + one, 0) / isInk.length;
}

/** A straight run of ink in one row (or column): from ≤ position < to. */
interface Piece {
  row: number;
  from: number;
  to: number;
}

interface Stroke {
  pieces: Piece[];
  from: number;
  to: number;
  first: number;
  last: number;
}

/**
 * Long thin strokes along one direction. `along` pixels in a row, `across` rows; `step` and `stride` say how far the
 * next pixel along is and the next row, so that columns are handled as rows.
 */
function findRuns(
  data: Uint8Array,
  along: number,
  across: number,
  stride: number,
  step: number,
  dpi: number,
): Stroke[] {
  const shortest = dpi / inch.shortest;
  const thickest = Math.max(leastPixels.thickest, dpi / inch.thickest);
  const gap = Math.max(leastPixels.gap, dpi / inch.gap);
  const open: Stroke[] = [];
  const closed: Stroke[] = [];
  // A long run covers one of any places that are no further apart than it is long: only those are looked at.
  const apart = Math.max(1, Math.ceil(shortest) - 1);
  const reach = Math.floor(gap);
  for (let row = 0; row < across; row++) {
    const base = row * stride;
    for (let place = apart; place < along; place += apart) {
      let from = place;
      while (from >= 0 && place - from < reach && data[base + from * step] === 0) from--;
      if (from < 0 || data[base + from * step] === 0) continue;
      let end = from;
      let holes = 0;
      for (let at = from - 1; at >= 0 && from - at <= reach; at--) {
        if (data[base + at * step] === 0) continue;
        holes += from - at - 1;
        from = at;
      }
      for (let at = end + 1; at < along && at - end <= reach; at++) {
        if (data[base + at * step] === 0) continue;
        holes += at - end - 1;
        end = at;
      }
      place = Math.max(place, end);
      const length = end + 1 - from;
      if (length < shortest || holes > length * mostHoles) continue;
      const piece = { row, from, to: end + 1 };
      const stroke = open.find(
        (other) =>
          row - other.last <= sameLine.rows &&
          other.from < piece.to + gap * sameLine.gaps &&
          other.to > piece.from - gap * sameLine.gaps,
      );
      if (stroke) {
        stroke.pieces.push(piece);
        stroke.from = Math.min(stroke.from, piece.from);
        stroke.to = Math.max(stroke.to, piece.to);
        stroke.last = row;
      } else open.push({ pieces: [piece], from, to: end + 1, first: row, last: row });
    }
    for (let i = open.length - 1; i >= 0; i--)
      if (row - open[i]!.last > sameLine.rows) closed.push(...open.splice(i, 1));
  }
  return [...closed, ...open].filter((stroke) => {
    const ink = stroke.pieces.reduce((sum, piece) => sum + piece.to - piece.from, 0);
    // Mean thickness tells a line (even a slightly slanted one) from a filled area.
    return ink / (stroke.to - stroke.from) <= thickest && standsAlone(stroke, data, across, stride, step);
  });
}

/**
 * Whether there is paper along most of both sides: blurred letters in a row look like a line but for what is above. A
 * frame may touch the first letter of each line in it, and has all the more paper on its other side.
 */
function standsAlone(stroke: Stroke, data: Uint8Array, across: number, stride: number, step: number): boolean {
  const edges = edgesOf(stroke.pieces);
  let above = 0;
  let below = 0;
  for (const [at, { first, last }] of edges) {
    if (first >= beside && data[(first - beside) * stride + at * step] === 1) above++;
    if (last < across - beside && data[(last + beside) * stride + at * step] === 1) below++;
  }
  const [less, more] = [Math.min(above, below) / edges.size, Math.max(above, below) / edges.size];
  return more < printAlong.most || (less < printAlong.bare && more < printAlong.besideBare);
}

/** Whether a stroke is as dark all along its middle, as drawn lines are; thin ones are no print in any case. */
function isEven({ pieces }: Stroke, grey: Grey, stride: number, step: number): boolean {
  const edges = [...edgesOf(pieces)];
  const thickness = median(edges.map(([, { first, last }]) => last - first + 1));
  if (thickness <= even.thickerThan) return true;
  const levels = edges.map(([at, { first, last }]) => grey.data[Math.round((first + last) / 2) * stride + at * step]!);
  const usual = median(levels);
  return median(levels.map((level) => Math.abs(level - usual))) <= even.within * (evenPaper - usual);
}

/** For each position along a stroke, its first and last row there. */
function edgesOf(pieces: Piece[]): Map<number, { first: number; last: number }> {
  const edges = new Map<number, { first: number; last: number }>();
  for (const { row, from, to } of pieces)
    for (let at = from; at < to; at++) {
      const edge = edges.get(at);
      if (!edge) edges.set(at, { first: row, last: row });
      else if (row - edge.last <= sameLine.rows) edge.last = row;
    }
  return edges;
}

/** Whitens a stroke with its soft edges, but not where ink crosses it. */
function erase(ink: Ink, grey: Grey, pieces: Piece[], stride: number, step: number, across: number): void {
  for (const [at, { first, last }] of edgesOf(pieces)) {
    const inkAt = (row: number): boolean => row >= 0 && row < across && ink.data[row * stride + at * step] === 1;
    const above = inkAt(first - 2) && inkAt(first - 3);
    const below = inkAt(last + 2) && inkAt(last + 3);
    if (above && below) continue;
    for (let row = above ? first : first - 2; row <= (below ? last : last + 2); row++) {
      if (row < 0 || row >= across) continue;
      ink.data[row * stride + at * step] = 0;
      grey.data[row * stride + at * step] = 255;
    }
  }
}
