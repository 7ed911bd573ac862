import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { boxAround } from '../layout/rows.ts';
import type { Box } from '../page.ts';
import {
  figureOf,
  figureOfPixels,
  type Grid,
  isAnotherFigure,
  isLikeFigure,
  type KnownFigure,
  type Outline,
  onesWithoutFoot,
  pageOfFigures,
  threesWithFlatTop,
} from './figures.ts';
import type { Matrix } from './matrix.ts';
import { common } from './pdf-areas.ts';
import { followContent, type OperatorList } from './pdf-content.ts';
import { type Drawn, draw } from './pdf-difference.ts';
import type { ContentFont, Glyph } from './pdf-glyphs.ts';
import { load } from './pdf-load.ts';
import { release } from './release.ts';

/** Pixels for a point where figures are drawn to be compared: one of 8 points is 24 high. */
const scale = 4;
/** What lies so far above and below the baseline may be of the figure, in parts of its width. */
const highest = 2;
const lowest = 0.5;
/** A pixel is ink where it changes by so much of what the one that changes most does. */
const inkPart = 0.5;

/** A figure of one font that is drawn as another one than the file says, or may be. */
export interface DoubtedFigure {
  /** What the file says that it is. */
  digit: string;
  /** Where it is drawn, by the beginnings of its baselines, in points from the top left. */
  places: { x: number; y: number }[];
}

/**
 * The figures that can be seen and are drawn as other ones than the file says, or may be: a font without outlines (Type 3)
 * can draw anything, so each of its figures has to look like what it is said to be.
 */
export async function doubtedFigures(page: PDFPageProxy, glyphs: readonly Glyph[]): Promise<DoubtedFigure[]> {
  const said = glyphs.filter(({ outline, ink }) => outline !== null && !ink.unseen);
  if (said.length === 0) return [];
  const figures = await knownFigures();
  const kinds = [...Map.groupBy(said, ({ outline, text }) => `${outline} ${text}`).values()];
  const outlined = kinds.filter(([glyph]) => page.commonObjs.has(glyph!.outline!));
  const isAnother = ([glyph]: readonly Glyph[]): boolean => {
    const figure = outlinedFigure(page, glyph!);
    return figure !== null && isAnotherFigure(figure, Number(glyph!.text), figures);
  };
  const drawn = kinds.filter((kind) => !outlined.includes(kind));
  const doubted = [...outlined.filter(isAnother), ...(await unlikeSaid(page, drawn, figures))];
  return doubted.map((kind) => ({ digit: kind[0]!.text, places: kind.map(({ x, y }) => ({ x, y })) }));
}

/** So many of one kind are drawn: at one of them the tail of a letter in the line above may touch it. */
const mostDrawn = 3;

const outlinedFigure = (page: PDFPageProxy, { outline }: Glyph) =>
  figureOf((page.commonObjs.get(outline!) as { path: Outline }).path);

/** The kinds of which no figure, drawn with the page and without it, looks like what it is said to be. */
async function unlikeSaid(
  page: PDFPageProxy,
  kinds: readonly (readonly Glyph[])[],
  figures: readonly KnownFigure[],
): Promise<(readonly Glyph[])[]> {
  const { width, height } = page.getViewport({ scale: 1 });
  const sheet = { x: 0, y: 0, width, height };
  const largest = kinds.map((kind) =>
    kind
      .filter(isLevel)
      .toSorted((a, b) => b.endX - b.x - (a.endX - a.x))
      .slice(0, mostDrawn)
      .flatMap((glyph) => {
        const place = common(placeOf(glyph), sheet);
        return place ? [{ glyph, place }] : [];
      }),
  );
  const places = largest.flat().map(({ place }) => place);
  if (places.length === 0) return [...kinds];
  const part = boxAround(places);
  const whole = await draw(page, part, () => true, scale);
  const bare = await draw(page, part, (index, { fnArray }) => fnArray[index] !== OPS.showText, scale);
  try {
    const looksAsSaid = ({ glyph, place }: { glyph: Glyph; place: Box }): boolean => {
      const figure = differingFigure(whole, bare, place, glyph.y);
      return figure !== null && isLikeFigure(figure, Number(glyph.text), figures);
    };
    return kinds.filter((_, at) => !largest[at]!.some(looksAsSaid));
  } finally {
    release(whole.canvas);
    release(bare.canvas);
  }
}

