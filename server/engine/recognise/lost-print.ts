import { boxAround } from '../layout/rows.ts';
import type { Box } from '../page.ts';
import type { Component } from '../picture/connected-components.ts';
import { crop, type Grey } from '../picture/grey.ts';
import type { OcrEngine, OcrLanguage, OcrWord } from './ocr.ts';
import { type PrintedPage, readTwice } from './read-twice.ts';
import { isWord } from './scan-words.ts';
import { gapBetween, isBeside, shareOfHeight } from './word-boxes.ts';

/** Sizes of a letter or figure, in heights of a usual letter: print much lower or higher is none. */
const letter = { lowest: 0.75, highest: 2, narrowest: 0.12, widest: 1.8 };
/** Letters of one run stand closer than this, and nothing else stands as near to it as letters of one word do. */
const spaceInRun = 0.7;
const spaceAround = 0.5;
const spaceInWord = 0.3;
/** A run is longer than a column of figures is wide; what is longer still is a line that was left out for a reason. */
const longest = 12;
/** Places that are read on one page at most; one with more is no page of print. */
const mostPlaces = 24;
/** Where so many hold nothing, the page's noise is what stands out, and the rest would hold nothing either. */
const firstPlaces = 8;

/** Pieces of letters, and letters that run together; lower ones are points and commas, larger ones pictures. */
const print = { lowest: 0.4, highest: 6, widest: 25 };

/** A run is of a row whose words share so much of its height. */
const sameRow = 0.4;
/** And it has so much of their darkness. */
const asDark = 0.75;

/** A place where there is print and no word. */
interface LostPlace {
  box: Box;
  /** Words that touch it: they are part of the same word, and are given up for a reading of the whole that holds them. */
  touching: OcrWord[];
}

/**
 * Reads what the engine passed over: figures that stand alone in their cells, and single words between wide gaps. They are
 * letters of the page that lie in no word's box, in a row with words, or what was read with so much doubt that it counts
 * as none.
 * @param words of the page; they are left as they are
 * @returns `words` with those that were found, each in the line that it stands in
 */
export async function findLostPrint(
  words: readonly OcrWord[],
  page: PrintedPage,
  engine: OcrEngine,
  language: OcrLanguage,
): Promise<OcrWord[]> {
  const read = words.filter(isWord);
  const runs = lostRuns(read, page);
  const doubted = doubtedWords(words, read, page).filter(({ box }) => !runs.some((run) => isIn(box, run.box, 0)));
  const places = [...runs, ...doubted].filter(({ box }) => isInRow(box, read, page.grey)).slice(0, mostPlaces);
  const readAll = (some: readonly LostPlace[]) =>
    Promise.all(some.map(({ box }) => readTwice(box, page, engine, language)));
  const found = await readAll(places.slice(0, firstPlaces));
  if (found.some((words) => words !== null)) found.push(...(await readAll(places.slice(firstPlaces))));
  return places.reduce<OcrWord[]>(
    (all, place, at) => {
      const text = found[at]?.map((word) => word.text).join('') ?? '';
      const isWhole = place.touching.every((word) => text.includes(word.text));
      if (!found[at] || !isWhole || isPartOf(text, place, read, page.letterHeight)) return all;
      return withFound(all, found[at], place);
    },
    [...words],
  );
}

/** Whether a word beside the place says the same and more: then its box is too short. */
function isPartOf(text: string, { box, touching }: LostPlace, read: readonly OcrWord[], letterHeight: number): boolean {
  return read.some(
    (word) =>
      !touching.includes(word) &&
      word.text.includes(text) &&
      shareOfHeight(box, word) > sameRow &&
      gapBetween(box, word) < letterHeight,
  );
}

/** What was read as letters or figures, but with so much doubt that it is left out. */
function isDoubted(word: OcrWord): boolean {
  return !isWord(word) && /[\p{L}\p{N}]/u.test(word.text);
}

