import { type Component, type Ink, lightestPrint } from './connected-components.ts';
import { crop, type Grey, shrink } from './grey.ts';
import { evenPaper } from './light.ts';
import { median } from './skew.ts';
import { mostlyPaper } from './stamps.ts';

/** A round stamp's frame, in pixels. */
interface Ring {
  x: number;
  y: number;
  radius: number;
}

/** Radii of round stamps, in heights of a letter: smaller is a letter or a bullet, larger a picture. */
const smallest = 3;
const largest = 14;
/** The ring is looked for in a picture so small that its stroke is about two pixels wide, in heights of a letter. */
const letterWhenSmall = 7;
/** Parts of a circle that have to be drawn; print hides some of it. */
const mostlyDrawn = 0.6;
/** With the print that it touches a stamp is at most so many of its largest radii wide or high. */
const mostRadii = 5;
/** Grey changes by so much over two pixels at the edge of a stroke; of 255. */
const edgeStep = 40;
/** Cosine of how far the direction in which an edge is dark may miss the centre: 26 degrees. */
const towardsCentre = 0.9;
/** What is nearer to a ring than this is the other edge of its stroke; in heights of a letter. */
const ringsApart = 0.6;
/**
 * A ring's stroke is thinner, in heights of a letter, and lies no farther from its circle, which is not quite round.
 */
const stroke = { thinnerThan: 0.5, off: 0.35 };
/**
 * Within one of so many parts of its way around it stays where it is, but for so many pixels and heights of a letter.
 */
const steady = { parts: 30, pixels: 1, letters: 0.06 };
/** No stamp is of one tone: what is as light as this part of its own becomes paper. */
const toneOfAll = 0.95;
/** Where print is lighter, some of it is as light as a stamp, and neither can be told from the other. */
const darkPrint = 90;
/** Levels between print and the grey of a stamp that print shows through. */
const lighterThanPrint = 45;
/** Fewer dark letters in a ring of a lighter grey are specks. */
const fewLetters = 4;
/** A stamp is one circle in another at most. */
const mostRings = 6;

/**
 * Finds round stamps over print, because letters that a ring touches are one mark with it, and are not read. What is
 * lighter than the print is made paper, all of the stamp; of one that is as black only the rings are taken out, but for
 * where print crosses them. Changes `ink` and `grey`.
 * @returns whether anything changed
 */
export function takeOutRoundStamps(
  components: readonly Component[],
  ink: Ink,
  grey: Grey,
  letterHeight: number,
  printLevel: number,
): boolean {
  if (printLevel > darkPrint) return false;
  const rings: Ring[] = [];
  for (const component of components) {
    const isLarge = Math.min(component.width, component.height) > 2 * smallest * letterHeight;
    if (!isLarge || component.size > mostlyPaper * component.width * component.height) continue;
    if (Math.max(component.width, component.height) > mostRadii * largest * letterHeight || rings.length >= mostRings)
      continue;
    for (const ring of ringsIn(grey, component, letterHeight)) {
      if (rings.some((other) => isSame(other, ring, letterHeight))) continue;
      const own = strokeOf(ring, ink, letterHeight);
      if (own.length < mostlyDrawn * stepsAround(ring)) continue;
      const tone = toneOf(ring, own, grey);
      if (tone > printLevel + lighterThanPrint) {
        if (!lighten(ring, { print: printLevel, tone: toneOfAll * tone }, ink, grey, letterHeight)) continue;
      } else erase(ring, own, ink, grey);
      rings.push(ring);
    }
  }
  return rings.length > 0;
}

function isSame(a: Ring, b: Ring, letterHeight: number): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) + Math.abs(a.radius - b.radius) < letterHeight / 2;
}