/** A level baseline rises or falls by less of its length. */
const steepest = 0.1;

const isLevel = ({ x, y, endX, endY }: Glyph): boolean => endX > x && Math.abs(endY - y) < steepest * (endX - x);

function placeOf({ x, y, endX }: Glyph): Box {
  const width = endX - x;
  return { x, y: y - highest * width, width, height: (highest + lowest) * width };
}

/** The figure that two drawings differ by at a place: the rows with ink that go up from its baseline without a gap. */
function differingFigure(whole: Drawn, bare: Drawn, place: Box, baseline: number): Grid | null {
  const [x, y] = [place.x - whole.part.x, place.y - whole.part.y].map((at) => Math.round(at * whole.scale));
  const width = Math.min(whole.canvas.width - x!, Math.round(place.width * whole.scale));
  const height = Math.min(whole.canvas.height - y!, Math.round(place.height * whole.scale));
  if (width < 1 || height < 1) return null;
  const [a, b] = [whole, bare].map(
    ({ canvas }) => canvas.getContext('2d').getImageData(x!, y!, width, height).data,
  ) as [Uint8ClampedArray, Uint8ClampedArray];
  const changes = Array.from({ length: width * height }, (_, pixel) =>
    Math.max(...[0, 1, 2].map((colour) => Math.abs(a[4 * pixel + colour]! - b[4 * pixel + colour]!))),
  );
  const least = inkPart * changes.reduce((most, change) => Math.max(most, change), 1);
  const hasInk = (column: number, row: number): boolean => changes[row * width + column]! >= least;
  const columns = Array.from({ length: width }, (_, column) => column);
  const isInked = (row: number): boolean => columns.some((column) => hasInk(column, row));
  const line = Math.min(height - 1, Math.round((baseline - place.y) * whole.scale));
  let bottom = line;
  while (bottom > 0 && !isInked(bottom)) bottom--;
  while (bottom < height && isInked(bottom)) bottom++;
  let top = bottom;
  while (top > 0 && isInked(top - 1)) top--;
  const rows = Array.from({ length: bottom - top }, (_, at) => top + at);
  const inked = columns.filter((column) => rows.some((row) => hasInk(column, row)));
  if (inked.length === 0) return null;
  return figureOfPixels({ left: inked[0]!, top, right: inked.at(-1)! + 1, bottom }, hasInk);
}

let known: Promise<readonly KnownFigure[]> | null = null;

/**
 * The figures of the standard fonts, which pdfjs brings; read once by each thread. It has to be before another file is opened:
 * what pdfjs loads to decode pictures it asks of the file that was opened last, and of one that is closed it waits for ever.
 */
export function knownFigures(): Promise<readonly KnownFigure[]> {
  known ??= readKnownFigures();
  return known;
}

async function readKnownFigures(): Promise<KnownFigure[]> {
  const { document, close } = await load(pageOfFigures());
  try {
    const page = await document.getPage(1);
    const viewport = page.getViewport({ scale: 1 });
    const list = (await page.getOperatorList()) as OperatorList;
    const fontOf = (name: string): ContentFont => page.commonObjs.get(name) as ContentFont;
    const { glyphs } = followContent(list, viewport.transform as unknown as Matrix, viewport, fontOf, () => true);
    const drawn = glyphs.map((glyph) => ({ digit: Number(glyph.text), figure: outlinedFigure(page, glyph) }));
    const others = [
      ...onesWithoutFoot.map((outline) => ({ digit: 1, figure: figureOf(outline) })),
      ...threesWithFlatTop.map((outline) => ({ digit: 3, figure: figureOf(outline) })),
    ];
    return [...drawn, ...others].flatMap(({ digit, figure }) => (figure ? [{ digit, ...figure }] : []));
  } finally {
    await close();
  }
}
