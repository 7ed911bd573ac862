import type { OpenedFile, Page, Word } from '../../server/engine/page.ts';

/** A word of a made-up page; half a font size wide for each letter. */
export const word = (text: string, x: number, y: number, size = 10): Word => ({
  text,
  x,
  y,
  width: Math.max(1, text.length * size * 0.5),
  height: size,
  confidence: null,
  source: 'text',
  fontSize: size,
  bold: false,
});

/** A run of words with ordinary spaces. */
export function run(text: string, x: number, y: number, size = 10): Word[] {
  let at = x;
  return text.split(' ').map((part) => {
    const made = word(part, at, y, size);
    at += made.width + size * 0.3;
    return made;
  });
}

/** Above everything else on a page; where nothing says that a page is an invoice, nothing on it is high. */
export const invoiceTitle: Word[] = run('FACTURĂ', 270, 12, 16);

/** Lines of text below each other, as tight as in a block of an address. */
export const column = (x: number, top: number, lines: string[], size = 10): Word[] =>
  lines.flatMap((line, i) => run(line, x, top + i * size * 1.3, size));

/** A run of words that ends at `right`. */
export function runTo(text: string, right: number, y: number, size = 10): Word[] {
  const words = run(text, 0, y, size);
  const end = words.at(-1)!;
  const shift = right - end.x - end.width;
  return words.map((each) => ({ ...each, x: each.x + shift }));
}

export const page = (words: Word[], rules: Page['rules'] = [], number = 1): Page => ({
  number,
  width: 595,
  height: 842,
  words,
  rules,
  source: 'text',
});

/** An opened file of these pages. */
export const opened = (...pages: Page[]): OpenedFile => ({
  mimeType: 'application/pdf',
  pages: pages.map((each, i) => ({ ...each, number: i + 1 })),
  attachments: [],
  codes: [],
  info: { title: null, author: null, producer: null },
});

/** Where a column of a printed table stands, and on which edge its cells are aligned. */
export interface Place {
  x: number;
  align: 'left' | 'right';
}

/** Prints rows of cells at the columns' places from `top` downwards, `step` apart; null leaves a cell out. */
export function printTable(rows: (string | null)[][], places: Place[], top: number, step = 18): Word[] {
  return rows.flatMap((cells, i) =>
    cells.flatMap((cell, j) => {
      const { x, align } = places[j]!;
      if (cell === null) return [];
      return align === 'left' ? run(cell, x, top + i * step) : runTo(cell, x, top + i * step);
    }),
  );
}