function doubtedWords(words: readonly OcrWord[], read: readonly OcrWord[], { letterHeight }: PrintedPage): LostPlace[] {
  return words
    .filter((word) => isDoubted(word) && isAsHigh(word, letterHeight) && word.width < longest * letterHeight)
    .map((word) => {
      const touching = read.filter(
        (other) => shareOfHeight(word, other) > sameRow && gapBetween(word, other) < spaceInWord * letterHeight,
      );
      return { box: boxAround([word, ...touching]), touching };
    });
}

/** Letters that no word's box covers, in runs that stand apart from all other print of their row. */
function lostRuns(read: readonly OcrWord[], { marks, letterHeight }: PrintedPage): LostPlace[] {
  const near = spaceAround * letterHeight;
  const isLost = (mark: Component): boolean =>
    isAsHigh(mark, letterHeight) &&
    mark.width > letter.narrowest * letterHeight &&
    mark.width < letter.widest * letterHeight &&
    !read.some((word) => isIn(mark, word, near));
  const lost = new Set(marks.filter(isLost));
  const others = [...read, ...marks.filter((mark) => !lost.has(mark) && isPrint(mark, letterHeight))];
  return inRuns([...lost], spaceInRun * letterHeight)
    .filter(
      (run) =>
        run.width < longest * letterHeight &&
        // Beside letters that were read it is a part of their word, whose box is wrong.
        !others.some((other) => shareOfHeight(run, other) > sameRow && gapBetween(run, other) < near),
    )
    .map((box) => ({ box, touching: [] }));
}

/** Whether it stands beside a word that is about as high and no darker: what is paler is a stamp or dirt. */
function isInRow(box: Box, read: readonly OcrWord[], grey: Grey): boolean {
  const beside = read.filter((word) => isBeside(box, word));
  const darkness = darknessOf(box, grey);
  return beside.some((word) => darkness > asDark * darknessOf(word, grey));
}

/** How much darker than paper the darkest print in a box is: that of one pixel in fifty. */
function darknessOf({ x, y, width, height }: Box, grey: Grey): number {
  const { data } = crop(
    grey,
    { x: Math.floor(x), y: Math.floor(y), width: Math.ceil(width), height: Math.ceil(height) },
    0,
  );
  const levels = data.sort();
  return 255 - (levels[Math.floor(levels.length / 50)] ?? 255);
}

function isAsHigh({ height }: Box, letterHeight: number): boolean {
  return height > letter.lowest * letterHeight && height < letter.highest * letterHeight;
}

function isPrint({ width, height }: Component, letterHeight: number): boolean {
  return (
    height > print.lowest * letterHeight && height < print.highest * letterHeight && width < print.widest * letterHeight
  );
}

function isIn(component: Box, word: Box, near: number): boolean {
  const [x, y] = [component.x + component.width / 2, component.y + component.height / 2];
  return x > word.x - near && x < word.x + word.width + near && y > word.y - near && y < word.y + word.height + near;
}

function inRuns(letters: readonly Box[], space: number): Box[] {
  const runs: Box[] = [];
  for (const component of [...letters].sort((a, b) => a.x - b.x)) {
    const at = runs.findLastIndex(
      (run) => gapBetween(run, component) < space && shareOfHeight(component, run) > sameRow,
    );
    if (at < 0) runs.push(component);
    else runs[at] = boxAround([runs[at]!, component]);
  }
  return runs;
}

/** The words with those found at a place, behind what stands before it in the line of the nearest word beside it. */
function withFound(words: readonly OcrWord[], found: readonly OcrWord[], { box, touching }: LostPlace): OcrWord[] {
  const [nearest] = words
    .filter((word) => isWord(word) && isBeside(box, word))
    .sort((a, b) => gapBetween(box, a) - gapBetween(box, b));
  const line = nearest!.line;
  const isThere = (word: OcrWord): boolean => gapBetween(box, word) <= 0 && shareOfHeight(box, word) > sameRow;
  const others = words.filter((word) => !touching.includes(word) && (isWord(word) || !isThere(word)));
  const before = others.findLastIndex((word) => word.line === line && word.x < box.x);
  const at = before < 0 ? others.findIndex((word) => word.line === line) : before + 1;
  return others.toSpliced(Math.max(0, at), 0, ...found.map((word) => ({ ...word, line })));
}
