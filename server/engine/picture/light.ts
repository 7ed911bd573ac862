import type { Grey } from './grey.ts';

/** Paper is about this bright once the light is even; of 255. */
export const evenPaper = 250;
/** Side of the tiles that light is measured in: so many make up the longer side of a picture; and in pixels. */
const tilesAlong = 90;
const leastTile = 8;
/** The paper of so many of the tiles is no brighter than white. */
const tilesToWhite = 0.9;
/** Of white: a darker area larger than a tile is printed so (a table's head), not badly lit. */
const darkestPaper = 0.45;
/** Of a tile's pixels so many are as bright as its paper: of text less than the rest is ink. */
const paperInTile = 0.15;

/**
 * Evens out the light: paper becomes white whatever its shade, shadow or colour, ink keeps its contrast. Changes `grey`.
 * The paper's brightness is taken from small tiles, where ink is the minority, and smoothed between them.
 */
export function flattenLight(grey: Grey): void {
  const { width, height, data } = grey;
  const tile = Math.max(leastTile, Math.round(Math.max(width, height) / tilesAlong));
  const columns = Math.ceil(width / tile);
  const rows = Math.ceil(height / tile);
  const paper = smooth(widen(brightest(grey, tile, columns, rows), columns, rows), columns, rows);
  const white = percentile(Float32Array.from(paper), tilesToWhite);
  const floor = white * darkestPaper;
  // Between which tiles each column of pixels lies, and how far along.
  const lefts = new Uint16Array(width);
  const along = new Float32Array(width);
  for (let x = 0; x < width; x++) {
    const tx = Math.min(columns - 1, Math.max(0, (x + 0.5) / tile - 0.5));
    lefts[x] = Math.floor(tx);
    along[x] = tx - lefts[x]!;
  }
  const levels = new Float32Array(columns + 1);
  for (let y = 0; y < height; y++) {
    const ty = Math.min(rows - 1, Math.max(0, (y + 0.5) / tile - 0.5));
    const r0 = Math.floor(ty);
    const r1 = Math.min(rows - 1, r0 + 1);
    const fy = ty - r0;
    for (let c = 0; c < columns; c++) levels[c] = paper[r0 * columns + c]! * (1 - fy) + paper[r1 * columns + c]! * fy;
    levels[columns] = levels[columns - 1]!;
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const left = levels[lefts[x]!]!;
      const level = Math.max(floor, left + (levels[lefts[x]! + 1]! - left) * along[x]!);
      const value = (data[at]! * evenPaper) / level;
      data[at] = value < 255 ? value : 255;
    }
  }
}

/** The brightness that 85 % of each tile stay under; paper, unless the tile is full of ink. */
function brightest(grey: Grey, tile: number, columns: number, rows: number): Float32Array {
  const levels = new Float32Array(columns * rows);
  const counts = new Uint32Array(256);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      counts.fill(0);
      let total = 0;
      const bottom = Math.min(grey.height, (r + 1) * tile);
      const right = Math.min(grey.width, (c + 1) * tile);
      for (let y = r * tile; y < bottom; y++)
        for (let x = c * tile, at = y * grey.width + x; x < right; x++, at++) {
          counts[grey.data[at]!]!++;
          total++;
        }
      let level = 255;
      for (let above = 0; level > 0; level--) {
        above += counts[level]!;
        if (above >= total * paperInTile) break;
      }
      levels[r * columns + c] = level;
    }
  }
  return levels;
}

/** Lets each tile take its brightest neighbour's level, so that big letters and rules do not darken the paper. */
function widen(levels: Float32Array, columns: number, rows: number): Float32Array {
  return overNeighbours(levels, columns, rows, (values) => values.sort()[values.length - 2] ?? values[0]!);
}

function smooth(levels: Float32Array, columns: number, rows: number): Float32Array {
  return overNeighbours(
    levels,
    columns,
    rows,
    (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  );
}

function overNeighbours(
  levels: Float32Array,
  columns: number,
  rows: number,
  combine: (values: Float32Array) => number,
): Float32Array {
  const result = new Float32Array(levels.length);
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) {
      const near: number[] = [];
      for (let y = Math.max(0, r - 1); y <= Math.min(rows - 1, r + 1); y++)
        for (let x = Math.max(0, c - 1); x <= Math.min(columns - 1, c + 1); x++) near.push(levels[y * columns + x]!);
      result[r * columns + c] = combine(Float32Array.from(near));
    }
  return result;
}

function percentile(values: Float32Array, part: number): number {
  values.sort();
  return values[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 255;
}

/** What is darker is ink, where a part of a page is looked at by itself; of 255. */
const lightestInk = 200;
/** Print that is darker already stays as it is, and so do fewer pixels of ink, which are specks. */
const black = 90;
const fewPixels = 20;
/** So far below white print is darkened, and so many times at most: its grain grows with it. */
const darkened = 200;
const mostTimes = 2.5;

/** Makes grey print as dark as black print is; for a part of a page that holds print of one kind. Changes `grey`. */
export function darkenPrint(grey: Grey): void {
  const counts = new Uint32Array(256);
  for (const value of grey.data) counts[value]!++;
  let ink = 0;
  for (let level = 0; level < lightestInk; level++) ink += counts[level]!;
  let level = 0;
  for (let below = counts[0]!; level < lightestInk - 1 && below < ink / 4; ) below += counts[++level]!;
  if (ink < fewPixels || level < black) return;
  const factor = Math.min(mostTimes, darkened / (255 - level));
  for (let at = 0; at < grey.data.length; at++) grey.data[at] = Math.max(0, 255 - (255 - grey.data[at]!) * factor);
}
