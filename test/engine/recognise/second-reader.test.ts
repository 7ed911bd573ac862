import { Worker } from 'node:worker_threads';
import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { greyOf } from '../../../server/engine/picture/grey.ts';
import type { OcrWord } from '../../../server/engine/recognise/ocr.ts';
import { readAgain } from '../../../server/engine/recognise/read-again.ts';
import { bestPath } from '../../../server/engine/recognise/second-reader.ts';

/** A picture of words beside each other, and the words with their boxes. */
function printed(texts: string[], apart = 40) {
  const canvas = createCanvas(900, 80);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, 900, 80);
  context.fillStyle = 'black';
  context.font = '32px DejaVu Sans';
  let x = 20;
  const words = texts.map((text): OcrWord => {
    context.fillText(text, x, 50);
    const { width } = context.measureText(text);
    const word = { text, x, y: 26, width, height: 25, confidence: 0.9, line: 0, bold: false };
    x += width + apart;
    return word;
  });
  return { grey: greyOf(canvas), words };
}

describe('the second reader', () => {
  it('gives back the sign before a number that the first took for a figure, and leaves the figure where it is one', async () => {
    const { grey, words } = printed(['#719026', '4719026']);
    const misread = words.map((word) => ({ ...word, text: '4719026' }));
    const read = await readAgain(misread, grey);
    expect(read.map(({ text }) => text)).toEqual(['#719026', '4719026']);
    expect(read[0]).toMatchObject({ confidence: 0.9, other: '4719026' });
  });

  it('vouches for what it reads alike, and keeps what it reads otherwise where the first was sure', async () => {
    const { grey, words } = printed(['1.234,50', '09.02.2026', '78,16']);
    expect(await readAgain(words, grey)).toEqual(words.map((word) => ({ ...word, alike: word.text })));
    const misread = words.map((word) => ({ ...word, text: word.text.replace('3', '8').replace('6', '0') }));
    expect(await readAgain(misread, grey)).toEqual(misread.map((word, i) => ({ ...word, other: words[i]!.text })));
  });

  it('vouches for none that the first has read with doubt, nor for numbers without a form', async () => {
    const { grey, words } = printed(['1.234,50', 'B7C0D12', '78160', '78,16']);
    const read = await readAgain([{ ...words[0]!, confidence: 0.7 }, ...words.slice(1)], grey);
    expect(read.map(({ text, alike, confidence }) => [text, alike, confidence])).toEqual([
      ['1.234,50', undefined, 0.8],
      ['B7C0D12', undefined, 0.9],
      ['78160', undefined, 0.9],
      ['78,16', '78,16', 0.9],
    ]);
  });

  it.each([
    ['a figure', ['2019', '6840,75'], 0],
    ['an underscore', ['2019_', '6840,75'], 0],
    ['a hyphen', ['TX-', '6840,75'], 0],
  ])('vouches for no part of a number, where %s stands close before it', async (_, texts, apart) => {
    const { grey, words } = printed(texts, apart);
    expect((await readAgain(words, grey))[1]).toEqual(words[1]);
  });

  it('vouches for no part of a number that was cut at its point, and for what follows a word with one', async () => {
    const { grey, words } = printed(['4,', '22,63'], 14);
    expect((await readAgain(words, grey))[1]).not.toHaveProperty('alike');
    const { grey: other, words: named } = printed(['Nr.', '22,63'], 14);
    expect((await readAgain(named, other))[1]).toMatchObject({ alike: '22,63' });
  });

  it('knows letters with marks beside figures, and is not asked for words that stand away from all figures', async () => {
    const { grey, words } = printed(['Livrării', '6840775']);
    const misread = [{ ...words[0]!, text: 'Livrâriil' }, words[1]!];
    expect((await readAgain(misread, grey)).map(({ other }) => other)).toEqual(['Livrării', undefined]);
    const { grey: alone, words: letters } = printed(['Total', 'net']);
    const wrong = letters.map((word) => ({ ...word, text: `${word.text}s` }));
    expect(await readAgain(wrong, alone)).toEqual(wrong);
  });

  it('replaces words that the first has read with doubt, but not where two scripts have letters that look alike', async () => {
    const { grey, words } = printed(['Strada', 'Livrării', 'ΤΑΜΕΙΟ']);
    const misread = ['5trada', 'Livrâriil', 'ΤΑΜΕΙΘ'].map((text, i) => ({ ...words[i]!, text, confidence: 0.7 }));
    const read = await readAgain(misread, grey);
    expect(read.map(({ text, confidence }) => [text, confidence])).toEqual([
      ['Strada', 0.7],
      ['Livrării', 0.7],
      ['ΤΑΜΕΙΘ', 0.7],
    ]);
  });

  it('replaces figures that the first has read with doubt, and is no surer of them than of weak print', async () => {
    const { grey, words } = printed(['1.234,50', '09.02.2026', '78160']);
    const misread = words.map((word) => ({ ...word, text: word.text.replace(/[368]/g, '5'), confidence: 0.4 }));
    const replaced = await readAgain(misread, grey);
    expect(replaced.map(({ text, confidence, other }) => ({ text, confidence, other }))).toEqual(
      words.map(({ text }, i) => ({ text, confidence: 0.55, other: misread[i]!.text })),
    );
    expect(replaced.map(({ x, width }) => ({ x, width }))).toEqual(words.map(({ x, width }) => ({ x, width })));
  });

  it('replaces a doubted word by several where it sees spaces', async () => {
    const { grey, words } = printed(['31.10.2026 14:25']);
    const replaced = await readAgain([{ ...words[0]!, text: '3I.IO.ZO26I4', confidence: 0.3 }], grey);
    expect(replaced.map(({ text }) => text)).toEqual(['31.10.2026', '14:25']);
    expect(replaced[1]!.x + replaced[1]!.width).toBeCloseTo(words[0]!.x + words[0]!.width);
  });

  it('takes of two tax numbers the one whose check digit holds, however sure the first reader was', async () => {
    const { grey, words } = printed(['RO16702141', 'RO16702142']);
    const [right, wrong] = ['RO16702141', 'RO16702149'];
    const read = await readAgain(
      [
        { ...words[0]!, text: wrong },
        { ...words[1]!, text: right, confidence: 0.4 },
      ],
      grey,
    );
    expect(read.map(({ text, other }) => [text, other])).toEqual([
      [right, wrong],
      [right, 'RO16702142'],
    ]);
  });

  it('does not replace an amount, a date or a rate by what has the form of none', async () => {
    const { grey, words } = printed(['12-407', '4512']);
    const read = await readAgain([{ ...words[0]!, text: '12.40', confidence: 0.5 }, words[1]!], grey);
    expect(read[0]!.text).toBe('12.40');
  });

  it('makes no single figure of what the first took for something else', async () => {
    const { grey, words } = printed(['7', '4512']);
    const unread = words.map((word) => ({ ...word, text: '?', confidence: 0.3 }));
    expect((await readAgain(unread, grey)).map(({ text }) => text)).toEqual(['?', '4512']);
  });

  it('makes one character of those that are held, and is as sure as of the least sure', () => {
    const [a, b, none] = [
      [0.1, 0.8, 0.1],
      [0.1, 0.2, 0.7],
      [0.9, 0.05, 0.05],
    ];
    const columns = [a, a, none, a, b, b].flatMap((column) => column!.map(Math.log));
    expect(bestPath(Float32Array.from(columns), 'ab')).toEqual({ text: 'aab', sureness: expect.closeTo(0.7) });
    expect(bestPath(Float32Array.from(none!.map(Math.log)), 'ab')).toEqual({ text: '', sureness: 0 });
  });

  it('ends with its thread while it reads, and takes nothing else with it', async () => {
    const thread = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads');
      import(workerData).then(async ({ readCutOuts }) => {
        const grey = { width: 400, height: 100, data: new Uint8Array(40000).fill(255) };
        const boxes = Array.from({ length: 16 }, () => ({ x: 10, y: 10, width: 300, height: 40 }));
        for (;;) { await readCutOuts(grey, boxes); parentPort.postMessage('read'); }
      });`,
      { eval: true, workerData: new URL('../../../server/engine/recognise/second-reader.ts', import.meta.url).href },
    );
    await new Promise((resolve) => thread.once('message', resolve));
    expect(await thread.terminate()).toBe(1);
  });
});
