import { binarise, componentsOf } from './connected-components.ts';
import { darkenFaint } from './faint.ts';
import { type Grey, shrink, warp } from './grey.ts';
import { compose, type Homography, ontoQuad, type Point, scaling, turning } from './homography.ts';
import { flattenLight } from './light.ts';
import { darkGrounds, turnDarkGrounds } from './negative.ts';
import { edgeMargin, findSheet } from './sheet.ts';
import { findSkew, lettersOf, median } from './skew.ts';
import { whitenTints } from './tints.ts';

/** How to look at a picture so that its page lies straight. */
export interface Deskewing {
  width: number;
  height: number;
  /** From pixels of the straight page to pixels of the picture. */
  toSource: Homography;
  /** How much wider than high it is drawn. */
  stretched: number;
}

/** Letters of this height (the middle one of a page, in pixels) are read best; much larger ones only take longer. */
export const goodLetterHeight = 22;
/** Of a sheet's height: usual letters of some 5.5 points on A4. */
const usualLetter = 5.5 / 842;
/** Width of usual letters for their height. The narrow ones of till printers are stretched to it, for no model knows them. */
const usualLetters = 0.7;
const narrowLetters = 0.6;
/** Letters whose shape is the font's, in heights of the middle one: neither small ones nor what runs together. */
const usualHeights = { above: 0.8, below: 1.3 };
/** A page that would be drawn between these times its size is drawn in its own. */
const ownSize = { from: 0.75, to: 1.2 };
/** No page is drawn smaller or larger than so many times its size. */
const scales = { least: 0.3, most: 2.5 };
/** A picture that gets smaller than this part of itself is averaged first, so that thin strokes are not skipped. */
const muchSmaller = 0.6;
/** Longer side of the picture where its sheet is looked for, and of the sheet where its lines are; in pixels. */
const [sheetLook, firstLook] = [500, 2000];
/** Lines that fall by less, in radians, are level: half a pixel in a thousand. */
const leastAngle = 0.0005;
/** The straight page has at most this many pixels. */
const maxPixels = 16_000_000;

/**
 * Finds the sheet of paper, lays its lines of text level and chooses the size in which it is read. Whether the page
 * stands on its head is not decided here: that shows only when it is read.
 * @param otherWay turned by a quarter against what its letters seem to say
 */
export function deskew(picture: Grey, otherWay = false): Deskewing {
  const sheet = sheetOf(picture);
  const looked = look(picture, sheet, otherWay);
  const { angle, sideways, letterHeight, letterShape } = looked;
  const turned = sideways ? quarterTurn(sheet) : sheet;
  const scale = chooseScale(letterHeight, looked.scale, turned);
  const level = Math.abs(angle) < leastAngle ? turned : levelled(turned, angle);
  const stretched = letterShape > 0 && letterShape < narrowLetters ? usualLetters / letterShape : 1;
  const width = Math.round(level.width * scale * stretched);
  const height = Math.round(level.height * scale);
  return { width, height, toSource: compose(level.toSource, scaling(1 / scale / stretched, 1 / scale)), stretched };
}

/** The same page, looked at the other way up. */
export function upsideDown({ width, height, toSource, stretched }: Deskewing): Deskewing {
  return { width, height, toSource: compose(toSource, [-1, 0, width, 0, -1, height, 0, 0, 1]), stretched };
}

type Sheet = Omit<Deskewing, 'stretched'>;

function sheetOf(picture: Grey): Sheet {
  const whole: Sheet = { width: picture.width, height: picture.height, toSource: scaling(1, 1) };
  const small = shrink(picture, sheetLook);
  const corners = findSheet(small);
  if (!corners || isPrintedBeside(picture, corners, small)) return whole;
  const factor = picture.width / small.width;
  const [a, b, c, d] = corners.map(([x, y]): Point => [x * factor, y * factor]) as [Point, Point, Point, Point];
  const length = (p: Point, q: Point): number => Math.hypot(p[0] - q[0], p[1] - q[1]);
  const width = Math.round((length(a, b) + length(d, c)) / 2);
  const height = Math.round((length(a, d) + length(b, c)) / 2);
  const toSource = ontoQuad(width, height, [a, b, c, d]);
  return toSource ? { width, height, toSource } : whole;
}

