import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { packageFolder } from '../open/pdf-package.ts';
import type { Box, Rule, Word } from '../page.ts';

/** A page of our own; lengths are points from the top left. */
export interface SheetPage {
  words: SheetWord[];
  rules: Rule[];
}

interface SheetWord extends Word {
  /** In grey: no value, or one that is seldom looked at. */
  quiet: boolean;
}

export interface SheetPlace {
  /** From 1. */
  page: number;
  box: Box;
}

/** A text in its column, wrapped to its width. */
export interface Cell {
  text: string;
  x: number;
  width: number;
  align?: 'right';
  size?: number;
  bold?: boolean;
  quiet?: boolean;
  /** The field whose value it is. */
  path?: string;
}

/** A4. */
export const sheetWidth = 595;
export const sheetHeight = 842;
export const margin = 42;
const bottom = sheetHeight - margin - 20;
const usualSize = 9;
const lineHeight = 1.35;
/** A larger invoice is read by its values, not on its pages. */
const mostPages = 100;
const mostWidthsKept = 20_000;

const families = { regular: 'Facturier Sheet', bold: 'Facturier Sheet Bold' } as const;
let measuring: ReturnType<ReturnType<typeof createCanvas>['getContext']> | null = null;
const widths = new Map<string, number>();

/** The font that sheets are set in, as a canvas names it. It is the same on every machine. */
export function sheetFont(size: number, bold: boolean): string {
  if (!GlobalFonts.has(families.regular)) {
    GlobalFonts.registerFromPath(`${packageFolder}standard_fonts/LiberationSans-Regular.ttf`, families.regular);
    GlobalFonts.registerFromPath(`${packageFolder}standard_fonts/LiberationSans-Bold.ttf`, families.bold);
  }
  return `${size}px "${bold ? families.bold : families.regular}"`;
}

/** Width of a text in points. */
function widthOf(text: string, size: number, bold: boolean): number {
  const key = `${bold ? 'b' : 'r'}${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    measuring ??= createCanvas(1, 1).getContext('2d');
    measuring.font = sheetFont(100, bold);
    width = measuring.measureText(text).width / 100;
    if (widths.size > mostWidthsKept) widths.clear();
    widths.set(key, width);
  }
  return width * size;
}

export interface Pen {
  /** Writes cells side by side, going on on the next page where they do not end on this one. */
  row(cells: readonly Cell[], head?: readonly Cell[]): void;
  /** Leaves so many points empty, and keeps what follows together with as many as `keep`. */
  space(points: number, keep?: number): void;
  /** Draws a line over the whole width. */
  line(): void;
  /** Where the next row begins on this page. */
  at(): { page: number; y: number };
  /** Goes back up on the same page, or on to where another column ended. */
  moveTo(y: number): void;
  pages: SheetPage[];
  places: Record<string, SheetPlace>;
  /** Whether there was more than the pages hold. */
  isFull(): boolean;
}

/** Sets a sheet from top to bottom. */
export function createPen(): Pen {
  const pages: SheetPage[] = [{ words: [], rules: [] }];
  const places: Record<string, SheetPlace> = {};
  let y = margin;
  let full = false;

  const turn = (): void => {
    full = pages.length === mostPages;
    if (full) return;
    pages.push({ words: [], rules: [] });
    y = margin;
  };

  const put = (cell: Cell, words: readonly string[], top: number): void => {
    const { x, width, align, size = usualSize, bold = false, quiet = false, path } = cell;
    const space = widthOf(' ', size, bold);
    const wide = words.map((word) => widthOf(word, size, bold));
    const all = wide.reduce((sum, each) => sum + each, 0) + space * (words.length - 1);
    let left = align === 'right' ? x + width - all : x;
    const line = pages.at(-1)!;
    words.forEach((text, index) => {
      const box = { x: left, y: top, width: wide[index]!, height: size };
      line.words.push({ text, ...box, confidence: null, source: 'text', fontSize: size, bold, quiet });
      left += wide[index]! + space;
    });
    if (path !== undefined && words.length > 0)
      places[path] = grown(places[path], pages.length, { x: left - all - space, y: top, width: all, height: size });
  };

  const line = (): void => {
    pages.at(-1)!.rules.push({ x: margin, y, width: sheetWidth - 2 * margin, height: 0.5, direction: 'horizontal' });
    y += 3;
  };

  const row = (cells: readonly Cell[], head?: readonly Cell[]): void => {
    const wrapped = cells.map((cell) => wrap(cell));
    const height = lineHeight * Math.max(...cells.map(({ size = usualSize }) => size));
    const count = Math.max(...wrapped.map(({ length }) => length));
    for (let index = 0; index < count && !full; index++) {
      if (y + height > bottom) {
        turn();
        if (full) return;
        if (head) {
          row(head);
          line();
        }
      }
      for (const [at, cell] of cells.entries()) put(cell, wrapped[at]![index] ?? [], y);
      y += height;
    }
  };

  return {
    pages,
    places,
    row,
    space(points, keep = 0) {
      y += points;
      if (!full && y + keep > bottom) turn();
    },
    line,
    at: () => ({ page: pages.length, y }),
    moveTo(to) {
      y = to;
    },
    isFull: () => full,
  };
}

/** A value that goes on for several lines is framed as far as it goes on its first page. */
function grown(before: SheetPlace | undefined, page: number, box: Box): SheetPlace {
  if (!before) return { page, box };
  if (before.page !== page) return before;
  const [a, b] = [before.box, box];
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const width = Math.max(a.x + a.width, b.x + b.width) - x;
  return { page, box: { x, y, width, height: Math.max(a.y + a.height, b.y + b.height) - y } };
}

/** The words of each line; one that is wider than its column is broken. A control character has no glyph: a gap. */
function wrap({ text, width, size = usualSize, bold = false }: Cell): string[][] {
  const space = widthOf(' ', size, bold);
  return text.split('\n').flatMap((printed) => {
    const paragraph = printed.replaceAll(/\p{Cc}/gu, ' ');
    const lines: string[][] = [[]];
    let left = width;
    for (const word of paragraph
      .split(' ')
      .filter((each) => each !== '')
      .flatMap((each) => broken(each, width, size, bold))) {
      const wide = widthOf(word, size, bold);
      if (wide > left && lines.at(-1)!.length > 0) {
        lines.push([]);
        left = width;
      }
      lines.at(-1)!.push(word);
      left -= wide + space;
    }
    return lines;
  });
}

function broken(word: string, width: number, size: number, bold: boolean): string[] {
  if (widthOf(word, size, bold) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  let wide = 0;
  for (const character of word) {
    const own = widthOf(character, size, bold);
    if (wide + own > width && piece !== '') {
      pieces.push(piece);
      piece = '';
      wide = 0;
    }
    piece += character;
    wide += own;
  }
  return [...pieces, piece];
}
