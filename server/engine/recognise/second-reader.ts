import { readFile } from 'node:fs/promises';
import { env, InferenceSession, Tensor } from 'onnxruntime-web';
import { resource } from '../../resources.ts';
import type { Box } from '../page.ts';
import { type Grey, warp } from '../picture/grey.ts';

/** What the second reader makes of a cut-out; the sureness, 0 to 1, is that of its least sure character. */
export interface SecondReading {
  text: string;
  sureness: number;
  /** The box ends within a character, which is not said. */
  cut: boolean;
}

/** What resources/recogniser/values.json says of the network. */
interface Card {
  /** What its answers mean, from the second on; the first is that nothing new begins. */
  alphabet: string;
  /** Characters that it says in another's place, because print shows both alike: letters of three scripts, dashes. */
  alike: Record<string, string>;
  /** What it says where the box ends within a character. */
  cut: string;
}

interface Reader extends Card {
  session: InferenceSession;
}

/** A strip of ink, 1, on paper, 0, as high as the network sees it. */
interface Strip {
  width: number;
  ink: Float32Array;
}

/** As in training/render.py: the height that the network sees, the white around the box in parts of its height. */
const height = 32;
const margin = 0.12;
/** How far beside the box print may belong to the word: more than the white within a word, less than a space. */
const beside = 0.3;
const besideFrom = 0.03;
const below = 0.3;
/** Pixels of ink that are no noise. */
const print = 4;
const narrowest = 16;
const widest = 640;
/** As there: a box counts as so high at least, in pixels of the picture. */
const lowest = 4;
/**
 * As there: of a strip's pixels, by their light, so many are darker than its ink, and so many than its paper; and how
 * far apart both are at least, of 255.
 */
const [darkest, bright, leastRange] = [0.01, 0.9, 16];
/** As there: ink is seen no blacker, and paper no whiter. */
const [blackest, whitest] = [1.25, -0.25];
/** More than this is ink. */
const inkFrom = 0.5;
/** Strips that are read in one go: beside each other they waste little on unlike widths. */
const together = 16;
/** Widths that the network takes. */
const columns = 4;

let reader: Promise<Reader> | null = null;

/** Letters of scripts other than Latin. */
export const otherScript = /[\p{Script=Greek}\p{Script=Cyrillic}]/u;

/**
 * Reads cut-outs of one word or value each with a network of our own, which shares nothing with the first engine. It is
 * started at first use and kept. It runs in WebAssembly, because its native library ends the whole process when a thread
 * is ended in which it works.
 * @param boxes of print that lies straight, in pixels of the picture
 * @param isLatin whether the page is in Latin letters alone; of others nothing is read then
 */
export async function readCutOuts(grey: Grey, boxes: readonly Box[], isLatin: boolean): Promise<SecondReading[]> {
  const { session, alphabet, cut } = await startedReader();
  const isExpected = [...alphabet].map((character) => !isLatin || !otherScript.test(character));
  const strips = boxes.map((box, index) => ({ index, ...stripOf(grey, box) })).sort((a, b) => a.width - b.width);
  const readings: SecondReading[] = [];
  for (let from = 0; from < strips.length; from += together) {
    const part = strips.slice(from, from + together);
    const width = Math.ceil(part.at(-1)!.width / columns) * columns;
    const ink = new Float32Array(part.length * height * width);
    for (const [row, strip] of part.entries())
      for (let y = 0; y < height; y++)
        ink.set(strip.ink.subarray(y * strip.width, (y + 1) * strip.width), (row * height + y) * width);
    const { answers } = await session.run({ ink: new Tensor('float32', ink, [part.length, 1, height, width]) });
    const all = answers!.data as Float32Array;
    const size = all.length / part.length;
    for (const [row, { index }] of part.entries()) {
      const { text, sureness } = bestPath(all.subarray(row * size, (row + 1) * size), alphabet, isExpected);
      readings[index] = { text: text.replaceAll(cut, ''), sureness, cut: text.includes(cut) };
    }
  }
  return readings;
}

/**
 * How the second reader would say a text: what print shows alike is one character.
 * @return null for a text with characters that it does not know
 */
export async function asSecondReaderSays(text: string): Promise<string | null> {
  const { alphabet, alike } = await startedReader();
  const said = [...text].map((character) => alike[character] ?? character);
  return said.every((character) => alphabet.includes(character)) ? said.join('') : null;
}

