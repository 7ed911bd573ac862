import type { Box, PageTrouble, Rule, Word } from '../page.ts';
import { type Block, blocksOf } from './blocks.ts';
import { closeUp } from './close-up.ts';
import { findCurl, uncurl } from './curl.ts';
import { takeOutDashes } from './dashes.ts';
import { crop, type Grey, shrink, warp } from './grey.ts';
import { compose, type Homography, scaling } from './homography.ts';
import { blobsOf, inkOf, takeOutSpecks } from './ink.ts';
import { guessLanguage } from './languages.ts';
import { darkenPrint, flattenLight } from './light.ts';
import { turnNegatives } from './negative.ts';
import type { OcrEngine, OcrLanguage, OcrWord } from './ocr.ts';
import { inReadingOrder } from './reading-order.ts';
import { type ScanRule, takeOutRules } from './scan-rules.ts';
import { wordsOfScan } from './scan-words.ts';
import { lookAgain } from './second-look.ts';
import { lettersOf, median } from './skew.ts';
import { type Straightening, straighten, upsideDown } from './straighten.ts';
import { troubleOf } from './trouble.ts';

/** A picture's page, straightened; lengths in points of the straight page. */
export interface ReadPicture {
  width: number;
  height: number;
  words: Word[];
  rules: Rule[];
  /** As {@link Page.trouble}. */
  trouble?: PageTrouble;
  /**
   * From points of the straight page to points of the picture as it was sent. What the page was curled is not in it:
   * on a page that did not lie flat it leads a few points beside.
   */
  asSent: Homography;
}

/** Reads the pages of one document; what the first page shows (its language) helps with the next. */
export interface PictureReader {
  /** @param points how many points one pixel of the picture is; null when that is not known */
  read(picture: Grey, points: number | null): Promise<ReadPicture>;
  /** The text of a picture of one line that lies straight. */
  readLine(picture: Grey, points: number): Promise<string>;
  /** Whether the document's language has shown, so that what is read next has no part in finding it. */
  knowsLanguage(): boolean;
  /** Text of the same document that is known otherwise: its language is expected in pictures too. */
  expect(texts: readonly string[]): void;
}

/** A page whose size is not known counts as this wide in points, as sent and when straight: A4. */
export const usualWidth = 595;
/** What invoices here are mostly written in; a first look is taken with it. */
const firstLanguage: OcrLanguage = 'ron';
/** So many words show whether a page stands on its head, and its language unless it says little. */
const sampleWords = 40;
/** So many are enough where the language shows. */
const fewWords = 18;
/** A sample is taken from smaller blocks first, because it may be read again; in squares of a letter's height. */
const sampleArea = 600;
/** Text the right way up in a language that the model knows is read with more confidence than this. */
const legible = 0.7;
/** Print that can be read at all, however poor, is read with more than this; fur and noise with less. */
const gibberish = 0.4;

export function createPictureReader(engine: OcrEngine): PictureReader {
  let language: OcrLanguage | null = null;
  return {
    knowsLanguage: () => language !== null,
    async read(picture, points) {
      let prepared = prepare(picture, straighten(picture));
      const looked = await firstLook(prepared, engine, language);
      if (looked.upsideDown) prepared = prepare(picture, upsideDown(prepared.page));
      language = looked.language ?? language;
      const letterHeight = prepared.letterHeight * Math.hypot(prepared.page.toSource[1], prepared.page.toSource[4]);
      if (looked.noPrint) {
        const trouble = troubleOf(looked.noPrint, prepared.grey, letterHeight);
        return { ...inPoints(prepared, [], picture.width, points), ...(trouble && { trouble }) };
      }
      let read = await readBlocks(prepared, engine, language ?? firstLanguage, looked.already);
      if (language === null) {
        // The whole page may tell what the sample did not.
        language = guessLanguage(read.map((word) => word.text));
        if (language !== null && language !== firstLanguage)
          read = await readBlocks(prepared, engine, language, new Map());
      }
      const { grey, dpi } = prepared;
      read = await lookAgain(read, grey, engine, language ?? firstLanguage, dpi);
      const trouble = troubleOf(read, grey, letterHeight);
      return { ...inPoints(prepared, read, picture.width, points), ...(trouble && { trouble }) };
    },
    async readLine(picture, points) {
      const margin = Math.round(picture.height / 4);
      const framed = crop(picture, { x: 0, y: 0, width: picture.width, height: picture.height }, margin);
      const words = await engine.recognise(framed, {
        language: language ?? firstLanguage,
        layout: 'line',
        dpi: 72 / points,
      });
      return words.map((word) => word.text).join(' ');
    },
    expect(texts) {
      language ??= guessLanguage(texts);
    },
  };
}

