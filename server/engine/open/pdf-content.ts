import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Box } from '../page.ts';
import { apply, identity, type Matrix, multiply } from './matrix.ts';
import { type Area, clippedBy, clippedByBox, cornersOf, isVeiled, noteArea, notePathAreas } from './pdf-areas.ts';
import { type ContentFont, type Glyph, inkOfText, type PdfGlyph, showGlyphs, type TextState } from './pdf-glyphs.ts';
import { addThinBox, type Blot, drawPath, type Segment } from './pdf-paths.ts';

interface PaintedImage extends Box {
  /** Name under which pdfjs keeps the decoded picture; null for inline pictures and masks. */
  id: string | null;
  order: number;
  /** Whether it is neither turned nor mirrored. */
  upright: boolean;
}

export interface Content {
  glyphs: Glyph[];
  segments: Segment[];
  images: PaintedImage[];
  blots: Blot[];
  /** In the order of painting. */
  areas: Area[];
  /** The pen of each text operation, as in {@link Ink}. */
  pens: number[];
}

export interface OperatorList {
  fnArray: ArrayLike<number>;
  argsArray: ArrayLike<unknown>;
}

interface State extends TextState {
  lineX: number;
  lineY: number;
  leading: number;
}

/** How far a page's operations were followed, and what they refer to. */
interface Progress {
  readonly content: Content;
  state: State;
  readonly saved: State[];
  /** One entry for each open marked content: whether it hides what is in it. */
  readonly marked: boolean[];
  /** How many of them do. */
  hiding: number;
  /** The next path clips. */
  clipping: boolean;
  pen: number;
  readonly base: Matrix;
  readonly fontOf: (name: string) => ContentFont | null;
  readonly isVisible: (group: unknown) => boolean;
}

interface Operation {
  code: number;
  args: unknown[];
  /** Its place in the order of painting. */
  order: number;
}

/**
 * Follows a page's drawing operations and notes where characters, straight lines, areas and pictures end up.
 * @param base the viewport's transformation: from PDF user space to points from the top left
 * @param page what of the page is shown, in points
 * @param fontOf a font by the name that the operations use
 * @param isVisible whether optional content (a layer) is shown
 */
export function followContent(
  list: OperatorList,
  base: Matrix,
  page: { width: number; height: number },
  fontOf: (name: string) => ContentFont | null,
  isVisible: (group: unknown) => boolean,
): Content {
  const content: Content = { glyphs: [], segments: [], images: [], blots: [], areas: [], pens: [] };
  const state = { ...firstState, ctm: base, clip: { x: 0, y: 0, width: page.width, height: page.height, exact: true } };
  const progress: Progress = {
    content,
    state,
    saved: [],
    marked: [],
    hiding: 0,
    clipping: false,
    pen: 0,
    base,
    fontOf,
    isVisible,
  };
  for (let i = 0; i < list.fnArray.length; i++) {
    const operation = { code: list.fnArray[i]!, args: (list.argsArray[i] ?? []) as unknown[], order: i };
    for (const follow of groups) if (follow(progress, operation)) break;
  }
  return content;
}

const firstState = {
  text: identity,
  x: 0,
  y: 0,
  lineX: 0,
  lineY: 0,
  leading: 0,
  font: {},
  fontSize: 0,
  charSpacing: 0,
  wordSpacing: 0,
  hScale: 1,
  rise: 0,
  renderMode: 0,
  fillOpacity: 1,
  strokeOpacity: 1,
  groupOpacity: 1,
  blended: false,
  masked: false,
  veiled: false,
  lineWidth: 1,
  fill: '#000000',
  stroke: '#000000',
};

/** One for each group of operations; each says whether the operation was one of its group. */
const groups = [followText, followPainting, followState, followColour, followMarkedContent];

const numberAt = (args: readonly unknown[], at: number): number => Number(args[at] ?? 0);

