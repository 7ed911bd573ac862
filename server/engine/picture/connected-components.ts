import type { Grey } from './grey.ts';
import { evenPaper } from './light.ts';

/** Black and white: 1 is ink. */
export interface Ink {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Side of the squares in which the darkest print is looked for, in pixels. */
export const inkTile = 48;
/** So much of a square is as dark as its darkest print; fewer pixels are specks. */
export const darkestPart = 0.02;
/** Where nothing is darker than this there is no print, only grain. */
const faintest = 205;

/** Grey print is darker than this, beside black print too. */
export const lightestPrint = 185;
/** Where all print is faint, what has this part of its contrast with the paper is ink. */
const faintEdge = 0.4;

/** Ink of a picture whose light is already even. */
export function binarise(grey: Grey): Ink {
  const { width, height } = grey;
  const columns = Math.ceil(width / inkTile);
  const rows = Math.ceil(height / inkTile);
  const darkest = darkestOf(grey, columns, rows);
  const data = new Uint8Array(width * height);
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) {
      let near = 255;
      for (let y = Math.max(0, r - 1); y <= Math.min(rows - 1, r + 1); y++)
        for (let x = Math.max(0, c - 1); x <= Math.min(columns - 1, c + 1); x++)
          near = Math.min(near, darkest[y * columns + x]!);
      if (near > faintest) continue;
      const threshold = Math.max(lightestPrint, evenPaper - faintEdge * (evenPaper - near));
      const bottom = Math.min(height, (r + 1) * inkTile);
      const right = Math.min(width, (c + 1) * inkTile);
      for (let y = r * inkTile; y < bottom; y++)
        for (let x = c * inkTile, at = y * width + x; x < right; x++, at++)
          if (grey.data[at]! < threshold) data[at] = 1;
    }
  return { width, height, data };
}

/** How dark the print of each square is. */
function darkestOf(grey: Grey, columns: number, rows: number): Uint8Array {
  const darkest = new Uint8Array(columns * rows);
  const counts = new Uint32Array(256);
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) {
      counts.fill(0);
      const bottom = Math.min(grey.height, (r + 1) * inkTile);
      const right = Math.min(grey.width, (c + 1) * inkTile);
      for (let y = r * inkTile; y < bottom; y++)
        for (let x = c * inkTile, at = y * grey.width + x; x < right; x++, at++) counts[grey.data[at]!]!++;
      const few = (bottom - r * inkTile) * (right - c * inkTile) * darkestPart;
      let level = 0;
      for (let below = counts[0]!; level < 255 && below < few; ) below += counts[++level]!;
      darkest[r * columns + c] = level;
    }
  return darkest;
}

/** A run of ink that is connected over edges and corners. */
export interface Component {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Pixels of ink. */
  size: number;
}

/** All connected pieces of ink, by two passes over the picture with runs joined row by row. */
export function componentsOf(ink: Ink): Component[] {
  const { width, height, data } = ink;
  // Most of a page is paper, and four pixels of it are passed at once.
  const fours = new Int32Array(data.buffer, data.byteOffset, data.length >> 2);
  // For each label the one that it was joined to, itself where it was not, and the box of what it stands for.
  const parents: number[] = [];
  const lefts: number[] = [];
  const rights: number[] = [];
  const tops: number[] = [];
  const bottoms: number[] = [];
  const sizes: number[] = [];
  const find = (label: number): number => {
    let root = label;
    while (parents[root]! !== root) root = parents[root]!;
    while (parents[label]! !== root) {
      const next = parents[label]!;
      parents[label] = root;
      label = next;
    }
    return root;
  };
  const join = (into: number, other: number): void => {
    parents[other] = into;
    lefts[into] = Math.min(lefts[into]!, lefts[other]!);
    rights[into] = Math.max(rights[into]!, rights[other]!);
    tops[into] = Math.min(tops[into]!, tops[other]!);
    bottoms[into] = Math.max(bottoms[into]!, bottoms[other]!);
    sizes[into]! += sizes[other]!;
  };
  // Runs of ink in this row and in the one above: from, to, label.
  let row = new Int32Array(3 * (width + 1));
  let above = new Int32Array(3 * (width + 1));
  let runsAbove = 0;
  for (let y = 0; y < height; y++) {
    let runs = 0;
    const start = y * width;
    const end = start + width;
    let first = 0;
    for (let at = start; at < end; ) {
      if (data[at] === 0) {
        at += (at & 3) === 0 && fours[at >> 2] === 0 ? 4 : 1;
        continue;
      }
      const from = at - start;
      while (at < end && data[at] === 1) at++;
      const to = at - start;
      let label = -1;
      while (first < runsAbove && above[first + 1]! < from) first += 3;
      for (let i = first; i < runsAbove && above[i]! <= to; i += 3) {
        const other = find(above[i + 2]!);
        if (label === -1) label = other;
        else if (label !== other) join(label, other);
      }
      if (label === -1) {
        label = parents.length;
        parents.push(label);
        lefts.push(from);
        rights.push(to);
        tops.push(y);
        bottoms.push(y + 1);
        sizes.push(to - from);
      } else {
        if (from < lefts[label]!) lefts[label] = from;
        if (to > rights[label]!) rights[label] = to;
        bottoms[label] = y + 1;
        sizes[label]! += to - from;
      }
      row[runs] = from;
      row[runs + 1] = to;
      row[runs + 2] = label;
      runs += 3;
    }
    [above, row] = [row, above];
    runsAbove = runs;
  }
  const components: Component[] = [];
  for (const [label, parent] of parents.entries()) {
    if (parent !== label) continue;
    const [x, y] = [lefts[label]!, tops[label]!];
    components.push({ x, y, width: rights[label]! - x, height: bottoms[label]! - y, size: sizes[label]! });
  }
  return components;
}

/** Side of a full stop, in heights of a letter. */
const fullStop = 0.2;

/**
 * Makes specks paper: pieces smaller than a full stop that stand away from any print. Changes `ink` and `grey`;
 * returns the components that stay.
 */
export function takeOutSpecks(components: Component[], ink: Ink, grey: Grey, letterHeight: number): Component[] {
  const largest = (fullStop * letterHeight) ** 2;
  const cell = Math.max(4, letterHeight);
  const columns = Math.ceil(ink.width / cell) + 2;
  const nearPrint = new Uint8Array(columns * (Math.ceil(ink.height / cell) + 2));
  for (const { x, y, width, height, size } of components) {
    if (size <= largest) continue;
    for (let r = Math.floor(y / cell); r <= Math.floor((y + height) / cell) + 1; r++)
      for (let c = Math.floor(x / cell); c <= Math.floor((x + width) / cell) + 2; c++) nearPrint[r * columns + c] = 1;
  }
  return components.filter((component) => {
    const row = Math.floor((component.y + component.height / 2) / cell);
    const column = Math.floor((component.x + component.width / 2) / cell) + 1;
    if (component.size > largest || nearPrint[row * columns + column] === 1) return true;
    for (let y = Math.max(0, component.y - 1); y < Math.min(ink.height, component.y + component.height + 1); y++) {
      const start = y * ink.width;
      const from = start + Math.max(0, component.x - 1);
      const to = start + Math.min(ink.width, component.x + component.width + 1);
      ink.data.fill(0, from, to);
      grey.data.fill(evenPaper, from, to);
    }
    return false;
  });
}
