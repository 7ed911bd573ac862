import { createCanvas } from '@napi-rs/canvas';
import {
  beginText,
  endText,
  moveText,
  type PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFRef,
  StandardFonts,
  setFontAndSize,
  showText,
} from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { figureOf, isAnotherFigure } from '../../../server/engine/open/figures.ts';
import { openFile } from '../../../server/engine/open/open-file.ts';
import { openPdf } from '../../../server/engine/open/pdf.ts';
import { knownFigures } from '../../../server/engine/open/pdf-figures.ts';

/** Enough of a page for its text to be trusted. */
const invoice = [
  'Invoice 2026-0117 of 14.03.2026',
  'Vendor: Example Trading Limited, Harbour Street 40',
  'Customer: Sample Works, Mill Lane 26',
  'Consulting services for the month of March',
  'Total amount due 5,902.64',
];

/** A page in these fonts; what is drawn of the last font's figures is another one than the file says. */
async function printed(fonts: readonly StandardFonts[], lines: readonly string[], drawn = '', said = '') {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  for (const [at, name] of fonts.entries()) {
    const font = await pdf.embedFont(name);
    for (const [row, text] of lines.entries())
      page.drawText(text, { x: 60, y: 780 - row * 24 - at * 150, size: 13, font });
    await font.embed();
    if (drawn === '' || at < fonts.length - 1) continue;
    (pdf.context.lookup(font.ref) as PDFDict).set(PDFName.of('ToUnicode'), saying(pdf, drawn, said));
  }
  return pdf.save();
}

/** Says of each letter what it is, and of what is drawn that it is something else. */
function saying(pdf: PDFDocument, drawn: string, said: string): PDFRef {
  const codes = Array.from({ length: 95 }, (_, code) => String.fromCharCode(32 + code));
  const map = codes.map(
    (letter) => `<${hex(letter)}> <00${hex(drawn.includes(letter) ? said[drawn.indexOf(letter)]! : letter)}>`,
  );
  return pdf.context.register(
    pdf.context.stream(
      `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def 1 begincodespacerange <00> <FF> endcodespacerange ${map.length} beginbfchar ${map.join('\n')} endbfchar endcmap end end`,
    ),
  );
}

/** How a font without outlines draws a figure 1000 units high and 600 wide. */
const drawings: Record<string, (figure: string) => string> = {
  operations: (figure) => `BT /H 1000 Tf (${figure}) Tj ET`,
  pictures: (figure) => pictureOf(figure, 80, '80px'),
  'coarse pictures': (figure) => pictureOf(figure, 14, 'italic 14px'),
  strokes: () => '100 300 400 80 re f 100 100 400 80 re f',
  // As letters of fashion are, so that none looks like one of the standard fonts.
  'leaning operations': (figure) => `0.75 0 0.35 0.85 120 60 cm BT /H 1000 Tf (${figure}) Tj ET`,
};

/** A picture of a figure, so many pixels high, as a drawing operation of PDF. */
function pictureOf(figure: string, height: number, size: string): string {
  const width = 8 * Math.ceil((0.6 * height) / 8);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.font = `${size} "DejaVu Sans"`;
  context.fillText(figure, 0, height - Math.ceil(height / 40));
  const { data } = context.getImageData(0, 0, width, height);
  const bytes = Array.from({ length: (width / 8) * height }, (_, byte) =>
    Array.from({ length: 8 }, (_, bit) => (data[4 * (8 * byte + bit) + 3]! > 127 ? 0 : 1)).join(''),
  ).map((bits) => Number.parseInt(bits, 2).toString(16).padStart(2, '0'));
  return `600 0 0 1000 0 0 cm BI /W ${width} /H ${height} /IM true /BPC 1 /F /AHx ID ${bytes.join('')}> EI`;
}

/** The page in Helvetica, and below it figures in a font that draws each by itself (Type 3). */
async function drawnOneByOne(text: string, way: string, drawn = '', said = '') {
  const pdf = await PDFDocument.load(await printed([StandardFonts.Helvetica], invoice));
  const { context } = pdf;
  const helvetica = context.register(
    context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: 'WinAnsiEncoding' }),
  );
  const procedures = figures.map((figure) => [
    `f${figure}`,
    context.register(context.stream(`600 0 0 -50 600 1000 d1 ${drawings[way]!(figure)}`)),
  ]);
  const font = context.obj({
    Type: 'Font',
    Subtype: 'Type3',
    FontBBox: [0, -50, 600, 1000],
    FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
    CharProcs: Object.fromEntries(procedures),
    Encoding: { Type: 'Encoding', Differences: [48, ...figures.map((figure) => PDFName.of(`f${figure}`))] },
    FirstChar: 48,
    LastChar: 57,
    Widths: figures.map(() => 600),
    Resources: { Font: { H: helvetica } },
    ToUnicode: saying(pdf, drawn, said),
  });
  const page = pdf.getPage(0);
  const name = page.node.newFontDictionary('T', context.register(font));
  const code = PDFHexString.of([...text].map(hex).join(''));
  page.pushOperators(beginText(), setFontAndSize(name, 13), moveText(60, 640), showText(code), endText());
  return pdf.save();
}
const hex = (letter: string): string => letter.charCodeAt(0).toString(16).padStart(2, '0');

