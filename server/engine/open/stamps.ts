import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { Grey } from './grey.ts';
import { type Blob, blobsOf } from './ink.ts';

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
const mostlyPaper = 0.35;
/** At so many places a stroke runs into black print; a frame that was printed goes around it. */
const fewestCrossings = 15;

/** Every `step`th pixel, with its three colours. */
interface Sample {
  columns: number;
  rows: number;
  colours: Uint8Array;
}

/**
 * Lightens stamps and signatures in coloured ink where they lie over black print, which shows through them: seen in the
 * ink's own strongest colour, the ink is as bright as paper and the print stays dark. Changes `grey`.
 * @param canvas what `grey` was made of
 */
export function lightenStamps(canvas: Canvas, grey: Grey): void {
  const sample = sampleOf(canvas);
  const { columns, rows, colours } = sample;
  const white = [0, 1, 2].map((channel) => paperLevel(colours, channel));
  const ink = { width: columns, height: rows, data: new Uint8Array(columns * rows) };
  const dark = new Uint8Array(columns * rows);
  for (let i = 0, at = 0; i < dark.length; i++, at += 3) {
    const red = colours[at]! / white[0]!;
    const green = colours[at + 1]! / white[1]!;
    const blue = colours[at + 2]! / white[2]!;
    const strongest = Math.max(red, green, blue);
    const weakest = Math.min(red, green, blue);
    if (strongest > black) ink.data[i] = Number(weakest < printed && strongest - weakest > coloured * strongest);
    else dark[i] = Number(strongest - weakest < hardlyColoured);
  }
  for (const blob of blobsOf(ink)) {
    const isLarge = blob.width > least.width * columns && blob.height > least.height * rows;
    const isSmall = blob.width < most.width * columns && blob.height < most.height * rows;
    if (!isLarge || !isSmall || blob.size > mostlyPaper * blob.width * blob.height) continue;
    const strokes: number[] = [];
    for (let y = blob.y; y < blob.y + blob.height; y++)
      for (let x = blob.x, i = y * columns + x; x < blob.x + blob.width; x++, i++) if (ink.data[i]) strokes.push(i);
    // The edge between ink and print is of both colours.
    const crossings = strokes.filter(
      (i) => dark[i - 2] || dark[i + 2] || dark[i - 2 * columns] || dark[i + 2 * columns],
    );
    if (crossings.length < fewestCrossings) continue;
    const colour = [0, 1, 2].map((channel) => middle(strokes.map((i) => colours[i * 3 + channel]!)));
    lighten(canvas, grey, blob, colour, white);
  }
}

/** Lightens what has the ink's colour in the box around a stamp, which its words stand in too. */
function lighten(canvas: Canvas, grey: Grey, blob: Blob, colour: number[], white: number[]): void {
  const shares = colour.map((value, channel) => value / white[channel]!);
  const strongest = shares.indexOf(Math.max(...shares));
  const weakest = shares.indexOf(Math.min(...shares));
  const left = Math.max(0, (blob.x - 1) * step);
  const top = Math.max(0, (blob.y - 1) * step);
  const right = Math.min(grey.width, (blob.x + blob.width + 1) * step);
  const bottom = Math.min(grey.height, (blob.y + blob.height + 1) * step);
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

function sampleOf(canvas: Canvas): Sample {
  const columns = Math.ceil(canvas.width / step);
  const rows = Math.ceil(canvas.height / step);
  const smaller = createCanvas(columns, rows);
  const context = smaller.getContext('2d');
  context.imageSmoothingEnabled = false;
  context.drawImage(canvas, 0, 0, columns, rows);
  const { data } = context.getImageData(0, 0, columns, rows);
  const colours = new Uint8Array(columns * rows * 3);
  for (let at = 0, to = 0; to < colours.length; at += 4) {
    colours[to++] = data[at]!;
    colours[to++] = data[at + 1]!;
    colours[to++] = data[at + 2]!;
  }
  return { columns, rows, colours };
}

/** What three quarters of the values are at most. With a channel, only every third value from there on counts. */
function paperLevel(values: Uint8Array, channel?: number): number {
  const counts = new Uint32Array(256);
  let all = 0;
  for (let at = channel ?? 0; at < values.length; at += channel === undefined ? 1 : 3, all++) counts[values[at]!]!++;
  let level = 0;
  for (let below = counts[0]!; level < 255 && below < 0.75 * all; ) below += counts[++level]!;
  return Math.max(1, level);
}

function middle(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
