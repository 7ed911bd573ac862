import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { binarise, componentsOf } from '../../../server/engine/picture/connected-components.ts';
import { greyOf } from '../../../server/engine/picture/grey.ts';
import { inkWords } from '../../../server/engine/recognise/ink-words.ts';
import type { OcrWord } from '../../../server/engine/recognise/ocr.ts';
import { readInk } from '../../../server/engine/recognise/read-ink.ts';

const letterHeight = 24;

/** A page of lines set so that words begin where `columns` says, and the box of each word as it was drawn. */
function printed(lines: string[][], { font = '32px DejaVu Sans Mono', columns = [20, 300, 560, 760] } = {}) {
  const canvas = createCanvas(1000, 60 + 60 * lines.length);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = 'black';
  context.font = font;
  const words = lines.flatMap((texts, line) =>
    texts.map((text, at): OcrWord => {
      const [x, foot] = [columns[at]!, 60 + 60 * line];
      context.fillText(text, x, foot);
      const { width } = context.measureText(text);
      return { text, x, y: foot - 25, width, height: 26, confidence: 0.95, line, bold: false };
    }),
  );
  const grey = greyOf(canvas);
  return { words, page: { grey, marks: componentsOf(binarise(grey)), letterHeight, dpi: 300 } };
}

const lines = [
  ['MORCOVI', '86.40', '10.92', '5.30'],
  ['PASTARI', '3.71', '29.64', '28.06'],
  ['TELINA', '43.58', '6.23', '47.81'],
];
const all = lines.flat();

/** The words as a first reader had them that doubts all but the last `sure` of them. */
const doubted = (words: readonly OcrWord[], texts: readonly string[], sure = 0): OcrWord[] =>
  words.map((word, i) => ({ ...word, text: texts[i]!, confidence: i < words.length - sure ? 0.3 : 0.95 }));

describe('the words that ink shows', () => {
  it('are parted at the white between words, which evenly wide print has more of within them', () => {
    for (const font of ['32px DejaVu Sans Mono', '32px DejaVu Sans', 'bold 30px Liberation Serif']) {
      const { page } = printed([['Total 3.76 lei', 'net 21,44'], ['cu TVA 1.111,14']], { font, columns: [20, 560] });
      const boxes = inkWords(page.marks, letterHeight);
      expect(boxes.length, font).toBe(8);
    }
  });

  it('have their accents, and no points, dashes or pictures by themselves', () => {
    const { page } = printed([['Țăran', 'ĂȘÎ', '-', '.']]);
    const context = { x: 900, y: 0, width: 90, height: 110, size: 9900 };
    const boxes = inkWords([...page.marks, context], letterHeight).sort((a, b) => a.x - b.x);
    expect(boxes.map(({ x }) => Math.round(x / 100))).toEqual([0, 3]);
    expect(boxes[1]!.height).toBeGreaterThan(1.3 * letterHeight);
  });
});

describe('a page that the first reader doubts', () => {
  it('is read by the second, which takes the place of worse readings and is never surer than of weak print', async () => {
    const { words, page } = printed(lines);
    const misread = all.map((text) => text.replace(/[38]/g, 'Z').replace('A', 'R'));
    const read = await readInk(doubted(words, misread), page);
    expect(read.map(({ text }) => text)).toEqual(all);
    for (const { confidence } of read) expect(confidence).toBeLessThanOrEqual(0.55);
    expect(read[1]).toMatchObject({ text: '86.40', other: 'Z6.40', line: 0 });
  });

  it('gets back what no word was read of, in its line, where there is print beside it', async () => {
    const { words, page } = printed(lines);
    const without = doubted(words, all).filter((_, i) => i !== 6);
    const found = (await readInk(without, page)).filter(({ text }) => text === '29.64');
    expect(found).toMatchObject([{ line: 1, confidence: 0.55 }]);
    const alone = printed([...lines, [], [], ['PICTURE']]);
    const read = await readInk(doubted(alone.words, all).slice(0, 12), alone.page);
    expect(read.map(({ text }) => text)).not.toContain('PICTURE');
  });

  it('keeps what the first reader is sure of, and what it read in the form of a date, an amount or a rate', async () => {
    const { words, page } = printed(lines);
    const texts = all.map((text) => (text === '47.81' ? '47.31' : text === '6.23' ? '6.28' : `${text}x`));
    const read = await readInk(doubted(words, texts, 1), page);
    expect(read.at(-1)).toMatchObject({ text: '47.31', confidence: 0.95, other: '47.81' });
    const odd = printed([
      ['G2-B', 'S-TR'],
      ['AB', 'CD'],
    ]);
    const formed = await readInk(doubted(odd.words, ['12.50', '19%', 'AB', 'CD']), odd.page);
    expect(formed.slice(0, 2).map(({ text }) => text)).toEqual(['12.50', '19%']);
  });

  it('is read again only at its doubted words where the rest was read well', async () => {
    const { words, page } = printed([
      ['Number', 'RO-118', '22,40', 'lei'],
      ['Services', 'of March', '108.50', 'lei'],
      ['Together', 'with VAT', '130.90', 'lei'],
      ['Payable', 'until the', '15.04', 'lei'],
    ]);
    const sure = words.map((word) => (word.text === '22,40' ? { ...word, text: 'ZZ4O', confidence: 0.2 } : word));
    const read = await readInk(
      sure.filter(({ text, line }) => !(line === 2 && text === '130.90')),
      page,
    );
    expect(read.filter(({ line }) => line === 0).map(({ text }) => text)).toEqual(['Number', 'RO-118', '22,40', 'lei']);
    expect(read.map(({ text }) => text)).not.toContain('130.90');
  });

  it('keeps what the second reader reads alike but for spaces', async () => {
    const { words, page } = printed([['AB 118', '86.40', '10.92', '5.30'], ...lines.slice(1)]);
    const read = await readInk(doubted(words, ['AB118', ...all.slice(1)]), page);
    expect(read[0]!.text).toBe('AB118');
  });

  it('keeps what the second reader has only a part of, and letters of another script', async () => {
    const { words, page } = printed([['INVO', '86.40', '10.92', '5.30'], ...lines.slice(1)]);
    const longer = doubted(words, ['INVOICES', ...all.slice(1)]);
    expect((await readInk(longer, page))[0]!.text).toBe('INVOICES');
    const greek = printed([['ΚΑΡΟΤΑ', '86.40', '10.92', '5.30'], ...lines.slice(1)]);
    const read = await readInk(doubted(greek.words, ['ΚΑΡΟΤΑ', 'Z6.40', ...all.slice(2)]), greek.page);
    expect(read.slice(0, 2).map(({ text }) => text)).toEqual(['ΚΑΡΟΤΑ', '86.40']);
  });

  it('is left alone where little of it is doubted, or where it is all noise', async () => {
    const { words, page } = printed(lines);
    const sure = words.map((word) => ({ ...word, text: 'x' }));
    expect(await readInk(sure, page)).toEqual(sure);
    const marks = Array.from({ length: 1300 }, (_, i) => {
      return { x: 40 * (i % 25), y: 40 * Math.floor(i / 25), width: 14, height: 22, size: 200 };
    });
    const noise = doubted(words, all);
    expect(await readInk(noise, { ...page, marks })).toEqual(noise);
  });
});