const startedReader = (): Promise<Reader> => (reader ??= startReader());

/** Starts the reader, which takes a moment, so that it is ready when the first page asks. Why it cannot start, a page hears. */
export function warmUpSecondReader(): void {
  startedReader().catch(() => {});
}

async function startReader(): Promise<Reader> {
  env.wasm.numThreads = 1;
  const [network, told] = await Promise.all([
    readFile(resource('recogniser', 'values.onnx')),
    readFile(resource('recogniser', 'values.json'), 'utf8'),
  ]);
  const session = await InferenceSession.create(network, { executionProviders: ['wasm'] });
  return { session, ...(JSON.parse(told) as Card) };
}

/**
 * @param answers for each column of the strip how likely it is, as a logarithm, that nothing new begins, and each character
 * @param isExpected of each character of the alphabet, whether it may stand there; how sure it is counts the others as well
 */
export function bestPath(
  answers: Float32Array,
  alphabet: string,
  isExpected?: readonly boolean[],
): Pick<SecondReading, 'text' | 'sureness'> {
  const choices = alphabet.length + 1;
  const surenesses: number[] = [];
  let text = '';
  let before = 0;
  for (let start = 0; start < answers.length; start += choices) {
    const column = answers.subarray(start, start + choices);
    let best = 0;
    for (let choice = 1; choice < choices; choice++)
      if (column[choice]! > column[best]! && isExpected?.[choice - 1] !== false) best = choice;
    if (best !== 0) {
      const sureness = shareOf(best, column);
      if (best === before) surenesses.push(Math.max(surenesses.pop()!, sureness));
      else {
        text += alphabet[best - 1];
        surenesses.push(sureness);
      }
    }
    before = best;
  }
  return { text, sureness: surenesses.length === 0 ? 0 : Math.min(...surenesses) };
}

/** How likely the best of several choices is; for the other columns, which are most, nobody has to know. */
function shareOf(best: number, column: Float32Array): number {
  let all = 0;
  for (const choice of column) all += Math.exp(choice - column[best]!);
  return 1 / all;
}

function stripOf(grey: Grey, box: Box): Strip {
  const edge = margin * box.height;
  const seen = scaled(grey, grown(box, edge, edge));
  return { width: seen.width, ink: inkOf(seen) };
}

/** Whether no print stands so close at the sides of a box that it may belong to it; a little lower too, where underscores are. */
export function standsAlone(grey: Grey, box: Box): boolean {
  const [across, down] = [beside * box.height, below * box.height];
  const part = { ...grown(box, across, 0), height: box.height + down };
  const seen = scaled(grey, part);
  const ink = inkOf(seen);
  const { width } = seen;
  const side = Math.floor(((across - besideFrom * box.height) * width) / part.width);
  let [left, right] = [0, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < side; x++) {
      if (ink[y * width + x]! > inkFrom) left++;
      if (ink[(y + 1) * width - 1 - x]! > inkFrom) right++;
    }
  return Math.max(left, right) <= print;
}

const grown = (box: Box, across: number, down: number): Box => ({
  x: box.x - across,
  y: box.y - down,
  width: box.width + 2 * across,
  height: box.height + 2 * down,
});

/** A part of the picture as high as the network sees it. */
function scaled(grey: Grey, part: Box): Grey {
  const scale = Math.max(lowest, part.height) / height;
  const width = Math.min(widest, Math.max(narrowest, Math.round(part.width / scale)));
  const across = part.width / width;
  // From the middle of a pixel to the middle of one.
  const toSource = [across, 0, part.x + across / 2 - 0.5, 0, scale, part.y + scale / 2 - 0.5, 0, 0, 1] as const;
  return warp(grey, toSource, width, height);
}

/** Ink as 1 and paper as 0, whatever the contrast. */
function inkOf({ data }: Grey): Float32Array {
  const sorted = data.toSorted();
  const low = sorted[Math.floor(darkest * (sorted.length - 1))]!;
  const high = sorted[Math.floor(bright * (sorted.length - 1))]!;
  const range = Math.max(leastRange, high - low);
  return Float32Array.from(data, (light) => Math.min(blackest, Math.max(whitest, (high - light) / range)));
}
