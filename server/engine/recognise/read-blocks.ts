import type { Block } from '../picture/blocks.ts';
import { darkenPrint } from '../picture/light.ts';
import type { Prepared } from '../picture/prepare.ts';
import { closeUp } from './close-up.ts';
import type { OcrEngine, OcrLanguage, OcrWord } from './ocr.ts';

/** What stays around each stretch of print, in heights of a letter, and in pixels at least. */
const around = { letters: 0.3, pixels: 3 };

/** Blocks that are read, or being read, as they will stay. */
export type Already = Map<Block, Promise<OcrWord[]>>;

/** The words of all blocks of a page, those that were read already included; boxes in pixels of the straight page. */
export async function readBlocks(
  prepared: Prepared,
  engine: OcrEngine,
  language: OcrLanguage,
  already: Already,
): Promise<OcrWord[]> {
  const readings = prepared.blocks.map((block) => already.get(block) ?? readBlock(prepared, block, engine, language));
  const all: OcrWord[] = [];
  for (const words of await Promise.all(readings)) {
    const lines = (all.at(-1)?.line ?? -1) + 1;
    for (const word of words) all.push({ ...word, line: word.line + lines });
  }
  return all;
}

/** The words of one block, with boxes in pixels of the straight page. */
export async function readBlock(
  prepared: Prepared,
  block: Block,
  engine: OcrEngine,
  language: OcrLanguage,
  signal?: AbortSignal,
): Promise<OcrWord[]> {
  const { grey, letterHeight, dpi } = prepared;
  const margin = Math.round(letterHeight / 2);
  const edge = Math.max(around.pixels, Math.round(letterHeight * around.letters));
  const near = closeUp(grey, block, edge, margin);
  darkenPrint(near.grey);
  const words = await engine.recognise(near.grey, { language, layout: block.layout, dpi }, signal);
  return words.map(near.onPage);
}
