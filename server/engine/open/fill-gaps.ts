import type { Box, Page, Word } from '../page.ts';
import type { PassChange } from '../passes.ts';
import { boxAsSent } from '../picture/as-sent.ts';
import { crop, type Grey } from '../picture/grey.ts';
import { apply, type Homography } from '../picture/homography.ts';
import { median } from '../picture/skew.ts';
import type { PictureReader, ReadPicture } from '../recognise/read-picture.ts';
import { unknownLetter } from './letters.ts';
import type { PdfImage, PdfPage } from './pdf.ts';
import { inReadingOrder } from './reading-order.ts';

/** Pictures on one page that are read at most, the largest first; a page of hundreds is a catalogue. */
const maxPictures = 4;
/** A picture that is no larger holds no print: in points, and in parts of the page. */
const leastPicture = { width: 60, height: 14, part: 0.01 };
/** White around a picture that is read, in points: print at its very edge is lost otherwise. */
const margin = 8;
/** Words in logos and photographs are often imagined; surer than this they are there. */
const sure = 0.75;
/** How sure a word is whose unnamed characters were read as its named ones agree, and one that goes without them. */
const sureOf = { read: 0.8, without: 0.5 };
/** Letters reach over their word's box by so much, in points. */
const edge = 2;
/** A part of fewer pixels either way is hardly there. */
const leastPixels = 8;

/** A part of a page as a picture. */
export interface SeenPart {
  grey: Grey;
  /** Its place on the page, in points. */
  x: number;
  y: number;
  /** Points for one pixel. */
  points: number;
}

/** With more words on it a picture is what they stand on. */
const fewWords = 5;

/**
 * Pictures of a page that has text, which may hold print of their own: logos, letterheads, stamps, tables, and on a file's
 * first page the sheet with its head and foot that all of the text stands on: the other pages' are the same.
 * @param words those of the page's text layer
 */
export function picturesToRead(page: PdfPage, words: readonly Word[], isFirst: boolean): PdfImage[] {
  return page.images
    .filter(
      (image) =>
        image.width > leastPicture.width &&
        image.height > leastPicture.height &&
        image.width * image.height > leastPicture.part * page.width * page.height,
    )
    .filter((image) => isFirst || wordsIn(image, words).length < fewWords)
    .sort((a, b) => b.width * b.height - a.width * a.height)
    .slice(0, maxPictures);
}

/**
 * The page with the print inside some of its pictures.
 * @param look draws a part of the page
 */
export async function readPictures(
  page: Page,
  pictures: readonly Box[],
  look: (part: Box) => Promise<SeenPart>,
  reader: PictureReader,
): Promise<Page> {
  reader.expect(page.words.map((word) => word.text));
  const seen = await look(around(pictures, page));
  for (const word of page.words) paintOver(seen, placeAsSent(page, word));
  const found: Word[] = [];
  const changes: PassChange[] = [...(page.changes ?? [])];
  for (const picture of pictures) {
    const part = partOf(seen, picture, Math.round(margin / seen.points));
    if (!part) continue;
    const read = await reader.read(part.grey, part.points);
    changes.push(...(read.changes ?? []));
    // What runs sideways in a picture is laid out below it, which on a page is not its place.
    const lying = { ...read, words: read.words.filter(({ y }) => y < read.height) };
    const placed = onPage(lying, part);
    found.push(...placed.filter((word) => isSure(word) && wordsIn(word, page.words).length === 0));
  }
  const words = inReadingOrder([...page.words, ...found], (word) => word);
  return { ...page, words, ...(changes.length > 0 && { changes }) };
}

/** The page with those characters read from its picture that its text layer draws but does not name. */
export async function nameLetters(
  page: Page,
  look: (part: Box) => Promise<SeenPart>,
  reader: PictureReader,
): Promise<Page> {
  const unnamed = page.words.filter((word) => word.text.includes(unknownLetter));
  if (unnamed.length === 0) return page;
  reader.expect(page.words.map((word) => word.text));
  const seen = await look(around(unnamed.map(withEdge), page));
  // The same characters in the same surroundings are the same word.
  const known = new Map<string, Promise<Named>>();
  const words = new Map<Word, Word>();
  for (const word of unnamed) {
    const key = `${word.text} ${word.fontSize.toFixed(1)} ${word.bold}`;
    const reading = known.get(key) ?? named(word, seen, reader);
    known.set(key, reading);
    words.set(word, { ...word, ...(await reading), source: 'ocr' });
  }
  return { ...page, words: page.words.map((word) => words.get(word) ?? word) };
}

