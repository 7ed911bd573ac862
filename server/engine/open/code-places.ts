import { boxAround } from '../layout/rows.ts';
import type { Box } from '../page.ts';
import type { Blot } from './pdf-paths.ts';

/** Places on one page that are looked at: more pictures than this are a catalogue. */
const mostPlaces = 6;
/** Side of the squares in which small areas are gathered, in points; modules of one code are closer than this. */
const gridStep = 12;
/** The smallest QR code has more than 60 runs of dark modules, of four corners each; a barcode has 25 bars or more. */
const fewestCorners = 100;
/** A code needs white around it to be read; in points. */
const margin = 6;
/**
 * Sides of a code, in points: its shorter one, its longer one, that of a square one (90 mm) and the height of a strip
 * of bars.
 */
const code = { narrowest: 14, shortest: 28, longest: 320, largestSquare: 255, highestStrip: 160 };
/** What is narrower than this part of its length is no square. */
const squarish = 0.75;

/** Where on a page that needs no picture to be read a printed code may be: by the size and build of what is drawn. */
export function codePlaces(images: readonly Box[], blots: readonly Blot[]): Box[] {
  return [...images, ...gathered(blots)]
    .filter(isSizedLikeACode)
    .slice(0, mostPlaces)
    .map(({ x, y, width, height }) => ({
      x: Math.max(0, x - margin),
      y: Math.max(0, y - margin),
      width: width + 2 * margin,
      height: height + 2 * margin,
    }));
}

/** A square of 10 to 90 mm, or a strip of bars. */
export function isSizedLikeACode({ width, height }: Box): boolean {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return (
    short >= code.narrowest &&
    long >= code.shortest &&
    long <= code.longest &&
    (short / long > squarish ? long <= code.largestSquare : short <= code.highestStrip)
  );
}

/** Small filled areas that lie together, when their corners are as many as a code has. */
function gathered(blots: readonly Blot[]): Box[] {
  const squares = new Map<string, Blot[]>();
  const keyOf = (column: number, row: number): string => `${column} ${row}`;
  for (const blot of blots) {
    const key = keyOf(
      Math.floor((blot.x + blot.width / 2) / gridStep),
      Math.floor((blot.y + blot.height / 2) / gridStep),
    );
    const square = squares.get(key) ?? [];
    squares.set(key, square);
    square.push(blot);
  }
  const places: Box[] = [];
  for (const start of [...squares.keys()]) {
    const together: Blot[] = [];
    const waiting = [start];
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      const square = squares.get(key);
      if (!square) continue;
      squares.delete(key);
      together.push(...square);
      const [column, row] = key.split(' ').map(Number) as [number, number];
      for (const dx of [-1, 0, 1]) for (const dy of [-1, 0, 1]) waiting.push(keyOf(column + dx, row + dy));
    }
    if (together.reduce((sum, blot) => sum + blot.corners, 0) >= fewestCorners) places.push(boxAround(together));
  }
  return places;
}
