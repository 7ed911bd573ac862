import { describe, expect, it } from 'vitest';
import { binarise, type Component, componentsOf } from '../../../server/engine/picture/connected-components.ts';
import { type Grey, greyOf } from '../../../server/engine/picture/grey.ts';
import { partColumns } from '../../../server/engine/recognise/joined-columns.ts';
import { type OcrEngine, type OcrWord, recogniseHere } from '../../../server/engine/recognise/ocr.ts';
import { printedPage } from '../../helpers/scans.ts';

const dpi = 260;
const letterHeight = 20;

/** A printed line, and one word over all of it, as the engine reads it when the white within is closed. */
async function joined(line: string, text: string): Promise<{ grey: Grey; marks: Component[]; word: OcrWord }> {
  const grey = greyOf(await printedPage(dpi, [line]));
  const marks = componentsOf(binarise(grey));
  const [x, y] = [Math.min(...marks.map((mark) => mark.x)), Math.min(...marks.map((mark) => mark.y))];
  const width = Math.max(...marks.map((mark) => mark.x + mark.width)) - x;
  const height = Math.max(...marks.map((mark) => mark.y + mark.height)) - y;
  return { grey, marks, word: { text, x, y, width, height, confidence: 0.95, line: 3, bold: false } };
}

const texts = async (
  line: string,
  text: string,
  engine: OcrEngine = { recognise: recogniseHere },
): Promise<string[]> => {
  const { grey, marks, word } = await joined(line, text);
  return (await partColumns([word], { grey, marks, letterHeight, dpi }, engine, 'eng')).map((part) => part.text);
};

describe('a word over the white between columns', () => {
  it('is parted there, and each part stands where it is printed', async () => {
    const { grey, marks, word } = await joined('2                        2,00', '22,00');
    const page = { grey, marks, letterHeight, dpi };
    const [quantity, price] = await partColumns([word], page, { recognise: recogniseHere }, 'eng');
    expect([quantity!.text, price!.text]).toEqual(['2', '2,00']);
    expect([quantity!.line, price!.line]).toEqual([3, 3]);
    expect(Math.abs(quantity!.x - word.x)).toBeLessThan(5);
    expect(Math.abs(price!.x + price!.width - word.x - word.width)).toBeLessThan(5);
  });

  it('is left as it is where a part stays doubtful', async () => {
    const doubting: OcrEngine = {
      recognise: async (picture) => [
        { ...(await recogniseHere(picture, { language: 'eng', layout: 'line', dpi }))[0]!, confidence: 0.5 },
      ],
    };
    expect(await texts('2                        2,00', '22,0', doubting)).toEqual(['22,0']);
  });

  it('is cut by its pieces of ink where a part stays doubtful and each piece is a character', async () => {
    const doubting: OcrEngine = { recognise: async () => [] };
    expect(await texts('KG                        1,20', 'KG1,20', doubting)).toEqual(['KG', '1,20']);
  });

  it('is parted too where a comma stands in wide white', async () => {
    expect(await texts('21  ,  50                                                        34', '21,5034')).toHaveLength(
      2,
    );
  });

  it('is none where the print is only spaced, or has leaders', async () => {
    const unasked: OcrEngine = { recognise: () => Promise.reject(new Error('Nothing is to be read here')) };
    expect(await texts('T   O   T   A   L', 'TOTAL', unasked)).toEqual(['TOTAL']);
    expect(await texts('Date                        2', 'Date......2', unasked)).toEqual(['Date......2']);
    expect(await texts('1 250.00', '1250.00', unasked)).toEqual(['1250.00']);
  });
});
