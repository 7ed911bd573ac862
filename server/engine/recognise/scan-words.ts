import { ascent, descent } from '../open/pdf-words.ts';
import type { Word } from '../page.ts';
import type { OcrWord } from './ocr.ts';

/** Heights of the parts of letters above and below the baseline, in parts of the font size; usual for text fonts. */
const capital = 0.7;
const small = 0.51;
const tail = 0.2;
/**
 * A word is of its line's print where its baseline is less off, in parts of the font size, and its size between so many
 * times the line's.
 */
const onLine = { off: 0.35, largerThan: 0.55, smallerThan: 1.6 };
/** Lower or narrower marks are specks; in pixels. */
const leastMark = { width: 2, height: 3 };
/**
 * Print is read with more confidence than this: a lone letter, words and figures, a currency's sign, other marks, and a
 * dash.
 */
const printFrom = { letter: 0.5, word: 0.05, currency: 0.8, mark: 0.5, dash: 0.8 };
/** A word that was read with less confidence is a doubted one. */
export const doubted = 0.6;
/** What was put right or chosen confirms nothing: as sure as weak print. */
export const surestMended = 0.55;

/** How many characters were read, each as much as it is sure. */
export const sureCharacters = (words: readonly OcrWord[]): number =>
  words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0);

/** Mean over all characters, 0 to 1; 0 where none was read. */
export function meanConfidence(words: readonly OcrWord[]): number {
  const characters = words.reduce((sum, { text }) => sum + text.length, 0);
  return characters === 0 ? 0 : sureCharacters(words) / characters;
}

/**
 * The words of one picture, in points. Boxes of single words depend on their letters (an m is low, a p hangs down);
 * here they are replaced by boxes on the line's common baseline with the line's font size.
 * @param toPoints points for one pixel
 */
export function wordsOfScan(read: OcrWord[], toPoints: number): Word[] {
  const lines = new Map<number, OcrWord[]>();
  for (const word of read) {
    if (!isWord(word)) continue;
    const line = lines.get(word.line);
    if (line) line.push(word);
    else lines.set(word.line, [word]);
  }
  return [...lines.values()].flatMap((line) => onBaseline(withoutStrayMarks(line), toPoints));
}

/** What is seen of a rule or a speck at a word: a bar or bracket at its side, and a quotation mark that nothing closes. */
function withoutStrayMarks(line: readonly OcrWord[]): OcrWord[] {
  const isClosed = (at: number): boolean =>
    line.slice(at).some(({ text }) => /\p{L}[.,]?["'”’“‘]|\p{L}['’]\p{L}/u.test(text));
  return line.map((word, at) => {
    const inner = word.text.slice(1);
    const isBarred = /^[|[]/.test(word.text) && /^(?:\p{Lu}\p{Ll}|\d)/u.test(inner) && !inner.includes(']');
    const open = isBarred ? inner : word.text;
    const figure = open.slice(0, -1);
    const barred = open.endsWith('|') && /^\d{2,3}$|[.,]\d{1,3}$/.test(figure) ? figure : open;
    const quoted = /^["'“„‘”’](?=\p{L}{3})/u.test(barred) && !isClosed(at);
    const text = quoted ? barred.slice(1) : barred;
    if (text === word.text) return word;
    const { other, ...own } = word;
    return { ...own, text };
  });
}

/** Hardly any model knows №; what each takes it for is no word before a number. */
export function restoreNumeroSigns(words: readonly OcrWord[]): OcrWord[] {
  const lines = [...Map.groupBy(words.filter(isWord), ({ line }) => line).values()];
  const signs = lines.flatMap((line) =>
    line.filter(
      ({ text }, index) =>
        /^(N[e29]|n[29?]|М[ео])$/u.test(text) && /^\p{Lu}{0,4}-?\d/u.test(line[index + 1]?.text ?? ''),
    ),
  );
  return words.map((word) => (signs.includes(word) ? { ...word, text: '№' } : word));
}

/** Whether this is print: specks and remains of rules are read as lone marks with little confidence. */
export function isWord({ text, confidence, width, height }: OcrWord): boolean {
  if (text.trim() === '' || width < leastMark.width || height < leastMark.height) return false;
  if (/^\p{L}\W?$/u.test(text)) return confidence > printFrom.letter;
  if (/[\p{L}\p{N}]/u.test(text)) return confidence > printFrom.word;
  // A figure under a stamp looks like one of these as well.
  if (/^[$£¥]$/.test(text)) return confidence > printFrom.currency;
  return (
    (confidence > printFrom.mark && !/^[|_~—\-.,'`"‘’“”°•*]+$/u.test(text)) ||
    (text === '-' && confidence > printFrom.dash)
  );
}

function onBaseline(line: OcrWord[], toPoints: number): Word[] {
  const measured = line.map((word) => {
    const { above, below } = extentOf(word.text);
    const fontSize = word.height / (above + below);
    return { word, fontSize, baseline: word.y + word.height - below * fontSize };
  });
  const fontSize = middle(measured.map((item) => item.fontSize));
  const baseline = middle(measured.map((item) => item.baseline));
  return measured.map(({ word, ...own }): Word => {
    const fits =
      Math.abs(own.baseline - baseline) < onLine.off * fontSize &&
      own.fontSize < onLine.smallerThan * fontSize &&
      own.fontSize > onLine.largerThan * fontSize;
    const size = (fits ? fontSize : own.fontSize) * toPoints;
    return {
      // The engine now and then reads a space into a word.
      text: word.text.normalize('NFC').trim(),
      x: word.x * toPoints,
      // As high as in a text layer, so that lines from both kinds of page compare alike.
      y: (fits ? baseline : own.baseline) * toPoints - ascent * size,
      width: word.width * toPoints,
      height: (ascent + descent) * size,
      confidence: word.confidence,
      source: 'ocr',
      fontSize: size,
      bold: word.bold,
      ...(word.other !== undefined && { other: word.other }),
      ...(word.alike !== undefined && { alike: word.alike }),
    };
  });
}

/** How far the letters of a word reach above and below the baseline, in parts of the font size. */
function extentOf(text: string): { above: number; below: number } {
  const above = /[\p{Lu}\p{N}bdfhiklt!?&%$€£/()[\]ăâîáéíóúäöüőűčřšžàèùçñ]/u.test(text)
    ? capital
    : /[\p{L}]/u.test(text)
      ? small
      : capital;
  const below = /[gjpqyşșţț(),;ęą/[\]]/u.test(text) ? tail : 0;
  return { above, below };
}

function middle(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
