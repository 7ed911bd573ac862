import { type NumberStyle, type PrintedNumber, parseNumber } from '../../checks/amounts.ts';
import type { Box, Word } from '../page.ts';
import { rightOf } from './geometry.ts';
import { boxAround } from './rows.ts';

/** A word, or the words of one printed number with its sign and currency. */
export interface Item extends Box {
  words: Word[];
  text: string;
  number: PrintedNumber | null;
}

/** Parts of one number stand closer than this many font sizes; columns stand farther apart. */
const numberGap = 0.55;
/** In font sizes: a minus sign touches the figure before it, and the cents of a torn amount stand no farther behind their point. */
const [touching, tornGap] = [0.35, 1.2];
/** In characters: parts of one number stand no farther apart, and farther where the point between them was lost. */
const characterGap = { usual: 1.3, lostPoint: 1.5 };
/** Sign, currency, three groups, decimals: more words never make one number. */
const longestNumber = 5;

/** Reads the numbers among words of one row; every other word becomes an item of its own. */
export function itemsOf(words: readonly Word[], style: NumberStyle): Item[] {
  const items: Item[] = [];
  for (let i = 0; i < words.length; ) {
    const item = numberAt(words, i, style) ?? wordItem(words[i]!, style);
    items.push(
      item.words.length === 1 && [i - 1, i].some((day) => isOfDate(words, day)) ? { ...item, number: null } : item,
    );
    i += item.words.length;
  }
  return items;
}

/** The longest number that begins at word `i` and takes in more than one word. */
function numberAt(words: readonly Word[], i: number, style: NumberStyle): Item | null {
  // Only a sign or a currency can stand before the figures.
  if (words[i]!.text.length > 4 && !/\p{Nd}/u.test(words[i]!.text)) return null;
  if (isLonePoint(words[i]!, words[i + 1])) return null;
  let end = i + 1;
  let found: Item | null = null;
  while (end < words.length && end - i < longestNumber) {
    const last = words[end - 1]!;
    const next = words[end]!;
    const size = Math.min(last.fontSize, next.fontSize);
    const gap = next.x - rightOf(last);
    // A sign or currency may stand apart from its figure, as in a right-aligned amount after a left-aligned sign.
    const inside = /\p{Nd}/u.test(last.text) && /\p{Nd}/u.test(next.text);
    // A minus sign after the figure belongs to it only when it touches; else it is an empty cell's dash.
    if (/^[-–—−]$/u.test(next.text) && gap > touching * size) break;
    if (isLonePoint(next, words[end + 1]) || isYearBehind(last, next)) break;
    const torn = /[0-9][.,]$/.test(last.text) && /^[0-9]{2}$/.test(next.text);
    // OCR lost the point, and its place is left.
    const cents = end - i === 1 && hasLostPoint(last, next, [words[i - 1], words[end + 1]]);
    const reach = torn
      ? tornGap * size
      : inside
        ? Math.max(numberGap * size, (cents ? characterGap.lostPoint : characterGap.usual) * characterWidth(next))
        : 2 * numberGap * size;
    if (gap > reach) break;
    end++;
    const run = words.slice(i, end);
    const text = run.map((word) => word.text).join(cents ? style.decimal : ' ');
    const number = parseNumber(
      text,
      style,
      run.some((word) => word.source === 'ocr'),
    );
    if (number) found = { ...boxAround(run), words: run, text, number: cents ? { ...number, mended: true } : number };
  }
  return found;
}

/** "August 3 , 2014": a comma that stands alone parts cents at most. */
const isLonePoint = ({ text }: Word, next: Word | undefined): boolean =>
  /^[.,]$/.test(text) && !/^[0-9]{2}(?![0-9])/.test(next?.text ?? '');

/** "August 3, 2014": no figure goes on with a year behind its comma. */
const isYearBehind = (last: Word, next: Word): boolean =>
  /^[0-9]{1,2}[.,]$/.test(last.text) && /^(?:19|20)[0-9]{2}$/.test(next.text);

/** "August 3, 2014": day and year are no figures of a line. */
const isOfDate = (words: readonly Word[], day: number): boolean =>
  /^\p{L}{3,}\.?$/u.test(words[day - 1]?.text ?? '') &&
  /^[0-9]{1,2},$/.test(words[day]?.text ?? '') &&
  /^(?:19|20)[0-9]{2}$/.test(words[day + 1]?.text ?? '');

/**
 * "86 00" at the end of its cell, the two parts about as far from each other as a point is wide; behind other figures, "041 32
 * 86 00", they are of a telephone number.
 */
function hasLostPoint(whole: Word, cents: Word, [before, next]: readonly (Word | undefined)[]): boolean {
  const near = 2 * characterWidth(cents);
  const nextIsNear = next !== undefined && next.x - rightOf(cents) < near;
  const isGroup = before !== undefined && /^[0-9]+$/.test(before.text) && whole.x - rightOf(before) < near;
  return (
    whole.source === 'ocr' &&
    /^[0-9]{1,4}$/.test(whole.text) &&
    /^[0-9]{2}$/.test(cents.text) &&
    !nextIsNear &&
    !isGroup
  );
}

/** In a font of fixed width the space is as wide as a digit. */
const characterWidth = (word: Word) => word.width / Math.max(1, word.text.length);

function wordItem(word: Word, style: NumberStyle): Item {
  const number = parseNumber(word.text, style, word.source === 'ocr');
  return { x: word.x, y: word.y, width: word.width, height: word.height, words: [word], text: word.text, number };
}
