import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Box } from '../page.ts';
import { apply, identity, type Matrix, multiply } from './matrix.ts';

/** One drawn character in page points from the top left: its baseline runs from (x, y) to (endX, endY). */
export interface Glyph {
  text: string;
  x: number;
  y: number;
  endX: number;
  endY: number;
  /** Height of the font in points as it appears on the page. */
  size: number;
  /** Space that the program added after this character on purpose (letter spacing), in points. */
  spacing: number;
  bold: boolean;
  /** Not painted (text rendering mode 3 or 7), as a scanner's text layer is. */
  hidden: boolean;
  /** Position in the order of painting. */
  order: number;
}

/** A straight stroke or thin filled rectangle in page points, either way round. */
export interface Segment {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  thickness: number;
}

export interface PaintedImage extends Box {
  /** Name under which pdfjs keeps the decoded picture; null for inline pictures and masks. */
  id: string | null;
  order: number;
}

export interface Content {
  glyphs: Glyph[];
  segments: Segment[];
  images: PaintedImage[];
}

/** What of a pdfjs font is needed to place its characters. */
export interface ContentFont {
  name?: string | undefined;
  bold?: boolean | undefined;
  black?: boolean | undefined;
  vertical?: boolean | undefined;
  isType3Font?: boolean | undefined;
  fontMatrix?: readonly number[] | undefined;
  bbox?: readonly number[] | undefined;
}

export interface OperatorList {
  fnArray: ArrayLike<number>;
  argsArray: ArrayLike<unknown>;
}

interface PdfGlyph {
  unicode?: string;
  width?: number;
  isSpace?: boolean;
  vmetric?: number[];
}

interface State {
  ctm: Matrix;
  text: Matrix;
  x: number;
  y: number;
  lineX: number;
  lineY: number;
  leading: number;
  font: ContentFont;
  fontSize: number;
  charSpacing: number;
  wordSpacing: number;
  hScale: number;
  rise: number;
  renderMode: number;
  lineWidth: number;
  fill: string;
  stroke: string;
}

/** Operations of a path in pdfjs' packed form, with the count of numbers that follow each. */
const pathSteps: Record<number, number> = { 0: 2, 1: 2, 2: 6, 3: 4, 4: 0 };
/** Drawings of more parts than this are pictures made of lines, not tables. */
const maxSegments = 20_000;
const maxGlyphs = 400_000;

/**
 * Follows a page's drawing operations and notes where characters, straight lines and pictures end up.
 * @param base the viewport's transformation: from PDF user space to points from the top left
 * @param fontOf a font by the name that the operations use
 * @param isVisible whether optional content (a layer) is shown
 */
