import type { Grey } from '../picture/grey.ts';
import { evenPaper } from '../picture/light.ts';
import type { OcrWord } from './ocr.ts';

/** Widths of characters for that of a usual figure: an O is wider than any figure, an I without serifs a mere bar. */
const widestZero = 1.15;
const narrowestO = 1.25;
const widestBar = 0.32;
const percentSign = { narrowest: 1.3, widest: 1.9 };
/** More per cent than this are no rate, but figures. */
const highestRate = 30;

/** Where fewer of a number's characters are pieces of ink of their own, it is not known which of them touch. */
const leastParted = 0.7;

/** A piece of a word between white columns, from `from` up to `to`. */
interface Run {
  from: number;
  to: number;
}

/**
 * Tells apart, by their widths beside the figures of the same word, what models take for each other whatever the
 * language: O and 0, and 1 for I, in numbers that mix letters with figures; and the sign of per cent, which some read
 * as 96.
 * @param grey the page that the words' pixels are on
 */
export function resolveConfusables(words: readonly OcrWord[], grey: Grey): OcrWord[] {
  const figureWidth = widthOfFigures(words);
  return words
    .map(withInitials)
    .map(withZeros)
    .map((word, index, words) => {
      if (word.text === '96' && isPerCentOf(words[index - 1], word, grey)) return { ...word, text: '%' };
      const mixed = isMixed(word.text) && /[O01]/.test(word.text);
      const rate = /^\d{1,2}9\d?$/.test(word.text);
      if (!mixed && !rate) return word;
      const runs = runsOf(grey, word, inkLevel(grey, word));
      const text = rate ? asRate(word.text, runs) : asNumber(word.text, runs);
      if (rate && text === word.text && isNarrowRate(word, figureWidth))
        return { ...word, text: `${text.slice(0, -2)}%` };
      return text === word.text ? word : { ...word, text };
    });
}

