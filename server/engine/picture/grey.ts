import type { Canvas } from '@napi-rs/canvas';
import type { Homography } from './homography.ts';

/** A picture in grey, row by row from the top left; 0 is black, 255 white. */
export interface Grey {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Rows of a canvas that are looked at in one go: all at once they take four times the page's memory once more. */
const stripRows = 256;

/**
 * Grey of what is drawn on a canvas, with transparency laid on white.
 * @param see told the same pixels, red in the lowest byte, some rows at a time and the number of the first: to fetch them
 * from the canvas again takes as long as to make them grey
 */
export function greyOf(canvas: Canvas, see?: (pixels: Int32Array, top: number) => void): Grey {
  const { width, height } = canvas;
  const context = canvas.getContext('2d');
  const data = new Uint8Array(width * height);
  for (let top = 0; top < height; top += stripRows) {
    const rgba = context.getImageData(0, top, width, Math.min(stripRows, height - top)).data;
    // Four bytes at once, because reading them one by one is most of the time.
    const pixels = new Int32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4);
    addGrey(pixels, data, top * width);
    see?.(pixels, top);
  }
  return { width, height, data };
}

function addGrey(pixels: Int32Array, data: Uint8Array, start: number): void {
  let all = -1;
  for (let at = 0; at < pixels.length; at++) {
    const pixel = pixels[at]!;
    all &= pixel;
    data[start + at] = lightOf(pixel);
  }
  if (all >>> 24 === 255) return;
  for (let at = 0; at < pixels.length; at++) {
    const pixel = pixels[at]!;
    data[start + at] = 255 - ((255 - lightOf(pixel)) * (pixel >>> 24)) / 255;
  }
}

function lightOf(pixel: number): number {
  return (Math.imul(pixel & 255, 77) + Math.imul((pixel >> 8) & 255, 150) + Math.imul((pixel >> 16) & 255, 29)) >> 8;
}

/**
 * A picture as seen through a transformation, bilinear; what lies outside of the source is as bright as its paper.
 * @param toSource from pixels of the result to pixels of the source
 */
export function warp(source: Grey, toSource: Homography, width: number, height: number): Grey {
  if (isSame(source, toSource, width, height)) return { width, height, data: source.data.slice() };
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
      if (!(sx >= 0 && sy >= 0 && sx < w - 1 && sy < h - 1)) {
        const touches = sx >= -1 && sy >= -1 && sx < w && sy < h;
        data[at] = touches ? from[clamp(Math.floor(sy), h) * w + clamp(Math.floor(sx), w)]! : outside;
        continue;
      }
      // What is not negative is cut to its whole part faster than it is rounded down.
      const x0 = sx | 0;
      const y0 = sy | 0;
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

/** A picture that moves by less is seen as it is; in pixels. */
const leastMove = 0.1;

/** Whether the picture is seen as it is. */
function isSame(source: Grey, [a, b, c, d, e, f, g, i, j]: Homography, width: number, height: number): boolean {
  if (source.width !== width || source.height !== height || g !== 0 || i !== 0 || j !== 1) return false;
  const across = Math.abs(a - 1) * width + Math.abs(b) * height + Math.abs(c);
  return across < leastMove && Math.abs(d) * width + Math.abs(e - 1) * height + Math.abs(f) < leastMove;
}

/** So many pixels are looked at for what most of a picture is like. */
const sampled = 50_000;
/** Most of a picture, and as bright as its paper at most. */
const mostly = 0.6;

/** The brightness of most of a picture, from a sample of its pixels. */
function paperLevel({ data }: Grey): number {
  const counts = new Uint32Array(256);
  const step = Math.max(1, Math.floor(data.length / sampled));
  let total = 0;
  for (let at = 0; at < data.length; at += step, total++) counts[data[at]!]!++;
  let level = 0;
  for (let below = counts[0]!; level < 255 && below < total * mostly; ) below += counts[++level]!;
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
  const lefts = new Int32Array(width + 1);
  for (let x = 0; x <= width; x++) lefts[x] = Math.min(source.width, Math.floor(x * factor));
  // Rows are summed first, one after the other as they lie in memory.
  const sums = new Int32Array(source.width);
  for (let y = 0, at = 0; y < height; y++) {
    const top = Math.floor(y * factor);
    const bottom = Math.min(source.height, Math.max(top + 1, Math.floor((y + 1) * factor)));
    sums.fill(0);
    for (let sy = top; sy < bottom; sy++) addRow(sums, source, sy);
    for (let x = 0; x < width; x++, at++) {
      const left = lefts[x]!;
      const right = Math.max(left + 1, lefts[x + 1]!);
      let sum = 0;
      for (let sx = left; sx < right; sx++) sum += sums[sx]!;
      data[at] = sum / ((bottom - top) * (right - left));
    }
  }
  return { width, height, data };
}

function addRow(sums: Int32Array, { width, data }: Grey, row: number): void {
  for (let x = 0, at = row * width; x < width; x++, at++) sums[x]! += data[at]!;
}

/**
 * Takes the edge off the grain of sensors and of JPEGs, in place, and leaves strokes of two pixels nearly as they are:
 * cubic smoothing after Mitchell and Netravali (1988) with B = C = 1/3 at a picture's own size, which is 1/18, 16/18,
 * 1/18 across and down.
 */
export function soften({ width, height, data }: Grey): void {
  let above = softRow(data, 0, width, new Uint16Array(width));
  let here = above.slice();
  let below = new Uint16Array(width);
  for (let y = 0; y < height; y++) {
    softRow(data, Math.min(y + 1, height - 1) * width, width, below);
    for (let x = 0, at = y * width; x < width; x++, at++)
      data[at] = (above[x]! + 16 * here[x]! + below[x]! + 162) / 324;
    [above, here, below] = [here, below, above];
  }
}

/** A row smoothed along itself, 18 times as bright. */
function softRow(
  data: Uint8Array,
  start: number,
  width: number,
  to: Uint16Array<ArrayBuffer>,
): Uint16Array<ArrayBuffer> {
  const last = start + width - 1;
  for (let x = 0, at = start; x < width; x++, at++)
    to[x] = data[at > start ? at - 1 : at]! + 16 * data[at]! + data[at < last ? at + 1 : at]!;
  return to;
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

/** Portable grey map, the form that costs the least to write and to read. */
export function asPgm({ width, height, data }: Grey): Uint8Array {
  const header = Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1');
  const file = new Uint8Array(header.length + data.length);
  file.set(header);
  file.set(data, header.length);
  return file;
}
