import type { Box, PageTrouble, Rule, Word } from '../page.ts';
import { type Block, blocksOf, linesOf } from './blocks.ts';
import { closeUp } from './close-up.ts';
import { findCurl, uncurl } from './curl.ts';
import { takeOutDashes } from './dashes.ts';
import { crop, type Grey, shrink, warp } from './grey.ts';
import { compose, type Homography, scaling } from './homography.ts';
import { type Blob, blobsOf, inkOf, takeOutSpecks } from './ink.ts';
import { guessLanguage } from './languages.ts';
import { darkenPrint, flattenLight } from './light.ts';
import { tellLookAlikes } from './look-alikes.ts';
import { turnNegatives } from './negative.ts';
import type { OcrEngine, OcrLanguage, OcrWord } from './ocr.ts';
import { inReadingOrder } from './reading-order.ts';
import { type ScanRule, takeOutRules } from './scan-rules.ts';
import { wordsOfScan } from './scan-words.ts';
import { lookAgain } from './second-look.ts';
import { lettersOf, median } from './skew.ts';
import { type Straightening, straighten, upsideDown } from './straighten.ts';
import { isCutOff, troubleOf } from './trouble.ts';

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

/**
 * A page's turn among those of its document. Pages are prepared side by side, but what they show of the language counts in
 * their order, so that what is read does not depend on which was ready first.
 */
export interface Turn {
  /** The pages before have shown what they know. */
  before: Promise<void>;
  /** This one has. */
  passed(): void;
}

/** Reads the pages of one document; what the first page shows (its language) helps with the next. */
export interface PictureReader {
  /** @param points how many points one pixel of the picture is; null when that is not known */
  read(picture: Grey, points: number | null, turn?: Turn): Promise<ReadPicture>;
  /** The text of a picture of one line that lies straight. */
  readLine(picture: Grey, points: number): Promise<string>;
  /** Text of the same document that is known otherwise: its language is expected in pictures too. */
  expect(texts: readonly string[]): void;
}

/** A page whose size is not known counts as this wide in points, as sent and when straight: A4. */
export const usualWidth = 595;
/** What invoices here are mostly written in; a first look is taken with it. */
const firstLanguage: OcrLanguage = 'ron';
/** So many words show whether a page stands on its head, and its language unless it says little. */
const fewWords = 18;
/** So many are enough to see that a page is read badly, and whether it is read better in another way. */
const hardlyWords = 9;
const hardlyLegible = 0.55;
/** One block may be a stamp or a signature; a picture that shows no print has none in several places. */
const severalBlocks = 4;
/**
 * A sample is taken from smaller blocks, because it may be read again, and from as many as hold enough words; in squares
 * of a letter's height, of which a word takes some twenty.
 */
const handyArea = 400;
const sampleArea = 800;
/** Text the right way up in a language that the model knows is read with more confidence than this. */
const legible = 0.7;
/** Print that can be read at all, however poor, is read with more than this; fur and noise with less. */
const gibberish = 0.4;

