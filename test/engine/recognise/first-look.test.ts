import { expect, it } from 'vitest';
import type { Block } from '../../../server/engine/picture/blocks.ts';
import type { Grey } from '../../../server/engine/picture/grey.ts';
import type { Prepared } from '../../../server/engine/picture/prepare.ts';
import { firstLook } from '../../../server/engine/recognise/first-look.ts';
import type { OcrEngine, OcrWord } from '../../../server/engine/recognise/ocr.ts';

const letterHeight = 20;
const grey: Grey = { width: 1200, height: 900, data: new Uint8Array(1200 * 900).fill(255) };

/** Blocks of one line each, told apart by how wide they are. */
const blocks = [300, 310, 320, 330, 900].map((width, index): Block => {
  const [x, y] = [100, 100 + 100 * index];
  const lines = [{ top: y, bottom: y + letterHeight, spans: [{ from: x, to: x + width }] }];
  return { x, y, width, height: letterHeight, layout: 'line', lines };
});
const page = { page: { toSource: [1, 0, 0, 0, 1, 0, 0, 0, 1], width: 1200, height: 900, stretched: 1 }, grey, blocks };
const prepared = {
  ...page,
  marks: [],
  strips: [],
  rules: [],
  letterHeight,
  dpi: 260,
  printLevel: 0,
} as unknown as Prepared;

/** An engine that reads few words and doubts them, of the small blocks; the others as sure as is said of a language. */
function engine(sure: (language: string) => number): OcrEngine {
  return {
    async recognise(picture, { language }) {
      const isSmall = picture.width < 600;
      const texts = isSmall ? ['xqzt'] : Array.from({ length: 12 }, (_, index) => `wvk${'abcdefghijkl'[index]}`);
      const confidence = isSmall ? 0.5 : sure(language);
      return texts.map(
        (text, index): OcrWord => ({ text, confidence, x: 9 * index, y: 0, width: 8, height: 9, line: 0, bold: false }),
      );
    },
  };
}

it('takes a page for another script only where the same lines are read worse as Latin', async () => {
  const latin = await firstLook(
    prepared,
    engine((language) => (language === 'bul' ? 0.75 : 0.8)),
    null,
  );
  expect(latin.language).not.toBe('bul');
  const cyrillic = await firstLook(
    prepared,
    engine((language) => (language === 'bul' ? 0.9 : 0.4)),
    null,
  );
  expect(cyrillic.language).toBe('bul');
  const greek = await firstLook(
    prepared,
    engine((language) => (language === 'ell' ? 0.9 : 0.4)),
    null,
  );
  expect(greek.language).toBe('ell');
});