export function followContent(
  list: OperatorList,
  base: Matrix,
  fontOf: (name: string) => ContentFont | null,
  isVisible: (group: unknown) => boolean,
): Content {
  const content: Content = { glyphs: [], segments: [], images: [] };
  let state: State = {
    ctm: base,
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
    lineWidth: 1,
    fill: '#000000',
    stroke: '#000000',
  };
  const saved: State[] = [];
  /** One entry for each open marked content: whether it hides what is in it. */
  const marked: boolean[] = [];
  let hiding = 0;

  const move = (x: number, y: number): void => {
    state.lineX += x;
    state.lineY += y;
    state.x = state.lineX;
    state.y = state.lineY;
  };
  const restore = (): void => {
    state = saved.pop() ?? state;
  };

  for (let i = 0; i < list.fnArray.length; i++) {
    const args = (list.argsArray[i] ?? []) as unknown[];
    const number = (at: number): number => Number(args[at] ?? 0);
    switch (list.fnArray[i]) {
      case OPS.save:
        saved.push({ ...state });
        break;
      case OPS.restore:
        restore();
        break;
      case OPS.transform:
        state.ctm = multiply(state.ctm, args as unknown as Matrix);
        break;
      case OPS.paintFormXObjectBegin:
        saved.push({ ...state });
        if (args[0]) state.ctm = multiply(state.ctm, args[0] as Matrix);
        break;
      case OPS.paintFormXObjectEnd:
      case OPS.endAnnotation:
        restore();
        break;
      case OPS.beginAnnotation:
        saved.push({ ...state });
        state.ctm = multiply(multiply(base, (args[2] ?? identity) as Matrix), (args[3] ?? identity) as Matrix);
        state.fill = '#000000';
        state.stroke = '#000000';
        break;
      case OPS.setGState:
        for (const [key, value] of args[0] as [string, unknown][]) {
          if (key === 'LW') state.lineWidth = Number(value);
          if (key === 'Font') {
            const [name, size] = value as [string, number];
            state.font = fontOf(name) ?? {};
            state.fontSize = size;
          }
        }
        break;
      case OPS.setLineWidth:
        state.lineWidth = number(0);
        break;
      case OPS.setFillRGBColor:
        state.fill = String(args[0]);
        break;
      case OPS.setStrokeRGBColor:
        state.stroke = String(args[0]);
        break;
      case OPS.setFillColorN:
        state.fill = 'pattern';
        break;
      case OPS.setStrokeColorN:
        state.stroke = 'pattern';
        break;
      case OPS.setFillTransparent:
        state.fill = 'transparent';
        break;
      case OPS.setStrokeTransparent:
        state.stroke = 'transparent';
        break;
      case OPS.beginMarkedContent:
        marked.push(false);
        break;
      case OPS.beginMarkedContentProps: {
        const hides = args[0] === 'OC' && !isVisible(args[1]);
        marked.push(hides);
        if (hides) hiding++;
        break;
      }
      case OPS.endMarkedContent:
        if (marked.pop()) hiding--;
        break;
      case OPS.beginText:
        state.text = identity;
        state.x = state.y = state.lineX = state.lineY = 0;
        break;
      case OPS.setCharSpacing:
        state.charSpacing = number(0);
        break;
      case OPS.setWordSpacing:
        state.wordSpacing = number(0);
        break;
      case OPS.setHScale:
        state.hScale = number(0) / 100;
        break;
      case OPS.setLeading:
        state.leading = -number(0);
        break;
      case OPS.setFont:
        state.font = fontOf(String(args[0])) ?? {};
        state.fontSize = number(1);
        break;
      case OPS.setTextRenderingMode:
        state.renderMode = number(0);
        break;
      case OPS.setTextRise:
        state.rise = number(0);
        break;
      case OPS.moveText:
        move(number(0), number(1));
        break;
      case OPS.setLeadingMoveText:
        state.leading = number(1);
        move(number(0), number(1));
        break;
      case OPS.setTextMatrix: {
        state.text = matrixOf(args);
        state.x = state.y = state.lineX = state.lineY = 0;
        break;
      }
      case OPS.nextLine:
        move(0, state.leading);
        break;
      case OPS.showText:
        show(state, args[0] as (PdfGlyph | number)[], hiding > 0 ? null : content.glyphs, i);
        break;
      case OPS.constructPath:
        if (hiding === 0) drawPath(state, args, content.segments);
        break;
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
      case OPS.paintImageMaskXObject: {
        if (hiding > 0) break;
        const box = unitSquare(state.ctm);
        const id = list.fnArray[i] === OPS.paintImageXObject ? String(args[0]) : null;
        content.images.push({ ...box, id, order: i });
        if (Math.min(box.width, box.height) < 2) addThinBox(box, content.segments);
        break;
      }
      default:
    }
  }
  return content;
}

/** The operation's six numbers, which pdfjs gives either one by one or as one array. */
function matrixOf(args: unknown[]): Matrix {
  const first = args[0];
  return (typeof first === 'object' && first !== null
    ? Array.from(first as ArrayLike<number>)
    : args) as unknown as Matrix;
}

/** Places the characters of one text operation and moves the pen; `into` null only moves the pen. */
function show(state: State, glyphs: (PdfGlyph | number)[], into: Glyph[] | null, order: number): void {
  const { font } = state;
  const flipped = state.fontSize < 0 ? -1 : 1;
  const size = Math.abs(state.fontSize);
  const hScale = state.hScale * flipped;
  const unit = font.fontMatrix?.[0] ?? 0.001;
  const matrix = multiply(state.ctm, state.text);
  const tall = Math.hypot(matrix[2], matrix[3]) * size * (font.isType3Font ? type3Height(font) : 1);
  const wide = Math.hypot(matrix[0], matrix[1]);
  const name = font.name ?? '';
  const bold = Boolean(font.bold || font.black || /bold|black|heavy|semib|demi/i.test(name) || state.renderMode === 2);
  const hidden = state.renderMode === 3 || state.renderMode === 7;
  for (const glyph of glyphs) {
    if (typeof glyph === 'number') {
      const shift = (-glyph * size) / 1000;
      if (font.vertical) state.y -= shift;
      else state.x += shift * hScale;
      continue;
    }
    const added = state.charSpacing + (glyph.isSpace ? state.wordSpacing : 0);
    const [x, y] = apply(matrix, state.x, state.y + state.rise);
    if (font.vertical) {
      const advance = (glyph.vmetric?.[0] ?? -1000) * unit * size - added;
      state.y += advance;
      const [, endY] = apply(matrix, state.x, state.y + state.rise);
      // Vertical writing appears on invoices only as single upright characters; each stands for itself.
      pushGlyph(into, {
        text: glyph.unicode ?? '',
        x: x - tall / 2,
        y: endY,
        endX: x + tall / 2,
        endY,
        size: tall,
        spacing: 0,
        bold,
        hidden,
        order,
      });
      continue;
    }
    const advance = (glyph.width ?? 0) * unit * size * hScale;
    const [endX, endY] = apply(matrix, state.x + advance, state.y + state.rise);
    pushGlyph(into, {
      text: glyph.unicode ?? '',
      x,
      y,
      endX,
      endY,
      size: tall,
      spacing: added * hScale * wide,
      bold,
      hidden,
      order,
    });
    state.x += advance + added * hScale;
  }
}

