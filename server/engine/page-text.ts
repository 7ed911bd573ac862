import type { PageText, PageWord } from '../contract/window-review.ts';
import type { Layout } from './layout/layout.ts';
import type { Page, Word } from './page.ts';
import { boxAsSent } from './picture/as-sent.ts';

/** Of all pages as JSON, some hundred thousand words: fifty pages in small print have fewer. */
const mostBytes = 8 * 1024 * 1024;

/**
 * What stands on each page, for a person to select from, at its place on the page as it was sent. Nothing for a page that
 * would be more than a person reads, and for those after it.
 */
export function pageTexts(layout: Layout): PageText[] {
  let left = mostBytes;
  return layout.pages.map(({ page, rows }) => {
    const text = rows.flatMap(({ cells }) => cells.map(({ words }) => run(page, words)));
    left -= Buffer.byteLength(JSON.stringify(text));
    return left < 0 ? [] : text;
  });
}

function run(page: Page, words: readonly Word[]): PageWord[] {
  return words.map(({ text, x, y, width, height }) => {
    const box = boxAsSent(page, [x, y, width, height]);
    // Tenths of a point are nearer than anyone points, and keep what is stored and sent small.
    const [left, top, wide, high] = box.map((length) => Math.round(length * 10) / 10) as [
      number,
      number,
      number,
      number,
    ];
    return [text, left, top, wide, high];
  });
}