/** A straight page, ready to be read. */
interface Prepared {
  page: Straightening;
  grey: Grey;
  blocks: Block[];
  rules: ScanRule[];
  letterHeight: number;
  dpi: number;
}

function prepare(picture: Grey, page: Straightening): Prepared {
  let grey = flattenLight(look(picture, page));
  let ink = inkOf(grey);
  let blobs = blobsOf(ink);
  const letterHeight = median(lettersOf(blobs).map((blob) => blob.height)) || 20;
  const curl = findCurl(blobs, letterHeight, page.width, page.height);
  if (curl) {
    grey = uncurl(grey, curl);
    ink = inkOf(grey);
    blobs = blobsOf(ink);
  }
  // Usual print has letters of about 5.5 points.
  const dpi = Math.min(600, Math.max(70, letterHeight * 13));
  if (turnNegatives(grey, ink, blobs, letterHeight)) {
    ink = inkOf(grey);
    blobs = blobsOf(ink);
  }
  const dashed = takeOutDashes(takeOutSpecks(blobs, ink, grey, letterHeight), ink, grey, dpi);
  const rules = [...takeOutRules(ink, grey, dpi), ...dashed];
  return { page, grey, blocks: blocksOf(blobsOf(ink), letterHeight), rules, letterHeight, dpi };
}

type Already = Map<Block, Promise<OcrWord[]>>;

interface FirstLook {
  language: OcrLanguage | null;
  upsideDown: boolean;
  /** Blocks that are read, or being read, as they will stay. */
  already: Already;
  /** What was imagined on a picture that shows something else; null where there is print. */
  noPrint: OcrWord[] | null;
}

/** Reads the fullest blocks to learn the language and which way is up. */
async function firstLook(prepared: Prepared, engine: OcrEngine, known: OcrLanguage | null): Promise<FirstLook> {
  const language = known ?? firstLanguage;
  const sample = await readSample(prepared, engine, language);
  if (sample.words.length === 0) return { language: known, upsideDown: false, already: sample.already, noPrint: null };
  const guessed = guessLanguage(sample.words.map((word) => word.text));
  if (sample.confidence >= legible || guessed) {
    const stays = known !== null || guessed === null || guessed === language;
    if (!stays) sample.giveUpRest();
    return {
      language: known ?? guessed,
      upsideDown: false,
      already: stays ? sample.already : new Map(),
      noPrint: null,
    };
  }
  sample.giveUpRest();
  const turned = await readSample(onItsHead(prepared), engine, language);
  turned.giveUpRest();
  const best = turned.confidence > sample.confidence + 0.1 ? turned : sample;
  const nowGuessed = guessLanguage(best.words.map((word) => word.text));
  if (!known && !nowGuessed) {
    const cyrillic = await readSample(best === turned ? onItsHead(prepared) : prepared, engine, 'bul');
    cyrillic.giveUpRest();
    if (cyrillic.confidence > best.confidence + 0.1)
      return { language: 'bul', upsideDown: best === turned, already: new Map(), noPrint: null };
  }
  return {
    language: known ?? nowGuessed,
    upsideDown: best === turned,
    already: best === turned || nowGuessed !== language ? new Map() : sample.already,
    noPrint: !nowGuessed && isGibberish(best) ? best.words : null,
  };
}

/** The poorest lines of a page of print still hold a word or two that are read well; fur and noise have none. */
function isGibberish({ words, confidence }: Sample): boolean {
  const clear = words.filter(({ text, confidence }) => /[\p{L}\p{N}]{4}/u.test(text) && confidence > legible);
  return confidence < gibberish && words.length >= fewWords && clear.length < 2;
}

interface Sample {
  words: OcrWord[];
  /** Mean over letters, 0 to 1. */
  confidence: number;
  already: Already;
  /** Leaves what is not read yet unread; it is not in `already` any more. */
  giveUpRest(): void;
}

/**
 * Gives all blocks to the engine, because they will most likely stay as they are read now, and looks at as many as it
 * takes to know.
 */
