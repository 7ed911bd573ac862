import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { boxAround } from '../layout/rows.ts';
import type { Box } from '../page.ts';
import { type Area, common, meet } from './pdf-areas.ts';
import type { OperatorList } from './pdf-content.ts';
import type { Run } from './pdf-run.ts';
import { ascent, boxOf, descent } from './pdf-words.ts';
import { release } from './release.ts';

/** Pixels for a point: a stroke of print of 4 points is half a pixel wide. */
const scale = 2;
const maxPixels = 4_000_000;
/** A change by so much of 255 in one of a pixel's colours is one that a person might see. */
const leastChange = 14;
/** So much of a word must be there to be read: of its letters' height, in parts of the font size, and of its width. */
const leastHeight = 0.3;
const leastPart = 0.6;
/** Of a figure every part counts: at its ends less may be white or missing, in parts of the font size. */
const mostMissing = 0.4;
/** Text over text over text: what is deeper is not looked for. */
const maxLayers = 6;

/**
 * Which of the runs are seen on the page: those whose place looks different when the page is drawn without them. That
 * holds whatever hides them: their ground, what is painted over them, clipping, masks or opacity.
 * @param runs in question
 * @param all runs of the page; text that is nowhere near is not drawn
 * @param pens of the page's text operations
 */
export async function seenRuns(
  page: PDFPageProxy,
  runs: readonly Run[],
  all: readonly Run[],
  areas: readonly Area[],
  pens: readonly number[],
): Promise<Set<Run>> {
  const seen = new Set<Run>();
  const viewport = page.getViewport({ scale: 1 });
  const sheet = { x: 0, y: 0, width: viewport.width, height: viewport.height };
  const part = runs
    .map((run) => common(boxOfRun(run), sheet))
    .reduce((part, box) => (part && box ? boxAround([part, box]) : (part ?? box)), null);
  if (!part || part.width === 0 || part.height === 0) return seen;
  const boxes = runs.map(boxOfRun);
  const isNear = (run: Run): boolean => run.layers[0]![0]!.veiled || boxes.some((box) => meet(box, boxOfRun(run)));
  const near = pensOf(all.filter(isNear));
  const whole = await draw(page, part, writing(near, pens));
  try {
    for (const layer of layersOf(runs, areas)) {
      const without = await draw(page, part, writing(near.difference(pensOf(layer)), pens));
      try {
        for (const run of layer) if (changes(whole, without, run)) seen.add(run);
      } finally {
        release(without.canvas);
      }
    }
  } finally {
    release(whole.canvas);
  }
  return seen;
}

/** A part of a page as a picture; whoever asked for it releases the canvas. */
export interface Drawn {
  canvas: Canvas;
  part: Box;
  /** Pixels for a point. */
  scale: number;
}

/** @param atMost pixels for a point; fewer where the part is large */
export async function draw(page: PDFPageProxy, part: Box, filter: Filter, atMost = scale): Promise<Drawn> {
  const fitting = Math.min(atMost, Math.sqrt(maxPixels / (part.width * part.height)));
  const viewport = page.getViewport({ scale: fitting, offsetX: -part.x * fitting, offsetY: -part.y * fitting });
  const canvas = createCanvas(Math.ceil(part.width * fitting), Math.ceil(part.height * fitting));
  await page.render({ canvas: canvas as never, viewport, background: '#ffffff', operationsFilter: filter as never })
    .promise;
  return { canvas, part, scale: fitting };
}

/** Told for each operation of a page whether it is done. */
type Filter = (index: number, list: OperatorList) => boolean;

/** With what goes on at the same pens, which would move without the runs before it. */
function pensOf(runs: readonly Run[]): Set<number> {
  return new Set(runs.flatMap(({ layers }) => layers.flat().map(({ pen }) => pen)));
}

/**
 * Leaves out all text but what these pens write. The list that is drawn is put together otherwise than the one that was
 * read; only its text operations are the same, one by one.
 */
function writing(kept: ReadonlySet<number>, pens: readonly number[]): Filter {
  let counted = 0;
  let text = -1;
  return (index, { fnArray }) => {
    for (; counted <= index; counted++) if (fnArray[counted] === OPS.showText) text++;
    return fnArray[index] !== OPS.showText || kept.has(pens[text]!);
  };
}

/** Runs that can be left out together: those at one place only where they cannot be told apart anyway. */
function layersOf(runs: readonly Run[], areas: readonly Area[]): Run[][] {
  const layers: Run[][] = [];
  for (const run of runs) {
    const box = boxOfRun(run);
    const fits = (layer: Run[]): boolean =>
      layer.every((other) => !meet(box, boxOfRun(other)) || isOneLayer(run, other, areas));
    const layer = layers.find(fits);
    if (layer) layer.push(run);
    else if (layers.length < maxLayers) layers.push([run]);
  }
  return layers;
}

/** Text of one colour with nothing painted between. */
function isOneLayer(a: Run, b: Run, areas: readonly Area[]): boolean {
  const [first, second] = [a.layers[0]![0]!, b.layers[0]![0]!];
  if (first.colours.join() !== second.colours.join()) return false;
  const [from, to] = [first.order, second.order].sort((x, y) => x - y) as [number, number];
  const box = common(boxOfRun(a), boxOfRun(b));
  return !areas.some((area) => area.order > from && area.order < to && box && meet(area, box));
}

/** Whether a run's print is what two drawings differ by at its place. */
function changes(whole: Drawn, without: Drawn, run: Run): boolean {
  const { part, scale: points, canvas } = whole;
  const box = common(boxOfRun(run), part);
  if (!box) return false;
  const x = Math.floor((box.x - part.x) * points);
  const y = Math.floor((box.y - part.y) * points);
  const width = Math.min(canvas.width - x, Math.ceil(box.width * points));
  const height = Math.min(canvas.height - y, Math.ceil(box.height * points));
  if (width < 1 || height < 1) return false;
  const [a, b] = [canvas, without.canvas].map(
    (each) => each.getContext('2d').getImageData(x, y, width, height).data,
  ) as [Uint8ClampedArray, Uint8ClampedArray];
  const changed = boundsOfChange(a, b, width);
  if (!changed) return false;
  const level = run.turn === 0 || run.turn === 180;
  const [from, along, across] = level
    ? [changed.x, changed.width, changed.height]
    : [changed.y, changed.height, changed.width];
  const length = level ? width : height;
  const size = run.size * points;
  if (!/[\p{L}\p{N}]/u.test(run.text)) return true;
  const isWhole = Math.max(from, length - from - along) <= mostMissing * size + 1;
  return across >= leastHeight * size && (isWhole || (!/\p{N}/u.test(run.text) && along >= leastPart * length));
}

function boundsOfChange(a: Uint8ClampedArray, b: Uint8ClampedArray, width: number): Box | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
  for (let at = 0; at < a.length; at++) {
    if (Math.abs(a[at]! - b[at]!) < leastChange) continue;
    const pixel = at >> 2;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + 1);
    bottom = Math.max(bottom, y + 1);
  }
  return right < 0 ? null : { x: left, y: top, width: right - left, height: bottom - top };
}

const boxOfRun = (run: Run): Box => boxOf(run, run.u, run.end, -ascent, descent);
