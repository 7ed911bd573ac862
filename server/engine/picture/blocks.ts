import type { Box } from '../page.ts';
import type { Component } from './connected-components.ts';
import { median } from './skew.ts';

/** A part of the page that is read in one go: lines of even height, one below the other. */
export interface Block extends Box {
  layout: 'block' | 'line';
  lines: BlockLine[];
}

/** Where a line has print: from top to bottom, in stretches from left to right with wide gaps between them. */
export interface BlockLine {
  top: number;
  bottom: number;
  spans: { from: number; to: number }[];
}

/** More lines than this are read in several goes, so that the language shows after few of them. */
const maxLines = 10;
/** As much white parts columns, in heights of a letter; no word has it between its letters, however spaced. */
export const columnGap = 2;
/** In a band of several lines less is enough: it is white beside all of them. */
const columnGapInBand = 1.5;
/** Fewer pieces than this do not tell how high a line's letters are. */
const fewLetters = 3;
/**
 * What layout is told by, in heights of a letter, and in pixels of ink: specks say nothing about it, and large things
 * are pictures.
 */
const print = { longerThan: 0.35, lowerThan: 6, narrowerThan: 25, moreInkThan: 4 };
/** What is narrower or lower is no block of print; in heights of a letter. */
const leastBlock = { width: 0.3, height: 0.4 };

/**
 * Cuts a page of text into blocks. White rows across the whole page separate lines; where lines of neighbouring
 * columns stand at different heights there are none, and white columns are looked for first.
 * @param components pieces of ink, ruled lines taken out
 * @param letterHeight height of a usual letter in pixels
 */
export function blocksOf(components: Component[], letterHeight: number): Block[] {
  const marks = components.filter(
    ({ width, height, size }) =>
      Math.max(width, height) > print.longerThan * letterHeight &&
      height < print.lowerThan * letterHeight &&
      width < print.narrowerThan * letterHeight &&
      size > print.moreInkThan,
  );
  return cut(marks, letterHeight).filter(
    (block) => block.width > leastBlock.width * letterHeight && block.height > leastBlock.height * letterHeight,
  );
}

function cut(marks: Component[], letterHeight: number): Block[] {
  const bands = withAccents(
    apart(
      marks,
      (component) => component.y,
      (component) => component.y + component.height,
      1,
    ),
    letterHeight,
  );
  const blocks: Block[] = [];
  let lines: Component[][] = [];
  const close = (): void => {
    if (lines.length > 0) blocks.push(blockOf(lines, letterHeight));
    lines = [];
  };
  for (const band of bands) {
    const columns = isTall(band, letterHeight) ? columnsOf(band, columnGapInBand * letterHeight) : [band];
    if (columns.length > 1) {
      close();
      for (const column of columns) blocks.push(...cut(column, letterHeight));
      continue;
    }
    const previous = lines.at(-1);
    if (previous && (lines.length >= maxLines || !alike(previous, band, letterHeight))) close();
    lines.push(band);
  }
  close();
  return blocks;
}

function columnsOf(marks: Component[], gap: number): Component[][] {
  return apart(
    marks,
    (component) => component.x,
    (component) => component.x + component.width,
    gap,
  );
}

/**
 * One line is at most so many times as high as its usual letter: from the top of capitals to the foot of tails, with
 * accents.
 */
const highestLine = 2.1;
/** Where points and dashes outnumber letters, these count as so high at least, in heights of the page's. */
const leastUsual = 0.7;

/** Whether a band without white rows is too high for one line of its letters. */
function isTall(band: Component[], letterHeight: number): boolean {
  const usual = median(band.map((component) => component.height));
  return bottomOf(band) - topOf(band) > highestLine * Math.max(usual, leastUsual * letterHeight);
}

/** Accents are lower than this, and nearer to their line; in heights of the line. */
const accent = { lowerThan: 0.4, nearerThan: 0.2 };
/**
 * A line counts as so many of its letters high at most: a logo would take in line after line below it, and be taller
 * each time.
 */
