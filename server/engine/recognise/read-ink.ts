import { isIban } from '../../checks/iban.ts';
import { boxAround } from '../layout/rows.ts';
import type { Box } from '../page.ts';
import { inkWords } from './ink-words.ts';
import type { OcrWord } from './ocr.ts';
import { form, inParts, surely } from './read-again.ts';
import type { PrintedPage } from './read-twice.ts';
import { doubted, isWord, surestMended } from './scan-words.ts';
import { hasCheckDigit } from './second-look.ts';
import { otherScript, readCutOuts } from './second-reader.ts';
import { gapBetween, isBeside, shareOfHeight } from './word-boxes.ts';

/** A page with so much of its letters in doubted words is read badly. */
const muchDoubt = 0.15;
/** A page with more words, or pieces of ink, than this is no page of print, but noise; a dense one has half of it. */
const most = { words: 1200, pieces: 16_000 };
/** What stands so near to a doubted word in its row is doubted, too; in heights of a letter. */
const near = 1.5;
/** A word lies in another's box with so much of the narrower one's width and of the lower one's height. */
const sharedWidth = 0.3;
const sharedHeight = 0.4;
/** By so much the second reader has to be surer than the first; on a page that it reads better on the whole a little is enough. */
const surer = { usually: 0.1, whereBetter: 0 };
/** What the first reader is so sure of stays as it is. */
const firm = 0.9;
/** Where the first reader saw nothing, what the second is less sure of is no print. */
const sureOfLost = { word: 0.6, character: 0.95 };
/** What the second is less sure of says nothing against the first. */
const sureOfOther = 0.5;
/** Of what the first reader saw the second must not miss more than this leaves: of its width, and of its characters. */
const whole = { width: 0.9, characters: 0.75 };
/** Figures among letters, which are as likely the letters that they look like, are read well when so sure. */
const mixed = /\p{L}\d|\d\p{L}/u;
const sureOfMixed = 0.9;

/** A word that the ink shows, as the second reader reads it. */
interface InkWord extends Box {
  text: string;
  sureness: number;
}

/** Words of both readers that lie in each other's boxes. */
interface Place {
  first: OcrWord[];
  second: InkWord[];
}

/**
 * Reads print anew that the first reader doubts: all of a page of which it doubts much, such as needle print, facsimiles and
 * print of few pixels, and of others what stands at doubted words, as where a stamp lies over them. It finds words badly
 * there as well, so the ink shows where they are; and of two readings of a place the surer is taken.
 * @param words of the page; they are left as they are
 */
export async function readInk(words: readonly OcrWord[], page: PrintedPage): Promise<OcrWord[]> {
  const read = words.filter(isWord);
  const weak = read.filter(({ confidence }) => confidence < doubted);
  if (weak.length === 0 || page.marks.length > most.pieces) return [...words];
  const all = inkWords(page.marks, page.letterHeight);
  if (all.length > most.words) return [...words];
  const isDoubted = (box: Box): boolean =>
    weak.some((word) => shareOfHeight(box, word) > sharedHeight && gapBetween(box, word) < near * page.letterHeight);
  const isBad = isReadBadly(read);
  const boxes = isBad ? all : all.filter(isDoubted);
  const isLatin = !read.some(({ text }) => otherScript.test(text));
  const readings = await readCutOuts(page.grey, boxes, isLatin);
  const seen = boxes.flatMap((box, at): InkWord[] => {
    const { text, sureness, cut } = readings[at]!;
    // Among letters of another script the second reader cannot say which is meant.
    const isHeard = text.trim() !== '' && !cut && (isBad || sureness >= surely) && (isLatin || !/\p{L}/u.test(text));
    return isHeard ? [{ ...box, text: text.trim(), sureness }] : [];
  });
  const isBetterReader = isBad && mean(seen, ({ sureness }) => sureness) > mean(read, ({ confidence }) => confidence);
  const least = isBetterReader ? surer.whereBetter : surer.usually;
  const around = [...read, ...seen.filter(({ sureness, text }) => sureness >= sureOfLost.word && text.length > 1)];
  const instead = new Map<OcrWord, OcrWord[]>();
  const lost: OcrWord[] = [];
  for (const { first, second } of placesOf(read, seen)) {
    if (first.length === 0) {
      const [word] = second;
      if (isPrint(word!) && around.some((other) => isBeside(word!, other) && !overlap(word!, other)))
        lost.push(...inParts(asRead(word!, lineOf(word!, [...read, ...lost]))));
    } else if (second.length > 0) {
      for (const [word, texts] of settled(first, second, least)) instead.set(word, texts);
    }
  }
  return [...words.flatMap((word) => instead.get(word) ?? word), ...lost];
}

