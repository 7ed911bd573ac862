import type { Component } from '../picture/connected-components.ts';
import { median } from '../picture/skew.ts';
import type { OcrWord } from './ocr.ts';
import { surestMended } from './scan-words.ts';

/** Figures of one number stand closer than this; in heights of a figure. */
const spaceInNumber = 0.6;
/**
 * A figure's ink is nearly as high as the others' of its number. A separator's is much lower, begins no higher above the foot
 * of the line, and hardly reaches over its neighbours; in heights of a figure, the last in its own width.
 */
const figure = 0.8;
const separator = { highest: 0.5, widest: 0.4, top: 0.55, over: 0.3 };
/** A mark is a separator when it is so like one that was read on the same page; in heights of a figure. */
const alike = 0.09;
/** Separators reach below the figures' boxes by no more; in heights of these. */
const reachBelow = 0.3;

/** An amount or quantity in either style, a date, or a group of figures of one. */
const numbersInPrint = [
  /^\d{1,3}(\.\d{3})*(,\d{1,4})?$/,
  /^\d{1,3}(,\d{3})*(\.\d{1,4})?$/,
  /^\d+[.,]\d{2,4}$/,
  /^\d{1,2}\.\d{1,2}\.(\d{2}|\d{4})$/,
];

/** Where a separator stands to its figures: how high and wide it is and how far it reaches below them, in their heights. */
interface Shape {
  height: number;
  width: number;
  below: number;
}

/** Words of one number, with the separators that are printed between its figures, from left to right. */
interface PrintedNumber {
  words: OcrWord[];
  /** `at` figures stand before it. */
  separators: { at: number; shape: Shape }[];
}

/**
 * Puts back commas and full stops of numbers that the engine left out although they are printed: small marks at the foot of
 * the line between two figures, like those that were read on the same page.
 * @param words of the page; they are left as they are
 * @param marks pieces of ink
 */
export function restoreSeparators(words: readonly OcrWord[], marks: readonly Component[]): OcrWord[] {
  const numbers = numbersOf(words).flatMap((number) => measured(number, marks) ?? []);
  const known = usualShapes(numbers);
  return numbers.reduce<OcrWord[]>(
    (all, number) => {
      const signs = signsOf(number.words);
      const lost = number.separators.flatMap(({ at, shape }) => {
        const sign = signs.has(at) ? null : signLike(shape, known);
        return sign ? [{ at, sign }] : [];
      });
      if (lost.length === 0) return all;
      const mended = withSigns(number.words, lost);
      return mended.every(({ text }) => numbersInPrint.some((style) => style.test(text)))
        ? replaced(all, number.words, mended)
        : all;
    },
    [...words],
  );
}

/** Words of figures that follow each other as closely as figures of one number do. */
function numbersOf(words: readonly OcrWord[]): OcrWord[][] {
  const numbers: OcrWord[][] = [];
  for (const [index, word] of words.entries()) {
    if (!/^\d[\d.,]*$/.test(word.text)) continue;
    const last = numbers.at(-1)?.at(-1);
    const follows =
      last !== undefined &&
      last === words[index - 1] &&
      last.line === word.line &&
      word.x - last.x - last.width < spaceInNumber * word.height;
    if (follows) numbers.at(-1)!.push(word);
    else numbers.push([word]);
  }
  return numbers.filter((number) => figuresIn(number) > 1);
}

const figuresIn = (words: readonly OcrWord[]): number =>
  words.reduce((sum, { text }) => sum + text.replace(/\D/g, '').length, 0);

