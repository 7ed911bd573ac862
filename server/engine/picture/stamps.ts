import type { Canvas } from '@napi-rs/canvas';
import { type Component, componentsOf } from './connected-components.ts';
import { type Grey, greyOf } from './grey.ts';

/** Every second pixel of every second row is looked at: the strokes of a stamp are wider than that. */
const step = 2;
/** Parts of the brightness of white paper: print in black is darker in all colours, and print in a colour in one. */
const black = 0.5;
const printed = 0.85;
/** Parts of the strongest colour that the weakest lacks. */
const coloured = 0.14;
/** The same, of white paper, for what counts as black. */
const hardlyColoured = 0.12;
/** Of the page's width and height: smaller is a word in colour, larger the frame of a table or what the page lies on. */
const least = { width: 0.07, height: 0.025 };
const most = { width: 0.45, height: 0.3 };
/** Strokes cover less than this of the box around them. */
export const mostlyPaper = 0.35;
/** So many of all pixels are no brighter than paper. */
const pixelsToPaper = 0.75;
/** At so many places a stroke runs into black print; a frame that was printed goes around it. */
const fewestCrossings = 15;

/** Every `step`th pixel, red in the lowest byte. */
interface Sample {
  columns: number;
  rows: number;
  pixels: Int32Array;
}

/**
 * Grey of what is drawn on a canvas, without stamps and signatures in coloured ink where they lie over black print, which
 * shows through them: seen in the ink's own strongest colour, the ink is as bright as paper and the print stays dark.
 */
export function greyWithoutStamps(canvas: Canvas): Grey {
  const columns = Math.floor(canvas.width / step);
  const rows = Math.floor(canvas.height / step);
  const sample: Sample = { columns, rows, pixels: new Int32Array(columns * rows) };
  const grey = greyOf(canvas, (pixels, top) => addTo(sample, pixels, top, canvas.width));
  if (!isColourless(sample)) lightenStamps(canvas, grey, sample);
  return grey;
}

function lightenStamps(canvas: Canvas, grey: Grey, sample: Sample): void {
  const { columns, rows, pixels } = sample;
  const white = whiteOf(sample);
  const ink = { width: columns, height: rows, data: colouredInk(sample, white) };
  const isDark = (i: number): boolean => {
    const { strongest, weakest } = sharesOf(pixels[i] ?? -1, white);
    return strongest <= black && strongest - weakest < hardlyColoured;
  };
  for (const component of componentsOf(ink)) {
    const isLarge = component.width > least.width * columns && component.height > least.height * rows;
    const isSmall = component.width < most.width * columns && component.height < most.height * rows;
    if (!isLarge || !isSmall || component.size > mostlyPaper * component.width * component.height) continue;
    const strokes: number[] = [];
    for (let y = component.y; y < component.y + component.height; y++)
      for (let x = component.x, i = y * columns + x; x < component.x + component.width; x++, i++)
        if (ink.data[i]) strokes.push(i);
    // The edge between ink and print is of both colours.
    const crossings = strokes.filter(
      (i) => isDark(i - 2) || isDark(i + 2) || isDark(i - 2 * columns) || isDark(i + 2 * columns),
    );
    if (crossings.length < fewestCrossings) continue;
    const colour = [0, 1, 2].map((channel) => middle(strokes.map((i) => (pixels[i]! >> (8 * channel)) & 255)));
    lighten(canvas, grey, component, colour, white);
  }
}

