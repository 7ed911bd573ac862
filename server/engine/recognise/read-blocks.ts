import type { Block } from '../picture/blocks.ts';
import { darkenPrint } from '../picture/light.ts';
import type { Prepared } from '../picture/prepare.ts';
import { closeUp } from './close-up.ts';
import type { OcrEngine, OcrLanguage, OcrWord } from './ocr.ts';
import { meanConfidence, sureCharacters } from './scan-words.ts';

/** What stays around each stretch of print, in heights of a letter, and in pixels at least. */
const around = { letters: 0.3, pixels: 3 };

/**
 * A line that is higher, in heights of a letter, may be two that touch: so it seems where it is read with less confidence.
 * A page in more blocks is noise, of which every piece would be read twice.
 */
const twoLines = { higherThan: 1.7, sure: 0.6, mostBlocks: 200 };

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
  const { grey, letterHeight, dpi, blocks } = prepared;
  const margin = Math.round(letterHeight / 2);
  const edge = Math.max(around.pixels, Math.round(letterHeight * around.letters));
  const near = closeUp(grey, block, edge, margin);
  darkenPrint(near.grey);
  const read = (layout: Block['layout']) => engine.recognise(near.grey, { language, layout, dpi }, signal);
  const words = await read(block.layout);
  const isHigh = block.layout === 'line' && block.height > twoLines.higherThan * letterHeight;
  const mayBeTwo = isHigh && blocks.length <= twoLines.mostBlocks;
  if (!mayBeTwo || meanConfidence(words) >= twoLines.sure) return words.map(near.onPage);
  const asBlock = await read('block');
  return (sureCharacters(asBlock) > sureCharacters(words) ? asBlock : words).map(near.onPage);
}