/**
 * Whether the bright part of a picture is as wide or as high as all of it, and light print stands on the dark beyond it: that
 * is no table then, but the page's own head or foot, or a column at its side.
 */
function isPrintedBeside(picture: Grey, corners: readonly Point[], small: Grey): boolean {
  const margin = edgeMargin * Math.max(small.width, small.height);
  const isWide = corners.every(([x]) => Math.min(x, small.width - x) <= margin);
  const isHigh = corners.every(([, y]) => Math.min(y, small.height - y) <= margin);
  if (!isWide && !isHigh) return false;
  const factor = picture.height / small.height;
  const ends = [corners[0]!, corners[2]!].map(([x, y]) => (isWide ? y : x) * factor) as [number, number];
  const letterHeight = usualLetter * Math.max(picture.width, picture.height);
  return darkGrounds(picture, letterHeight).some(({ area }) => {
    const middle = isWide ? area.y + area.height / 2 : area.x + area.width / 2;
    return middle < ends[0] || middle > ends[1];
  });
}

/** A first look, small: how the text lies and how large it is. */
function look(
  picture: Grey,
  sheet: Sheet,
  otherWay: boolean,
): { angle: number; sideways: boolean; letterHeight: number; letterShape: number; scale: number } {
  const scale = Math.min(1, firstLook / Math.max(sheet.width, sheet.height));
  const seen = warp(
    scale < muchSmaller ? shrink(picture, Math.max(picture.width, picture.height) * scale) : picture,
    compose(
      scaling(scale < muchSmaller ? scale : 1, scale < muchSmaller ? scale : 1),
      compose(sheet.toSource, scaling(1 / scale, 1 / scale)),
    ),
    Math.round(sheet.width * scale),
    Math.round(sheet.height * scale),
  );
  turnDarkGrounds(seen, usualLetter * Math.max(seen.width, seen.height));
  flattenLight(seen);
  whitenTints(seen);
  darkenFaint(seen);
  const ink = binarise(seen);
  const components = componentsOf(ink);
  const { angle, sideways } = findSkew(ink, components, otherWay);
  const letters = lettersOf(components).map(({ width, height }) =>
    sideways ? { width: height, height: width } : { width, height },
  );
  const letterHeight = median(letters.map(({ height }) => height));
  const usual = letters.filter(
    ({ height }) => height > usualHeights.above * letterHeight && height < usualHeights.below * letterHeight,
  );
  const letterShape = median(usual.map(({ width, height }) => width / height));
  return { angle, sideways, letterHeight, letterShape, scale };
}

/** Pixels of the straight page for one of the sheet. */
function chooseScale(letterHeight: number, lookedScale: number, sheet: Sheet): number {
  const height = letterHeight / lookedScale;
  let scale = 1;
  if (height > goodLetterHeight / ownSize.from || (height > 0 && height < goodLetterHeight / ownSize.to))
    scale = Math.min(scales.most, Math.max(scales.least, goodLetterHeight / height));
  return Math.min(scale, Math.sqrt(maxPixels / (sheet.width * sheet.height)));
}

/** Turned a quarter against the clock: what ran upwards now runs to the right. */
function quarterTurn({ width, height, toSource }: Sheet): Sheet {
  return { width: height, height: width, toSource: compose(toSource, [0, -1, width, 1, 0, 0, 0, 0, 1]) };
}

/** Turned by the angle at which the lines fall, on a page large enough to lose no corner. */
function levelled({ width, height, toSource }: Sheet, angle: number): Sheet {
  const c = Math.abs(Math.cos(angle));
  const s = Math.abs(Math.sin(angle));
  const wide = Math.ceil(width * c + height * s);
  const high = Math.ceil(height * c + width * s);
  const turn = turning(angle, [wide / 2, high / 2], [width / 2, height / 2]);
  return { width: wide, height: high, toSource: compose(toSource, turn) };
}