/** Lightens what has the ink's colour in the box around a stamp, which its words stand in too. */
function lighten(canvas: Canvas, grey: Grey, component: Component, colour: number[], white: number[]): void {
  const shares = colour.map((value, channel) => value / white[channel]!);
  const strongest = shares.indexOf(Math.max(...shares));
  const weakest = shares.indexOf(Math.min(...shares));
  const left = Math.max(0, (component.x - 1) * step);
  const top = Math.max(0, (component.y - 1) * step);
  const right = Math.min(grey.width, (component.x + component.width + 1) * step);
  const bottom = Math.min(grey.height, (component.y + component.height + 1) * step);
  const { data } = canvas.getContext('2d').getImageData(left, top, right - left, bottom - top);
  const level = new Uint8Array(data.length / 4);
  for (let i = 0; i < level.length; i++) level[i] = data[i * 4 + strongest]!;
  const paper = paperLevel(level);
  for (let y = top, i = 0; y < bottom; y++)
    for (let at = y * grey.width + left, end = at + right - left; at < end; at++, i++) {
      const share = level[i]! / white[strongest]!;
      // Black print and paper have no colour, and what is printed in another colour has another one.
      if (share - data[i * 4 + weakest]! / white[weakest]! < (coloured / 2) * share) continue;
      grey.data[at] = Math.max(grey.data[at]!, Math.min(paper, (paper * level[i]!) / colour[strongest]!));
    }
}

/** @param top the number of the first of these rows, which is even */
function addTo({ columns, rows, pixels: sample }: Sample, pixels: Int32Array, top: number, width: number): void {
  const bottom = Math.min(rows * step, top + pixels.length / width);
  for (let y = top; y < bottom; y += step) pick(pixels, (y - top) * width, sample, (y / step) * columns, columns);
}

function pick(pixels: Int32Array, from: number, to: Int32Array, at: number, count: number): void {
  for (let i = 0; i < count; i++) to[at + i] = pixels[from + i * step]!;
}

/** Whether all is grey, as most scans are. */
function isColourless({ pixels }: Sample): boolean {
  let differences = 0;
  for (const pixel of pixels) differences |= pixel ^ (pixel >> 8);
  return (differences & 0xffff) === 0;
}

/** How strong each colour is on paper. */
function whiteOf({ pixels }: Sample): number[] {
  const counts = [0, 1, 2].map(() => new Int32Array(256));
  const [red, green, blue] = counts as [Int32Array, Int32Array, Int32Array];
  for (const pixel of pixels) {
    red[pixel & 255]!++;
    green[(pixel >> 8) & 255]!++;
    blue[(pixel >> 16) & 255]!++;
  }
  return counts.map(levelOfMost);
}

/** Where a pixel has the colour of an ink, 1. */
function colouredInk({ pixels }: Sample, white: number[]): Uint8Array {
  const ink = new Uint8Array(pixels.length);
  // A pixel whose colours are so alike, whichever of them is compared with the brightest or darkest paper, has none.
  const alike = Math.ceil((256 * (1 - coloured) * Math.max(...white)) / Math.min(...white));
  for (let i = 0; i < pixels.length; i++) {
    const pixel = pixels[i]!;
    const red = pixel & 255;
    const green = (pixel >> 8) & 255;
    const blue = (pixel >> 16) & 255;
    const most = red > green ? (red > blue ? red : blue) : green > blue ? green : blue;
    const least = red < green ? (red < blue ? red : blue) : green < blue ? green : blue;
    if (least << 8 >= alike * most) continue;
    const { strongest, weakest } = sharesOf(pixel, white);
    if (strongest > black && weakest < printed && strongest - weakest > coloured * strongest) ink[i] = 1;
  }
  return ink;
}

/** A pixel's strongest and weakest colour, in parts of what they are on paper. */
function sharesOf(pixel: number, white: number[]): { strongest: number; weakest: number } {
  const red = (pixel & 255) / white[0]!;
  const green = ((pixel >> 8) & 255) / white[1]!;
  const blue = ((pixel >> 16) & 255) / white[2]!;
  return { strongest: Math.max(red, green, blue), weakest: Math.min(red, green, blue) };
}

function paperLevel(values: Uint8Array): number {
  const counts = new Int32Array(256);
  for (const value of values) counts[value]!++;
  return levelOfMost(counts);
}

function levelOfMost(counts: Int32Array): number {
  const all = counts.reduce((sum, count) => sum + count, 0);
  let level = 0;
  for (let below = counts[0]!; level < 255 && below < pixelsToPaper * all; ) below += counts[++level]!;
  return Math.max(1, level);
}

function middle(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
