import type { Box, Word } from '../page.ts';
import { cleanText, combiningForm, unknownLetter } from './letters.ts';
import type { Glyph, Ink } from './pdf-glyphs.ts';
import type { Run, Turn } from './pdf-run.ts';
import { inReadingOrder } from './reading-order.ts';
import { joinLetterSpaced, joinSpacedLetters } from './spaced-letters.ts';

/** A word of the text layer, and what trusting it depends on. */
export interface LayerWord {
  word: Word;
  /** The direction in which it runs, clockwise from left to right. */
  turn: Turn;
  /** Nobody can see it. */
  hidden: boolean;
}

/** A gap wider than this part of the font size ends a word where no space character does. */
const wordGap = 0.15;
/**
 * Otherwise a character goes on with its run, in parts of the font size: its baseline is no more off, it reaches back
 * over the last one, or before the run, by less; and the smaller of both has at least that part of the larger one's size.
 */
const goesOn = { off: 0.25, over: 0.6, before: 0.1, smaller: 0.5 };
/**
 * Pieces of one word stand nearer, in parts of the font size: across, one before the other, one over the other; and are
 * of one size but for the last.
 */
const fragments = { off: 0.1, gap: 0.08, over: 0.15, smaller: 0.85 };
/**
 * Runs are searched for pieces of one word from so much above them to so much below: parts of the font size, and points
 * for rounding.
 */
const searched = { above: 0.1, points: 0.01, below: 0.2 };
/** An accent shares more of its width with the run that it stands over. */
const accentOver = 0.3;
/** A letter begins before the end of an accent that was printed before it, by more of its width. */
const letterUnder = 0.3;
/** A character struck again begins nearer to where it did before, in parts of its width. */
const struckAgain = 0.4;
/** Text printed again is nearer to the same place, in parts of the font size. */
const overprint = 0.2;
/** Text at a slant of more is a watermark or a stamp; degrees. */
const slant = 3;
/** A character without a width counts as so wide; points. */
const leastWidth = 0.1;
/** Heights above and below the baseline, in parts of the font size; one pair for all fonts keeps lines comparable. */
export const ascent = 0.75;
export const descent = 0.22;

/**
 * Puts characters together that are painted in one way; text at a slant (watermarks, stamps) is left out. Who can see
 * them is for the caller to say.
 */
export function runsOf(glyphs: Glyph[]): Run[] {
  return withoutOverprint(firstRuns(glyphs));
}

/** What is set at a slant, in the order of painting: watermarks and stamps. */
export const slantedText = (glyphs: readonly Glyph[]): string =>
  glyphs
    .filter((glyph) => turnOf(glyph) === null && !glyph.ink.unseen)
    .map(({ text }) => text)
    .join('')
    .trim();

/** Puts runs together to words. */
export function wordsOf(painted: Run[]): LayerWord[] {
  // What was painted in pieces and once more as a whole is the same only once the pieces are joined.
  const runs = joinSpacedLetters(joinLetterSpaced(withoutOverprint(joinFragments(painted))));
  const words: LayerWord[] = [];
  for (const run of runs) {
    const text = cleanText(run.text).trim();
    if (text === '') continue;
    for (const part of text.split(/\s+/)) {
      // Pictures kept in fonts (bullets, telephones) are no words.
      if (part.replaceAll(unknownLetter, '') !== '') words.push(asWord(run, part, text));
    }
  }
  return inReadingOrder(words, (item) => item.word);
}

/** Runs in the order of painting: a space, a wide gap or a move to another line ends one. */
function firstRuns(glyphs: Glyph[]): Run[] {
  const runs: Run[] = [];
  let run: Run | null = null;
  let afterSpace = false;
  // Where the last character of the run begins.
  let last = 0;
  for (const glyph of glyphs) {
    const turn = turnOf(glyph);
    if (turn === null || /^\s*$/u.test(glyph.text)) {
      run = null;
      afterSpace = true;
      continue;
    }
    const [u, v] = inFrame(turn, glyph.x, glyph.y);
    const [end] = inFrame(turn, glyph.endX, glyph.endY);
    const accent = combiningForm(glyph.text);
    if (run && accent && overlap(run, u, end) > accentOver && Math.abs(v - run.v) < run.size) {
      run.text += accent;
      continue;
    }
    // The same character within the one before is that one struck again: "5" in bold is no 55.
    if (
      run?.text.endsWith(glyph.text) &&
      Math.abs(u - last) < struckAgain * Math.abs(end - u) &&
      continues(run, turn, glyph, u, v)
    ) {
      if (!glyph.ink.unseen) run.bold = true;
      continue;
    }
    if (run && continues(run, turn, glyph, u, v)) {
      last = u;
      const pending = combiningForm(run.text.slice(-1));
      // An accent printed before the letter it stands on.
      if (pending && u < run.end - letterUnder * (end - u)) run.text = run.text.slice(0, -1) + glyph.text + pending;
      else run.text += glyph.text;
      run.end = Math.max(run.end, end);
      run.spacing = glyph.spacing;
      run.characters++;
      if (run.layers[0]!.at(-1) !== glyph.ink) run.layers[0]!.push(glyph.ink);
      continue;
    }
    run = {
      turn,
      text: glyph.text,
      u: Math.min(u, end),
      end: Math.max(u, end),
      v,
      size: glyph.size,
      bold: glyph.bold,
      layers: [[glyph.ink]],
      hidden: false,
      spacing: glyph.spacing,
      afterSpace,
      characters: 1,
    };
    afterSpace = false;
    last = u;
    runs.push(run);
  }
  return runs;
}

