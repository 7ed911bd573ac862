import { expect, it } from 'vitest';
import type { Block } from '../../../server/engine/picture/blocks.ts';
import type { Prepared } from '../../../server/engine/picture/prepare.ts';
import type { OcrEngine, OcrWord } from '../../../server/engine/recognise/ocr.ts';
import { readBlock } from '../../../server/engine/recognise/read-blocks.ts';

const grey = { width: 200, height: 100, data: new Uint8Array(200 * 100).fill(255) };
const prepared = { grey, letterHeight: 20, dpi: 260, blocks: [] as Block[] } as Prepared;

/** An engine that reads a block well, and a line as surely as is said. */
const engine = (sure: number): OcrEngine => ({
  async recognise(_, { layout }): Promise<OcrWord[]> {
    const word = { x: 20, y: 20, width: 80, height: 20, line: 0, bold: false };
    return layout === 'line'
      ? [{ ...word, text: 'A', confidence: sure }]
      : [{ ...word, text: 'SAMPLE', confidence: 0.9 }];
  },
});

/** A line of print of such a height, on a page whose letters are 20 pixels high. */
const line = (height: number): Block => ({
  x: 10,
  y: 10,
  width: 100,
  height,
  layout: 'line',
  lines: [{ top: 10, bottom: 10 + height, spans: [{ from: 10, to: 110 }] }],
});

it.each([
  ['a line that is high enough for two, and is read badly', 44, 0.2, 'SAMPLE'],
  ['one that is read well', 44, 0.9, 'A'],
  ['one that is as high as a line is', 24, 0.2, 'A'],
])('%s', async (_, height, sure, expected) => {
  const read = await readBlock(prepared, line(height), engine(sure), 'eng');
  expect(read.map(({ text }) => text)).toEqual([expected]);
});
