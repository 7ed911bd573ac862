import type { PageText, PageWord } from '../contract/window.ts';
import type { Layout } from './layout/layout.ts';
import { boxAsSent } from './open/as-sent.ts';
import type { Page, Word } from './page.ts';

/** What stands on each page, for a person to select from, at its place on the page as it was sent. */
export function pageTexts(layout: Layout): PageText[] {
  return layout.pages.map(({ page, rows }) => rows.flatMap(({ cells }) => cells.map(({ words }) => run(page, words))));
}

function run(page: Page, words: readonly Word[]): PageWord[] {
  return words.map(({ text, x, y, width, height }) => {
    const box = page.asSent ? boxAsSent(page.asSent, [x, y, width, height]) : [x, y, width, height];
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
