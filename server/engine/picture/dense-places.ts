import { isSizedLikeACode } from '../open/code-places.ts';
import type { Grey } from './grey.ts';

/** A stretch of a picture in whole pixels. */
export interface PixelBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Side of the squares that are judged one by one, in points. */
const step = 6;
/** Print of text covers less of its paper than this, a filled area more; a code covers half. */
const [leastInk, mostInk] = [0.22, 0.8];
/** Share of squares inside a code's frame that are like a code. */
const filled = 0.6;
const mostPlaces = 6;
/** What is darker than this part of the paper's brightness is ink. */
const darkPart = 0.68;
/** So many pixels apart some are looked at for what most of the page is like. */
const samplesApart = 7;

/** Where a scan is as dense as a printed code: neither text nor a filled area. */
export function densePlaces(grey: Grey, points: number): PixelBox[] {
  const side = Math.max(3, Math.round(step / points));
  const columns = Math.floor(grey.width / side);
  const rows = Math.floor(grey.height / side);
  const dark = Math.ceil(darkPart * paperOf(grey));
  const dense = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let ink = 0;
      for (let y = row * side; y < (row + 1) * side; y++) {
        const from = y * grey.width + column * side;
        ink += darkIn(grey.data, from, from + side, dark);
      }
      const share = ink / (side * side);
      if (share > leastInk && share < mostInk) dense[row * columns + column] = 1;
    }
  }
  return joined(dense, columns)
    .filter(({ box, count }) => count >= filled * box.width * box.height)
    .map(({ box }) => ({ x: box.x * side, y: box.y * side, width: box.width * side, height: box.height * side }))
    .filter((box) => isSizedLikeACode({ x: 0, y: 0, width: box.width * points, height: box.height * points }))
    .sort((a, b) => b.width * b.height - a.width * a.height)
    .slice(0, mostPlaces);
}

function darkIn(data: Uint8Array, from: number, to: number, dark: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (data[at]! < dark) count++;
  return count;
}

/** The level that most of the page has. */
function paperOf(grey: Grey): number {
  const counts = new Uint32Array(256);
  for (let at = 0; at < grey.data.length; at += samplesApart) counts[grey.data[at]!]!++;
  let seen = 0;
  const half = grey.data.length / samplesApart / 2;
  for (let level = 0; level < 256; level++) {
    seen += counts[level]!;
    if (seen >= half) return level;
  }
  return 255;
}

/** Neighbouring dense squares, with the frame around them. */
function joined(dense: Uint8Array, columns: number): { box: PixelBox; count: number }[] {
  const groups: { box: PixelBox; count: number }[] = [];
  for (let start = 0; start < dense.length; start++) {
    if (dense[start] === 0) continue;
    dense[start] = 0;
    const waiting = [start];
    let [left, top, right, bottom, count] = [columns, Infinity, 0, 0, 0];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const [column, row] = [at % columns, Math.floor(at / columns)];
      count++;
      left = Math.min(left, column);
      right = Math.max(right, column);
      top = Math.min(top, row);
      bottom = Math.max(bottom, row);
      for (const next of [column > 0 ? at - 1 : -1, column + 1 < columns ? at + 1 : -1, at - columns, at + columns]) {
        if (next < 0 || dense[next] !== 1) continue;
        dense[next] = 0;
        waiting.push(next);
      }
    }
    groups.push({ box: { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }, count });
  }
  return groups;
}
