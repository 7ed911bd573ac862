import type { Box } from '../page.ts';
import { crop, type Grey, warp } from '../picture/grey.ts';
import { scaling } from '../picture/homography.ts';
import type { Prepared } from '../picture/prepare.ts';
import type { OcrEngine, OcrLanguage, OcrWord } from './ocr.ts';

/** A page with the pieces of its ink. */
export type PrintedPage = Pick<Prepared, 'grey' | 'marks' | 'letterHeight' | 'dpi'>;

/** White around a piece of print, in heights of a letter, and how much it is enlarged for each of its readings. */
const edge = 0.3;
const scales = [1, 1.6] as const;
/** Two readings agree by accident where both are doubtful. */
const sure = 0.75;
/** A figure has nothing beside it that would tell it from a speck. */
const sureOfFigure = 0.85;
/** What is narrower than this part of its height is a bar: a 1 is wider by its flag. */
const narrowest = 0.28;
/** What had to be read by itself is never as sure as what was read at once among other words. */
const surest = 0.7;

/**
 * Reads a small piece of print by itself, in two sizes.
 * @param print in pixels of the page
 * @returns its words, as high as the print; null unless both readings are sure of the same
 */
export async function readTwice(
  print: Box,
  page: Pick<PrintedPage, 'grey' | 'letterHeight' | 'dpi'>,
  engine: OcrEngine,
  language: OcrLanguage,
): Promise<OcrWord[] | null> {
  if (print.width < narrowest * print.height) return null;
  const first = await readOnce(print, scales[0], page, engine, language);
  if (!isSure(first)) return null;
  const second = await readOnce(print, scales[1], page, engine, language);
  if (!isSure(second) || textOf(first) !== textOf(second)) return null;
  return first.map((word) => ({ ...word, confidence: Math.min(word.confidence, surest) }));
}

async function readOnce(
  print: Box,
  scale: number,
  { grey, letterHeight, dpi }: Pick<PrintedPage, 'grey' | 'letterHeight' | 'dpi'>,
  engine: OcrEngine,
  language: OcrLanguage,
): Promise<OcrWord[]> {
  const white = Math.round(edge * letterHeight);
  const options = { language, layout: 'line', dpi: dpi * scale } as const;
  const words = await engine.recognise(closeTo(grey, print, white, scale), options);
  const left = Math.max(0, Math.floor(print.x) - white) - white;
  return words.map((word) => ({
    ...word,
    x: left + word.x / scale,
    y: print.y,
    width: word.width / scale,
    height: print.height,
  }));
}

function closeTo(grey: Grey, { x, y, width, height }: Box, white: number, scale: number): Grey {
  const [left, top] = [Math.floor(x) - white, Math.floor(y) - white];
  const [right, bottom] = [Math.ceil(x + width) + white, Math.ceil(y + height) + white];
  const part = crop(grey, { x: left, y: top, width: right - left, height: bottom - top }, white);
  if (scale === 1) return part;
  return warp(part, scaling(1 / scale, 1 / scale), Math.round(part.width * scale), Math.round(part.height * scale));
}

/** Whether it is a word or a figure, and surely read. */
function isSure(words: readonly OcrWord[]): boolean {
  const text = textOf(words);
  const confidence = Math.min(...words.map((word) => word.confidence));
  return /^\d$/.test(text) ? confidence > sureOfFigure : confidence > sure && /[\p{L}\p{N}]{2}/u.test(text);
}

const textOf = (words: readonly OcrWord[]): string => words.map((word) => word.text).join(' ');
