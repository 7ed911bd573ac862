import type { Box } from '../page.ts';
import { columnGap } from '../picture/blocks.ts';
import type { OcrEngine, OcrLanguage, OcrWord } from './ocr.ts';
import { type PrintedPage, readTwice } from './read-twice.ts';

/**
 * The white of a column is so much wider than the other gaps of the word; those beside a typewriter's comma are wide
 * too.
 */
const muchWider = 3;
/** Ink lower than this part of a letter says nothing about where a word ends. */
const lowest = 0.25;
/** What was read with less confidence may be no word at all, but a picture. */
const legible = 0.4;
/** All of a word is read right with so much confidence; of a part of it that was cut off no more is said than of one read by itself. */
const sureOfAll = 0.75;
const surestCut = 0.7;

/**
 * Parts words that reach over the white between columns. The white is closed before a block is read, and figures that then
 * stand close are read as one: a quantity of 1 and a price of 1,00 as 11,00. Each part is read by itself; where one of them
 * stays doubtful, as a figure that stands alone does, the word is cut where its pieces of ink say, if each is one
 * character, and left as it is else.
 * @param words of the page; they are left as they are
 */
export async function partColumns(
  words: readonly OcrWord[],
  page: PrintedPage,
  engine: OcrEngine,
  language: OcrLanguage,
): Promise<OcrWord[]> {
  const parted = await Promise.all(
    words.map(async (word) => {
      const parts = partsOf(word, page);
      if (parts.length < 2) return [word];
      const read = await Promise.all(parts.map((part) => readTwice(part, page, engine, language)));
      if (read.includes(null)) return cutByInk(word, parts, page);
      return read.flatMap((part) => part!.map((own) => ({ ...own, line: word.line })));
    }),
  );
  return parted.flat();
}

/** The word's own text, cut between its parts; the word alone where pieces of ink and characters are not as many. */
function cutByInk(word: OcrWord, parts: readonly Box[], { marks }: PrintedPage): OcrWord[] {
  const letters = [...word.text];
  const pieces = marks.filter((mark) => isInside(mark, word)).sort((a, b) => a.x - b.x);
  if (word.confidence < sureOfAll || pieces.length !== letters.length) return [word];
  return parts.map((part) => {
    const text = letters.filter((_, at) => pieces[at]!.x >= part.x && pieces[at]!.x < part.x + part.width).join('');
    return { ...word, ...part, text, confidence: Math.min(word.confidence, surestCut) };
  });
}

const isInside = ({ x, y, width, height }: Box, word: Box): boolean =>
  x + width / 2 > word.x &&
  x + width / 2 < word.x + word.width &&
  y + height / 2 > word.y &&
  y + height / 2 < word.y + word.height;

/** The ink of a word between gaps that only columns have. */
function partsOf(word: OcrWord, { marks, letterHeight }: PrintedPage): Box[] {
  // Leaders are taken out of the picture as dotted rules, and are white now.
  const mayBeJoined =
    word.width > columnGap * letterHeight &&
    word.confidence > legible &&
    /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(word.text) &&
    !word.text.includes('..');
  if (!mayBeJoined) return [];
  const inside = marks
    .filter((mark) => mark.height > lowest * letterHeight && isInside(mark, word))
    .sort((a, b) => a.x - b.x);
  const parts: Box[] = [];
  let widest = 0;
  let narrowest = Number.POSITIVE_INFINITY;
  for (const { x, width } of inside) {
    const last = parts.at(-1);
    const gap = last ? x - last.x - last.width : 0;
    if (!last || gap > columnGap * letterHeight) {
      parts.push({ x, y: word.y, width, height: word.height });
      if (last) narrowest = Math.min(narrowest, gap);
    } else {
      widest = Math.max(widest, gap);
      last.width = Math.max(last.width, x + width - last.x);
    }
  }
  return narrowest > muchWider * widest ? parts : [];
}
