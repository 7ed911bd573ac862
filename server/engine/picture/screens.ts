import { componentsOf } from './connected-components.ts';
import type { Grey } from './grey.ts';
import { evenPaper } from './light.ts';
import { isSlip } from './sheet.ts';

/** The page is looked at in squares of so many pixels: some dots of a screen, and a quarter of a letter, at the size pages are read at. */
const square = 6;
/** Mean levels of a screened ground, where paper is 250: lighter is paper, darker a picture or a negative. */
const [darkest, lightest] = [120, 243];
/** In levels of grey, as paper is. */
const white = 247;
/** How much the dots of a screen stand out: standard deviation within a square, in levels. Grain is less. */
const rough = 11;
/** Squares beside each other are as grey as each other, in levels; print is not. */
const even = 18;
/** Print on a screen is no wider than the gap that so many squares bridge from either side. */
const bridge = 8;
/** Where anything of a square is lighter once its dots are averaged, there is paper, and the screen has ended. */
const paper = 235;
/** Above and below, the edge of a screen is no farther from what is clearly of it, in squares. */
const edge = 2;
/** So many squares of five times five are of the screen around one that is. */
const company = 6;
/** Smaller areas are no boxes or heads; in squares. So much of them is bare of print. */
const least = { width: 14, height: 4, squares: 80, bare: 0.3 };
/** The ground is as bright in so many squares across and down; it is told by those up to so far around them. */
const [alike, vicinity] = [3, 5];
/** Part of the squares of an area that are darker than its ground, being printed on. */
const brighter = 0.7;
/** How far around it each pixel is averaged, in pixels: dots of a screen are closer, and strokes of print not much thinner. */
const radius = 2;
/** Of the ground's brightness: what is lighter is ground, what is as dark as the other is print. */
const [ground, print] = [0.88, 0.35];

/**
 * Takes out the dots that a printer makes grey of, under the print that stands on them, so that boxes and heads become as
 * white as paper: each dot would be taken for print, and print among them is not found. Changes `grey`, whose light is even.
 * @returns whether there were any
 */
export function removeScreens(grey: Grey): boolean {
  // Slips have no screens.
  if (isSlip(grey)) return false;
  const { means, screened } = look(grey);
  const areas = areasOf(screened);
  if (!areas) return false;
  const smooth = averaged(grey);
  reachEdges(areas, brightestIn(smooth, areas, grey.width));
  const levels = groundsOf(means, areas);
  for (let y = 0; y < areas.height * square; y++) {
    const row = Math.floor(y / square) * areas.width;
    for (let x = 0; x < areas.width * square; x++) {
      const level = levels[row + Math.floor(x / square)]!;
      const at = y * grey.width + x;
      if (level > 0)
        grey.data[at] = Math.min(1, Math.max(0, (smooth[at]! / level - print) / (ground - print))) * evenPaper;
    }
  }
  return true;
}

/** How bright each square is, and which may be of a screen: rough in itself and as grey as those around it. */
function look({ width, height, data }: Grey): { means: Grey; screened: Grey } {
  const [across, down] = [Math.floor(width / square), Math.floor(height / square)];
  const means = { width: across, height: down, data: new Uint8Array(across * down) };
  const roughs = new Uint8Array(across * down);
  for (let row = 0; row < down; row++)
    for (let column = 0; column < across; column++) {
      const first = row * square * width + column * square;
      if (isPaper(data, first + width) && isPaper(data, first + 4 * width)) {
        means.data[row * across + column] = 255;
        continue;
      }
      let [sum, squares] = [0, 0];
      for (let y = row * square; y < (row + 1) * square; y++)
        for (let at = y * width + column * square, end = at + square; at < end; at++) {
          const level = data[at]!;
          sum += level;
          squares += level * level;
        }
      const mean = sum / (square * square);
      means.data[row * across + column] = mean;
      if (mean > darkest && mean < lightest && squares / (square * square) - mean * mean > rough * rough)
        roughs[row * across + column] = 1;
    }
  const screened = { width: across, height: down, data: new Uint8Array(across * down) };
  for (let row = 1; row < down - 1; row++)
    for (let at = row * across + 1, end = at + across - 2; at < end; at++) {
      if (roughs[at] !== 1) continue;
      const around = [at - 1, at + 1]
        .flatMap((near) => [near, near - across, near + across])
        .concat(at - across, at + across);
      if (around.every((near) => roughs[near] === 1 && Math.abs(means.data[near]! - means.data[at]!) < even))
        screened.data[at] = 1;
    }
  return { means, screened };
}

/** Whether three pixels of a row are white: most of a page is paper, and need not be looked at more closely. */
const isPaper = (data: Uint8Array, at: number): boolean =>
  data[at]! > white && data[at + 2]! > white && data[at + 4]! > white;

