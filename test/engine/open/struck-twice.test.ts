import { PDFDocument, StandardFonts } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openFile } from '../../../server/engine/open/open-file.ts';

const words = async (draw: (put: (text: string, x: number, y: number) => void) => void): Promise<string[]> => {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage();
  page.drawText('Quantities of the goods that were delivered this week', { x: 60, y: 780, size: 10, font });
  draw((text, x, y) => page.drawText(text, { x, y, size: 10, font }));
  const { pages } = await openFile(await pdf.save());
  return pages[0]!.words.slice(9).map(({ text }) => text);
};

describe('print that is struck twice to look bold', () => {
  it('is one character where it is a single one', async () => {
    const read = await words((put) => {
      for (const shift of [0, 0.3]) put('5', 100 + shift, 700);
      for (const shift of [0, 0]) put('7', 200 + shift, 700);
    });
    expect(read).toEqual(['5', '7']);
  });

  it('is one word where each character is struck twice before the next', async () => {
    const read = await words((put) => {
      for (const [i, text] of ['4', '4', '2'].entries())
        for (const shift of [0, 0.3]) put(text, 100 + 5.56 * i + shift, 700);
    });
    expect(read).toEqual(['442']);
  });

  it('is one word where it is painted in pieces, and once more as a whole', async () => {
    const read = await words((put) => {
      put('Stock', 100, 700);
      put('Hull', 300, 700);
      put('port', 124.46, 700);
      put('Stockport', 100.24, 700.24);
    });
    expect(read).toEqual(['Stockport', 'Hull']);
  });

  it('is twice the same character where they stand beside each other', async () => {
    expect(await words((put) => put('55 will fill 11', 100, 700))).toEqual(['55', 'will', 'fill', '11']);
  });
});
