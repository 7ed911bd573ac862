import type { Page, Word } from '../page.ts';
import { parted } from './parted-words.ts';

/** So many times the size of its letters a till's slip is wide at most; a sheet of A4 is twice as wide. */
const widest = 34;

/** A till prints at most some 48 letters in a row, each half as wide as its size. */
const widestPrint = 24;

/** Less print than this is too little to show how wide its paper is. */
const fewestWords = 40;

/** Of the words on either side: specks beside the paper. */
const beside = 0.05;

/**
 * Whether a page has the shape of what a till prints: few letters fit beside each other on it, or between the edges of its
 * print, where a picture shows a slip in the middle of the glass that it was laid on.
 */
export function isSlip(page: Page): boolean {
  const sizes = page.words.map((word) => word.fontSize).sort((a, b) => a - b);
  const size = sizes[sizes.length >> 1] ?? 0;
  return page.width < widest * size || (page.source === 'ocr' && printWidth(page) < widestPrint * size);
}

/** How wide what is printed is, in points; that of the page where it is little. */
function printWidth({ words, width }: Page): number {
  if (words.length < fewestWords) return width;
  const at = Math.floor(beside * (words.length - 1));
  const [lefts, rights] = [words.map(({ x }) => x), words.map((word) => word.x + word.width)];
  return rights.sort((a, b) => b - a)[at]! - lefts.sort((a, b) => a - b)[at]!;
}

/** "7.60A", "7,60a", "0,30*B", "x12,50", "0,85x", "€3,20": an amount with cents and what stands at it; "0,25l" is no amount. */
const amountWithMarks = /^([x×*€]|[^\p{L}\p{Nd}-]{0,2})(-?\d{1,5}[.,]\d{2})(\*?[\p{Lu}a-e]?|[x×€])$/u;
/** "TOTAL118.40": a word and its amount, whose space was lost. */
const wordWithAmount = /^([^\d]*\p{L}{3})(\d{1,5}[.,]\d{2})(\p{Lu}?)$/u;
/** "2x": a count and the sign behind it. */
const countWithSign = /^[—–-]?(\d{1,3})[—–-]?([xX×*])$/u;

/**
 * A slip's page with amounts and counts as words of their own: tills print the letter of the VAT rate and the sign between
 * quantity and price right at them. Other pages are given back as they are.
 */
export function withAmountsApart(page: Page): Page {
  return isSlip(page) ? { ...page, words: page.words.flatMap(apart) } : page;
}

function apart(word: Word): Word[] {
  const { text } = word;
  const parts = amountWithMarks.exec(text) ?? wordWithAmount.exec(text) ?? countWithSign.exec(text);
  return parted(word, parts?.slice(1).filter((part) => part !== '') ?? []);
}
