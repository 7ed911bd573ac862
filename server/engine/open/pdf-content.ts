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
    clip: { x: 0, y: 0, width: page.width, height: page.height, exact: true },
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
  const saved: State[] = [];
  /** One entry for each open marked content: whether it hides what is in it. */
  const marked: boolean[] = [];
  let hiding = 0;
  /** The next path clips. */
  let clipping = false;
  let pen = 0;

  const move = (x: number, y: number): void => {
    pen++;
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
        if (args[1]) state.clip = clippedByBox(state.clip, args[1] as ArrayLike<number>, state.ctm);
        break;
      case OPS.beginGroup:
        saved.push({ ...state });
        beginGroup(state, args[0] as Group);
        break;
      case OPS.paintFormXObjectEnd:
      case OPS.endGroup:
      case OPS.endAnnotation:
        restore();
        break;
      case OPS.beginAnnotation:
        saved.push({ ...state });
        if (args[1]) state.clip = clippedByBox(state.clip, args[1] as ArrayLike<number>, base);
        state.ctm = multiply(multiply(base, (args[2] ?? identity) as Matrix), (args[3] ?? identity) as Matrix);
        state.fill = '#000000';
        state.stroke = '#000000';
        break;
      case OPS.setGState:
        for (const [key, value] of args[0] as [string, unknown][]) {
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
        pen++;
        break;
      case OPS.endText:
        if (state.renderMode > 3) state.clip = { ...state.clip, exact: false };
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
        pen++;
        break;
      }
      case OPS.nextLine:
        move(0, state.leading);
        break;
      case OPS.showText:
        content.pens.push(pen);
        showGlyphs(state, args[0] as (PdfGlyph | number)[], content.glyphs, inkOfText(state, hiding === 0, i, pen));
        break;
      case OPS.clip:
      case OPS.eoClip:
        clipping = true;
        break;
      case OPS.constructPath:
        if (hiding === 0) {
          drawPath(state, args, content.segments, content.blots);
          notePathAreas(state, args, i, content.areas);
        }
        if (clipping) state.clip = clippedBy(state.clip, args, state.ctm);
        clipping = false;
        break;
      case OPS.shadingFill:
        if (hiding === 0) noteArea(state, state.clip, null, null, state.fillOpacity, i, content.areas);
        break;
      case OPS.paintSolidColorImageMask:
        if (hiding === 0) noteArea(state, unitSquare(state.ctm), null, state.fill, state.fillOpacity, i, content.areas);
        break;
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
      case OPS.paintImageMaskXObject: {
        if (hiding > 0) break;
        const box = unitSquare(state.ctm);
        const id = list.fnArray[i] === OPS.paintImageXObject ? String(args[0]) : null;
        const [across, leans, slants, up] = state.ctm;
        content.images.push({ ...box, id, order: i, upright: across > 0 && leans === 0 && slants === 0 && up < 0 });
        const colour = list.fnArray[i] === OPS.paintImageMaskXObject ? state.fill : null;
        const isLevel = (leans === 0 && slants === 0) || (across === 0 && up === 0);
        const shape = colour === null && isLevel ? cornersOf(box) : null;
        noteArea(state, box, shape, colour, state.fillOpacity, i, content.areas);
        if (Math.min(box.width, box.height) < 2) addThinBox(box, content.segments);
        break;
      }
      default:
    }
  }
  return content;
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
