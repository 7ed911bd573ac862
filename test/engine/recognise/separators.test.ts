import { expect, it } from 'vitest';
import type { Component } from '../../../server/engine/picture/connected-components.ts';
import type { OcrWord } from '../../../server/engine/recognise/ocr.ts';
import { restoreSeparators } from '../../../server/engine/recognise/separators.ts';

/** Ink of figures (one every 20 pixels, 14 wide and 28 high) with commas and full stops, which take 10 of their own. */
function marksOf(printed: string, x: number, y: number): Component[] {
  let at = x;
  return [...printed].map((c) => {
    const place = { x: at, y, width: 14, height: 28 };
    if (c === ',') Object.assign(place, { x: at - 4, y: y + 24, width: 4, height: 9 });
    if (c === '.') Object.assign(place, { x: at - 4, y: y + 24, width: 4, height: 4 });
    at += /\d/.test(c) ? 20 : 8;
    return { ...place, size: place.width * place.height };
  });
}

/** A word that was read where `ink` is. */
function word(text: string, ink: Component[], line = 0): OcrWord {
  const x = Math.min(...ink.map((mark) => mark.x));
  const right = Math.max(...ink.map((mark) => mark.x + mark.width));
  return { text, x, y: ink[0]!.y, width: right - x, height: 28, confidence: 0.95, line, bold: false };
}

const known = marksOf('17,50', 10, 10);
const knownPoint = marksOf('2.50', 200, 10);
const restored = (printed: string, ...read: string[]): OcrWord[] => {
  const ink = marksOf(printed, 10, 60);
  let from = 0;
  const words = read.map((text) => {
    const characters = printed.indexOf(text, from) === from ? text.length : printed.length - from;
    from += characters;
    return word(text, ink.slice(from - characters, from), 1);
  });
  const all = [word('17,50', known), word('2.50', knownPoint), ...words];
  return restoreSeparators(all, [...known, ...knownPoint, ...ink]).slice(2);
};
const texts = (words: OcrWord[]): string[] => words.map(({ text }) => text);

it.each([
  ['123,45', '12345'],
  ['123.45', '12345'],
  ['1.234,56', '1234,56'],
  ['1.234,56', '123456'],
  ['14.03.2026', '14032026'],
  ['2,5', '25'],
])('puts back what is printed between figures: %s was read as %s', (printed, read) => {
  expect(texts(restored(printed, read))).toEqual([printed]);
});

it('joins the words that a separator stands between', () => {
  const ink = marksOf('234,56', 10, 60);
  const words = [word('17,50', known), word('234', ink.slice(0, 3), 1), word('56', ink.slice(4), 1)];
  const [, joined, ...rest] = restoreSeparators(words, [...known, ...ink]);
  expect(rest).toEqual([]);
  expect(joined).toMatchObject({ text: '234,56', x: 10, width: ink[5]!.x + 14 - 10 });
});

it('leaves a doubt on what it put right, and none on the rest', () => {
  expect(restored('123,45', '12345')[0]!.confidence).toBeLessThan(0.6);
  expect(restored('12345', '12345')[0]!.confidence).toBe(0.95);
});

it('does not put together what is no number', () => {
  expect(texts(restored('1234,5', '12345'))).toEqual(['12345']);
});

it('takes no speck for a separator', () => {
  const ink = marksOf('123,45', 10, 60);
  const comma = ink[3]!;
  const readWith = (mark: Component): string => {
    const marks = [...ink.slice(0, 3), mark, ...ink.slice(4)];
    return restoreSeparators([word('17,50', known), word('12345', ink, 1)], [...known, ...marks])[1]!.text;
  };
  expect(readWith(comma)).toBe('123,45');
  expect(readWith({ ...comma, y: comma.y - 12 })).toBe('12345');
  expect(readWith({ ...comma, width: 1, height: 2 })).toBe('12345');
  expect(readWith({ ...comma, x: comma.x - 12 })).toBe('12345');
});

it('leaves numbers alone on a page that shows no separators, and figures that run together', () => {
  const ink = marksOf('123,45', 10, 60);
  expect(restoreSeparators([word('12345', ink, 1)], ink)[0]!.text).toBe('12345');
  const merged = [{ ...ink[0]!, width: 34 }, ...ink.slice(2)];
  expect(restoreSeparators([word('17,50', known), word('12345', ink, 1)], [...known, ...merged])[1]!.text).toBe(
    '12345',
  );
});