/** Every edge points to the centres that it may go around: where most of them agree, circles have their centre. */
function ringsIn(grey: Grey, component: Component, letterHeight: number): Ring[] {
  const part = crop(grey, component, 0);
  const small = shrink(part, Math.max(part.width, part.height) * Math.min(1, letterWhenSmall / letterHeight));
  const scale = small.width / part.width;
  const { width, height, data } = small;
  const letter = letterHeight * scale;
  const edges: { x: number; y: number; dx: number; dy: number }[] = [];
  for (let y = 1; y < height - 1; y++)
    for (let x = 1, at = y * width + 1; x < width - 1; x++, at++) {
      const across = data[at + 1]! - data[at - 1]!;
      const down = data[at + width]! - data[at - width]!;
      const length = Math.hypot(across, down);
      if (length > edgeStep) edges.push({ x, y, dx: across / length, dy: down / length });
    }
  const votes = new Uint16Array(width * height);
  for (const { x, y, dx, dy } of edges)
    for (let r = smallest * letter; r < largest * letter; r++)
      for (const side of [-1, 1]) {
        const cx = Math.round(x + side * r * dx);
        const cy = Math.round(y + side * r * dy);
        if (cx >= 0 && cy >= 0 && cx < width && cy < height) votes[cy * width + cx]!++;
      }
  let best = 0;
  let most = 0;
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      let sum = 0;
      for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) sum += votes[(y + dy) * width + x + dx]!;
      if (sum > most) {
        most = sum;
        best = y * width + x;
      }
    }
  const centre = { x: best % width, y: Math.floor(best / width) };
  // The outermost first, because all of the stamp is in it.
  return radiiAround(edges, centre, letter)
    .reverse()
    .map((radius) => ({
      x: component.x + (centre.x + 0.5) / scale,
      y: component.y + (centre.y + 0.5) / scale,
      radius: radius / scale,
    }));
}

/** The radii at which edges go around the centre for most of the way. */
function radiiAround(
  edges: readonly { x: number; y: number; dx: number; dy: number }[],
  centre: { x: number; y: number },
  letter: number,
): number[] {
  const sectors = 72;
  const seen = Array.from({ length: Math.ceil(largest * letter) + 2 }, () => new Uint8Array(sectors));
  for (const { x, y, dx, dy } of edges) {
    const [ox, oy] = [x - centre.x, y - centre.y];
    const radius = Math.hypot(ox, oy);
    if (radius < smallest * letter || Math.abs(ox * dx + oy * dy) < towardsCentre * radius) continue;
    const sector = Math.floor(((Math.atan2(oy, ox) / Math.PI + 1) / 2) * sectors) % sectors;
    for (const near of [Math.floor(radius), Math.ceil(radius)]) if (near < seen.length) seen[near]![sector] = 1;
  }
  const drawn = seen.map((sector) => sector.reduce((sum, one) => sum + one, 0) / sectors);
  const radii: number[] = [];
  for (let r = 1; r < drawn.length - 1; r++) {
    const isPeak = drawn[r]! >= mostlyDrawn && drawn[r]! >= drawn[r - 1]! && drawn[r]! > drawn[r + 1]!;
    if (isPeak && !radii.some((other) => r - other < ringsApart * letter)) radii.push(r);
  }
  return radii;
}

/** A piece of a ring's stroke at one angle: from and to are distances from the centre. */
interface Run {
  angle: number;
  from: number;
  to: number;
}

/** The ring's own stroke: where print crosses it, it has another width, or is not where it is nearby. */
function strokeOf(ring: Ring, ink: Ink, letterHeight: number): Run[] {
  const runs = runsOf(ring, ink, letterHeight);
  const sway = steady.pixels + steady.letters * letterHeight;
  const near = Math.ceil(runs.length / steady.parts);
  return runs.filter((run, index) => {
    const around = Array.from({ length: 2 * near + 1 }, (_, i) => runs.at((index - near + i) % runs.length)!);
    const [from, to] = [median(around.map((one) => one.from)), median(around.map((one) => one.to))];
    const isThin = to - from < stroke.thinnerThan * letterHeight;
    return isThin && Math.abs(run.from - from) < sway && Math.abs(run.to - to) < sway;
  });
}

