import type { Box } from '../page.ts';
import { type Area, fills, holds, meet } from './pdf-areas.ts';
import type { Ink } from './pdf-glyphs.ts';
import type { Run } from './pdf-run.ts';
import { boxOf } from './pdf-words.ts';

/** Whether text can be seen, as far as the order of painting tells; `unsure` where only the drawn page does. */
export type Sight = 'seen' | 'hidden' | 'unsure';

/** Print of a smaller font size, in points, nobody reads: its capitals are a third of a millimetre high. */
const leastSize = 1.5;
/** Characters that are narrower than this part of their height are a line. */
const leastWidth = 0.04;
/** The height in which every letter and figure has ink, in parts of the font size above the baseline. */
const core = { top: -0.45, bottom: -0.05 };
/** What of a run's ends is white, in parts of the font size, so that it does not matter what is there. */
const bearing = 0.1;
/** Colours are told apart by so much of light, or of one of their parts; of 255. */
const leastContrast = 24;
const leastTint = 96;

/**
 * Judges a run of characters by what is painted before it, its ground, and after it, what may cover it.
 * @param areas of the page, in the order of painting
 * @param covering orders of pictures that nothing shines through
 */
export function sightOf(run: Run, areas: readonly Area[], covering: ReadonlySet<number>): Sight {
  if (run.size < leastSize || run.end - run.u < leastWidth * run.size * run.characters) return 'hidden';
  const inset = Math.min(bearing * run.size, (run.end - run.u) / 4);
  const box = boxOf(run, run.u + inset, run.end - inset, core.top, core.bottom);
  const near = areas.filter((area) => meet(box, area));
  const sights = run.layers.map((inks) => {
    const each = new Set(inks.map((ink) => sightOfInk(box, ink, near, covering)));
    return each.size === 1 ? [...each][0]! : 'unsure';
  });
  if (sights.includes('seen')) return 'seen';
  return sights.every((sight) => sight === 'hidden') ? 'hidden' : 'unsure';
}

function sightOfInk(box: Box, ink: Ink, areas: readonly Area[], covering: ReadonlySet<number>): Sight {
  if (ink.unseen || !meet(box, ink.clip)) return 'hidden';
  let grounds: (string | null)[] = ['#ffffff'];
  let covered = false;
  for (const area of areas) {
    const whole = fills(area, box);
    if (area.order <= ink.order) {
      if (whole && area.colour !== null) grounds = [area.colour];
      else grounds.push(area.colour);
    } else {
      if (whole && (area.colour !== null || covering.has(area.order))) return 'hidden';
      covered = true;
    }
    if (Number.isNaN(area.order)) return 'unsure';
  }
  const contrasts = ink.colours.some((colour) => grounds.every((ground) => tellsApart(colour, ground) === true));
  if (contrasts && !covered && !ink.veiled && ink.clip.exact && holds(ink.clip, box)) return 'seen';
  const same = ink.colours.every((colour) => grounds.every((ground) => tellsApart(colour, ground) === false));
  return same && !ink.veiled ? 'hidden' : 'unsure';
}

/** Null where one of the colours is not known. */
function tellsApart(a: string | null, b: string | null): boolean | null {
  if (a === null || b === null) return null;
  const [first, second] = [partsOf(a), partsOf(b)];
  const steps = first.map((part, index) => Math.abs(part - second[index]!));
  return Math.abs(lightOf(first) - lightOf(second)) >= leastContrast || Math.max(...steps) >= leastTint;
}

function partsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

/** What each colour gives to the light of all (Rec. 601), as pictures are made grey. */
const shares = { red: 0.299, green: 0.587, blue: 0.114 };

function lightOf([red, green, blue]: number[]): number {
  return shares.red * red! + shares.green * green! + shares.blue * blue!;
}
