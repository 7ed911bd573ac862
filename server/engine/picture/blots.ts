import type { Component, Ink } from './connected-components.ts';
import type { Grey } from './grey.ts';
import { lightLetters } from './negative.ts';

/** No stroke of print is so thick, in heights of a letter. */
const thick = 1.5;
/** What was blackened was a word at least: smaller patches are signs beside a number or an address. */
const long = 6;
/** So much of a square is ink where it is black: a marker leaves grains of paper. */
const solid = 0.95;
/** What is left around the squares of a patch with round ends, in heights of a letter. */
const fringe = 0.35;
/** More light parts than this that are as large as letters are print, which the engine reads on black too. */
const mostHoles = 2;

/**
 * Makes paper of solid black patches: what was blackened, and parts of pictures. The engine takes a block with one for a
 * picture and leaves out the lines beside it. Changes `ink` and `grey`.
 * @returns whether anything changed
 */
export function takeOutBlots(components: readonly Component[], ink: Ink, grey: Grey, letterHeight: number): boolean {
  const side = Math.round(thick * letterHeight);
  const margin = Math.round(fringe * letterHeight);
  let changed = false;
  for (const component of components) {
    const { width, height } = component;
    if (Math.min(width, height) < side || Math.max(width, height) < long * letterHeight) continue;
    const squares = solidSquares(component, ink, side);
    if (squares.length === 0 || holdsPrint(component, ink, letterHeight)) continue;
    changed = true;
    for (const { x, y } of squares) {
      const [left, right] = [Math.max(0, x - margin), Math.min(ink.width, x + side + margin)];
      for (let row = Math.max(0, y - margin); row < Math.min(ink.height, y + side + margin); row++) {
        ink.data.fill(0, row * ink.width + left, row * ink.width + right);
        grey.data.fill(255, row * ink.width + left, row * ink.width + right);
      }
    }
  }
  return changed;
}

/** Whether light print stands on the black; what reaches the edge of its box is the paper around it. */
const holdsPrint = (area: Component, ink: Ink, letterHeight: number): boolean =>
  lightLetters(area, ink, letterHeight).filter(
    ({ x, y, width, height }) => x > 0 && y > 0 && x + width < area.width && y + height < area.height,
  ).length > mostHoles;

/** Where squares of `side` pixels lie in a piece of ink that are black, every other pixel looked at. */
function solidSquares({ x, y, width, height }: Component, ink: Ink, side: number): { x: number; y: number }[] {
  // How much ink lies above and left of each corner.
  const wide = width + 1;
  const sums = new Uint32Array(wide * (height + 1));
  for (let row = 0; row < height; row++) {
    let inRow = 0;
    for (let column = 0; column < width; column++) {
      inRow += ink.data[(y + row) * ink.width + x + column]!;
      sums[(row + 1) * wide + column + 1] = sums[row * wide + column + 1]! + inRow;
    }
  }
  const squares: { x: number; y: number }[] = [];
  for (let top = 0; top + side <= height; top += 2)
    for (let left = 0; left + side <= width; left += 2) {
      const [above, below] = [top * wide + left, (top + side) * wide + left];
      const black = sums[below + side]! - sums[below]! - sums[above + side]! + sums[above]!;
      if (black >= solid * side * side) squares.push({ x: x + left, y: y + top });
    }
  return squares;
}
