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
/** A gap between columns, in heights of a letter; spaces between words are much smaller. */
const wideGap = 2;
/** Fewer pieces than this do not tell how high a line's letters are. */
const fewLetters = 3;

/**
 * Cuts a page of text into blocks. White rows across the whole page separate lines; where lines of neighbouring
 * columns stand at different heights there are none, and white columns are looked for first.
 * @param components pieces of ink, ruled lines taken out
 * @param letterHeight height of a usual letter in pixels
 */
export function blocksOf(components: Component[], letterHeight: number): Block[] {
  // Specks say nothing about layout; large things are pictures.
  const marks = components.filter(
    ({ width, height, size }) =>
      Math.max(width, height) > 0.35 * letterHeight &&
      height < 6 * letterHeight &&
      width < 25 * letterHeight &&
      size > 4,
  );
  return cut(marks, letterHeight).filter(
    (block) => block.width > 0.3 * letterHeight && block.height > 0.4 * letterHeight,
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
    const columns = isTall(band, letterHeight) ? columnsOf(band, 1.5 * letterHeight) : [band];
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

/** Whether a band without white rows is too high for one line of its letters. */
function isTall(band: Component[], letterHeight: number): boolean {
  const usual = median(band.map((component) => component.height));
  return bottomOf(band) - topOf(band) > 2.1 * Math.max(usual, 0.7 * letterHeight);
}

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
    // A logo would take in line after line below it, and be taller each time.
    const letter = large.length < fewLetters ? letterHeight : median(large.map(({ height }) => height));
    const line = Math.min(heightOf(large), 2 * letter);
    return heightOf(small) < 0.4 * line && gap < 0.2 * line;
  }
}

/** Whether two lines may be read together: near each other and of like size. */
function alike(above: Component[], below: Component[], letterHeight: number): boolean {
  const heights = [above, below].map((band) => bottomOf(band) - topOf(band));
  const gap = topOf(below) - bottomOf(above);
  return gap < 3 * letterHeight && Math.max(...heights) < 1.7 * Math.min(...heights);
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
    const stretches = columnsOf(band, wideGap * letterHeight);
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
