import { boxAround } from '../layout/rows.ts';
import type { Component, Ink } from './connected-components.ts';
import type { Grey } from './grey.ts';
import type { ScanRule } from './scan-rules.ts';
import { median } from './skew.ts';

/** Fewer marks in a row than this may be letters or leaders between words. */
const fewest = 14;
/** Between two crossings there may be fewer of them, but more than one; and no more than one is missing where they cross. */
const between = { fewest: 2, pitches: 2 };
/**
 * Of an inch, as one of so many parts: dashes are no thicker or longer, with no more white between, and stray no
 * farther from their line; and where two lines of them cross, a sign stands, such as "+", with white around it.
 */
const inch = { thickest: 50, longest: 8, gap: 14, sway: 150, crossing: 4 };
/** The same in pixels, for the pixels of a coarse picture. */
const leastPixels = { thickest: 3, sway: 1.5 };
/**
 * Most dashes of a line, and most of the white between, differ from the usual length by no more than so much of it, or
 * so many pixels.
 */
const regular = { most: 0.75, off: 0.25, pixels: 1.5 };

/**
 * Finds ruled lines made of dashes or dots and takes them out of the picture; changes `ink` and `grey` in place.
 * @param dpi pixels an inch
 */
export function takeOutDashes(components: Component[], ink: Ink, grey: Grey, dpi: number): ScanRule[] {
  const thick = Math.max(leastPixels.thickest, dpi / inch.thickest);
  const long = dpi / inch.longest;
  const rules: ScanRule[] = [];
  for (const direction of ['horizontal', 'vertical'] as const) {
    const isHorizontal = direction === 'horizontal';
    const marks = components
      .filter(
        (component) =>
          (isHorizontal ? component.height : component.width) <= thick &&
          (isHorizontal ? component.width : component.height) <= long,
      )
      .map((component) => {
        const [along, length, across, thickness] = isHorizontal
          ? [component.x, component.width, component.y, component.height]
          : [component.y, component.height, component.x, component.width];
        return { component, from: along, to: along + length, middle: across + thickness / 2 };
      });
    const sway = Math.max(leastPixels.sway, dpi / inch.sway);
    const crossings = crossingsOf(components, isHorizontal, thick, dpi / inch.crossing);
    for (const chain of joinedOver(crossings, chains(marks, dpi / inch.gap, sway), sway)) {
      const box = boxAround(chain.map((mark) => mark.component));
      rules.push({ direction, ...box });
      for (const { component } of chain) whiten(component, ink, grey);
    }
  }
  return rules;
}

interface Mark {
  component: Component;
  from: number;
  to: number;
  middle: number;
}

/** Signs that may stand where dashed lines cross: neither dashes nor larger than the white that they stand in. */
function crossingsOf(components: readonly Component[], isHorizontal: boolean, thick: number, largest: number): Mark[] {
  return components
    .filter(({ width, height }) => Math.min(width, height) > thick && Math.max(width, height) < largest)
    .map((component) => {
      const { x, y, width, height } = component;
      return isHorizontal
        ? { component, from: x, to: x + width, middle: y + height / 2 }
        : { component, from: y, to: y + height, middle: x + width / 2 };
    })
    .sort((a, b) => a.from - b.from);
}

/**
 * Regular rows of marks, put together where a crossing stands between two of the same pitch, which goes with them; short ones
 * are none by themselves.
 */
function joinedOver(crossings: readonly Mark[], chains: readonly Mark[][], sway: number): Mark[][] {
  const bandOf = (middle: number): number => Math.floor(middle / sway);
  const inBands = Map.groupBy(crossings, ({ middle }) => bandOf(middle));
  const lines = chains
    .filter((chain) => chain.length >= between.fewest && isRegular(chain))
    .map((marks) => ({ marks, crossed: [] as Mark[], pitch: pitchOf(marks) }))
    .sort((a, b) => a.marks[0]!.from - b.marks[0]!.from);
  const all: typeof lines = [];
  // Those that may still go on, by the band that they end in.
  const open = new Map<number, typeof lines>();
  for (const line of lines) {
    const first = line.marks[0]!;
    const near = [-2, -1, 0, 1, 2].map((off) => bandOf(first.middle) + off);
    const isOnLine = ({ middle }: Mark): boolean => Math.abs(middle - first.middle) <= 2 * sway;
    let before: (typeof lines)[number] | undefined;
    for (const band of near) {
      const goingOn = (open.get(band) ?? []).filter(({ marks, pitch }) => {
        return first.from - marks.at(-1)!.to < between.pitches * pitch;
      });
      open.set(band, goingOn);
      before ??= goingOn.find(({ marks, pitch }) => {
        const last = marks.at(-1)!;
        return first.from >= last.to && isOnLine(last) && areAlike([pitch, line.pitch]);
      });
    }
    const last = before?.marks.at(-1);
    const crossing =
      last &&
      near
        .flatMap((band) => inBands.get(band) ?? [])
        .find((mark) => mark.from >= last.to && mark.to <= first.from && isOnLine(mark));
    if (before && crossing && areAlike([...before.marks, ...line.marks].map(lengthOf))) {
      before.marks.push(...line.marks);
      before.crossed.push(crossing);
    } else {
      all.push(line);
      open.set(bandOf(first.middle), [...(open.get(bandOf(first.middle)) ?? []), line]);
    }
  }
  return all.filter(({ marks }) => marks.length >= fewest).map(({ marks, crossed }) => [...marks, ...crossed]);
}

/** From the beginning of one mark to that of the next. */
const pitchOf = (marks: readonly Mark[]): number =>
  median(marks.slice(1).map(({ from }, at) => from - marks[at]!.from));

/** Rows of marks, each following the last one within `gap` and within `sway` across. */
function chains(marks: Mark[], gap: number, sway: number): Mark[][] {
  const open: Mark[][] = [];
  const closed: Mark[][] = [];
  for (const mark of marks.sort((a, b) => a.from - b.from)) {
    for (let i = open.length - 1; i >= 0; i--)
      if (open[i]!.at(-1)!.to + gap < mark.from) closed.push(...open.splice(i, 1));
    const follows = open.find(
      (chain) => Math.abs(chain.at(-1)!.middle - mark.middle) <= sway && chain.at(-1)!.to <= mark.from + 1,
    );
    if (follows) follows.push(mark);
    else open.push([mark]);
  }
  return [...closed, ...open];
}

/** Dashes are of one length at one distance; the strokes and dots of faint letters are not. */
function isRegular(chain: Mark[]): boolean {
  const gaps = chain.slice(1).map((mark, index) => mark.from - chain[index]!.to);
  return areAlike(chain.map(lengthOf)) && areAlike(gaps);
}

const lengthOf = ({ from, to }: Mark): number => to - from;

function areAlike(lengths: number[]): boolean {
  const usual = median(lengths);
  const like = lengths.filter((length) => Math.abs(length - usual) <= Math.max(regular.pixels, regular.off * usual));
  return like.length > regular.most * lengths.length;
}

/** Makes a mark paper, with its soft edge. */
function whiten(component: Component, ink: Ink, grey: Grey): void {
  const bottom = Math.min(ink.height, component.y + component.height + 2);
  const right = Math.min(ink.width, component.x + component.width + 2);
  for (let y = Math.max(0, component.y - 2); y < bottom; y++) {
    ink.data.fill(0, y * ink.width + Math.max(0, component.x - 2), y * ink.width + right);
    grey.data.fill(255, y * ink.width + Math.max(0, component.x - 2), y * ink.width + right);
  }
}