/** The state is kept and given back, and space is transformed. */
function followState(progress: Progress, { code, args }: Operation): boolean {
  const { state, saved, base } = progress;
  switch (code) {
    case OPS.save:
      saved.push({ ...state });
      return true;
    case OPS.transform:
      state.ctm = multiply(state.ctm, args as unknown as Matrix);
      return true;
    case OPS.paintFormXObjectBegin:
      saved.push({ ...state });
      if (args[0]) state.ctm = multiply(state.ctm, args[0] as Matrix);
      if (args[1]) state.clip = clippedByBox(state.clip, args[1] as ArrayLike<number>, state.ctm);
      return true;
    case OPS.beginGroup:
      saved.push({ ...state });
      beginGroup(state, args[0] as Group);
      return true;
    case OPS.beginAnnotation:
      saved.push({ ...state });
      if (args[1]) state.clip = clippedByBox(state.clip, args[1] as ArrayLike<number>, base);
      state.ctm = multiply(multiply(base, (args[2] ?? identity) as Matrix), (args[3] ?? identity) as Matrix);
      state.fill = '#000000';
      state.stroke = '#000000';
      return true;
    case OPS.restore:
    case OPS.paintFormXObjectEnd:
    case OPS.endGroup:
    case OPS.endAnnotation:
      progress.state = saved.pop() ?? state;
      return true;
    case OPS.setGState:
      for (const [key, value] of args[0] as [string, unknown][]) setGraphicsState(progress, key, value);
      return true;
    case OPS.setLineWidth:
      state.lineWidth = numberAt(args, 0);
      return true;
    default:
      return false;
  }
}

/** One entry of a dictionary of graphics state (PDF 1.7, 8.4.5). */
function setGraphicsState({ state, fontOf }: Progress, key: string, value: unknown): void {
  if (key === 'LW') state.lineWidth = Number(value);
  if (key === 'ca') state.fillOpacity = Number(value);
  if (key === 'CA') state.strokeOpacity = Number(value);
  if (key === 'BM') state.blended = value !== 'source-over';
  if (key === 'SMask') state.masked = Boolean(value);
  if (key === 'Font') {
    const [name, size] = value as [string, number];
    state.font = fontOf(name) ?? {};
    state.fontSize = size;
  }
}

function followColour({ state }: Progress, { code, args }: Operation): boolean {
  switch (code) {
    case OPS.setFillRGBColor:
      state.fill = String(args[0]);
      return true;
    case OPS.setStrokeRGBColor:
      state.stroke = String(args[0]);
      return true;
    case OPS.setFillColorN:
      state.fill = 'pattern';
      return true;
    case OPS.setStrokeColorN:
      state.stroke = 'pattern';
      return true;
    case OPS.setFillTransparent:
      state.fill = 'transparent';
      return true;
    case OPS.setStrokeTransparent:
      state.stroke = 'transparent';
      return true;
    default:
      return false;
  }
}

function followMarkedContent(progress: Progress, { code, args }: Operation): boolean {
  switch (code) {
    case OPS.beginMarkedContent:
      progress.marked.push(false);
      return true;
    case OPS.beginMarkedContentProps: {
      const hides = args[0] === 'OC' && !progress.isVisible(args[1]);
      progress.marked.push(hides);
      if (hides) progress.hiding++;
      return true;
    }
    case OPS.endMarkedContent:
      if (progress.marked.pop()) progress.hiding--;
      return true;
    default:
      return false;
  }
}

function followText(progress: Progress, { code, args, order }: Operation): boolean {
  const { state, content, fontOf } = progress;
  switch (code) {
    case OPS.beginText:
      startLine(progress, identity);
      return true;
    case OPS.endText:
      if (state.renderMode > 3) state.clip = { ...state.clip, exact: false };
      return true;
    case OPS.setCharSpacing:
      state.charSpacing = numberAt(args, 0);
      return true;
    case OPS.setWordSpacing:
      state.wordSpacing = numberAt(args, 0);
      return true;
    case OPS.setHScale:
      state.hScale = numberAt(args, 0) / 100;
      return true;
    case OPS.setLeading:
      state.leading = -numberAt(args, 0);
      return true;
    case OPS.setFont:
      state.font = fontOf(String(args[0])) ?? {};
      state.fontSize = numberAt(args, 1);
      return true;
    case OPS.setTextRenderingMode:
      state.renderMode = numberAt(args, 0);
      return true;
    case OPS.setTextRise:
      state.rise = numberAt(args, 0);
      return true;
    case OPS.moveText:
      move(progress, numberAt(args, 0), numberAt(args, 1));
      return true;
    case OPS.setLeadingMoveText:
      state.leading = numberAt(args, 1);
      move(progress, numberAt(args, 0), numberAt(args, 1));
      return true;
    case OPS.setTextMatrix:
      startLine(progress, matrixOf(args));
      return true;
    case OPS.nextLine:
      move(progress, 0, state.leading);
      return true;
    case OPS.showText: {
      const ink = inkOfText(state, progress.hiding === 0, order, progress.pen);
      content.pens.push(progress.pen);
      showGlyphs(state, args[0] as (PdfGlyph | number)[], content.glyphs, ink);
      return true;
    }
    default:
      return false;
  }
}

