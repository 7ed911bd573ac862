import type { Word } from '../page.ts';
import { unknownLetter } from './letters.ts';
import type { PdfPage } from './pdf.ts';

/** What a PDF page's text layer is worth. */
export interface Trust {
  /** Words that are painted where they are said to stand. */
  words: Word[];
  /** Whether they are all that can be read on the page, apart from pictures. */
  complete: boolean;
}

/** Fewer words than these do not speak for a layer; a page number stands on many a scanned page. */
const fewWords = 12;
/** On a picture of a page so many may be a stamp: what the archive, the post room or the workflow wrote on a scan. */
const fewOnPicture = 60;
/** Or fewer than this part of the page's words, where nobody sees the rest. */
const fewOfAll = 0.5;
/** Part of a page that pictures take up when they are the page and not something on it. */
const wholePage = 0.6;

/**
 * Judges a text layer. One that nobody can see, on or under a picture of the page, was made by a scanner's OCR; one that
 * does not read like language comes from a font whose codes mean nothing outside of it, or other letters; and where a font draws an eight and
 * says that it is a three, only what is drawn counts.
 */
export function trustLayer(page: PdfPage): Trust {
  const words = page.words.filter(({ hidden }) => !hidden).map(({ word }) => word);
  if (page.doubtedFigures.length > 0 || !readsLikeLanguage(words)) return { words: [], complete: false };
  const isStamp = isOnePicture(page) && (words.length < fewOnPicture || words.length < fewOfAll * page.words.length);
  return { words, complete: words.length >= fewWords && !isStamp };
}

/** Whether it shows a picture of the page that a scanner made, in one piece or in strips. */
function isOnePicture(page: PdfPage): boolean {
  const wide = page.images.filter(({ opaque, width }) => opaque && width > wholePage * page.width);
  const area = wide.reduce((sum, { width, height }) => sum + width * height, 0);
  return area > wholePage * page.width * page.height;
}

/** Of a text's characters no more than this part is left unnamed. */
const mostUnknown = 0.2;
/** Of a text's long words more than this part have vowels; fewer long words say nothing. */
const [fewestLong, partSpoken] = [8, 0.6];

/** Letters of a text have vowels among them, and a file that names its characters names nearly all of them. */
function readsLikeLanguage(words: Word[]): boolean {
  let characters = 0;
  let unknown = 0;
  let long = 0;
  let spoken = 0;
  for (const { text } of words) {
    characters += text.length;
    unknown += text.split(unknownLetter).length - 1;
    if (!/^\p{L}{4,}$/u.test(text)) continue;
    long++;
    if (/[aeiouyаеиоуъюяѝαεηιουω]/iu.test(text.normalize('NFD'))) spoken++;
  }
  if (characters > 0 && unknown > mostUnknown * characters) return false;
  return (long < fewestLong || spoken > partSpoken * long) && !isOfAnotherTable(words);
}

/** So many different words, and this part of all with letters, are no accident: a brand or a misprint is one. */
const fewestMisspelt = 8;
const partMisspelt = 0.1;

/** A sign among letters, or a capital with an accent behind a small letter: "Z·kaznÌk", "S³ownie", "Datum vystavenÌ". */
const misspelt =
  /\p{L}[·¯˙ˆ˜˘˚¸˝˛ˇ¨»«†‡¹²³¼½¾±¶¿¡¬][\p{Ll}]|\p{Ll}[·¯˙˘˚¸˝˛ˇ»¹³¾¿]$|\p{Ll}(?![A-Z])\p{Lu}(?:\p{Ll}|$)/u;

/** The words of a font of bars or signs are none of them. */
const isMostlyLatin = (text: string): boolean => 2 * text.replace(/[^A-Za-z]/g, '').length >= text.length;

/** Every code means a letter, but one of another table than what is drawn. */
function isOfAnotherTable(words: readonly Word[]): boolean {
  const spelt = new Set(words.map(({ text }) => text).filter((text) => /[A-Za-z]{2}/.test(text)));
  const wrong = [...spelt].filter((text) => isMostlyLatin(text) && misspelt.test(text.normalize('NFC'))).length;
  return wrong >= fewestMisspelt && wrong > partMisspelt * spelt.size;
}