/** The separators in a number's ink; null where it does not show each figure by itself. */
function measured(words: OcrWord[], marks: readonly Component[]): PrintedNumber | null {
  const left = words[0]!.x;
  const right = Math.max(...words.map((word) => word.x + word.width));
  const top = Math.min(...words.map((word) => word.y));
  const bottom = Math.max(...words.map((word) => word.y + word.height));
  const reach = reachBelow * (bottom - top);
  const inside = marks
    .filter(({ x, y, width, height }) => {
      const [across, down] = [x + width / 2, y + height / 2];
      return across > left - 2 && across < right + 2 && down > top && down < bottom + reach;
    })
    .sort((a, b) => a.x - b.x);
  const high = Math.max(0, ...inside.map(({ height }) => height));
  const figures = inside.filter(({ height }) => height > figure * high);
  if (figures.length !== figuresIn(words)) return null;
  const height = median(figures.map((one) => one.height));
  const foot = median(figures.map((one) => one.y + one.height));
  const separators = inside.flatMap((mark) => {
    const at = figures.filter((one) => one.x + one.width / 2 < mark.x + mark.width / 2).length;
    const [before, after] = [figures[at - 1], figures[at]];
    const isSmall = mark.height < separator.highest * height && mark.width < separator.widest * height;
    if (!before || !after || !isSmall || mark.y < foot - separator.top * height) return [];
    // Specks lie anywhere, and most of them under or over a figure.
    const over = Math.max(before.x + before.width - mark.x, mark.x + mark.width - after.x);
    if (over > separator.over * mark.width) return [];
    const below = (mark.y + mark.height - foot) / height;
    return [{ at, shape: { height: mark.height / height, width: mark.width / height, below } }];
  });
  return { words, separators };
}

/** The signs between a number's figures, by how many figures stand before each. */
function signsOf(words: readonly OcrWord[]): Map<number, string> {
  const signs = new Map<number, string>();
  let at = 0;
  for (const { text } of words)
    for (const c of text) {
      if (/\d/.test(c)) at++;
      else signs.set(at, c);
    }
  return signs;
}

/** What the separators of a page look like: each sign's usual shape, by those that were read. */
function usualShapes(numbers: readonly PrintedNumber[]): Map<string, Shape> {
  const seen = numbers.flatMap(({ words, separators }) => {
    const signs = signsOf(words);
    return separators.flatMap(({ at, shape }) => (signs.has(at) ? [{ sign: signs.get(at)!, shape }] : []));
  });
  const usual = (shapes: readonly Shape[]): Shape => ({
    height: median(shapes.map((shape) => shape.height)),
    width: median(shapes.map((shape) => shape.width)),
    below: median(shapes.map((shape) => shape.below)),
  });
  const bySign = Map.groupBy(seen, ({ sign }) => sign);
  return new Map([...bySign].map(([sign, shapes]) => [sign, usual(shapes.map(({ shape }) => shape))]));
}

function signLike(shape: Shape, known: ReadonlyMap<string, Shape>): string | null {
  const off = (other: Shape): number =>
    Math.max(
      Math.abs(shape.height - other.height),
      Math.abs(shape.width - other.width),
      Math.abs(shape.below - other.below),
    );
  const [nearest] = [...known].sort(([, a], [, b]) => off(a) - off(b));
  return nearest && off(nearest[1]) < alike ? nearest[0] : null;
}

/** The words with signs put in; where one stands between two words, they were one. */
function withSigns(words: readonly OcrWord[], lost: readonly { at: number; sign: string }[]): OcrWord[] {
  const mendedWords: OcrWord[] = [];
  let at = 0;
  for (const word of words) {
    let text = '';
    let isMended = false;
    for (const c of word.text) {
      const sign = /\d/.test(c) ? lost.find((one) => one.at === at)?.sign : undefined;
      if (/\d/.test(c)) at++;
      text += (sign ?? '') + c;
      isMended ||= sign !== undefined;
    }
    const confidence = isMended ? Math.min(word.confidence, surestMended) : word.confidence;
    const last = mendedWords.at(-1);
    if (last && /^[.,]/.test(text)) {
      const right = word.x + word.width;
      mendedWords[mendedWords.length - 1] = {
        ...last,
        text: last.text + text,
        width: right - last.x,
        confidence: Math.min(last.confidence, confidence),
      };
    } else mendedWords.push({ ...word, text, confidence });
  }
  return mendedWords;
}

function replaced(words: readonly OcrWord[], parts: readonly OcrWord[], by: readonly OcrWord[]): OcrWord[] {
  return words.flatMap((word) => (word === parts[0] ? by : parts.includes(word) ? [] : [word]));
}