/** What stands in place of each word of the first reader: the better reading; where both have one word, it keeps what the other saw. */
function settled(first: readonly OcrWord[], second: readonly InkWord[], least: number): [OcrWord, OcrWord[]][] {
  const [one, ...others] = first as [OcrWord, ...OcrWord[]];
  const isPair = others.length === 0 && second.length === 1;
  if (!isBetter(second, first, least)) {
    const { text } = second[0]!;
    const isOther = isPair && one.other === undefined && text !== one.text && second[0]!.sureness > sureOfOther;
    return isOther ? [[one, [{ ...one, other: text }]]] : [];
  }
  const taken = second.flatMap((word) => inParts(asRead(word, one.line)));
  return [
    [one, isPair ? taken.map((word) => ({ ...word, other: one.text })) : taken],
    ...others.map((word): [OcrWord, OcrWord[]] => [word, []]),
  ];
}

/** Never surer than weak print: one reading of poor print proves nothing. */
const asRead = ({ sureness, ...word }: InkWord, line: number): OcrWord => ({
  ...word,
  line,
  bold: false,
  confidence: Math.min(sureness, surestMended),
});

/** The line of the nearest word beside it; a new one where there is none. */
function lineOf(word: Box, others: readonly OcrWord[]): number {
  const [nearest] = others
    .filter((other) => isBeside(word, other))
    .sort((a, b) => gapBetween(word, a) - gapBetween(word, b));
  return nearest?.line ?? 1 + Math.max(-1, ...others.map(({ line }) => line));
}

function isReadBadly(words: readonly OcrWord[]): boolean {
  const length = (some: readonly OcrWord[]): number => some.reduce((sum, { text }) => sum + text.length, 0);
  return length(words.filter(({ confidence }) => confidence < doubted)) > muchDoubt * length(words);
}

/** What both readers saw at each place, where their boxes lie in each other. */
function placesOf(first: readonly OcrWord[], second: readonly InkWord[]): Place[] {
  const places: Place[] = first.map((word) => ({ first: [word], second: [] }));
  for (const word of second) {
    const own = places.filter((place) => place.first.some((other) => overlap(word, other)));
    const rest = places.filter((place) => !own.includes(place));
    places.splice(0, places.length, ...rest, {
      first: own.flatMap((place) => place.first),
      second: [...own.flatMap((place) => place.second), word],
    });
  }
  const fromLeft = (one: Box, other: Box): number => one.x - other.x;
  return places.map((place) => ({ first: place.first.toSorted(fromLeft), second: place.second.toSorted(fromLeft) }));
}

function overlap(one: Box, other: Box): boolean {
  return (
    -gapBetween(one, other) > sharedWidth * Math.min(one.width, other.width) && shareOfHeight(one, other) > sharedHeight
  );
}

/** A letter or figure by itself looks like what is no print at all. */
const isPrint = ({ text, sureness }: InkWord): boolean =>
  /[\p{L}\p{N}]/u.test(text) && sureness >= (text.length > 1 ? sureOfLost.word : sureOfLost.character);

/**
 * Whether the second reading is taken: a check digit says which is right, else how sure either is, and that it misses no part.
 * @param least by how much the second has to be surer
 */
function isBetter(second: readonly InkWord[], first: readonly OcrWord[], least: number): boolean {
  if (boxAround(second).width < whole.width * boxAround(first).width) return false;
  if (withoutSpaces(second).length < whole.characters * withoutSpaces(first).length) return false;
  const [isFirstProven, isSecondProven] = [first, second].map((some: readonly { text: string }[]) =>
    some.some(({ text }) => isIban(text) || hasCheckDigit(text)),
  );
  if (isFirstProven !== isSecondProven) return isSecondProven!;
  const sure = { first: mean(first, ({ confidence }) => confidence), second: mean(second, ({ sureness }) => sureness) };
  if (sure.first >= firm) return false;
  const [isFirstFormed, isSecondFormed] = [first, second].map((some) => some.every(({ text }) => form.test(text)));
  if (isFirstFormed && !isSecondFormed) return false;
  const isMixed = second.some(({ text }) => mixed.test(text)) && !first.some(({ text }) => mixed.test(text));
  if (isMixed && sure.second < sureOfMixed) return false;
  if (withoutSpaces(first) === withoutSpaces(second)) return false;
  if (lettersOf(first) === lettersOf(second) && figuresIn(second) > figuresIn(first)) return false;
  return sure.second > sure.first + (isFirstFormed === isSecondFormed ? least : 0);
}

const withoutSpaces = (words: readonly { text: string }[]): string =>
  words
    .map(({ text }) => text)
    .join('')
    .replaceAll(' ', '');

/** What was read with figures as the letters that they look like. */
const lettersOf = (words: readonly { text: string }[]): string =>
  withoutSpaces(words)
    .replace(/[0158]/g, (digit) => ({ 0: 'O', 1: 'I', 5: 'S', 8: 'B' })[digit]!)
    .replace(/[^\p{L}\p{N}]/gu, '');

const figuresIn = (words: readonly { text: string }[]): number =>
  words.reduce((sum, { text }) => sum + (text.match(/\d/g)?.length ?? 0), 0);

/** The mean over all characters. */
function mean<T extends { text: string }>(words: readonly T[], sureness: (word: T) => number): number {
  const all = words.reduce((sum, { text }) => sum + text.length, 0);
  return words.reduce((sum, word) => sum + sureness(word) * word.text.length, 0) / all;
}