async function readSample(prepared: Prepared, engine: OcrEngine, language: OcrLanguage): Promise<Sample> {
  const already: Already = new Map();
  const words: OcrWord[] = [];
  const bySize = [...prepared.blocks].sort((a, b) => areaOf(b) - areaOf(a));
  const handy = bySize.filter((block) => areaOf(block) < sampleArea * prepared.letterHeight ** 2);
  const rest = new AbortController();
  for (const block of [...handy, ...bySize.filter((block) => !handy.includes(block)).reverse()]) {
    const reading = readBlock(prepared, block, engine, language, rest.signal);
    // Given up, or failing while the sample fails already.
    reading.catch(() => {});
    already.set(block, reading);
  }
  const looked: Already = new Map();
  for (const [block, reading] of already) {
    words.push(...(await reading).filter((word) => /[\p{L}\p{N}]{2}/u.test(word.text)));
    looked.set(block, reading);
    const shows = words.length >= fewWords && guessLanguage(words.map((word) => word.text)) !== null;
    if (words.length >= sampleWords || shows) break;
  }
  const letters = words.reduce((sum, word) => sum + word.text.length, 0);
  const sure = words.reduce((sum, word) => sum + word.text.length * word.confidence, 0);
  return {
    words,
    confidence: letters === 0 ? 0 : sure / letters,
    already,
    giveUpRest() {
      rest.abort();
      for (const block of already.keys()) if (!looked.has(block)) already.delete(block);
    },
  };
}

function areaOf(block: Block): number {
  return block.width * block.height;
}

/** The prepared page turned by half, without preparing it anew. */
function onItsHead(prepared: Prepared): Prepared {
  const { width, height, data } = prepared.grey;
  const grey: Grey = { width, height, data: data.slice().reverse() };
  const blocks = prepared.blocks.map((block) => ({
    ...block,
    x: width - block.x - block.width,
    y: height - block.y - block.height,
    lines: block.lines.toReversed().map(({ top, bottom, spans }) => ({
      top: height - bottom,
      bottom: height - top,
      spans: spans.toReversed().map(({ from, to }) => ({ from: width - to, to: width - from })),
    })),
  }));
  return { ...prepared, grey, blocks };
}

async function readBlocks(
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
async function readBlock(
  prepared: Prepared,
  block: Block,
  engine: OcrEngine,
  language: OcrLanguage,
  signal?: AbortSignal,
): Promise<OcrWord[]> {
  const { grey, letterHeight, dpi } = prepared;
  const margin = Math.round(letterHeight / 2);
  const edge = Math.max(3, Math.round(letterHeight * 0.3));
  const near = closeUp(grey, block, edge, margin);
  darkenPrint(near.grey);
  const words = await engine.recognise(near.grey, { language, layout: block.layout, dpi }, signal);
  return words.map(near.onPage);
}

function inPoints(
  { page, rules }: Prepared,
  read: OcrWord[],
  pictureWidth: number,
  points: number | null,
): ReadPicture {
  const [a, , , d] = page.toSource;
  const across = points === null ? usualWidth / page.width : points * Math.hypot(a, d);
  const down = across * page.stretched;
  const sent = points ?? usualWidth / pictureWidth;
  // In pixels as wide as they are high.
  const evenly = <T extends Box>(box: T): T => ({
    ...box,
    x: box.x / page.stretched,
    width: box.width / page.stretched,
  });
  return {
    width: page.width * across,
    height: page.height * down,
    words: inReadingOrder(wordsOfScan(read.map(evenly), down), (word) => word),
    rules: rules
      .map(({ direction, x, y, width, height }) => ({
        direction,
        x: x * across,
        y: y * down,
        width: width * across,
        height: height * down,
      }))
      .sort((a, b) => a.y - b.y || a.x - b.x),
    asSent: compose(scaling(sent, sent), compose(page.toSource, scaling(1 / across, 1 / down))),
  };
}

/** The straight page. A picture that gets much smaller is averaged first, so that thin strokes are not skipped. */
function look(picture: Grey, page: Straightening): Grey {
  const [a, b, , d, e] = page.toSource;
  const reduction = Math.max(Math.hypot(a, d), Math.hypot(b, e));
  if (reduction < 1.5) return warp(picture, page.toSource, page.width, page.height);
  const smaller = shrink(picture, Math.max(picture.width, picture.height) / reduction);
  const factor = smaller.width / picture.width;
  return warp(
    smaller,
    compose(scaling(factor, smaller.height / picture.height), page.toSource),
    page.width,
    page.height,
  );
}
