import type { Page, Rule, Word } from '../page.ts';
import { bottomOf, middleY } from './geometry.ts';
import { rowsOf } from './rows.ts';

/** Lines and leaders that printers and old programs draw with characters. */
const drawnWithCharacters = /^(?:[-=_*.·…+|\u2500-\u257f]{4,}|[\u2500\u2501\u250c-\u257f]+)$/u;
/** Made for drawing, and used for nothing else: "│". */
const boxStroke = /[\u2502\u2503\u2506\u2507\u250a\u250b\u250e-\u254b\u254e-\u256c]/u;
/** What old programs draw upright lines with, wherever it stands in the same place of several rows. */
const barStroke = /[|¦]/u;
/** The same, where it also begins and ends the rows: elsewhere these are what they are in any text. */
const framingStroke = /[!:]/u;

/** So many strokes above each other make a line. */
const fewestStrokes = 3;
/** In heights of a stroke; rows of text may stand two lines apart. */
const farthest = 2;
/** They are no farther beside each other, in widths of a stroke and in points. */
const astray = { width: 0.3, points: 1 };
/** No form has so many lines; a hostile text layer must not keep reading busy for ever. */
const mostLines = 400;

/** One character that draws a part of an upright line. */
interface Stroke {
  /** Its middle. */
  x: number;
  y: number;
  width: number;
  height: number;
  word: Word;
  /** Index of the character in its word. */
  at: number;
  sure: boolean;
}

/**
 * The page with the lines that are drawn with characters ("+---+", "| 12|kg |", "│") as drawn lines, and without these
 * characters in its words.
 */
export function withDrawnLines(page: Page): Page {
  const words = page.words.filter(({ text }) => !drawnWithCharacters.test(text));
  const drawn = page.words.filter(({ text, source }) => source === 'text' && drawnWithCharacters.test(text));
  const crossings = drawn.flatMap((word) => strokesIn(word, (text) => text === '+' || isBar(text)));
  const chains = chainsOf([...strokesOf({ ...page, words }), ...crossings]);
  const struck = new Map<Word, Set<number>>();
  for (const { word, at } of chains.flat()) struck.set(word, (struck.get(word) ?? new Set()).add(at));
  const rules = [...drawn.filter(({ text }) => drawsTable(text)).map(across), ...chains.map(upright)];
  if (rules.length === 0 || rules.length > mostLines) return { ...page, words };
  return {
    ...page,
    words: words.flatMap((word) => (struck.has(word) ? without(word, struck.get(word)!) : [word])),
    rules: [...page.rules, ...rules],
  };
}

/** Whether a line of characters is part of a table: one with crossings, or one across several columns. */
function drawsTable(text: string): boolean {
  if (!/^[-=_+|\u2500-\u257f]+$/u.test(text) || !/[-=_\u2500\u2501\u2550]/u.test(text)) return false;
  return /[+|\u2500-\u257f]/u.test(text) || (text.length >= 20 && !text.includes('_'));
}

/** Strokes among the words of a text layer; a scan's are found as the lines that they look like. */
function strokesOf(page: Page): Stroke[] {
  if (!page.words.some(({ text, source }) => source === 'text' && mayBeStroke.test(text))) return [];
  return rowsOf(page).flatMap(({ words }) => {
    const printed = words.filter(({ source }) => source === 'text');
    const boxes = printed.flatMap((word) => strokesIn(word, (text) => boxStroke.test(text)));
    const bars = printed.flatMap((word) => strokesIn(word, (text) => barStroke.test(text)));
    // A single bar parts two words of a text ("Apron | navy").
    return [...boxes, ...(bars.length > 1 ? bars : []), ...framingStrokes(printed)];
  });
}

const mayBeStroke = /^[!:]|[|¦\u2500-\u257f]/u;

/** Strokes of a row that begin and end it and stand between. */
function framingStrokes(words: readonly Word[]): Stroke[] {
  const first = words[0]?.text[0] ?? '';
  if (!framingStroke.test(first) || !words.at(-1)!.text.endsWith(first)) return [];
  const strokes = words.flatMap((word) => strokesIn(word, (text) => text === first));
  return strokes.length < 3 ? [] : strokes;
}

const isBar = (text: string) => boxStroke.test(text) || barStroke.test(text);

function strokesIn(word: Word, isStroke: (text: string) => boolean): Stroke[] {
  const characters = [...word.text];
  // All characters of print that lines are drawn with are equally wide.
  const width = word.width / characters.length;
  return characters.flatMap((text, at) => {
    const x = word.x + (at + 0.5) * width;
    return isStroke(text) ? [{ x, y: word.y, width, height: word.height, word, at, sure: boxStroke.test(text) }] : [];
  });
}

/** Strokes that stand right below each other, as far as they are enough to be a line. */
function chainsOf(strokes: readonly Stroke[]): Stroke[][] {
  // By whole points, so that each stroke meets only those near it.
  const open = new Map<number, Stroke[]>();
  const chains: Stroke[][] = [];
  for (const stroke of [...strokes].sort((a, b) => middleY(a) - middleY(b))) {
    const point = Math.round(stroke.x);
    const near = [point, point - 1, point + 1].find((x) => {
      const last = open.get(x)?.at(-1);
      return (
        last &&
        Math.abs(last.x - stroke.x) < Math.min(astray.points, astray.width * stroke.width) &&
        stroke.y - bottomOf(last) < farthest * stroke.height
      );
    });
    if (near !== undefined) open.get(near)!.push(stroke);
    else {
      const chain = [stroke];
      open.set(point, chain);
      chains.push(chain);
    }
  }
  return chains.filter((chain) => chain.length >= fewestStrokes || chain.some(({ sure }) => sure));
}

const upright = (chain: readonly Stroke[]): Rule => {
  const [first, last] = [chain[0]!, chain.at(-1)!];
  return { direction: 'vertical', x: first.x, y: first.y, width: 0, height: bottomOf(last) - first.y };
};

const across = (word: Word): Rule => ({
  direction: 'horizontal',
  x: word.x,
  y: middleY(word),
  width: word.width,
  height: 0,
});

/** What is left of a word between its strokes. */
function without(word: Word, strokes: ReadonlySet<number>): Word[] {
  const characters = [...word.text];
  const wide = word.width / characters.length;
  const cuts = [-1, ...[...strokes].sort((a, b) => a - b), characters.length];
  return cuts.slice(1).flatMap((end, i) => {
    const from = cuts[i]! + 1;
    const text = characters.slice(from, end).join('');
    return text === '' ? [] : [{ ...word, text, x: word.x + from * wide, width: (end - from) * wide }];
  });
}