async function lies(file: Uint8Array): Promise<boolean> {
  const pdf = await openPdf(file);
  try {
    return (await pdf.page(1)).doubtedFigures.length > 0;
  } finally {
    await pdf.close();
  }
}

const fonts = [
  StandardFonts.Helvetica,
  StandardFonts.HelveticaBold,
  StandardFonts.TimesRoman,
  StandardFonts.TimesRomanBoldItalic,
  StandardFonts.CourierOblique,
];
const figures = [...'0123456789'];

describe('a font that draws other figures than the file says', () => {
  it('is told from one that says what it draws', async () => {
    expect(await lies(await printed(fonts, [...invoice, figures.join('')]))).toBe(false);
  });

  it.each(figures)('is found whatever the %s is said to be', async (drawn) => {
    for (const said of figures.filter((figure) => figure !== drawn))
      for (const font of fonts)
        expect(await lies(await printed([font], [drawn], drawn, said)), `${font} ${said}`).toBe(true);
  });

  it('is found where two figures are exchanged in one of several fonts', async () => {
    expect(await lies(await printed(fonts, invoice, '26', '62'))).toBe(true);
  });

  it('has its page read as it is drawn', async () => {
    const honest = await openFile(await printed([StandardFonts.Helvetica], invoice));
    expect(honest.pages[0]!.source).toBe('text');
    const { pages } = await openFile(await printed([StandardFonts.Helvetica], invoice, '26', '62'));
    const words = pages[0]!.words.map(({ text }) => text);
    expect(pages[0]!.source).toBe('ocr');
    expect(words).toContain('5,902.64');
    expect(words).not.toContain('5,906.24');
  });
});

describe('figures of shapes that the standard fonts do not have', () => {
  const [moveTo, lineTo, quadraticCurveTo] = [0, 1, 3];
  const drawn = {
    // A bar, a slant down to the middle and a bowl.
    three: [
      ...[moveTo, 30, 640, lineTo, 390, 640, lineTo, 390, 540, lineTo, 240, 380],
      ...[quadraticCurveTo, 420, 350, 420, 200, quadraticCurveTo, 420, -10, 160, -10],
      ...[lineTo, 20, 20, lineTo, 50, 120, lineTo, 155, 95],
      ...[quadraticCurveTo, 290, 95, 290, 195, quadraticCurveTo, 290, 310, 110, 310],
      ...[lineTo, 100, 370, lineTo, 245, 530, lineTo, 30, 530],
    ],
    // A thin stem, and a stroke that comes down from it in a curve.
    one: [
      ...[moveTo, 210, 0, lineTo, 210, 720, lineTo, 167, 720, quadraticCurveTo, 130, 610, 0, 545],
      ...[lineTo, 0, 470, quadraticCurveTo, 75, 495, 145, 555, lineTo, 145, 0],
    ],
  };
  it.each([
    ['three', 3, 5],
    ['one', 1, 4],
  ] as const)('a %s is what it is said to be, and nothing else', async (name, digit, other) => {
    const [figure, known] = [figureOf(drawn[name])!, await knownFigures()];
    expect(isAnotherFigure(figure, digit, known)).toBe(false);
    for (const said of figures.map(Number).filter((each) => each !== digit && each !== other))
      expect(isAnotherFigure(figure, said, known), `said to be ${said}`).toBe(true);
  });
});

describe('a font without outlines', () => {
  it.each(['operations', 'pictures', 'coarse pictures'])(
    'may draw its figures by %s, where they look like what they are said to be',
    async (way) => {
      expect(await lies(await drawnOneByOne('0123456789', way))).toBe(false);
    },
  );

  it.each(figures)('is found by operations and by pictures whatever the %s is said to be', async (drawn) => {
    for (const said of figures.filter((figure) => figure !== drawn))
      for (const way of ['operations', 'pictures'])
        expect(await lies(await drawnOneByOne(drawn, way, drawn, said)), `${way} ${said}`).toBe(true);
  });

  it('is not taken at its word where its figures look like nothing', async () => {
    expect(await lies(await drawnOneByOne('5902', 'strokes'))).toBe(true);
  });

  it('has its page read as it is drawn', async () => {
    const { pages } = await openFile(await drawnOneByOne('260626', 'operations', '26', '62'));
    expect(pages[0]!.source).toBe('ocr');
    expect(pages[0]!.words.map(({ text }) => text)).toContain('260626');
  });

  it('is believed where OCR reads figures of unusual shapes as the file says, and only there', async () => {
    const figures = '590273164885';
    expect(await lies(await drawnOneByOne(figures, 'leaning operations'))).toBe(true);
    const honest = await openFile(await drawnOneByOne(figures, 'leaning operations'));
    expect(honest.pages[0]!.source).toBe('text');
    const lying = await openFile(await drawnOneByOne(figures, 'leaning operations', '59', '95'));
    expect(lying.pages[0]!.source).toBe('ocr');
    expect(lying.pages[0]!.words.map(({ text }) => text).join(' ')).toContain('590273164885');
  });
});
