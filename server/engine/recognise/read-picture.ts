import { laidBelow } from '../open/below-page.ts';
import { inReadingOrder } from '../open/reading-order.ts';
import type { BelowPage, Box, PageTrouble, Rule, Word } from '../page.ts';
import { allPasses, type Passes, PassRun } from '../pass-run.ts';
import type { PassChange } from '../passes.ts';
import { deskew } from '../picture/deskew.ts';
import { isPrintedWithNeedles, joinDots } from '../picture/dots.ts';
import { crop, type Grey } from '../picture/grey.ts';
import { compose, type Homography, scaling } from '../picture/homography.ts';
import { type Prepared, prepare } from '../picture/prepare.ts';
import { resolveConfusables } from './confusables.ts';
import { firstLanguage, firstLook } from './first-look.ts';
import { partColumns } from './joined-columns.ts';
import { guessLanguage } from './languages.ts';
import { readLatinWords } from './latin-words.ts';
import { findLostPrint } from './lost-print.ts';
import type { OcrEngine, OcrLanguage, OcrWord } from './ocr.ts';
import { readAgain } from './read-again.ts';
import { readBlocks } from './read-blocks.ts';
import { readInk } from './read-ink.ts';
import { type ReadStrip, readSideways } from './read-sideways.ts';
import { restoreNumeroSigns, wordsOfScan } from './scan-words.ts';
import { lookAgain } from './second-look.ts';
import { warmUpSecondReader } from './second-reader.ts';
import { restoreSeparators } from './separators.ts';
import { isCutOff, troubleOf } from './trouble.ts';
import { cutAtWhite } from './word-boxes.ts';

/** A picture's page, straightened; lengths in points of the straight page. */
export interface ReadPicture {
  width: number;
  height: number;
  words: Word[];
  rules: Rule[];
  /** As {@link Page.trouble}. */
  trouble?: PageTrouble;
  /** As {@link Page.changes}. */
  changes?: readonly PassChange[];
  /** As {@link Page.below}. */
  below?: readonly BelowPage[];
  /**
   * From points of the straight page to points of the picture as it was sent. How the page was curved is not in it:
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
export function createPictureReader(engine: OcrEngine, passes: Passes = allPasses): PictureReader {
  let language: OcrLanguage | null = null;
  return {
    async read(picture, points, turn) {
      const run = new PassRun(passes);
      if (!passes.without.has('read_again')) warmUpSecondReader();
      let seen = picture;
      const join = (): void => {
        run.picture(
          'join_dots',
          () => seen,
          () => {
            seen = joinDots(picture) ?? picture;
          },
        );
      };
      if (isPrintedWithNeedles(picture)) join();
      const page = prepare(seen, deskew(seen), run);
      await turn?.before;
      if (language !== null) turn?.passed();
      let looked = await firstLook(page, engine, language);
      if (looked.noPrint) {
        const turned = await firstLook(prepare(seen, deskew(seen, true), run), engine, language);
        if (!turned.noPrint) looked = turned;
      }
      if (seen === picture && (looked.noPrint || looked.prepared.blocks.length === 0)) {
        join();
        const joined = seen === picture ? looked : await firstLook(prepare(seen, deskew(seen), run), engine, language);
        if (!joined.noPrint) looked = joined;
      }
      language = looked.language ?? language;
      turn?.passed();
      const { toSource } = looked.prepared.page;
      const letterHeight = looked.prepared.letterHeight * Math.hypot(toSource[1], toSource[4]);
      if (looked.noPrint) {
        const trouble = troubleOf(looked.noPrint, looked.prepared.grey, 255, letterHeight);
        return { ...inPoints(looked.prepared, [], picture.width, points), ...(trouble && { trouble }) };
      }
      const model = language ?? firstLanguage;
      const { prepared, strips } = await readSideways(looked.prepared, engine, model, run);
      const { grey, dpi, printLevel, marks } = prepared;
      let read = await readBlocks(prepared, engine, model, looked.already);
      read = await run.words('part_at_white', read, (words) => cutAtWhite(words, grey));
      read = await run.words('read_latin', read, (words) => readLatinWords(words, prepared, engine, model));
      read = await run.words('read_doubted_again', read, (words) => lookAgain(words, grey, engine, model, dpi));
      read = await run.words('part_columns', read, (words) => partColumns(words, prepared, engine, model));
      read = await run.words('read_lost_print', read, (words) => findLostPrint(words, prepared, engine, model));
      read = await run.words('restore_separators', read, (words) => restoreSeparators(words, marks));
      read = await run.words('resolve_confusables', read, (words) => resolveConfusables(words, grey));
      read = await run.words('restore_numero_signs', read, restoreNumeroSigns);
      read = await run.words('read_again', read, (words) => readAgain(words, grey));
      read = await run.words('read_ink', read, (words) => readInk(words, prepared));
      const cut = isCutOff(read, prepared.page.toSource, picture);
      const trouble = cut ? 'cut' : troubleOf(read, grey, printLevel, letterHeight);
      return {
        ...withStripsBelow(inPoints(prepared, read, picture.width, points), strips, prepared),
        ...(trouble && { trouble }),
        ...(passes.traced && { changes: run.changes }),
      };
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

/** The page with what runs up or down it in lines of its own below its end, as a text layer's is laid out. */
function withStripsBelow(page: ReadPicture, strips: readonly ReadStrip[], { page: straight }: Prepared): ReadPicture {
  const [across, down] = [page.width / straight.width, page.height / straight.height];
  const { words, below } = laidBelow(
    page.height,
    strips.map((strip) => ({
      words: wordsOfScan(strip.words, down),
      asSent: compose(page.asSent, compose(scaling(across, down), compose(strip.toPage, scaling(1 / down, 1 / down)))),
    })),
  );
  return below.length === 0 ? page : { ...page, words: [...page.words, ...words], below };
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
