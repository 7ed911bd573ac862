import { type Component, componentsOf, type Ink } from './connected-components.ts';
import { type Grey, shrink } from './grey.ts';
import { median } from './skew.ts';

/** Dark grounds are looked for on a page that is so many times smaller: its grain is averaged out, its letters are not. */
const reduction = 3;
/**
 * Of the paper's brightness: what is darker over more than a letter's strokes is a ground. The darkest are looked for first,
 * because the shadows that may lie around one are as dark as others.
 */
const darkGround = { amongShadows: [0.4, 0.55], usually: 0.75 };
/** Of the way from a ground's brightness to the paper's: what is lighter is print. Thin strokes are not all white. */
const lightPrint = 0.3;
/** An edge is straight where it is no further than this from a line; in pixels of the page, and of the smaller one. */
const usualWobble = 2.5;
const smallWobble = 1;
/** A ground is flat: so much of it is no further from its usual brightness than this part of the way to the paper's. */
const flat = { most: 0.5, within: 0.15 };
/** A ground is at least so many letters high and wide, and fills so much of its box. */
const leastGround = { height: 1.8, width: 3, filled: 0.5 };
/** A ground is bare where so much of its height is dark, over more than a stroke's width in letters. */
const bareGround = { black: 0.85, width: 0.5 };
/** Letters make up so much of what is light on a ground; a sheet of paper on a table is light too. */
const mostlyLetters = 0.5;
/** Fewer light parts of a letter's size are the holes of a picture or a bar code. */
const fewestLetters = 3;
/** Sizes of light letters, in heights of a usual one. */
const letterSizes = { higherThan: 0.4, lowerThan: 2.5, narrowerThan: 3 };
/**
 * A dark area with light print, as a table's head, is higher than a line and wider than a letter, in heights of one,
 * and fills so much of its box.
 */
const darkArea = { higherThan: 1.2, widerThan: 3, lowerThan: 16, filled: 0.55 };
/** So much of the way around an area its edges are straight; a large one may be cut by the sheet's edge. */
const mostlyFramed = { large: 0.7, other: 0.8 };
/** Print that differs less from its ground is not drawn out to black; of 255. */
const leastContrast = 40;
/** The lettering of a name on a ground is at most so many letters high and wide. */
const largeLetters = 8;

/** A dark ground with light print on it, in pixels of the picture. */
interface DarkGround {
  area: Component;
  edges: Pick<Edges, 'top' | 'bottom'>;
}

/**
 * Turns light print on large dark grounds, before the light is evened out: what is as dark as a shadow and larger than one
 * would lose its ground by that. Changes `grey` in place.
 * @param letterHeight of usual print, in pixels
 * @returns whether anything changed
 */
export function turnDarkGrounds(grey: Grey, letterHeight: number): boolean {
  const grounds = darkGrounds(grey, letterHeight);
  for (const { area, edges } of grounds) invert(area, edges, grey, reduction + 1);
  return grounds.length > 0;
}

/** Large dark grounds with light print on them. @param letterHeight of usual print, in pixels */
export function darkGrounds(grey: Grey, letterHeight: number): DarkGround[] {
  const small = shrink(grey, Math.max(grey.width, grey.height) / reduction);
  const paper = paperLevel(small);
  const letters = letterHeight / reduction;
  const [across, down] = [grey.width / small.width, grey.height / small.height];
  // Among shadows those only that are too high to be turned when the light is even, which is done better then.
  const lowest = (share: number): number => (share === darkGround.usually ? leastGround.height : darkArea.lowerThan);
  const isLarge = ({ width, height, size }: Component, share: number): boolean =>
    height > lowest(share) * letters &&
    width > leastGround.width * letters &&
    size > leastGround.filled * width * height;
  const found: DarkGround[] = [];
  for (const share of [...darkGround.amongShadows, darkGround.usually]) {
    const dark: Ink = { ...small, data: new Uint8Array(small.data.length) };
    for (let at = 0; at < dark.data.length; at++) if (small.data[at]! < share * paper) dark.data[at] = 1;
    const grounds = componentsOf(withoutStrokes(dark))
      .filter((area) => isLarge(area, share))
      .filter(
        (area) => isFramed(area, dark, mostlyFramed.large, smallWobble) && isPrintedOn(area, small, paper, letters),
      )
      .map((area) => {
        const { top, bottom } = edgesOf(area, dark, smallWobble);
        const enlarged = (edge: Edge): Edge => ({ ...edge, off: (at) => edge.off(at / across) * down });
        const [x, y] = [Math.round(area.x * across), Math.round(area.y * down)];
        const width = Math.min(grey.width - x, Math.round(area.width * across));
        const height = Math.min(grey.height - y, Math.round(area.height * down));
        const edges = { top: enlarged(top), bottom: enlarged(bottom) };
        return { area: { x, y, width, height, size: Math.round(area.size * across * down) }, edges };
      });
    found.push(...grounds.filter(({ area }) => !found.some((other) => overlaps(area, other.area))));
  }
  return found;
}

