import { darkestPart, inkTile } from './connected-components.ts';
import type { Grey } from './grey.ts';
import { evenPaper } from './light.ts';

/** Every second pixel of every second row says enough. */
const step = 2;
/** So many of the squares have something in them that is no lighter than bare paper. */
const barePaper = 0.9;
/** Print is darker than bare squares of the paper by at least this; the rest is grain. */
const grain = 12;
/** Fewer squares with print than this part of all say nothing. */
const fewSquares = 0.01;

/** Print that is lighter than this is taken for grain when ink is looked for. */
const tooFaint = 160;
/** What is no darker than this may as well shine through from the back of the sheet. */
const hardlyPrint = 212;
/** How dark faint print is made, and how many times darker at most: its grain grows with it. */
const darkEnough = 105;
const mostTimes = 3;

/**
 * Darkens a page on which all print is so faint that it would be taken for the paper's grain. Changes `grey`.
 * @param level as {@link printLevel} says
 */
export function darkenFaint(grey: Grey, level: number = printLevel(grey)): void {
  if (level < tooFaint || level > hardlyPrint) return;
  const times = Math.min(mostTimes, (evenPaper - darkEnough) / (evenPaper - level));
  const darkened = Uint8ClampedArray.from({ length: 256 }, (_, value) => evenPaper - (evenPaper - value) * times);
  for (let at = 0; at < grey.data.length; at++) grey.data[at] = darkened[grey.data[at]!]!;
}

/**
 * How dark the print of a page is, 0 to 255: its darker quarter, so that neither grey words on a page of black print nor
 * a dark edge beside faint print decides. 255 where there is no print.
 * @param grey its light evened out
 */
export function printLevel({ width, height, data }: Grey): number {
  const levels: number[] = [];
  const counts = new Uint32Array(256);
  for (let top = 0; top < height; top += inkTile)
    for (let left = 0; left < width; left += inkTile) {
      counts.fill(0);
      let seen = 0;
      for (let y = top; y < Math.min(height, top + inkTile); y += step)
        for (let x = left, at = y * width + x; x < Math.min(width, left + inkTile); x += step, at += step, seen++)
          counts[data[at]!]!++;
      let level = 0;
      for (let below = counts[0]!; level < 255 && below < darkestPart * seen; ) below += counts[++level]!;
      levels.push(level);
    }
  levels.sort((a, b) => a - b);
  const bare = levels[Math.floor(barePaper * levels.length)] ?? 255;
  const print = levels.filter((level) => level < bare - grain);
  return print.length < fewSquares * levels.length ? 255 : print[print.length >> 2]!;
}
