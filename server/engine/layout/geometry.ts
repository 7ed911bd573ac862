import type { Box, Page } from '../page.ts';

/**
 * What is asked of where two things stand on a page. Distances are in heights or sizes of their print, so that the answer is the
 * same for print of 6 and of 14 points. What a single form needs otherwise is asked where that form is known.
 */

type Across = Pick<Box, 'x' | 'width'>;
type Down = Pick<Box, 'y' | 'height'>;

export const middleY = (box: Down): number => box.y + box.height / 2;
export const rightOf = (box: Across): number => box.x + box.width;
export const bottomOf = (box: Down): number => box.y + box.height;

/** Whether some of one is straight over or under some of the other, however far apart they are. */
export const isOver = (a: Across, b: Across): boolean => a.x < rightOf(b) && b.x < rightOf(a);

/** Sides set at one edge differ by less, in heights: letters have white of their own, and OCR's boxes waver. */
const oneEdge = 0.5;
/** Hung out or indented, a line of a block begins no farther from the others, in heights. */
const oneBlock = 1;

const height = (a: Down, b: Down): number => Math.max(a.height, b.height);

/** Whether both begin at one edge. */
export const startTogether = (a: Box, b: Box): boolean => Math.abs(a.x - b.x) < oneEdge * height(a, b);

/** Whether both end at one edge. */
export const endTogether = (a: Box, b: Box): boolean => Math.abs(rightOf(a) - rightOf(b)) < oneEdge * height(a, b);

/** Whether both are set around one middle. */
const areCentred = (a: Box, b: Box): boolean =>
  Math.abs(a.x + rightOf(a) - b.x - rightOf(b)) / 2 < oneEdge * height(a, b);

/** Whether both are set flush left, flush right or around one middle. */
export const areAligned = (a: Box, b: Box): boolean => startTogether(a, b) || endTogether(a, b) || areCentred(a, b);

/** Whether both begin at about one place, as lines of a block do of which some are indented. */
export const startNear = (a: Box, b: Box): boolean => Math.abs(a.x - b.x) < oneBlock * height(a, b);

/** The white between one thing and what is below it, in heights of the lower one; negative where they overlap. */
export const gapDown = (upper: Down, lower: Down): number => (lower.y - bottomOf(upper)) / Math.max(1, lower.height);

/** Lines of one block have less white between them, in heights. */
const blockGap = 0.8;

/** Whether the lower one follows as lines of a block do. */
export const followsTightly = (upper: Down, lower: Down): boolean => gapDown(upper, lower) < blockGap;

/** From top to top, in heights of the upper one: the next line of one text begins no farther down. */
const lineStep = 2;

export const isNextLine = (upper: Down, lower: Down): boolean => lower.y - upper.y < lineStep * upper.height;

/** In heights of its print: a line of running text is wider. */
const runningWidth = 20;

export const isWide = (line: Pick<Box, 'width' | 'height'>): boolean => line.width > runningWidth * line.height;

/** Programs round sizes; print of one size differs by less, in points. */
const oneSize = 0.5;

export const areOfOneSize = (a: { fontSize: number }, b: { fontSize: number }): boolean =>
  Math.abs(a.fontSize - b.fontSize) < oneSize;

/** Parts of a page's height: a letterhead ends above the first, the window of a letter (DIN 5008, form B) above the second, and a foot begins below the last. */
const [letterheadEnds, windowEnds, middle, footBegins] = [0.3, 0.36, 0.5, 0.8];

type Sheet = Pick<Page, 'height'>;

export const isInLetterhead = (page: Sheet, { y }: Pick<Box, 'y'>): boolean => y < letterheadEnds * page.height;
/** In the letterhead or level with the window of a letter. */
export const isOverBody = (page: Sheet, { y }: Pick<Box, 'y'>): boolean => y < windowEnds * page.height;
export const isInUpperHalf = (page: Sheet, { y }: Pick<Box, 'y'>): boolean => y < middle * page.height;
export const isInFoot = (page: Sheet, { y }: Pick<Box, 'y'>): boolean => y > footBegins * page.height;