type Named = Pick<Word, 'text' | 'confidence'>;

/** A word with the characters that have no name read from the picture; they are left out when that fails. */
async function named(word: Word, seen: SeenPart, reader: PictureReader): Promise<Named> {
  const part = partOf(seen, withEdge(word));
  const text = part ? await reader.readLine(part.grey, part.points) : '';
  const escaped = word.text.split(unknownLetter).map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const agrees = new RegExp(`^${escaped.join('(\\S)')}$`, 'u').test(text);
  return agrees
    ? { text, confidence: sureOf.read }
    : { text: word.text.replaceAll(unknownLetter, ''), confidence: sureOf.without };
}

function withEdge({ x, y, width, height }: Box): Box {
  return { x: x - edge, y: y - edge, width: width + 2 * edge, height: height + 2 * edge };
}

/** The part of the page that holds all boxes. */
function around(boxes: readonly Box[], page: Page): Box {
  const x = Math.max(0, Math.min(...boxes.map((box) => box.x)));
  const y = Math.max(0, Math.min(...boxes.map((box) => box.y)));
  const right = Math.min(page.width, Math.max(...boxes.map((box) => box.x + box.width)));
  const bottom = Math.min(page.height, Math.max(...boxes.map((box) => box.y + box.height)));
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
}

/**
 * A box cut out of a larger part; null when hardly anything of it is there.
 * @param margin white around it, in pixels
 */
function partOf({ grey, points, ...from }: SeenPart, box: Box, margin = 0): SeenPart | null {
  const x = Math.max(0, Math.floor((box.x - from.x) / points));
  const y = Math.max(0, Math.floor((box.y - from.y) / points));
  const width = Math.min(grey.width, Math.ceil((box.x + box.width - from.x) / points)) - x;
  const height = Math.min(grey.height, Math.ceil((box.y + box.height - from.y) / points)) - y;
  if (width <= leastPixels || height <= leastPixels) return null;
  return {
    grey: crop(grey, { x, y, width, height }, margin),
    x: from.x + (x - margin) * points,
    y: from.y + (y - margin) * points,
    points,
  };
}

function placeAsSent(page: Page, word: Word): Box {
  const [x, y, width, height] = boxAsSent(page, [word.x, word.y, word.width, word.height]);
  return { x, y, width, height };
}

/** Fills a word's place with the ground around it, so that only what the text layer does not say is left to read. */
function paintOver({ grey, points, ...from }: SeenPart, word: Box): void {
  const box = withEdge(word);
  const left = Math.max(0, Math.floor((box.x - from.x) / points));
  const top = Math.max(0, Math.floor((box.y - from.y) / points));
  const right = Math.min(grey.width, Math.ceil((box.x + box.width - from.x) / points));
  const bottom = Math.min(grey.height, Math.ceil((box.y + box.height - from.y) / points));
  if (right <= left || bottom <= top) return;
  const around: number[] = [];
  for (let x = left; x < right; x++)
    around.push(grey.data[top * grey.width + x]!, grey.data[(bottom - 1) * grey.width + x]!);
  const ground = median(around);
  for (let y = top; y < bottom; y++) grey.data.fill(ground, y * grey.width + left, y * grey.width + right);
}

/** Words of a part that was straightened for itself, back at their places on the page. */
function onPage(read: ReadPicture, { x, y }: SeenPart): Word[] {
  return read.words.map((word) => ({ ...word, ...movedBox(read.asSent, word, x, y) }));
}

function movedBox(asSent: Homography, box: Box, dx: number, dy: number): Box {
  const [x0, y0] = apply(asSent, box.x, box.y);
  const [x1, y1] = apply(asSent, box.x + box.width, box.y + box.height);
  return { x: Math.min(x0, x1) + dx, y: Math.min(y0, y1) + dy, width: Math.abs(x1 - x0), height: Math.abs(y1 - y0) };
}

function isSure(word: Word): boolean {
  return (word.confidence ?? 1) >= sure && /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(word.text);
}

function wordsIn(box: Box, words: readonly Word[]): Word[] {
  return words.filter((word) => {
    const x = word.x + word.width / 2;
    const y = word.y + word.height / 2;
    return x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
  });
}