function startLine(progress: Progress, text: Matrix): void {
  const { state } = progress;
  state.text = text;
  state.x = state.y = state.lineX = state.lineY = 0;
  progress.pen++;
}

function move(progress: Progress, x: number, y: number): void {
  const { state } = progress;
  progress.pen++;
  state.lineX += x;
  state.lineY += y;
  state.x = state.lineX;
  state.y = state.lineY;
}

/** Paths, shadings and pictures, and the clipping that paths do. */
function followPainting(progress: Progress, { code, args, order }: Operation): boolean {
  const { state, content } = progress;
  const isShown = progress.hiding === 0;
  switch (code) {
    case OPS.clip:
    case OPS.eoClip:
      progress.clipping = true;
      return true;
    case OPS.constructPath:
      if (isShown) {
        drawPath(state, args, content.segments, content.blots);
        notePathAreas(state, args, order, content.areas);
      }
      if (progress.clipping) state.clip = clippedBy(state.clip, args, state.ctm);
      progress.clipping = false;
      return true;
    case OPS.shadingFill:
      if (isShown) noteArea(state, state.clip, null, null, state.fillOpacity, order, content.areas);
      return true;
    case OPS.paintSolidColorImageMask:
      if (isShown) noteArea(state, unitSquare(state.ctm), null, state.fill, state.fillOpacity, order, content.areas);
      return true;
    case OPS.paintImageXObject:
    case OPS.paintInlineImageXObject:
    case OPS.paintImageMaskXObject: {
      if (!isShown) return true;
      const box = unitSquare(state.ctm);
      const id = code === OPS.paintImageXObject ? String(args[0]) : null;
      const [across, leans, slants, up] = state.ctm;
      content.images.push({ ...box, id, order, upright: across > 0 && leans === 0 && slants === 0 && up < 0 });
      const colour = code === OPS.paintImageMaskXObject ? state.fill : null;
      const isLevel = (leans === 0 && slants === 0) || (across === 0 && up === 0);
      const shape = colour === null && isLevel ? cornersOf(box) : null;
      noteArea(state, box, shape, colour, state.fillOpacity, order, content.areas);
      if (Math.min(box.width, box.height) < 2) addThinBox(box, content.segments);
      return true;
    }
    default:
      return false;
  }
}

/** A transparency group, as pdfjs gives it. */
interface Group {
  matrix?: Matrix | null;
  bbox?: ArrayLike<number> | null;
  smask?: unknown;
}

/** What is in a group is painted as if on its own, and the whole of it then as the state says (PDF 1.7, 11.6.6). */
function beginGroup(state: State, { matrix, bbox, smask }: Group): void {
  if (bbox) state.clip = clippedByBox(state.clip, bbox, matrix ? multiply(state.ctm, matrix) : state.ctm);
  state.groupOpacity *= state.fillOpacity;
  state.fillOpacity = state.strokeOpacity = 1;
  state.veiled = isVeiled(state) || Boolean(smask);
  state.blended = state.masked = false;
}

/** The operation's six numbers, which pdfjs gives either one by one or as one array. */
function matrixOf(args: unknown[]): Matrix {
  const first = args[0];
  return (typeof first === 'object' && first !== null
    ? Array.from(first as ArrayLike<number>)
    : args) as unknown as Matrix;
}

function unitSquare(matrix: Matrix): Box {
  const corners = [apply(matrix, 0, 0), apply(matrix, 1, 0), apply(matrix, 0, 1), apply(matrix, 1, 1)];
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
