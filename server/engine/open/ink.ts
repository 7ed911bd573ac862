import type { Grey } from './grey.ts';

/** Black and white: 1 is ink. */
export interface Ink {
  width: number;
  height: number;
  data: Uint8Array;
}

/**
 * Ink of a picture whose light is already even. The threshold lies between paper and the bulk of the ink, where the
 * two classes differ most (Otsu, 1979), kept inside bounds in which print is legible.
 */
export function inkOf(grey: Grey): Ink {
  const counts = new Float64Array(256);
  for (const value of grey.data) counts[value]!++;
  const threshold = Math.min(200, Math.max(110, otsu(counts)));
  const data = new Uint8Array(grey.data.length);
  for (let i = 0; i < data.length; i++) data[i] = grey.data[i]! < threshold ? 1 : 0;
  return { width: grey.width, height: grey.height, data };
}

function otsu(counts: Float64Array): number {
  let total = 0;
  let sum = 0;
  for (let level = 0; level < 256; level++) {
    total += counts[level]!;
    sum += level * counts[level]!;
  }
  let best = 128;
  let bestSpread = 0;
  let below = 0;
  let sumBelow = 0;
  for (let level = 0; level < 255; level++) {
    below += counts[level]!;
    sumBelow += level * counts[level]!;
    if (below === 0 || below === total) continue;
    const difference = sumBelow / below - (sum - sumBelow) / (total - below);
    const spread = below * (total - below) * difference * difference;
    if (spread > bestSpread) {
      bestSpread = spread;
      best = level + 1;
    }
  }
  return best;
}

/** A run of ink that is connected over edges and corners. */
export interface Blob {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Pixels of ink. */
  size: number;
}

/** All connected pieces of ink, by two passes over the picture with runs joined row by row. */
export function blobsOf(ink: Ink): Blob[] {
  const { width, height, data } = ink;
  const parents: number[] = [];
  const find = (label: number): number => {
    let root = label;
    while (parents[root]! !== root) root = parents[root]!;
    while (parents[label]! !== root) {
      const next = parents[label]!;
      parents[label] = root;
      label = next;
    }
    return root;
  };
  interface Run {
    from: number;
    to: number;
    label: number;
  }
  const boxes: (Blob & { right: number; bottom: number })[] = [];
  let above: Run[] = [];
  for (let y = 0; y < height; y++) {
    const row: Run[] = [];
    const start = y * width;
    let first = 0;
    for (let x = 0; x < width; x++) {
      if (data[start + x] === 0) continue;
      const from = x;
      while (x < width && data[start + x] === 1) x++;
      let label = -1;
      while (first < above.length && above[first]!.to < from) first++;
      for (let i = first; i < above.length && above[i]!.from <= x; i++) {
        const other = find(above[i]!.label);
        if (label === -1) label = other;
        else if (label !== other) {
          parents[other] = label;
          join(boxes[label]!, boxes[other]!);
        }
      }
      if (label === -1) {
        label = parents.length;
        parents.push(label);
        boxes.push({ x: from, y, right: x, bottom: y + 1, width: 0, height: 0, size: 0 });
      }
      const box = boxes[label]!;
      box.x = Math.min(box.x, from);
      box.right = Math.max(box.right, x);
      box.bottom = y + 1;
      box.size += x - from;
      row.push({ from, to: x, label });
    }
    above = row;
  }
  const blobs: Blob[] = [];
  for (let label = 0; label < parents.length; label++) {
    if (parents[label] !== label) continue;
    const { x, y, right, bottom, size } = boxes[label]!;
    blobs.push({ x, y, width: right - x, height: bottom - y, size });
  }
  return blobs;
}

function join(into: Blob & { right: number; bottom: number }, other: Blob & { right: number; bottom: number }): void {
  into.x = Math.min(into.x, other.x);
  into.y = Math.min(into.y, other.y);
  into.right = Math.max(into.right, other.right);
  into.bottom = Math.max(into.bottom, other.bottom);
  into.size += other.size;
}
