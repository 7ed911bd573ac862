import { describe, expect, it } from 'vitest';
import { type Grey, greyOf } from '../../../server/engine/picture/grey.ts';
import { resolveConfusables } from '../../../server/engine/recognise/confusables.ts';
import type { OcrWord } from '../../../server/engine/recognise/ocr.ts';
import { printedPage } from '../../helpers/scans.ts';

/** The page with `printed` on it, and the word that some model read there. */
async function misread(printed: string, read: string): Promise<[OcrWord[], Grey]> {
  const dpi = 250;
  const grey = greyOf(await printedPage(dpi, [printed]));
  const points = dpi / 72;
  // Where the helper prints its first line: at 70 points from the left, its baseline 740 above the foot of 842.
  const box = { x: 68 * points, y: (842 - 740 - 9.5) * points, width: 200 * points, height: 10.5 * points };
  return [[{ ...box, text: read, confidence: 0.9, line: 0, bold: false }], grey];
}

describe('characters that models take for each other are told apart by their widths', () => {
  it.each([
    ['an O that is a zero', 'KLF0047258', 'KLFO047258'],
    ['two of them', 'KLF0047258', 'KLFOO47258'],
    ['a small o that is a zero', 'KLF0258', 'KLFo258'],
    ['one behind a dash', 'KL-0258', 'KL-o258'],
    ['one between figures', 'KL1058', 'KL1o58'],
    ['a zero that is an O', 'PO-58243', 'P0-58243'],
    ['a 1 that is an I', 'IT24357698421', '1T24357698421'],
    ['a sign of per cent that is read as 96', '27%', '2796'],
    ['one that is read as 9', '25%', '259'],
    ['one of a single figure', '0%', '096'],
  ])('%s', async (_, printed, read) => {
    const [words, grey] = await misread(printed, read);
    expect(resolveConfusables(words, grey)[0]!.text).toBe(printed);
  });

  it.each([
    'KLF0047258',
    'PO-58243',
    'RO58243766',
    'IT24357698421',
    '2796',
    '259',
    '2900',
    '11996',
    'No152',
    'RE-No152',
    'Fo-152',
  ])('%s stays what it is', async (text) => {
    const [words, grey] = await misread(text, text);
    expect(resolveConfusables(words, grey)[0]!.text).toBe(text);
  });

  it.each([
    ['20 %', '%'],
    ['20 96', '96'],
  ])('a sign of per cent that stands apart from its figure: %s', async (printed, expected) => {
    const [[whole], grey] = await misread(printed, '20');
    const [x, points] = [whole!.x, whole!.width / 200];
    const words = [
      { ...whole!, width: 15.5 * points },
      { ...whole!, text: '96', x: x + 16.5 * points, width: 40 * points },
    ];
    expect(resolveConfusables(words, grey).map(({ text }) => text)).toEqual(['20', expected]);
  });

  it.each([
    ['TOTAL:93.00', 'TOTAL:93.00'],
    ['PO-70316', 'PO-70316'],
    ['KLFO47258', 'KLF047258'],
  ])('an O in print whose characters are all as wide is one where it stands among letters: %s', (read, expected) => {
    const grey: Grey = { width: 20 * read.length, height: 24, data: new Uint8Array(20 * read.length * 24).fill(250) };
    [...read].forEach((c, index) => {
      const width = /[:.]/.test(c) ? 4 : 14;
      for (let y = 2; y < 22; y++) grey.data.fill(10, y * grey.width + 20 * index, y * grey.width + 20 * index + width);
    });
    const word = { x: 0, y: 0, width: grey.width, height: 24, text: read, confidence: 0.9, line: 0, bold: false };
    expect(resolveConfusables([word], grey)[0]!.text).toBe(expected);
  });
});

it('takes a nought among initials for the letter that it is', async () => {
  const [[word], grey] = await misread('SP. Z O.O.', 'Z');
  const line = (...all: string[]) => all.map((text) => ({ ...word!, text }));
  const read = (...all: string[]) => resolveConfusables(line(...all), grey).map(({ text }) => text);
  expect(read('Sp.', 'z', '0.0.')).toEqual(['Sp.', 'z', 'o.o.']);
  expect(read('SP.', 'Z', '0.0.')).toEqual(['SP.', 'Z', 'O.O.']);
  expect(read('S', 'R.0.,')).toEqual(['S', 'R.O.,']);
  expect(read('A.1.', '0.0')).toEqual(['A.1.', '0.0']);
});

describe('a sign of per cent that touches its figures, and is read as 96', () => {
  const word = (text: string, width: number, y: number) => ({
    x: 10,
    y,
    width,
    height: 20,
    text,
    confidence: 0.9,
    line: y,
    bold: false,
  });
  const numbers = ['252', '8920', '4337'].map((text, at) => word(text, 12 * text.length, 40 + 30 * at));
  const grey: Grey = { width: 200, height: 160, data: new Uint8Array(200 * 160).fill(10) };
  it.each([
    ['2796', 43, '27%'],
    ['2796', 48, '2796'],
    ['4796', 43, '4796'],
    ['596', 31, '5%'],
  ])('%s, %d pixels wide where figures are 12, is %s', (text, width, expected) => {
    expect(resolveConfusables([word(text, width, 10), ...numbers], grey)[0]!.text).toBe(expected);
  });

  it('is not known where no numbers tell how wide figures are', () => {
    expect(resolveConfusables([word('2796', 43, 10)], grey)[0]!.text).toBe('2796');
  });
});
