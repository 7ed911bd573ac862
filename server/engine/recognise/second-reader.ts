import { readFile } from 'node:fs/promises';
import { env, InferenceSession, Tensor } from 'onnxruntime-web';
import { resource } from '../../resources.ts';
import type { Box } from '../page.ts';
import { type Grey, warp } from '../picture/grey.ts';

/** What the second reader makes of a cut-out; the sureness, 0 to 1, is that of its least sure character. */
export interface SecondReading {
  text: string;
  sureness: number;
}

interface Reader {
  session: InferenceSession;
  /** What the network's answers mean, from the second on; the first is that nothing new begins. */
  alphabet: string;
}

/** A strip of ink, 1, on paper, 0, as high as the network sees it. */
interface Strip {
  width: number;
  ink: Float32Array;
}

/** As in training/render.py: the height that the network sees, the white around the box in parts of its height. */
const height = 32;
const margin = 0.12;
const narrowest = 16;
const widest = 640;
/** Strips that are read in one go: beside each other they waste little on unlike widths. */
const together = 16;
/** Widths that the network takes. */
const columns = 4;

let reader: Promise<Reader> | null = null;

/**
 * Reads cut-outs of one word or value each with a network of our own, which shares nothing with the first engine. It is
 * started at first use and kept. It runs in WebAssembly, because its native library ends the whole process when a thread
 * is ended in which it works.
 * @param boxes of print that lies straight, in pixels of the picture
 */
export async function readCutOuts(grey: Grey, boxes: readonly Box[]): Promise<SecondReading[]> {
  reader ??= startReader();
  const { session, alphabet } = await reader;
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
    for (const [row, { index }] of part.entries())
      readings[index] = bestPath(all.subarray(row * size, (row + 1) * size), alphabet);
  }
  return readings;
}

/** Starts the reader, which takes a moment, so that it is ready when the first page asks. Why it cannot start, a page hears. */
export function warmUpSecondReader(): void {
  reader ??= startReader();
  reader.catch(() => {});
}

async function startReader(): Promise<Reader> {
  env.wasm.numThreads = 1;
  const [network, told] = await Promise.all([
    readFile(resource('recogniser', 'values.onnx')),
    readFile(resource('recogniser', 'values.json'), 'utf8'),
  ]);
  const session = await InferenceSession.create(network, { executionProviders: ['wasm'] });
  return { session, alphabet: (JSON.parse(told) as { alphabet: string }).alphabet };
}

/** @param answers for each column of the strip the probabilities that nothing new begins, and of each character */
export function bestPath(answers: Float32Array, alphabet: string): SecondReading {
  const choices = alphabet.length + 1;
  const surenesses: number[] = [];
  let text = '';
  let before = 0;
  for (let start = 0; start < answers.length; start += choices) {
    const column = answers.subarray(start, start + choices);
    const sureness = Math.max(...column);
    const best = column.indexOf(sureness);
    if (best !== 0 && best === before) surenesses.push(Math.max(surenesses.pop()!, sureness));
    else if (best !== 0) {
      text += alphabet[best - 1];
      surenesses.push(sureness);
    }
    before = best;
  }
  return { text, sureness: surenesses.length === 0 ? 0 : Math.min(...surenesses) };
}

function stripOf(grey: Grey, box: Box): Strip {
  const edge = margin * box.height;
  const scale = Math.max(4, box.height + 2 * edge) / height;
  const wide = box.width + 2 * edge;
  const width = Math.min(widest, Math.max(narrowest, Math.round(wide / scale)));
  const across = wide / width;
  // From the middle of a pixel to the middle of one.
  const toSource = [
    across,
    0,
    box.x - edge + across / 2 - 0.5,
    0,
    scale,
    box.y - edge + scale / 2 - 0.5,
    0,
    0,
    1,
  ] as const;
  const seen = warp(grey, toSource, width, height);
  return { width, ink: inkOf(seen) };
}

/** Ink as 1 and paper as 0, whatever the contrast. */
function inkOf({ data }: Grey): Float32Array {
  const sorted = data.toSorted();
  const low = sorted[Math.floor(0.01 * (sorted.length - 1))]!;
  const high = sorted[Math.floor(0.9 * (sorted.length - 1))]!;
  const range = Math.max(16, high - low);
  return Float32Array.from(data, (light) => Math.min(1.25, Math.max(-0.25, (high - light) / range)));
}
