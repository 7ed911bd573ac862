import type { Box, Page, Word } from '../page.ts';
import { crop, type Grey } from './grey.ts';
import { apply, type Homography } from './homography.ts';
import { unknownLetter } from './letters.ts';
import type { PdfImage, PdfPage } from './pdf.ts';
import type { PictureReader, ReadPicture } from './read-picture.ts';
import { inReadingOrder } from './reading-order.ts';

/** Pictures on one page that are read at most, the largest first; a page of hundreds is a catalogue. */
const maxPictures = 4;
/** Words in logos and photographs are often imagined; surer than this they are there. */
const sure = 0.75;

/** What a text layer leaves to be read from the page's picture: print inside pictures, characters without a name. */
export interface Gaps {
  pictures: PdfImage[];
  unnamed: Word[];
}

export function gapsOf(page: PdfPage, words: Word[]): Gaps | null {
  const pictures = page.images
    .filter(
      (image) => image.width > 60 && image.height > 14 && image.width * image.height > 0.01 * page.width * page.height,
    )
    .filter((image) => wordsIn(image, words).length < 5)
    .sort((a, b) => b.width * b.height - a.width * a.height)
    .slice(0, maxPictures);
  const unnamed = words.filter((word) => word.text.includes(unknownLetter));
  return pictures.length > 0 || unnamed.length > 0 ? { pictures, unnamed } : null;
}

/**
 * The page with its gaps filled by OCR.
 * @param seen the whole page as a picture
 * @param points points for one pixel of it
 */
export async function fillGaps(
  page: Page,
  gaps: Gaps,
  seen: Grey,
  points: number,
  reader: PictureReader,
): Promise<Page> {
  reader.expect(page.words.map((word) => word.text));
  const words = new Map(page.words.map((word) => [word, word]));
  for (const word of gaps.unnamed) words.set(word, await named(word, seen, points, reader));
  const found: Word[] = [];
  for (const picture of gaps.pictures) {
    const part = partOf(seen, picture, points);
    if (!part) continue;
    const read = await reader.read(part.grey, points);
    const placed = onPage(read, part.x * points, part.y * points);
    found.push(...placed.filter((word) => isSure(word) && wordsIn(word, page.words).length === 0));
  }
  return { ...page, words: inReadingOrder([...words.values(), ...found], (word) => word) };
}

/** A word with the characters that have no name read from the picture; they are left out when that fails. */
async function named(word: Word, seen: Grey, points: number, reader: PictureReader): Promise<Word> {
  const around = { x: word.x - 2, y: word.y - 2, width: word.width + 4, height: word.height + 4 };
  const part = partOf(seen, around, points);
  const text = part ? await reader.readLine(part.grey, points) : '';
  const escaped = word.text.split(unknownLetter).map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const agrees = new RegExp(`^${escaped.join('(\\S)')}$`, 'u').test(text);
  return agrees
    ? { ...word, text, source: 'ocr', confidence: 0.8 }
    : { ...word, text: word.text.replaceAll(unknownLetter, ''), source: 'ocr', confidence: 0.5 };
}

function partOf(seen: Grey, box: Box, points: number): { grey: Grey; x: number; y: number } | null {
  const x = Math.max(0, Math.floor(box.x / points));
  const y = Math.max(0, Math.floor(box.y / points));
  const width = Math.min(seen.width, Math.ceil((box.x + box.width) / points)) - x;
  const height = Math.min(seen.height, Math.ceil((box.y + box.height) / points)) - y;
  return width > 8 && height > 8 ? { grey: crop(seen, { x, y, width, height }, 0), x, y } : null;
}

/** Words of a part that was straightened for itself, back at their places on the page. */
function onPage(read: ReadPicture, dx: number, dy: number): Word[] {
  return read.words.map((word) => ({ ...word, ...boxAsSent(read.asSent, word, dx, dy) }));
}

function boxAsSent(asSent: Homography, box: Box, dx: number, dy: number): Box {
  const [x0, y0] = apply(asSent, box.x, box.y);
  const [x1, y1] = apply(asSent, box.x + box.width, box.y + box.height);
  return { x: Math.min(x0, x1) + dx, y: Math.min(y0, y1) + dy, width: Math.abs(x1 - x0), height: Math.abs(y1 - y0) };
}

function isSure(word: Word): boolean {
  return (word.confidence ?? 1) >= sure && /[\p{L}\p{N}]{2}/u.test(word.text);
}

function wordsIn(box: Box, words: Word[]): Word[] {
  return words.filter((word) => {
    const x = word.x + word.width / 2;
    const y = word.y + word.height / 2;
    return x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
  });
}