const mostOfLine = 2;

/** Puts rows of accents over capitals, and of commas under them, to the line that they belong to. */
function withAccents(bands: Component[][], letterHeight: number): Component[][] {
  const heightOf = (band: Component[]): number => bottomOf(band) - topOf(band);
  const joined: Component[][] = [];
  let above: Component[] | null = null;
  for (const band of bands) {
    const last = joined.at(-1);
    if (above && belongs(above, band)) joined[joined.length - 1] = [...above, ...band];
    else if (last && belongs(band, last)) last.push(...band);
    else joined.push([...band]);
    above = joined.at(-1)!;
  }
  return joined;

  function belongs(small: Component[], large: Component[]): boolean {
    const gap = Math.max(topOf(large) - bottomOf(small), topOf(small) - bottomOf(large));
    const letter = large.length < fewLetters ? letterHeight : median(large.map(({ height }) => height));
    const line = Math.min(heightOf(large), mostOfLine * letter);
    return heightOf(small) < accent.lowerThan * line && gap < accent.nearerThan * line;
  }
}

/**
 * Lines that are read together have less white between them, in heights of a letter, and the higher one is less than so
 * many times as high.
 */
const together = { gap: 3, higher: 1.7 };

/** Whether two lines may be read together: near each other and of like size. */
function alike(above: Component[], below: Component[], letterHeight: number): boolean {
  const heights = [above, below].map((band) => bottomOf(band) - topOf(band));
  const gap = topOf(below) - bottomOf(above);
  return gap < together.gap * letterHeight && Math.max(...heights) < together.higher * Math.min(...heights);
}

/** Groups things that overlap or nearly overlap along one direction. */
function apart(
  marks: Component[],
  from: (component: Component) => number,
  to: (component: Component) => number,
  gap: number,
): Component[][] {
  const groups: Component[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const mark of [...marks].sort((a, b) => from(a) - from(b))) {
    const group = groups.at(-1);
    if (group && from(mark) < end + gap) group.push(mark);
    else groups.push([mark]);
    end = Math.max(group && from(mark) < end + gap ? end : Number.NEGATIVE_INFINITY, to(mark));
  }
  return groups;
}

function topOf(marks: Component[]): number {
  return Math.min(...marks.map((component) => component.y));
}

function bottomOf(marks: Component[]): number {
  return Math.max(...marks.map((component) => component.y + component.height));
}

function blockOf(bands: Component[][], letterHeight: number): Block {
  const lines = bands.map((band): BlockLine => {
    const stretches = columnsOf(band, columnGap * letterHeight);
    return { top: topOf(band), bottom: bottomOf(band), spans: stretches.map(spanOf) };
  });
  const x = Math.min(...lines.map(({ spans }) => spans[0]!.from));
  const right = Math.max(...lines.map(({ spans }) => spans.at(-1)!.to));
  const y = lines[0]!.top;
  const isLine = bands.length === 1 && !isTall(bands[0]!, letterHeight);
  return {
    x,
    y,
    width: right - x,
    height: Math.max(...lines.map(({ bottom }) => bottom)) - y,
    layout: isLine ? 'line' : 'block',
    lines,
  };
}

/** The same print as blocks of one line each. */
export function linesOf(block: Block): Block[] {
  if (block.lines.length === 1) return [block];
  return block.lines.map((line): Block => {
    const x = line.spans[0]!.from;
    const width = line.spans.at(-1)!.to - x;
    return { x, y: line.top, width, height: line.bottom - line.top, layout: 'line', lines: [line] };
  });
}

function spanOf(marks: Component[]): { from: number; to: number } {
  return {
    from: Math.min(...marks.map((component) => component.x)),
    to: Math.max(...marks.map((component) => component.x + component.width)),
  };
}