/** The screened areas with the print that stands on them; null where there are none. */
function areasOf({ width, height, data }: Grey): Grey | null {
  const closed = withoutStrays(data, width);
  for (const step of [1, width]) for (let time = 0; time < bridge; time++) widen(closed, step);
  for (const step of [1, width]) for (let time = 0; time < bridge; time++) narrow(closed, step);
  const areas = { width, height, data: new Uint8Array(width * height) };
  let found = false;
  for (const piece of componentsOf({ width, height, data: closed })) {
    if (piece.width < least.width || piece.height < least.height) continue;
    let [squares, all] = [0, 0];
    const each = (visit: (at: number) => void): void => {
      for (let y = piece.y; y < piece.y + piece.height; y++)
        for (let x = piece.x; x < piece.x + piece.width; x++) visit(y * width + x);
    };
    each((at) => {
      if (closed[at] === 1) all++;
      if (data[at] === 1) squares++;
    });
    if (squares < least.squares || squares < least.bare * all) continue;
    found = true;
    each((at) => {
      if (closed[at] === 1) areas.data[at] = 1;
    });
  }
  return found ? areas : null;
}

/** The brightest that any pixel of each square is once its dots are averaged: on paper something is white, between letters too. */
function brightestIn(smooth: Uint8Array, { width, height }: Grey, stride: number): Uint8Array {
  const result = new Uint8Array(width * height);
  for (let y = 0; y < height * square; y++) {
    const row = Math.floor(y / square) * width;
    for (let x = 0; x < width * square; x++) {
      const at = row + Math.floor(x / square);
      const level = smooth[y * stride + x]!;
      if (level > result[at]!) result[at] = level;
    }
  }
  return result;
}

/** Widens the areas along their rows by the print at their edges, up to the next paper, and a little up and down. */
function reachEdges({ width, data }: Grey, brightest: Uint8Array): void {
  const reach = (at: number, from: number): void => {
    if (data[from] === 1 && brightest[at]! < paper) data[at] = 1;
  };
  for (let at = 1; at < data.length; at++) reach(at, at - 1);
  for (let at = data.length - 2; at >= 0; at--) reach(at, at + 1);
  for (let time = 0; time < edge; time++) {
    const before = data.slice();
    for (let at = width; at < data.length - width; at++)
      if ((before[at - width] === 1 || before[at + width] === 1) && brightest[at]! < paper) data[at] = 1;
  }
}

/** Without squares that hardly any other is near: letters are as grey as each other by chance. */
function withoutStrays(data: Uint8Array, width: number): Uint8Array {
  const kept = new Uint8Array(data.length);
  for (let at = 2 * width + 2; at < data.length - 2 * width - 2; at++) {
    if (data[at] !== 1) continue;
    let near = 0;
    for (let row = at - 2 * width; row <= at + 2 * width; row += width)
      for (let each = row - 2; each <= row + 2; each++) near += data[each]!;
    if (near >= company) kept[at] = 1;
  }
  return kept;
}

function widen(data: Uint8Array, step: number): void {
  const before = data.slice();
  for (let at = step; at < data.length - step; at++)
    if (before[at - step] === 1 || before[at + step] === 1) data[at] = 1;
}

function narrow(data: Uint8Array, step: number): void {
  const before = data.slice();
  for (let at = step; at < data.length - step; at++)
    if (before[at - step] === 0 || before[at + step] === 0) data[at] = 0;
}

/** How bright the ground is at each square of the areas, 0 outside of them: the usual level around it of what is not print. */
function groundsOf({ width, height, data }: Grey, areas: Grey): Uint8Array {
  const levels = new Uint8Array(data.length);
  for (let top = 0; top < height; top += alike)
    for (let left = 0; left < width; left += alike) {
      const around: number[] = [];
      for (let y = Math.max(0, top - vicinity); y < Math.min(height, top + alike + vicinity); y += 2)
        for (let x = Math.max(0, left - vicinity); x < Math.min(width, left + alike + vicinity); x += 2)
          if (areas.data[y * width + x] === 1) around.push(data[y * width + x]!);
      // Print makes squares darker, so the ground is among the brighter ones.
      const level = around.sort((a, b) => a - b)[Math.floor(brighter * around.length)] ?? 0;
      for (let y = top; y < Math.min(height, top + alike); y++)
        for (let x = left; x < Math.min(width, left + alike); x++)
          if (areas.data[y * width + x] === 1) levels[y * width + x] = level;
    }
  return levels;
}

/** Each pixel as bright as all within the radius around it. */
function averaged({ width, height, data }: Grey): Uint8Array {
  const across = new Uint16Array(data.length);
  const side = 2 * radius + 1;
  for (let y = 0; y < height; y++) {
    let sum = 0;
    for (let x = -radius; x < width; x++) {
      if (x + radius < width) sum += data[y * width + x + radius]!;
      if (x > radius) sum -= data[y * width + x - radius - 1]!;
      if (x >= 0) across[y * width + x] = sum;
    }
  }
  const result = new Uint8Array(data.length);
  for (let x = 0; x < width; x++) {
    let sum = 0;
    for (let y = -radius; y < height; y++) {
      if (y + radius < height) sum += across[(y + radius) * width + x]!;
      if (y > radius) sum -= across[(y - radius - 1) * width + x]!;
      if (y >= 0) result[y * width + x] = sum / (side * side);
    }
  }
  return result;
}
