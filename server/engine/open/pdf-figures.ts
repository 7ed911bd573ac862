import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import {
  figureOf,
  isAnotherFigure,
  type KnownFigure,
  type Outline,
  onesWithoutFoot,
  pageOfFigures,
} from './figures.ts';
import type { Matrix } from './matrix.ts';
import { followContent, type OperatorList } from './pdf-content.ts';
import type { ContentFont, Glyph } from './pdf-glyphs.ts';
import { load } from './pdf-load.ts';

/** Whether figures that can be seen are drawn as other ones than the file says. */
export async function liesAboutFigures(page: PDFPageProxy, glyphs: readonly Glyph[]): Promise<boolean> {
  const said = glyphs.filter(({ outline, ink }) => outline !== null && !ink.unseen);
  if (said.length === 0) return false;
  known ??= readKnownFigures();
  const figures = await known;
  return [...new Map(said.map((glyph) => [`${glyph.outline} ${glyph.text}`, glyph])).values()].some((glyph) => {
    const drawn = drawnFigure(page, glyph);
    return drawn !== null && isAnotherFigure(drawn, Number(glyph.text), figures);
  });
}

/** Null where the font has pictures or operations instead of outlines. */
const drawnFigure = (page: PDFPageProxy, { outline }: Glyph) =>
  page.commonObjs.has(outline!) ? figureOf((page.commonObjs.get(outline!) as { path: Outline }).path) : null;

/** Read once by each thread. */
let known: Promise<readonly KnownFigure[]> | null = null;

/** The figures of the standard fonts, which pdfjs brings. */
async function readKnownFigures(): Promise<KnownFigure[]> {
  const { document, close } = await load(pageOfFigures());
  try {
    const page = await document.getPage(1);
    const viewport = page.getViewport({ scale: 1 });
    const list = (await page.getOperatorList()) as OperatorList;
    const fontOf = (name: string): ContentFont => page.commonObjs.get(name) as ContentFont;
    const { glyphs } = followContent(list, viewport.transform as unknown as Matrix, viewport, fontOf, () => true);
    const drawn = glyphs.map((glyph) => ({ digit: Number(glyph.text), figure: drawnFigure(page, glyph) }));
    const ones = onesWithoutFoot.map((outline) => ({ digit: 1, figure: figureOf(outline) }));
    return [...drawn, ...ones].flatMap(({ digit, figure }) => (figure ? [{ digit, ...figure }] : []));
  } finally {
    await close();
  }
}