export function createPictureReader(engine: OcrEngine): PictureReader {
  let language: OcrLanguage | null = null;
  return {
    async read(picture, points, turn) {
      const page = prepare(picture, straighten(picture));
      await turn?.before;
      if (language !== null) turn?.passed();
      const looked = await firstLook(page, engine, language);
      const { prepared } = looked;
      language = looked.language ?? language;
      turn?.passed();
      const letterHeight = prepared.letterHeight * Math.hypot(prepared.page.toSource[1], prepared.page.toSource[4]);
      if (looked.noPrint) {
        const trouble = troubleOf(looked.noPrint, prepared.grey, letterHeight);
        return { ...inPoints(prepared, [], picture.width, points), ...(trouble && { trouble }) };
      }
      let read = await readBlocks(prepared, engine, language ?? firstLanguage, looked.already);
      const { grey, dpi } = prepared;
      read = tellLookAlikes(await lookAgain(read, grey, engine, language ?? firstLanguage, dpi), grey);
      const cut = isCutOff(read, prepared.page.toSource, picture);
      const trouble = cut ? 'cut' : troubleOf(read, grey, letterHeight);
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
  /** What its blocks are made of. */
  marks: Blob[];
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
  const marks = blobsOf(ink);
  return { page, grey, marks, blocks: blocksOf(marks, letterHeight), rules, letterHeight, dpi };
}

type Already = Map<Block, Promise<OcrWord[]>>;

interface FirstLook {
  /** The page, the right way up. */
  prepared: Prepared;
  language: OcrLanguage | null;
  /** Blocks that are read, or being read, as they will stay. */
  already: Already;
  /** What was imagined on a picture that shows something else; null where there is print. */
  noPrint: OcrWord[] | null;
}

/**
 * Reads as many blocks as it takes to learn the language and which way is up. What is read as it stays costs nothing, so
 * a page whose language does not show is read on until it does.
 */
async function firstLook(prepared: Prepared, engine: OcrEngine, known: OcrLanguage | null): Promise<FirstLook> {
  let sample = startSample(prepared, engine, known ?? firstLanguage);
  await sample.readOn(
    (words, blocks) =>
      blocks > 1 && (words.length >= fewWords || (words.length >= hardlyWords && sample.confidence() < hardlyLegible)),
  );
  if (sample.words.length > 0 && sample.confidence() < legible && guessOf(sample) === null) {
    sample.giveUpRest();
    const looked = await lookAround(prepared, sample, engine, known);
    if (looked.language === 'bul' && known === null) return looked;
    prepared = looked.prepared;
    sample = startSample(prepared, engine, known ?? firstLanguage, looked.already);
    await sample.readOn((words, blocks) => words.length >= fewWords && blocks >= severalBlocks);
    if (guessOf(sample) === null && isGibberish(sample)) {
      sample.giveUpRest();
      return { ...looked, noPrint: sample.words };
    }
  }
  if (known === null) await sample.readOn(() => guessOf(sample) !== null);
  const language = known ?? guessOf(sample);
  const stays = language === null || language === (known ?? firstLanguage);
  if (!stays) sample.giveUpRest();
  return { prepared, language, already: stays ? sample.already : new Map(), noPrint: null };
}

/** Looks at a page that was read badly the other way up, and with letters of another script. */
async function lookAround(
  upright: Prepared,
  sample: Sample,
  engine: OcrEngine,
  known: OcrLanguage | null,
): Promise<FirstLook> {
  const readAs = async (page: Prepared, language: OcrLanguage): Promise<Sample> => {
    // These readings do not stay: a few lines say as much as the blocks that they are in.
    const look = startSample({ ...page, blocks: page.blocks.flatMap(linesOf) }, engine, language);
    await look.readOn((words) => words.length >= hardlyWords);
    look.giveUpRest();
    return look;
  };
  const onHead = onItsHead(upright);
  const turned = await readAs(onHead, known ?? firstLanguage);
  const isTurned = turned.confidence() > sample.confidence() + 0.1;
  const prepared = isTurned ? onHead : upright;
  const best = isTurned ? turned : sample;
  if (known === null && best.confidence() < legible && guessOf(best) === null) {
    const cyrillic = await readAs(prepared, 'bul');
    if (cyrillic.confidence() > best.confidence() + 0.1)
      return { prepared, language: 'bul', already: new Map(), noPrint: null };
  }
  return { prepared, language: known, already: isTurned ? new Map() : sample.already, noPrint: null };
}

function guessOf({ words }: Sample): OcrLanguage | null {
  return words.length < fewWords ? null : guessLanguage(words.map((word) => word.text));
}

/**
 * The poorest lines of a page of print still hold a word or two that are read well; fur and noise have none, however few
 * words are imagined in all of it.
 */
function isGibberish(sample: Sample): boolean {
  const { words } = sample;
  const clear = words.filter(({ text, confidence }) => /[\p{L}\p{N}]{4}/u.test(text) && confidence > legible);
  const isPoor = sample.isWhole()
    ? sample.confidence() < hardlyLegible
    : sample.confidence() < gibberish && words.length >= fewWords;
  return isPoor && clear.length < 2;
}

interface Sample {
  /** Of the blocks that were looked at. */
  words: OcrWord[];
  already: Already;
  /** Mean over letters, 0 to 1. */
  confidence(): number;
  /** Whether all blocks were looked at. */
  isWhole(): boolean;
  /** Looks at one block after the other until what was seen is enough. */
  readOn(isEnough: (words: OcrWord[], blocks: number) => boolean): Promise<void>;
  /** Leaves what is not read yet unread; it is not in `already` any more. */
  giveUpRest(): void;
}

/**
 * Gives all blocks to the engine, because they will most likely stay as they are read now: first some of handy size that
 * tell the language, then the largest first, so that the last one to end is a small one.
 */
function startSample(prepared: Prepared, engine: OcrEngine, language: OcrLanguage, known: Already = new Map()): Sample {
  const already: Already = new Map(known);
  const rest = new AbortController();
  for (const block of inSampleOrder(prepared)) {
    if (already.has(block)) continue;
    const reading = readBlock(prepared, block, engine, language, rest.signal);
    // Given up, or failing while the sample fails already.
    reading.catch(() => {});
    already.set(block, reading);
  }
  const words: OcrWord[] = [];
  const looked: Already = new Map();
  return {
    words,
    already,
    confidence() {
      const letters = words.reduce((sum, word) => sum + word.text.length, 0);
      const sure = words.reduce((sum, word) => sum + word.text.length * word.confidence, 0);
      return letters === 0 ? 0 : sure / letters;
    },
    isWhole: () => looked.size === already.size,
    async readOn(isEnough) {
      for (const [block, reading] of already) {
        if (looked.has(block)) continue;
        if (isEnough(words, looked.size)) return;
        words.push(...(await reading).filter((word) => /[\p{L}\p{N}]{2}/u.test(word.text)));
        looked.set(block, reading);
      }
    },
    giveUpRest() {
      rest.abort();
      for (const block of already.keys()) if (!looked.has(block)) already.delete(block);
    },
  };
}

function inSampleOrder({ blocks, letterHeight }: Prepared): Block[] {
  const largestFirst = [...blocks].sort((a, b) => areaOf(b) - areaOf(a));
  let area = 0;
  const handy = largestFirst.filter((block) => {
    const part = areaOf(block) / letterHeight ** 2;
    if (part > handyArea || area > sampleArea) return false;
    area += part;
    return true;
  });
  return [...handy, ...largestFirst.filter((block) => !handy.includes(block))];
}

function areaOf(block: Block): number {
  return block.width * block.height;
}

/** The prepared page turned by half, without preparing it anew. */
function onItsHead(prepared: Prepared): Prepared {
  const { width, height, data } = prepared.grey;
  const turned = <T extends Box>(box: T): T => ({
    ...box,
    x: width - box.x - box.width,
    y: height - box.y - box.height,
  });
  const grey: Grey = { width, height, data: data.slice().reverse() };
  const marks = prepared.marks.map(turned);
  const blocks = blocksOf(marks, prepared.letterHeight);
  const rules = prepared.rules.map(turned);
  return { ...prepared, page: upsideDown(prepared.page), grey, marks, blocks, rules };
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