const overlaps = (one: Component, other: Component): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** As bright as the brightest fifth of a page is, most of which is paper. */
function paperLevel({ data }: Grey): number {
  const counts = new Uint32Array(256);
  for (let at = 0; at < data.length; at++) counts[data[at]!]!++;
  let paper = 255;
  for (let above = counts[255]!; paper > 0 && above < data.length / 5; ) above += counts[--paper]!;
  return paper;
}

/** Ink that is at least three pixels wide and high: neither strokes nor ruled lines. */
function withoutStrokes({ width, height, data }: Ink): Ink {
  const thick = new Uint8Array(data.length);
  const end = data.length - width - 1;
  for (let at = width + 1; at < end; at++) {
    if (data[at] === 0 || (data[at - 1]! & data[at + 1]! & data[at - width]! & data[at + width]!) === 0) continue;
    const corners = data[at - width - 1]! & data[at - width + 1]! & data[at + width - 1]! & data[at + width + 1]!;
    if (corners === 0) continue;
    for (let row = at - width; row <= at + width; row += width) thick.fill(1, row - 1, row + 2);
  }
  return { width, height, data: thick };
}

/**
 * Turns light print on dark areas (a table's coloured head) into dark print on light; changes `grey` in place.
 * @returns whether anything changed
 */
export function turnNegatives(grey: Grey, ink: Ink, components: Component[], letterHeight: number): boolean {
  const areas = components.filter(
    ({ width, height, size }) =>
      height > darkArea.higherThan * letterHeight &&
      width > darkArea.widerThan * letterHeight &&
      height < darkArea.lowerThan * letterHeight &&
      size > darkArea.filled * width * height,
  );
  const negatives = areas.filter(
    (area) => isFramed(area, ink) && holdsPrint(area, ink, letterHeight) && showsGround(area, ink, letterHeight),
  );
  for (const area of negatives) invert(area, edgesOf(area, ink), grey, 1);
  return negatives.length > 0;
}

/** An area's edge: how far it is from the area's box at each place along it, and how much of it is so straight. */
interface Edge {
  off(at: number): number;
  straight: number;
}

/**
 * Whether ink goes all around, along edges that are straight, though not always level. Letters that run together have gaps
 * between their tops.
 */
function isFramed(area: Component, ink: Ink, share = mostlyFramed.other, wobble = usualWobble): boolean {
  const { width, height } = area;
  const { top, bottom, left, right } = edgesOf(area, ink, wobble);
  const framed = (top.straight + bottom.straight) * width + (left.straight + right.straight) * height;
  return framed > share * 2 * (width + height);
}

type Edges = Record<'top' | 'bottom' | 'left' | 'right', Edge>;

function edgesOf({ x, y, width, height }: Component, ink: Ink, wobble = usualWobble): Edges {
  const start = y * ink.width + x;
  const end = start + (height - 1) * ink.width + width - 1;
  // The first ink of each column or row of the box, seen from one of its sides.
  const seen = (from: number, side: number, inwards: number, count: number, depth: number): Edge =>
    straightEdge(
      Array.from({ length: count }, (_, at) => {
        let off = 0;
        while (off < depth && ink.data[from + at * side + off * inwards] === 0) off++;
        return off;
      }),
      wobble,
    );
  return {
    top: seen(start, 1, ink.width, width, height),
    bottom: seen(end - width + 1, 1, -ink.width, width, height),
    left: seen(start, ink.width, 1, height, width),
    right: seen(start + width - 1, ink.width, -1, height, width),
  };
}

function straightEdge(offs: number[], wobble: number): Edge {
  const half = Math.ceil(offs.length / 2);
  const [near, far] = [median(offs.slice(0, half)), median(offs.slice(-half))];
  // Both stand for the middles of their halves.
  const slope = (far - near) / (offs.length / 2);
  const off = (at: number): number => (near + far) / 2 + slope * (at - (offs.length - 1) / 2);
  const onLine = offs.filter((own, at) => Math.abs(own - off(at)) <= wobble);
  return { off, straight: onLine.length / offs.length };
}

