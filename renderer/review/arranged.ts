import type { Arrange, ChosenPages } from '../../server/contract/window-review.ts';
import type { Turn } from './turned-page.ts';

/** A page of a document, as it is to be. */
interface ArrangedPage {
  /** Of its document. */
  id: string;
  number: number;
  turn: Turn;
  isLeftOut: boolean;
}

export type Arranged = readonly ArrangedPage[];

/** All pages of a document as they are. */
export function pagesOf(id: string, count: number): Arranged {
  return Array.from({ length: count }, (_each, at) => ({ id, number: at + 1, turn: 0, isLeftOut: false }));
}

/** With the page a quarter further round. */
export function turned(pages: Arranged, at: number): Arranged {
  return pages.map((page, index) => (index === at ? { ...page, turn: ((page.turn + 90) % 360) as Turn } : page));
}

/** Without the page, or with it where it was left out; the same where its document would have no other one. */
export function leftOut(pages: Arranged, at: number): Arranged {
  const { id } = pages[at]!;
  const isLast = pages.every((page, index) => index === at || page.id !== id || page.isLeftOut);
  if (isLast) return pages;
  return pages.map((page, index) => (index === at ? { ...page, isLeftOut: !page.isLeftOut } : page));
}

/** With another document's pages behind those of the first, in place of any that were there. */
export function withBehind(pages: Arranged, other: Arranged): Arranged {
  return [...pages.filter(({ id }) => id === pages[0]!.id), ...other];
}

/** What to ask the server for; null where all is as it came. */
export function wishOf(pages: Arranged): Omit<Arrange, 'reading'> | null {
  const kept = pages.filter(({ isLeftOut }) => !isLeftOut);
  if (kept.length === pages.length && kept.every(({ id, turn }) => id === kept[0]!.id && turn === 0)) return null;
  const first = pages[0]!.id;
  const other = kept.find(({ id }) => id !== first)?.id;
  const chosen = (of: string): ChosenPages =>
    kept.filter(({ id }) => id === of).map(({ number, turn }) => ({ number, turn }));
  return { pages: chosen(first), behind: other === undefined ? null : { id: other, pages: chosen(other) } };
}
