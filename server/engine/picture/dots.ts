import { binarise, componentsOf } from './connected-components.ts';
import { crop, type Grey } from './grey.ts';
import { median } from './skew.ts';

/** Part of the picture, around its middle, in which the dots are looked for; in pixels. */
const sampleSize = 2000;
/** The dots of a needle printer are about as wide as high, and alike; in pixels, as scanned at 150 to 600 dpi. */
const smallest = 2;
const largest = 14;
const roundest = 1.8;
/** So many pieces of ink, and such a part of all, are dots where a page is printed with them. */
const fewestDots = 1000;
const mostly = 0.6;
/**
 * Needles are up to a third of a millimetre thick, and their dots a little more: 1.1 points on paper that is 8 inches wide,
 * in parts of the picture's width. Larger ones are the grain of a picture or of a grey ground; smaller ones, in pixels, are noise.
 */
const surelyDots = { least: 4, most: 0.0019 };
/** For the size of a dot: what is seen this blurred closes the gap to the next dot of a stroke, and not that to the next stroke. */
const blurOfDot = 0.45;

/**
 * The picture with the dots joined of which a needle printer makes its letters, where they stand apart and each is a piece
 * of ink of its own: no letter is found in them else. Null where the page is not printed with such dots.
 */
export function joinDots(picture: Grey): Grey | null {
  const size = dotSize(picture);
  if (size === null) return null;
  const joined = { ...picture, data: picture.data.slice() };
  const radius = Math.max(1, Math.round(blurOfDot * size));
  // Three boxes after each other are as good as a bell.
  for (let time = 0; time < 3; time++) {
    blurAlong(joined, radius, 1, joined.width, joined.width, joined.height);
    blurAlong(joined, radius, joined.width, joined.height, 1, joined.width);
  }
  return joined;
}

/** Whether most of what is printed on the page is dots that are too small for letters, and stand apart. */
export function isPrintedWithNeedles(picture: Grey): boolean {
  const most = surelyDots.most * picture.width;
  const size = most < surelyDots.least ? null : dotSize(picture);
  return size !== null && size >= surelyDots.least && size <= most;
}

/** The usual size of a dot in pixels; null where the page's print is not made of them. */
function dotSize(picture: Grey): number | null {
  const [width, height] = [Math.min(sampleSize, picture.width), Math.min(sampleSize, picture.height)];
  const [x, y] = [Math.floor((picture.width - width) / 2), Math.floor((picture.height - height) / 2)];
  const pieces = componentsOf(binarise(crop(picture, { x, y, width, height }, 0))).filter(
    (piece) => piece.height >= smallest && piece.width >= smallest,
  );
  const dots = pieces.filter(
    (piece) =>
      Math.max(piece.width, piece.height) <= largest &&
      piece.width < roundest * piece.height &&
      piece.height < roundest * piece.width,
  );
  return dots.length < fewestDots || dots.length < mostly * pieces.length
    ? null
    : median(dots.map((dot) => dot.height));
}

/** The mean over `radius` pixels to both sides, along lines of `length` pixels that are `step` apart in memory. */
function blurAlong({ data }: Grey, radius: number, step: number, length: number, next: number, lines: number): void {
  const line = new Uint8Array(length);
  const span = 2 * radius + 1;
  for (let at = 0; at < lines; at++) {
    const start = at * next;
    for (let i = 0; i < length; i++) line[i] = data[start + i * step]!;
    const pixel = (i: number): number => line[i < 0 ? 0 : i >= length ? length - 1 : i]!;
    let sum = 0;
    for (let i = -radius; i <= radius; i++) sum += pixel(i);
    for (let i = 0; i < length; i++) {
      data[start + i * step] = sum / span;
      sum += pixel(i + radius + 1) - pixel(i - radius);
    }
  }
}
