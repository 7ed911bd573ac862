import type { OpenedFile, Page, Word } from '../../server/engine/page.ts';

/** A word as a text layer gives it, in a font whose characters are half as wide as high. */
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

/** The words of a text side by side with ordinary spaces. */
export function run(text: string, x: number, y: number, size = 10): Word[] {
  let at = x;
  return text.split(' ').map((part) => {
    const made = word(part, at, y, size);
    at += made.width + size * 0.3;
    return made;
  });
}

/** An opened PDF of A4 pages that hold these words. */
export function openedPdf(...pages: Word[][]): OpenedFile {
  return {
    mimeType: 'application/pdf',
    pages: pages.map((words, index): Page => {
      return { number: index + 1, width: 595, height: 842, words, rules: [], source: 'text' };
    }),
    attachments: [],
    info: { title: null, author: null, producer: null },
  };
}
