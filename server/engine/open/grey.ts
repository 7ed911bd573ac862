import type { Homography } from './homography.ts';

/** A picture in grey, row by row from the top left; 0 is black, 255 white. */
export interface Grey {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Grey of a picture, with transparency laid on white. */
export function greyOf(width: number, height: number, rgba: Uint8ClampedArray): Grey {
  const data = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < data.length; i++, at += 4) {
    const light = (rgba[at]! * 77 + rgba[at + 1]! * 150 + rgba[at + 2]! * 29) >> 8;
    const alpha = rgba[at + 3]!;
    data[i] = alpha === 255 ? light : 255 - ((255 - light) * alpha) / 255;
  }
  return { width, height, data };
}

/**
 * A picture as seen through a transformation, bilinear; what lies outside of the source is as bright as its paper.
 * @param toSource from pixels of the result to pixels of the source
 */
export function warp(source: Grey, toSource: Homography, width: number, height: number): Grey {
  const data = new Uint8Array(width * height);
  const { width: w, height: h, data: from } = source;
  const [a, b, c, d, e, f, g, i, j] = toSource;
  const outside = paperLevel(source);
  const isFlat = g === 0 && i === 0;
  const flat = 1 / j;
  for (let y = 0, at = 0; y < height; y++) {
    const startX = b * y + c;
    const startY = e * y + f;
    for (let x = 0; x < width; x++, at++) {
      // Dividing for each pixel is what costs most, and only perspective needs it.
      const scale = isFlat ? flat : 1 / (g * x + i * y + j);
      const sx = (a * x + startX) * scale;
      const sy = (d * x + startY) * scale;
      const x0 = Math.floor(sx);
      const y0 = Math.floor(sy);
      if (x0 < 0 || y0 < 0 || x0 >= w - 1 || y0 >= h - 1) {
        data[at] = x0 >= -1 && y0 >= -1 && x0 < w && y0 < h ? from[clamp(y0, h) * w + clamp(x0, w)]! : outside;
        continue;
      }
      const dx = sx - x0;
      const dy = sy - y0;
      const p = y0 * w + x0;
      const upper = from[p]! + (from[p + 1]! - from[p]!) * dx;
      const lower = from[p + w]! + (from[p + w + 1]! - from[p + w]!) * dx;
      data[at] = upper + (lower - upper) * dy + 0.5;
    }
  }
  return { width, height, data };
}

/** The brightness of most of a picture, from a sample of its pixels. */
function paperLevel({ data }: Grey): number {
  const counts = new Uint32Array(256);
  const step = Math.max(1, Math.floor(data.length / 50_000));
  let total = 0;
  for (let at = 0; at < data.length; at += step, total++) counts[data[at]!]!++;
  let level = 0;
  for (let below = counts[0]!; level < 255 && below < total * 0.6; ) below += counts[++level]!;
  return level;
}

function clamp(value: number, size: number): number {
  return value < 0 ? 0 : value >= size ? size - 1 : value;
}

/** A smaller picture by averaging, at most `longest` pixels on its longer side; the picture itself when it is smaller. */
export function shrink(source: Grey, longest: number): Grey {
  const factor = Math.max(source.width, source.height) / longest;
  if (factor <= 1) return source;
  const width = Math.max(1, Math.floor(source.width / factor));
  const height = Math.max(1, Math.floor(source.height / factor));
  const data = new Uint8Array(width * height);
  for (let y = 0, at = 0; y < height; y++) {
    const top = Math.floor(y * factor);
    const bottom = Math.min(source.height, Math.max(top + 1, Math.floor((y + 1) * factor)));
    for (let x = 0; x < width; x++, at++) {
      const left = Math.floor(x * factor);
      const right = Math.min(source.width, Math.max(left + 1, Math.floor((x + 1) * factor)));
      let sum = 0;
      for (let sy = top; sy < bottom; sy++)
        for (let sx = left, p = sy * source.width + left; sx < right; sx++, p++) sum += source.data[p]!;
      data[at] = sum / ((bottom - top) * (right - left));
    }
  }
  return { width, height, data };
}

/** A copy of a part, with a white margin around it; `box` in whole pixels, clipped to the picture. */
export function crop(source: Grey, box: { x: number; y: number; width: number; height: number }, margin: number): Grey {
  const x0 = Math.max(0, box.x);
  const y0 = Math.max(0, box.y);
  const x1 = Math.min(source.width, box.x + box.width);
  const y1 = Math.min(source.height, box.y + box.height);
  const width = Math.max(0, x1 - x0) + 2 * margin;
  const height = Math.max(0, y1 - y0) + 2 * margin;
  const data = new Uint8Array(width * height).fill(255);
  for (let y = y0; y < y1; y++)
    data.set(source.data.subarray(y * source.width + x0, y * source.width + x1), (y - y0 + margin) * width + margin);
  return { width, height, data };
}
