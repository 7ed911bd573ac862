import { describe, expect, it } from 'vitest';
import { binarise, componentsOf } from '../../../server/engine/picture/connected-components.ts';
import type { Grey } from '../../../server/engine/picture/grey.ts';
import { greyOf } from '../../../server/engine/picture/grey.ts';
import { findLostPrint } from '../../../server/engine/recognise/lost-print.ts';
import { type OcrEngine, type OcrWord, recogniseHere } from '../../../server/engine/recognise/ocr.ts';
import { printedPage } from '../../helpers/scans.ts';

const letterHeight = 20;
const dpi = 260;

/** White paper with letters, each as a bar or a block of ink. */
function paper(...letters: { x: number; y?: number; width?: number; height?: number }[]): Grey {
  const grey: Grey = { width: 900, height: 200, data: new Uint8Array(900 * 200).fill(250) };
  for (const { x, y = 60, width = 16, height = 28 } of letters)
    for (let row = y; row < y + height; row++) grey.data.fill(20, row * 900 + x, row * 900 + x + width);
  return grey;
}

const word = (text: string, x: number, width: number, rest: Partial<OcrWord> = {}): OcrWord => {
  return { text, x, y: 60, width, height: 28, confidence: 0.95, line: 0, bold: false, ...rest };
};
const read = [word('Bolt', 40, 100), word('pcs', 500, 60)];

/** The texts of the page's words where the engine answers with one of `answers` each time it is asked, and the last one on. */
async function texts(grey: Grey, answers: [text: string, confidence: number][], words = read): Promise<string[]> {
  const left = [...answers];
  const engine: OcrEngine = {
    async recognise() {
      const [text, confidence] = (left.length > 1 ? left.shift() : left[0])!;
      return [word(text, 10, 16, { confidence })];
    },
  };
  const page = { grey, marks: componentsOf(binarise(grey)), letterHeight, dpi };
  return (await findLostPrint(words, page, engine, 'eng')).map(({ text }) => text);
}

describe('print that the engine passed over', () => {
  it('is read where it stands alone in its cell, and takes its place in its line', async () => {
    expect(await texts(paper({ x: 300 }), [['7', 0.95]])).toEqual(['Bolt', '7', 'pcs']);
    expect(await texts(paper({ x: 300 }, { x: 322 }), [['24', 0.9]])).toEqual(['Bolt', '24', 'pcs']);
  });

  it('is never as sure as what was read at once, and has its box on the page', async () => {
    const grey = greyOf(await printedPage(dpi, ['Bolt                    8                    pcs']));
    const marks = componentsOf(binarise(grey));
    const figure = marks.sort((a, b) => a.x - b.x)[4]!;
    const around = { y: figure.y, height: figure.height };
    const words = [
      word('Bolt', marks[0]!.x, marks[3]!.x + marks[3]!.width - marks[0]!.x, around),
      word('pcs', marks[5]!.x, marks[7]!.x + marks[7]!.width - marks[5]!.x, around),
    ];
    const found = await findLostPrint(words, { grey, marks, letterHeight, dpi }, { recognise: recogniseHere }, 'eng');
    expect(found.map(({ text }) => text)).toEqual(['Bolt', '8', 'pcs']);
    expect(found[1]!.confidence).toBeLessThan(0.75);
    expect(Math.abs(found[1]!.x - figure.x)).toBeLessThan(4);
    expect(found[1]!.y).toBe(figure.y);
  });

  it.each([
    [
      'two readings that differ',
      [
        ['7', 0.95],
        ['1', 0.95],
      ],
    ],
    [
      'a doubtful reading',
      [
        ['17', 0.95],
        ['17', 0.6],
      ],
    ],
    ['a figure that is not quite sure', [['7', 0.8]]],
    ['a lone letter', [['l', 0.95]]],
    ['a sign', [['—', 0.95]]],
  ] as [string, [string, number][]][])('is left alone: %s', async (_, answers) => {
    expect(await texts(paper({ x: 300 }), answers)).toEqual(['Bolt', 'pcs']);
  });

  it.each([
    ['in no row with words', paper({ x: 300, y: 130 })],
    ['too low for a letter', paper({ x: 300, y: 74, height: 12 })],
    ['as high as two lines', paper({ x: 300, y: 40, height: 60 })],
    ['at a word, whose box may be wrong', paper({ x: 144 })],
    ['in a word', paper({ x: 60 })],
    ['a bar that was read as a 1', paper({ x: 300, width: 5 })],
  ])('is left alone: %s', async (_, grey) => {
    expect(await texts(grey, [['1', 0.97]])).toEqual(['Bolt', 'pcs']);
  });

  it('is left alone where it is much paler than the words beside it', async () => {
    const grey = paper({ x: 300 });
    grey.data = grey.data.map((level) => (level === 20 ? 150 : level));
    for (const x of [40, 500])
      for (let row = 60; row < 88; row++) grey.data.fill(20, row * 900 + x, row * 900 + x + 16);
    expect(await texts(grey, [['7', 0.95]])).toEqual(['Bolt', 'pcs']);
  });

  it('is left alone where the word beside it says it already: its box is too short', async () => {
    const words = [word('No.12', 240, 45), read[1]!];
    expect(await texts(paper({ x: 300 }), [['12', 0.95]], words)).toEqual(['No.12', 'pcs']);
  });

  it.each([
    ['is not looked for any further on a page of noise, whose first places hold none', 'x', 8],
    ['is looked for to the end where there is some', '7', 20],
  ])('%s', async (_, answer, asked) => {
    const grey = paper(...Array.from({ length: 10 }, (_, i) => ({ x: 160 + 32 * i })));
    let times = 0;
    const engine: OcrEngine = {
      async recognise() {
        times++;
        return [word(answer, 10, 16)];
      },
    };
    await findLostPrint(read, { grey, marks: componentsOf(binarise(grey)), letterHeight, dpi }, engine, 'eng');
    expect(times).toBe(asked);
  });

  it('takes the place of what was read there and is no word', async () => {
    const bar = word('|', 302, 8, { confidence: 0.3 });
    expect(await texts(paper({ x: 300 }), [['1', 0.97]], [read[0]!, bar, read[1]!])).toEqual(['Bolt', '1', 'pcs']);
  });

  it('is read as a whole with the word that it touches, where the whole holds that word', async () => {
    const words = [read[0]!, word('AB', 300, 34, { confidence: 0 }), word('4711', 338, 70), read[1]!];
    const letters = [300, 318, 338, 356, 374, 392].map((x) => ({ x }));
    expect(await texts(paper(...letters), [['AB4711', 0.9]], words)).toEqual(['Bolt', 'AB4711', 'pcs']);
    expect(await texts(paper(...letters), [['A84111', 0.9]], words)).toEqual(['Bolt', 'AB', '4711', 'pcs']);
  });
});
