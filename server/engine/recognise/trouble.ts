import type { PageTrouble } from '../page.ts';
import { printLevel as levelOf } from '../picture/faint.ts';
import type { Grey } from '../picture/grey.ts';
import { apply, type Homography } from '../picture/homography.ts';
import { evenPaper } from '../picture/light.ts';
import type { OcrWord } from './ocr.ts';
import { doubted } from './scan-words.ts';

/** Clean scans have one letter in a hundred in doubted words, poor ones that read well up to seven. */
const muchDoubt = 0.1;
/** Fewer words than these say nothing about a page. */
const fewWords = 12;
/** What is darker is the black of print, and what is lighter its paper; between them are its edges. Of 255. */
const [printBlack, printPaper] = [100, 210];
/** In sharp print the edges of letters are about as large as their black; pixels of grey for one of black. */
const softEdges = 5;
/** Capitals of so few pixels are what 10 point print has at 110 dpi. */
const coarseLetters = 11;

/** Print that is lighter than this is faint; 0 to 255. Usual scans have it below 120. */
const faintPrint = 135;
/** So faint that whatever was read, more may be there. */
const hardlyThere = 160;

/** Within so many pixels a sharp edge takes most of the way from paper to print, as the letters are large when read. */
const edgeWidth = 3;
const mostOfTheWay = 0.45;
/** So much of the black of sharp print is as near to an edge; most of the rest is within a stroke. */
const sharpPart = 0.2;

/** So many lines that run out of the picture were cut; one or two may be marks at the margin. */
const manyLines = 4;
/** A word that was read so well is print, and no speck at the margin. */
const surelyRead = 0.5;

/**
 * Why a page was hard to read, if it was: by how much of it was read with doubt, and then what explains that.
 * @param grey the page as it was read, its light evened out
 * @param printLevel how dark the print was, 0 to 255; 255 where there is none
 * @param letterHeight of a usual letter on the picture as it was sent, in pixels
 */
export function troubleOf(
  words: readonly OcrWord[],
  grey: Grey,
  printLevel: number,
  letterHeight: number,
): PageTrouble | null {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  const weak = words.reduce((sum, { text, confidence }) => sum + (confidence < doubted ? text.length : 0), 0);
  const isFaint = printLevel > faintPrint && printLevel < 255 && hasSharpEdges(grey);
  if (isFaint && printLevel > hardlyThere && words.length > 0) return 'faint';
  if (words.length < fewWords || weak < muchDoubt * letters) return null;
  if (isFaint) return 'faint';
  if (letterHeight < coarseLetters) return 'coarse';
  let black = 0;
  let between = 0;
  for (const level of grey.data) {
    if (level < printBlack) black++;
    else if (level < printPaper) between++;
  }
  return between > softEdges * black ? 'blurred' : 'unclear';
}

/** Whether print goes over into paper at once, however little darker it is: blurred print is lighter too. */
function hasSharpEdges(grey: Grey): boolean {
  const level = levelOf(grey);
  const { data } = grey;
  const steps = new Uint32Array(256);
  let edges = 0;
  for (let at = edgeWidth; at < data.length; at++) {
    if (data[at]! > level) continue;
    steps[Math.max(0, data[at - edgeWidth]! - data[at]!)]!++;
    edges++;
  }
  let step = 255;
  for (let above = steps[255]!; step > 0 && above < sharpPart * edges; ) above += steps[--step]!;
  return step > mostOfTheWay * (evenPaper - level);
}

/** A word that ends nearer to the picture's edge runs out of it; in heights of the word. */
const nearEdge = 0.3;

/**
 * Whether lines run out of the picture at one of its sides: what is beyond was not scanned or photographed.
 * @param toPicture from pixels that the words' boxes are in to pixels of the picture as it was sent
 */
export function isCutOff(words: readonly OcrWord[], toPicture: Homography, picture: Grey): boolean {
  const beyond = ({ x, y, height }: OcrWord, right: number): boolean => {
    const [px, py] = apply(toPicture, right, y + height / 2);
    const reach = nearEdge * height * Math.hypot(...across(toPicture, x, y));
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
