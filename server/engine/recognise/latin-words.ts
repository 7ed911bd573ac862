import { otherScripts } from './models.ts';
import type { OcrEngine, OcrLanguage, OcrWord } from './ocr.ts';
import { type PrintedPage, readTwice } from './read-twice.ts';

/** Words that are read again on one page at most. */
const mostWords = 16;
/** A word in the page's own script is read with more confidence by its own model. */
const surelyItsOwn = 0.92;
/** Cyrillic and Greek capitals that look like Latin ones. */
const latin: Record<string, string> = {
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
  У: 'Y',
  Х: 'X',
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Χ: 'X',
};

/** What is said in Latin capitals everywhere, also where all of them look like the page's own. */
const international = /^(?:IBAN|BIC|SWIFT)[.:]?$/;

/**
 * Reads again with a Latin model what stands in Latin capitals on a page in Cyrillic or Greek: "IBAN", a bank's code, a
 * currency, a type of goods. The page's own model writes something of its own for it ("ТВАМ").
 * @param words of the page; they are left as they are
 */
export async function readLatinWords(
  words: readonly OcrWord[],
  page: Pick<PrintedPage, 'grey' | 'letterHeight' | 'dpi'>,
  engine: OcrEngine,
  language: OcrLanguage,
): Promise<OcrWord[]> {
  if (!otherScripts.includes(language)) return [...words];
  const doubted = words.filter(mayBeLatin).slice(0, mostWords);
  const readings = await Promise.all(doubted.map((word) => readTwice(word, page, engine, 'eng')));
  return words.map((word) => {
    const alike = inLatin(word.text);
    if (international.test(alike)) return { ...word, text: alike };
    const again = readings[doubted.indexOf(word)];
    const text = again?.map((part) => part.text).join('') ?? '';
    return again && isOtherThan(word.text, text) ? { ...word, text, confidence: again[0]!.confidence } : word;
  });
}

/** Capitals, with figures and punctuation, but no tax number, whose country alone is Latin. */
function mayBeLatin({ text, confidence }: OcrWord): boolean {
  return confidence < surelyItsOwn && /^\(?[\p{Lu}\d]{2,14}[.,:)]*$/u.test(text) && /[А-ЯΑ-Ω]/u.test(text);
}

/** Where both models say the same letters, the page's own script is meant. */
function isOtherThan(own: string, text: string): boolean {
  return inLatin(own) !== text && /^\(?[A-Z\d]{2,14}[.,:)]*$/.test(text) && /[A-Z]/.test(text);
}

const inLatin = (text: string): string => text.replace(/[А-ЯΑ-Ω]/gu, (c) => latin[c] ?? c);
