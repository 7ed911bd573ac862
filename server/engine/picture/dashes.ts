import { boxAround } from '../layout/rows.ts';
import type { Component, Ink } from './connected-components.ts';
import type { Grey } from './grey.ts';
import type { ScanRule } from './scan-rules.ts';
import { median } from './skew.ts';

/** Fewer marks in a row than this may be letters or leaders between words. */
const fewest = 14;
/**
 * Of an inch, as one of so many parts: dashes are no thicker or longer, with no more white between, and stray no
 * farther from their line.
 */
const inch = { thickest: 50, longest: 8, gap: 14, sway: 150 };
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
    for (const chain of chains(marks, dpi / inch.gap, Math.max(leastPixels.sway, dpi / inch.sway))) {
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
  return [...closed, ...open].filter((chain) => chain.length >= fewest && isRegular(chain));
}

/** Dashes are of one length at one distance; the strokes and dots of faint letters are not. */
function isRegular(chain: Mark[]): boolean {
  const gaps = chain.slice(1).map((mark, index) => mark.from - chain[index]!.to);
  return areAlike(chain.map((mark) => mark.to - mark.from)) && areAlike(gaps);
}

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