/** The place of a pixel at a distance from the ring's centre; -1 outside of the page. */
function pixelAt({ x, y }: Ring, angle: number, distance: number, { width, height }: Grey | Ink): number {
  const px = Math.round(x + distance * Math.cos(angle));
  const py = Math.round(y + distance * Math.sin(angle));
  return px < 0 || py < 0 || px >= width || py >= height ? -1 : py * width + px;
}

/** How dark the stroke is where it is darkest across. */
function toneOf(ring: Ring, own: readonly Run[], grey: Grey): number {
  return median(
    own.map(({ angle, from, to }) => {
      let darkest = 255;
      for (let r = from; r <= to; r++) darkest = Math.min(darkest, grey.data[pixelAt(ring, angle, r, grey)] ?? 255);
      return darkest;
    }),
  );
}

/**
 * Makes all paper that is as light as the stamp, in it and near it; what is as dark as print stays so.
 * @returns false, with nothing changed, where there is no such print: what stands in the ring is all there is to read
 */
function lighten(
  ring: Ring,
  { print, tone }: { print: number; tone: number },
  ink: Ink,
  grey: Grey,
  letterHeight: number,
): boolean {
  const reach = ring.radius + letterHeight;
  const inside: number[] = [];
  const dark = new Set<number>();
  for (let y = Math.max(0, Math.floor(ring.y - reach)); y < Math.min(grey.height, ring.y + reach); y++)
    for (let x = Math.max(0, Math.floor(ring.x - reach)); x < Math.min(grey.width, ring.x + reach); x++) {
      if (Math.hypot(x - ring.x, y - ring.y) > reach) continue;
      const at = y * grey.width + x;
      inside.push(at);
      if (grey.data[at]! < (print + tone) / 2) dark.add(at);
    }
  // A few letters at least: a stroke is about a sixth as wide as its letter is high.
  if (dark.size < fewLetters * (letterHeight ** 2 / 3)) return false;
  const across = [-1, 0, 1];
  for (const at of inside) {
    // The soft edge of print is as light as the stamp.
    if (across.some((dx) => across.some((dy) => dark.has(at + dx + dy * grey.width)))) continue;
    grey.data[at] = Math.max(0, Math.min(evenPaper, ((grey.data[at]! - print) * evenPaper) / (tone - print)));
    if (grey.data[at]! > lightestPrint) ink.data[at] = 0;
  }
  return true;
}

/** Whitens the stroke. */
function erase(ring: Ring, own: readonly Run[], ink: Ink, grey: Grey): void {
  for (const { angle, from, to } of own)
    for (let r = from - 2; r <= to + 2; r += 0.5) {
      const at = pixelAt(ring, angle, r, grey);
      if (at === -1) continue;
      ink.data[at] = 0;
      grey.data[at] = evenPaper;
    }
}

const stepsAround = ({ radius }: Ring): number => Math.ceil(3 * Math.PI * radius);

/** At each angle the run of ink that is nearest to where the ring should be. */
function runsOf(ring: Ring, ink: Ink, letterHeight: number): Run[] {
  const { radius } = ring;
  const reach = Math.ceil(stroke.off * letterHeight);
  const inkAt = (angle: number, r: number): boolean => ink.data[pixelAt(ring, angle, r, ink)] === 1;
  const runs: Run[] = [];
  const steps = stepsAround(ring);
  for (let step = 0; step < steps; step++) {
    const angle = (2 * Math.PI * step) / steps;
    for (let off = 0; off <= reach; off++) {
      const start = [radius + off, radius - off].find((r) => inkAt(angle, r));
      if (start === undefined) continue;
      let from = start;
      let to = start;
      while (from > radius - 3 * reach && inkAt(angle, from - 1)) from--;
      while (to < radius + 3 * reach && inkAt(angle, to + 1)) to++;
      runs.push({ angle, from, to });
      break;
    }
  }
  return runs;
}