/** The quarter turn that the baseline is nearest to; null at a slant. */
function turnOf(glyph: Glyph): Turn | null {
  const dx = glyph.endX - glyph.x;
  const dy = glyph.endY - glyph.y;
  if (dx === 0 && dy === 0) return 0;
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  for (const turn of [0, 90, 180, 270] as const) {
    const off = Math.abs(((angle - turn + 540) % 360) - 180);
    if (off <= slant) return turn;
  }
  return null;
}

function inFrame(turn: Turn, x: number, y: number): [number, number] {
  if (turn === 0) return [x, y];
  if (turn === 90) return [y, -x];
  if (turn === 180) return [-x, -y];
  return [-y, x];
}

function overlap(run: Run, u: number, end: number): number {
  return (Math.min(run.end, end) - Math.max(run.u, u)) / Math.max(leastWidth, end - u);
}

function continues(run: Run, turn: Turn, glyph: Glyph, u: number, v: number): boolean {
  if (turn !== run.turn || !isSameLook(glyph.ink, run.layers[0]![0]!)) return false;
  const size = Math.max(run.size, glyph.size);
  if (Math.abs(v - run.v) > goesOn.off * size || Math.min(run.size, glyph.size) < goesOn.smaller * size) return false;
  const gap = u - run.end - Math.max(0, run.spacing);
  return gap < wordGap * size && gap > -goesOn.over * size && u > run.u - goesOn.before * size;
}

function isSameLook(a: Ink, b: Ink): boolean {
  return (
    a === b ||
    (a.unseen === b.unseen &&
      a.veiled === b.veiled &&
      a.colours.length === b.colours.length &&
      a.colours.every((colour, index) => colour === b.colours[index]))
  );
}

/** Text printed twice at nearly the same place is one text in bold. */
function withoutOverprint(runs: Run[]): Run[] {
  const seen = new Map<string, Run[]>();
  return runs.filter((run) => {
    const key = `${run.turn} ${run.text}`;
    const same = seen.get(key) ?? [];
    const first = same.find((other) => Math.hypot(other.u - run.u, other.v - run.v) < overprint * run.size);
    if (!first) {
      same.push(run);
      seen.set(key, same);
      return true;
    }
    // A shadow lies under its text, or text that nobody sees.
    if (![first, run].some(({ layers }) => layers[0]![0]!.unseen)) first.bold = true;
    first.layers.push(...run.layers);
    return false;
  });
}

/** Joins pieces of one word that the program placed one by one, in whatever order it painted them. */
function joinFragments(runs: Run[]): Run[] {
  return joinNeighbours(runs, (left, right) => {
    const size = Math.max(left.size, right.size);
    const gap = right.u - left.end - Math.max(0, left.spacing);
    return (
      left.hidden === right.hidden &&
      Math.abs(left.v - right.v) < fragments.off * size &&
      Math.min(left.size, right.size) > fragments.smaller * size &&
      gap < fragments.gap * size &&
      gap > -fragments.over * size
    );
  });
}

function joinNeighbours(runs: Run[], belongs: (left: Run, right: Run) => boolean): Run[] {
  const sorted = [...runs].sort((a, b) => a.turn - b.turn || a.v - b.v || a.u - b.u);
  const gone = new Set<Run>();
  for (let i = 0; i < sorted.length; i++) {
    const left = sorted[i]!;
    if (gone.has(left)) continue;
    let found = true;
    while (found) {
      found = false;
      const top = left.v - searched.above * left.size - searched.points;
      for (let j = firstAtHeight(sorted, left.turn, top); j < sorted.length; j++) {
        const right = sorted[j]!;
        if (right.turn !== left.turn || right.v - left.v > searched.below * left.size) break;
        if (right === left || gone.has(right) || right.u <= left.u || !belongs(left, right)) continue;
        left.text += right.text;
        left.end = Math.max(left.end, right.end);
        left.spacing = right.spacing;
        left.characters += right.characters;
        gone.add(right);
        found = true;
        break;
      }
    }
  }
  return runs.filter((run) => !gone.has(run));
}

/** Index of the first run of this turn at or below v, by halving. */
function firstAtHeight(sorted: Run[], turn: Turn, v: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const run = sorted[middle]!;
    if (run.turn < turn || (run.turn === turn && run.v < v)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The box of one white-space free part of a run's text, shared out by the number of characters. */
function asWord(run: Run, part: string, text: string): LayerWord {
  const from = text.indexOf(part) / text.length;
  const length = part.length / text.length;
  const width = run.end - run.u;
  const u = run.u + from * width;
  const word: Word = {
    text: part,
    ...boxOf(run, u, u + length * width, -ascent, descent),
    confidence: null,
    source: 'text',
    fontSize: run.size,
    bold: run.bold,
  };
  return { word, turn: run.turn, hidden: run.hidden };
}

/**
 * Part of a run as a box on the page.
 * @param u where it begins along the baseline, in points of the run's frame
 * @param end where it ends there
 * @param top from the baseline, in parts of the font size, downwards
 * @param bottom likewise
 */
export function boxOf({ turn, v, size }: Run, u: number, end: number, top: number, bottom: number): Box {
  const back = (a: number, b: number): [number, number] => {
    if (turn === 0) return [a, b];
    if (turn === 90) return [-b, a];
    if (turn === 180) return [-a, -b];
    return [b, -a];
  };
  const [x0, y0] = back(u, v + top * size);
  const [x1, y1] = back(end, v + bottom * size);
  return { x: Math.min(x0, x1), y: Math.min(y0, y1), width: Math.abs(x1 - x0), height: Math.abs(y1 - y0) };
}