function pushGlyph(into: Glyph[] | null, glyph: Glyph): void {
  if (into && into.length < maxGlyphs && glyph.text !== '' && glyph.size > 0.5) into.push(glyph);
}

/** A Type 3 font's own units say nothing of its height; its bounding box does. In units of the font size. */
function type3Height(font: ContentFont): number {
  const [, bottom = 0, , top = 0] = font.bbox ?? [];
  const height = Math.abs(top - bottom) * Math.abs(font.fontMatrix?.[3] ?? 0.001);
  return height > 0.05 && height < 1000 ? height : 1;
}

/** Notes the axis-parallel strokes of a path, and filled rectangles: thin ones as a line, others by their edges. */
function drawPath(state: State, args: unknown[], into: Segment[]): void {
  const operation = Number(args[0]);
  const packed = (args[1] as unknown[] | undefined)?.[0];
  if (!(packed instanceof Float32Array) || into.length > maxSegments) return;
  const strokes = strokeOperations.has(operation) && isInk(state.stroke);
  const fills = fillOperations.has(operation) && isInk(state.fill);
  if (!strokes && !fills) return;
  const thickness = Math.max(
    0.1,
    state.lineWidth * Math.sqrt(Math.abs(state.ctm[0] * state.ctm[3] - state.ctm[1] * state.ctm[2])),
  );
  for (const points of polygons(packed, state.ctm)) {
    if (strokes) {
      for (let i = 1; i < points.length; i++) {
        const [x0, y0] = points[i - 1]!;
        const [x1, y1] = points[i]!;
        into.push({ x0, y0, x1, y1, thickness });
      }
    } else {
      const box = asRectangle(points);
      if (!box) continue;
      if (Math.min(box.width, box.height) < 3) addThinBox(box, into);
      else addEdges(box, into);
    }
  }
}

const strokeOperations = new Set([
  OPS.stroke,
  OPS.closeStroke,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);
const fillOperations = new Set([
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);

/** White and nearly white areas are paper, not lines. */
function isInk(colour: string): boolean {
  if (colour === 'transparent') return false;
  const value = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  return !value || value.slice(1).some((part) => Number.parseInt(part, 16) < 0xfa);
}

/** The path's corner points in page points, one list for each subpath. */
function polygons(packed: Float32Array, matrix: Matrix): [number, number][][] {
  const all: [number, number][][] = [];
  let current: [number, number][] = [];
  for (let at = 0; at < packed.length; ) {
    const step = packed[at]!;
    const count = pathSteps[step] ?? 0;
    if (step === 0) {
      current = [];
      all.push(current);
    }
    if (step === 4) {
      if (current.length > 0) current.push(current[0]!);
    } else current.push(apply(matrix, packed[at + count - 1]!, packed[at + count]!));
    at += 1 + count;
  }
  return all;
}

function asRectangle(points: [number, number][]): Box | null {
  if (points.length < 4 || points.length > 6) return null;
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const box = { x: Math.min(...xs), y: Math.min(...ys), width: 0, height: 0 };
  box.width = Math.max(...xs) - box.x;
  box.height = Math.max(...ys) - box.y;
  const onEdge = ([x, y]: [number, number]): boolean =>
    Math.min(x - box.x, box.x + box.width - x) < 0.2 && Math.min(y - box.y, box.y + box.height - y) < 0.2;
  return points.every(onEdge) ? box : null;
}

function addThinBox(box: Box, into: Segment[]): void {
  const middleX = box.x + box.width / 2;
  const middleY = box.y + box.height / 2;
  if (box.width >= box.height)
    into.push({ x0: box.x, y0: middleY, x1: box.x + box.width, y1: middleY, thickness: box.height });
  else into.push({ x0: middleX, y0: box.y, x1: middleX, y1: box.y + box.height, thickness: box.width });
}

function addEdges(box: Box, into: Segment[]): void {
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  const thickness = 0.1;
  into.push(
    { x0: box.x, y0: box.y, x1: right, y1: box.y, thickness },
    { x0: box.x, y0: bottom, x1: right, y1: bottom, thickness },
    { x0: box.x, y0: box.y, x1: box.x, y1: bottom, thickness },
    { x0: right, y0: box.y, x1: right, y1: bottom, thickness },
  );
}

function unitSquare(matrix: Matrix): Box {
  const corners = [apply(matrix, 0, 0), apply(matrix, 1, 0), apply(matrix, 0, 1), apply(matrix, 1, 1)];
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
