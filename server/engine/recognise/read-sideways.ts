import { boxAround } from '../layout/rows.ts';
import type { Box } from '../page.ts';
import type { PassRun } from '../pass-run.ts';
import { blocksOf } from '../picture/blocks.ts';
import type { Component } from '../picture/connected-components.ts';
import { warp } from '../picture/grey.ts';
import type { Homography } from '../picture/homography.ts';
import type { Prepared } from '../picture/prepare.ts';
import type { OcrEngine, OcrLanguage, OcrWord } from './ocr.ts';
import { readAgain } from './read-again.ts';
import { readBlocks } from './read-blocks.ts';
import { meanConfidence } from './scan-words.ts';

/** Print that runs up or down is read with more confidence than this, the right way; what looks like it is not. */
const legible = 0.7;
/** Fewer letters than this are no text. */
const fewestLetters = 8;

/** Words of print that runs up or down the page, as they are with the head turned to them. */
export interface ReadStrip {
  words: OcrWord[];
  /** From the words' pixels to those of the straight page. */
  toPage: Homography;
}

/**
 * Reads what seems to run up or down the page, upwards first, as print along margins does. What cannot be read in either way
 * is left among the page's other print.
 */
export async function readSideways(
  prepared: Prepared,
  engine: OcrEngine,
  language: OcrLanguage,
  run: PassRun,
): Promise<{ prepared: Prepared; strips: ReadStrip[] }> {
  const strips: ReadStrip[] = [];
  const others: Component[] = [];
  for (const strip of prepared.strips) {
    const read =
      (await readStrip(prepared, strip, true, engine, language, run)) ??
      (await readStrip(prepared, strip, false, engine, language, run));
    if (read) strips.push(read);
    else others.push(...strip);
  }
  if (others.length === 0) return { prepared, strips };
  const marks = [...prepared.marks, ...others];
  // Blocks that stay the same may have been read already.
  const blocks = blocksOf(marks, prepared.letterHeight).map(
    (block) => prepared.blocks.find((other) => isSame(block, other)) ?? block,
  );
  return { prepared: { ...prepared, blocks, marks }, strips };
}

const isSame = (one: Box, other: Box): boolean =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;

/** The words of a strip; null where it is not legible that way up. A second reader vouches for them, or not, as for others. */
async function readStrip(
  prepared: Prepared,
  strip: readonly Component[],
  isUpwards: boolean,
  engine: OcrEngine,
  language: OcrLanguage,
  run: PassRun,
): Promise<ReadStrip | null> {
  const box = boxAround(strip);
  const toPage: Homography = isUpwards
    ? [0, 1, box.x, -1, 0, box.y + box.height - 1, 0, 0, 1]
    : [0, -1, box.x + box.width - 1, 1, 0, box.y, 0, 0, 1];
  const turned = <T extends Box>({ x, y, width, height, ...rest }: T) => ({
    ...rest,
    x: isUpwards ? box.y + box.height - y - height : y - box.y,
    y: isUpwards ? x - box.x : box.x + box.width - x - width,
    width: height,
    height: width,
  });
  const marks = strip.map(turned);
  const grey = warp(prepared.grey, toPage, box.height, box.width);
  const lying = { ...prepared, grey, marks, blocks: blocksOf(marks, prepared.letterHeight), rules: [], strips: [] };
  const words = await readBlocks(lying, engine, language, new Map());
  const letters = words
    .filter(({ text }) => /\p{L}{2}|\d{2}/u.test(text))
    .reduce((sum, { text }) => sum + text.length, 0);
  if (letters < fewestLetters || meanConfidence(words) <= legible) return null;
  return { words: await run.words('read_again', words, (some) => readAgain(some, grey)), toPage };
}
