import type { PageTrouble } from '../page.ts';
import type { Grey } from './grey.ts';
import { apply, type Homography } from './homography.ts';
import type { OcrWord } from './ocr.ts';

/** A word that was read with less confidence is a doubted one. */
const doubted = 0.6;
/** Clean scans have one letter in a hundred in doubted words, poor ones that read well up to seven. */
const muchDoubt = 0.1;
/** Fewer words than these say nothing about a page. */
const fewWords = 12;
/** In sharp print the edges of letters are about as large as their black; pixels of grey for one of black. */
const softEdges = 5;
/** Capitals of so few pixels are what 10 point print has at 110 dpi. */
const coarseLetters = 11;

/** So many lines that run out of the picture were cut; one or two may be marks at the margin. */
const manyLines = 4;
/** A word that was read so well is print, and no speck at the margin. */
const surelyRead = 0.5;

/**
 * Why a page was hard to read, if it was: by how much of it was read with doubt, and then what explains that.
 * @param grey the page as it was read, its light evened out
 * @param letterHeight of a usual letter on the picture as it was sent, in pixels
 */
export function troubleOf(words: readonly OcrWord[], grey: Grey, letterHeight: number): PageTrouble | null {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  const weak = words.reduce((sum, { text, confidence }) => sum + (confidence < doubted ? text.length : 0), 0);
  if (words.length < fewWords || weak < muchDoubt * letters) return null;
  if (letterHeight < coarseLetters) return 'coarse';
  let black = 0;
  let between = 0;
  for (const level of grey.data) {
    if (level < 100) black++;
    else if (level < 210) between++;
  }
  return between > softEdges * black ? 'blurred' : 'unclear';
}

/**
 * Whether lines run out of the picture at one of its sides: what is beyond was not scanned or photographed.
 * @param toPicture from pixels that the words' boxes are in to pixels of the picture as it was sent
 */
export function isCutOff(words: readonly OcrWord[], toPicture: Homography, picture: Grey): boolean {
  const beyond = ({ x, y, height }: OcrWord, right: number): boolean => {
    const [px, py] = apply(toPicture, right, y + height / 2);
    const reach = 0.3 * height * Math.hypot(...across(toPicture, x, y));
    return px < reach || py < reach || px > picture.width - reach || py > picture.height - reach;
  };
  return [0, 1].some((side) => {
    const cut = words.filter(
      (word) =>
        word.confidence > surelyRead && /[\p{L}\p{N}]{2}/u.test(word.text) && beyond(word, word.x + side * word.width),
    );
    return new Set(cut.map(({ line }) => line)).size >= manyLines;
  });
}

/** How far one pixel to the right leads on the picture. */
function across(toPicture: Homography, x: number, y: number): [number, number] {
  const [ax, ay] = apply(toPicture, x, y);
  const [bx, by] = apply(toPicture, x + 1, y);
  return [bx - ax, by - ay];
}