/** A small o among capitals and beside a figure is a zero, "FFo152"; "No152" is a label and its number. */
function withZeros(word: OcrWord): OcrWord {
  const { text } = word;
  if (!/^[A-Z\do/.:#-]{4,17}$/.test(text) || !/[A-Z]/.test(text)) return word;
  const zeros = text.replace(/(?<=\d)o|(?<!(?<![A-Z])N)o(?=\d)/g, '0');
  return zeros === text ? word : { ...word, text: zeros };
}

/** "R.0.", "z 0.0.": a nought among initials is a letter, and behind a lone letter a pair of them are two. */
function withInitials(word: OcrWord, index: number, words: readonly OcrWord[]): OcrWord {
  const before = words[index - 1];
  const isPair = before?.line === word.line && /^\p{L}$/u.test(before.text) && /^0\.0\.?,*$/.test(word.text);
  if (!isPair && !/^(?:\p{L}\.)+0\.?,*$/u.test(word.text)) return word;
  const letter = isPair && before.text === before.text.toLowerCase() ? 'o' : 'O';
  return { ...word, text: word.text.replaceAll('0', letter) };
}

/** Letters with figures, but no account's number, in which check digits tell more than widths do. */
function isMixed(text: string): boolean {
  return /^[A-Z\d/.:#-]{4,17}$/.test(text) && /[A-Z]/.test(text) && /\d/.test(text);
}

function asRate(text: string, runs: readonly Run[]): string {
  const figures = text.slice(0, runs.length - 1);
  const last = runs.at(-1);
  if (!last || figures === '' || Number(figures) > highestRate || text.length > runs.length + 1) return text;
  const usual = middle(runs.slice(0, -1).map(widthOf));
  // A 1 is narrow and says nothing about how wide figures are.
  if (/^1+$/.test(figures)) return text;
  const width = widthOf(last) / usual;
  return width > percentSign.narrowest && width < percentSign.widest ? `${figures}%` : text;
}

/** So wide in figures, for one that is not there, are two figures that touch a sign of per cent. */
const narrowRate = 0.8;
/** So many numbers of so many figures tell how wide a figure is. */
const telling = { numbers: 3, figures: 3 };

/** The width of a figure for its height where pieces do not tell it, as print of few pixels runs together; null where too few do. */
function widthOfFigures(words: readonly OcrWord[]): number | null {
  const widths = words
    .filter(({ text }) => text.length >= telling.figures && /^[02-9]+$/.test(text))
    .map(({ text, width, height }) => width / text.length / height);
  return widths.length < telling.numbers ? null : middle(widths);
}

/** "2796" that is too narrow for four figures, and begins with what may be a rate. */
function isNarrowRate({ text, width, height }: OcrWord, figureWidth: number | null): boolean {
  const figures = /^([2-9]|[1-3]\d)96$/.exec(text)?.[1];
  if (figureWidth === null || figures === undefined || Number(figures) > highestRate) return false;
  return width / height < (text.length - 1 + narrowRate) * figureWidth;
}

/** A sign of per cent that stands apart from its figure, and is narrower than two of them. */
function isPerCentOf(figure: OcrWord | undefined, sign: OcrWord, grey: Grey): boolean {
  if (!figure || figure.line !== sign.line || !/^\d{1,2}$/.test(figure.text) || /^1+$/.test(figure.text)) return false;
  if (Number(figure.text) > highestRate || sign.x - figure.x - figure.width > sign.height) return false;
  const usual = middle(runsOf(grey, figure, inkLevel(grey, figure)).map(widthOf));
  const runs = runsOf(grey, sign, inkLevel(grey, sign));
  const width = (runs.at(-1)?.to ?? 0) - (runs[0]?.from ?? 0);
  return width > percentSign.narrowest * usual && width < percentSign.widest * usual;
}

function asNumber(text: string, found: readonly Run[]): string {
  const characters = [...text];
  const runs = parted(found, characters.length);
  if (!runs) return text;
  const usual = characters.flatMap((c, index) => (/[2-9]/.test(c) ? [widthOf(runs[index]!)] : []));
  if (usual.length < 2) return text;
  const figure = middle(usual);
  // Behind the first figure there are hardly letters any more.
  const letters = /^[A-Z01]*/.exec(text)![0].length;
  // Countries whose numbers begin with an O of theirs.
  const country = /^[RN]O(?=[O\d])/.test(text) ? 2 : 0;
  const words = [...text.matchAll(/[A-Z\d]+/g)].filter(([part]) => /^[A-Z]{2,}$/.test(part));
  // Tills and typewriters make all characters as wide: there a word is told by its letters.
  const isInWord = (at: number): boolean => words.some((word) => at >= word.index && at < word.index + word[0].length);
  return characters
    .map((c, index) => {
      const run = runs[index]!;
      const width = widthOf(run) / figure;
      if (index < country || isInWord(index)) return c;
      if (c === 'O') return width < widestZero ? '0' : c;
      if (c === '0' && index < letters && width > narrowestO) return 'O';
      if (c === '1' && index < letters && width < widestBar) return 'I';
      return c;
    })
    .join('');
}

/** One piece for each character: where two touch, the widest piece is taken for them. */
function parted(found: readonly Run[], count: number): Run[] | null {
  if (found.length > count || found.length < leastParted * count) return null;
  const runs = [...found];
  while (runs.length < count) {
    const widest = runs.indexOf(runs.reduce((best, run) => (widthOf(run) > widthOf(best) ? run : best)));
    const { from, to } = runs[widest]!;
    const half = (from + to) / 2;
    runs.splice(widest, 1, { from, to: half }, { from: half, to });
  }
  return runs;
}

function runsOf(grey: Grey, { x, y, width, height }: OcrWord, level: number): Run[] {
  const runs: Run[] = [];
  const right = Math.min(grey.width, Math.ceil(x + width));
  let inside = false;
  for (let column = Math.max(0, Math.floor(x)); column < right; column++) {
    let ink = false;
    for (let row = Math.max(0, Math.floor(y)); row < Math.min(grey.height, y + height) && !ink; row++)
      ink = grey.data[row * grey.width + column]! < level;
    if (ink && inside) runs.at(-1)!.to = column + 1;
    else if (ink) runs.push({ from: column, to: column + 1 });
    inside = ink;
  }
  return runs;
}

/** Half way from the word's darkest ink to the paper. */
function inkLevel(grey: Grey, { x, y, width, height }: OcrWord): number {
  let darkest = evenPaper;
  for (let row = Math.max(0, Math.floor(y)); row < Math.min(grey.height, y + height); row++)
    for (let column = Math.max(0, Math.floor(x)); column < Math.min(grey.width, x + width); column++)
      darkest = Math.min(darkest, grey.data[row * grey.width + column]!);
  return (darkest + evenPaper) / 2;
}

const widthOf = ({ from, to }: Run): number => to - from;

function middle(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