/** Whether the light parts inside look like letters. A picture or a bar code has other holes. */
const holdsPrint = (area: Component, ink: Ink, letterHeight: number): boolean =>
  lightLetters(area, ink, letterHeight).length >= fewestLetters;

/** The light parts of a piece of ink's box that are as large as letters. */
export const lightLetters = (area: Component, ink: Ink, letterHeight: number): Component[] =>
  lettersOf(
    partsOf(area, ink, (level) => level === 0),
    letterHeight,
  );

/**
 * Whether somewhere nothing is printed on the ground, from its top to its bottom: beside its words or between them. Figures
 * that run together, in print that was enlarged, have straight edges and light parts inside too, but only strokes between.
 */
function showsGround({ x, y, width, height }: Component, ink: Ink, letterHeight: number): boolean {
  let run = 0;
  for (let column = x; column < x + width; column++) {
    let black = 0;
    for (let row = y; row < y + height; row++) black += ink.data[row * ink.width + column]!;
    run = black > bareGround.black * height ? run + 1 : 0;
    if (run > bareGround.width * letterHeight) return true;
  }
  return false;
}

/** Whether most of what is light inside is letters. What touches the edge lies beside a slanted one. */
function isPrintedOn(area: Component, small: Grey, paper: number, letterHeight: number): boolean {
  const { ground, isFlat } = groundOf(area, small, paper);
  if (!isFlat) return false;
  const print = ground + lightPrint * (paper - ground);
  const holes = partsOf(area, small, (level) => level >= print).filter(
    ({ x, y, width, height }) => x > 0 && y > 0 && x + width < area.width && y + height < area.height,
  );
  const letters = lettersOf(holes, letterHeight);
  const lettering = holes.filter((hole) => Math.max(hole.width, hole.height) < largeLetters * letterHeight);
  const sizeOf = (parts: readonly Component[]): number => parts.reduce((sum, { size }) => sum + size, 0);
  return letters.length >= fewestLetters && sizeOf(lettering) > mostlyLetters * sizeOf(holes);
}

/** How bright most of an area is, and whether it is as bright nearly everywhere. */
function groundOf({ x, y, width, height }: Component, grey: Grey, paper: number): { ground: number; isFlat: boolean } {
  const levels: number[] = [];
  for (let row = y; row < y + height; row += 2)
    for (let at = row * grey.width + x, end = at + width; at < end; at += 2) levels.push(grey.data[at]!);
  const ground = median(levels);
  const alike = levels.filter((level) => Math.abs(level - ground) < flat.within * (paper - ground));
  return { ground, isFlat: alike.length > flat.most * levels.length };
}

/** The connected parts of an area whose pixels are light. */
function partsOf(area: Component, { width, data }: Grey, isLight: (level: number) => boolean): Component[] {
  const light = new Uint8Array(area.width * area.height);
  for (let y = 0, at = 0; y < area.height; y++)
    for (let x = 0; x < area.width; x++, at++) if (isLight(data[(area.y + y) * width + area.x + x]!)) light[at] = 1;
  return componentsOf({ width: area.width, height: area.height, data: light });
}

const lettersOf = (holes: readonly Component[], letterHeight: number): Component[] =>
  holes.filter(
    ({ width, height }) =>
      height > letterSizes.higherThan * letterHeight &&
      height < letterSizes.lowerThan * letterHeight &&
      width < letterSizes.narrowerThan * letterHeight,
  );

/** @param fringe so many pixels along the area's edges become paper */
function invert(area: Component, { top, bottom }: DarkGround['edges'], grey: Grey, fringe: number): void {
  // The dark ground becomes white, whatever its shade.
  const { ground } = groundOf(area, grey, 255);
  const span = Math.max(leastContrast, 255 - ground);
  const right = Math.min(grey.width, area.x + area.width + fringe);
  for (let x = Math.max(0, area.x - fringe); x < right; x++) {
    // A slanted edge leaves paper in the corners, which would become black.
    const from = Math.round(area.y + Math.max(0, top.off(x - area.x)));
    const to = Math.round(area.y + area.height - Math.max(0, bottom.off(x - area.x)));
    const isSide = fringe > 1 && (x < area.x + fringe || x >= area.x + area.width - fringe);
    for (let y = Math.max(0, from - fringe); y < Math.min(grey.height, to + fringe); y++) {
      const at = y * grey.width + x;
      const isEdge = isSide || y < from + fringe || y >= to - fringe;
      grey.data[at] = isEdge ? 255 : Math.max(0, 255 - (Math.max(0, grey.data[at]! - ground) * 255) / span);
    }
  }
}
