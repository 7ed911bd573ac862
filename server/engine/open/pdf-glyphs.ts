import { apply, type Matrix, multiply } from './matrix.ts';
import { type Clip, isVeiled, leastOpacity, type PaintState } from './pdf-areas.ts';

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
  ink: Ink;
  /** Under what name pdfjs keeps its outline; null where that says nothing of what it is. */
  outline: string | null;
}

/** How the characters of one text operation are painted. */
export interface Ink {
  /** Position in the order of painting. */
  order: number;
  /** Which pen it follows: text operations of one pen go on where the one before ended. */
  pen: number;
  /** Of its areas and outlines, as pdfjs writes them; null where that is no single one. */
  colours: readonly (string | null)[];
  /** Not painted (text rendering mode 3, a layer that is off) or transparent, as a scanner's text layer is. */
  unseen: boolean;
  /** Blended with what lies below, half transparent, or seen through a mask. */
  veiled: boolean;
  clip: Clip;
}

/** What of a pdfjs font is needed to place its characters. */
export interface ContentFont {
  loadedName?: string | null | undefined;
  name?: string | undefined;
  bold?: boolean | undefined;
  black?: boolean | undefined;
  vertical?: boolean | undefined;
  isType3Font?: boolean | undefined;
  fontMatrix?: readonly number[] | undefined;
  bbox?: readonly number[] | undefined;
}

/** A character of a text operation, as pdfjs gives it. */
export interface PdfGlyph {
  unicode?: string;
  /** As the font that is drawn with has it. */
  fontChar?: string;
  width?: number;
  isSpace?: boolean;
  vmetric?: number[];
}

/** What of the drawing state matters to text (PDF 1.7, 9.3), and where the pen is in text space. */
export interface TextState extends PaintState {
  text: Matrix;
  x: number;
  y: number;
  font: ContentFont;
  fontSize: number;
  charSpacing: number;
  wordSpacing: number;
  hScale: number;
  rise: number;
  renderMode: number;
}

/** Fainter text may be too pale for its ground. */
const halfOpacity = 0.5;
/** More characters than these are no page of an invoice. */
const maxGlyphs = 400_000;
/** A thousand units of a font are its size, where it has no matrix of its own (PDF 1.7, 9.2.4). */
const usualUnit = 0.001;
/** A bounding box that makes a font lower or higher, in parts of its size, was not meant. */
const type3Heights = { above: 0.05, below: 1000 };

/** How text is painted in this state (PDF 1.7, 9.3.6). @param shown whether its layer is */
export function inkOfText(state: TextState, shown: boolean, order: number, pen: number): Ink {
  const { renderMode, fill, stroke, clip } = state;
  // From 4 on text clips what is painted after it too; 7 does nothing else, but what is seen through it is text.
  const [fills, strokes] = [renderMode % 4 !== 1 && renderMode !== 3, renderMode % 4 === 1 || renderMode % 4 === 2];
  const painted = [...(fills ? [fill] : []), ...(strokes ? [stroke] : [])];
  const opacity = Math.max(fills ? state.fillOpacity : 0, strokes ? state.strokeOpacity : 0) * state.groupOpacity;
  return {
    order,
    pen,
    colours: painted.map((colour) => (colour.startsWith('#') ? colour : null)),
    unseen: !shown || opacity < leastOpacity || painted.every((colour) => colour === 'transparent'),
    veiled: isVeiled(state) || opacity < halfOpacity || renderMode === 7,
    clip,
  };
}

/** Places the characters of one text operation and moves the pen. */
export function showGlyphs(state: TextState, glyphs: (PdfGlyph | number)[], into: Glyph[], ink: Ink): void {
  const { font } = state;
  const flipped = state.fontSize < 0 ? -1 : 1;
  const size = Math.abs(state.fontSize);
  const hScale = state.hScale * flipped;
  const unit = font.fontMatrix?.[0] ?? usualUnit;
  const matrix = multiply(state.ctm, state.text);
  const tall = Math.hypot(matrix[2], matrix[3]) * size * (font.isType3Font ? type3Height(font) : 1);
  const wide = Math.hypot(matrix[0], matrix[1]);
  const name = font.name ?? '';
  const bold = Boolean(font.bold || font.black || /bold|black|heavy|semib|demi/i.test(name) || state.renderMode === 2);
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
        ink,
        outline: outlineOf(font, glyph),
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
      ink,
      outline: outlineOf(font, glyph),
    });
    state.x += advance + added * hScale;
  }
}

const outlineOf = ({ loadedName }: ContentFont, { unicode, fontChar }: PdfGlyph): string | null =>
  /^[0-9]$/.test(unicode ?? '') ? `${loadedName}_path_${fontChar}` : null;

function pushGlyph(into: Glyph[], glyph: Glyph): void {
  if (into.length < maxGlyphs && glyph.text !== '') into.push(glyph);
}

/** A Type 3 font's own units say nothing of its height; its bounding box does. In units of the font size. */
function type3Height(font: ContentFont): number {
  const [, bottom = 0, , top = 0] = font.bbox ?? [];
  const height = Math.abs(top - bottom) * Math.abs(font.fontMatrix?.[3] ?? usualUnit);
  return height > type3Heights.above && height < type3Heights.below ? height : 1;
}
