import type { Word } from '../page.ts';
import { unknownLetter } from './letters.ts';
import type { PdfImage, PdfPage } from './pdf.ts';

/** What a PDF page's text layer is worth. */
export interface Trust {
  /** Words that are painted where they are said to stand. */
  words: Word[];
  /** Whether they are all that can be read on the page, apart from pictures. */
  complete: boolean;
}

/** Fewer words than these do not speak for a layer; a page number stands on many a scanned page. */
const fewWords = 12;

/**
 * Judges a text layer. A layer that is not painted, or that lies under a picture of the page, was made by a scanner's
 * OCR; one that does not read like language comes from a font whose codes mean nothing outside of it.
 */
export function trustLayer(page: PdfPage): Trust {
  const covers = page.images.filter((image) => image.opaque && areaOf(image) > 0.6 * page.width * page.height);
  const words = page.words
    .filter(({ hidden, order }) => !hidden && !covers.some((cover) => cover.order > order))
    .map(({ word }) => word);
  if (!readsLikeLanguage(words)) return { words: [], complete: false };
  const covered = covers.length > 0 && words.length < 0.5 * page.words.length;
  return { words, complete: words.length >= fewWords && !covered };
}

function areaOf(image: PdfImage): number {
  return image.width * image.height;
}

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
  if (characters > 0 && unknown > 0.2 * characters) return false;
  return long < 8 || spoken > 0.6 * long;
}
