import { isIban } from '../../checks/iban.ts';
import type { Grey } from '../picture/grey.ts';
import type { OcrWord } from './ocr.ts';
import { surestMended } from './scan-words.ts';
import { hasCheckDigit } from './second-look.ts';
import { asSecondReaderSays, otherScript, readCutOuts, type SecondReading, standsAlone } from './second-reader.ts';
import { gapBetween } from './word-boxes.ts';

/** Words of a page that are read again at most; those with figures first. */
const most = 400;
/** Characters of a word at most: of longer ones the second reader sees too little. */
const longest = 26;
const figure = /\d/;
const figures = /\d\D*\d/;
const letters = /\p{Letter}{3}/u;
/** Of less sureness a reading says nothing. */
export const surely = 0.9;
/** Where the first reading is less sure, the second takes its place: how often it is right stands beside its weights. */
const doubted = 0.8;
/** So sure a reading has to be to vouch for the first. */
const surelyAlike = 0.95;
/** What the first doubted and the second saw alike, surely: no weak print, and no proof either. Of 1,151 such words 15 were wrong. */
const agreed = 0.8;
/** Dates, amounts with cents, by themselves or with the letter of their rate, and rates: what print says so is seldom misread so. */
export const form =
  /^(?:-?\d[\d.,' ]{0,12}[.,]\d{2}(?:-|[*x ]?[A-G])?|\d{1,2}[./-]\d{1,2}[./-](?:\d{2}|\d{4})|\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}(?:[.,]\d{1,2})? ?%)$/;
/** What goes on beside the word, where both readers have only the part in its box. */
const goesOn = /^[.,'/-]|[.,'/-]$/;

/**
 * Has words with figures, those beside them and doubted ones read a second time. A doubted word gives way to the second
 * reading; of each word that both saw differently it is kept what the other one saw, and of each that both saw alike that
 * they did.
 * @param words of the page, in pixels of `grey`; they are left as they are
 */
export async function readAgain(words: readonly OcrWord[], grey: Grey): Promise<OcrWord[]> {
  const asked = words
    .filter(
      (word, index) =>
        word.confidence < doubted ||
        (word.text.length <= longest && [index - 1, index, index + 1].some((at) => isBeside(words[at], word))),
    )
    .toSorted((one, other) => Number(figure.test(other.text)) - Number(figure.test(one.text)))
    .slice(0, most);
  const isLatin = !words.some(({ text }) => otherScript.test(text));
  const judged = new Map<OcrWord, OcrWord[]>();
  for (const [index, reading] of (await readCutOuts(grey, asked, isLatin)).entries()) {
    const word = asked[index]!;
    const at = words.indexOf(word);
    const isPart = isPartOfNumber(word, words[at - 1], words[at + 1]);
    judged.set(word, judge(word, await asSecondReaderSays(word.text), reading, isPart, grey));
  }
  return words.flatMap((word) => judged.get(word) ?? word);
}

const isBeside = (other: OcrWord | undefined, word: OcrWord): boolean =>
  other !== undefined && other.line === word.line && figure.test(other.text);

/**
 * "22" behind "4,": evenly wide print leaves so much white beside a point that the number was cut there, and both readers
 * have only a part of it.
 */
function isPartOfNumber(word: OcrWord, before: OcrWord | undefined, after: OcrWord | undefined): boolean {
  const isNear = (other: OcrWord | undefined): other is OcrWord =>
    other?.line === word.line && gapBetween(other, word) < word.height;
  return (
    (isNear(before) && /\d[.,'/-]$/.test(before.text) && /^\d/.test(word.text)) ||
    (isNear(after) && /^[.,'/-]\d/.test(after.text) && /\d$/.test(word.text))
  );
}

/**
 * @param said the word's text as the second reader says it; null where it cannot, because it lacks a character
 * @param isPart whether it is a part of a number that goes on beside it
 */
function judge(word: OcrWord, said: string | null, reading: SecondReading, isPart: boolean, grey: Grey): OcrWord[] {
  if (said !== null && bare(reading.text) === bare(said)) {
    if (said !== reading.text || reading.sureness < surelyAlike || reading.cut) return [word];
    return [
      !isPart && isProvenAlike(word) && standsAlone(grey, word)
        ? { ...word, alike: word.text }
        : { ...word, confidence: Math.max(word.confidence, agreed) },
    ];
  }
  const isHeard = reading.sureness >= surely && !reading.cut && (said !== null || word.confidence < doubted);
  if (!isHeard) return [word];
  if (beginsWithHash(word.text, reading.text)) return [{ ...word, text: reading.text, other: word.text }];
  return replaces(reading, word) ? replaced(word, reading) : [{ ...word, other: reading.text }];
}

/** "4719026" for "#719026": the first reader has figures and letters with bars for the sign before a number, the second the sign. */
const beginsWithHash = (first: string, second: string): boolean =>
  /^[4H%]\d{2}/.test(first) && second === `#${first.slice(1)}`;

/**
 * Whether two readings, surely the same, prove the word's characters: those of an amount, a date or a rate do. What both could
 * misread alike is left out, such as an O before figures, or a number of which the box holds only a part.
 */
const isProvenAlike = ({ text, confidence }: OcrWord): boolean =>
  confidence >= doubted && !goesOn.test(text) && form.test(text);

/**
 * Whether the second reading takes the word's place. Check digits say which is right; else doubt does. A speck is now and
 * then taken for a single figure: only where the first reader saw one too, or there are several.
 */
function replaces({ text }: SecondReading, word: OcrWord): boolean {
  const [first, second] = [word.text, text].map((each) => isIban(each) || hasCheckDigit(each));
  if (first !== second) return second!;
  if (word.confidence >= doubted || (form.test(word.text) && !form.test(text))) return false;
  const isWord = letters.test(text) && letters.test(word.text) && !otherScript.test(text + word.text);
  return (figure.test(word.text) ? figure : figures).test(text) || (isWord && !figure.test(text));
}

/** The word as it was read again. Its letters are as sure as those that they replace. */
const replaced = (word: OcrWord, { text }: SecondReading): OcrWord[] =>
  inParts({
    ...word,
    text,
    confidence: figure.test(text) ? surestMended : Math.max(word.confidence, surestMended),
    other: word.text,
  });

/** A word that was read with spaces in it, as several words, each as wide as its share of the characters. */
export function inParts(word: OcrWord): OcrWord[] {
  const whole = word.text.trim();
  const each = word.width / whole.length;
  return [...whole.matchAll(/\S+/g)].map(({ 0: part, index }) => ({
    ...word,
    text: part,
    x: word.x + index * each,
    width: part.length * each,
  }));
}

/** A reading without the marks of a sentence around it, and without spaces, which one reader sees and the other leaves out. */
function bare(text: string): string {
  let end = text.length;
  while (end > 0 && ').,:; '.includes(text[end - 1]!)) end--;
  return text.slice(text.startsWith('(') ? 1 : 0, end).replaceAll(' ', '');
}
