import { type PDFDict, PDFDocument, PDFName, StandardFonts } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openFile } from '../../../server/engine/open/open-file.ts';
import { openPdf } from '../../../server/engine/open/pdf.ts';

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
    const codes = Array.from({ length: 95 }, (_, code) => String.fromCharCode(32 + code));
    const map = codes.map(
      (letter) => `<${hex(letter)}> <00${hex(drawn.includes(letter) ? said[drawn.indexOf(letter)]! : letter)}>`,
    );
    const cmap = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def 1 begincodespacerange <00> <FF> endcodespacerange ${map.length} beginbfchar ${map.join('\n')} endbfchar endcmap end end`;
    (pdf.context.lookup(font.ref) as PDFDict).set(
      PDFName.of('ToUnicode'),
      pdf.context.register(pdf.context.stream(cmap)),
    );
  }
  return pdf.save();
}
const hex = (letter: string): string => letter.charCodeAt(0).toString(16).padStart(2, '0');

async function lies(file: Uint8Array): Promise<boolean> {
  const pdf = await openPdf(file);
  try {
    return (await pdf.page(1)).figuresLie;
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
