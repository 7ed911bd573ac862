import type { PageRange } from '../../server/contract/invoice.ts';

/** Pages that another invoice begins with, from 2, in their order. */
export type Cuts = readonly number[];

export function cutsOf(splits: readonly PageRange[]): Cuts {
  return splits.slice(1).map(({ from }) => from);
}

/** The pages of each invoice. */
export function rangesOf(cuts: Cuts, pages: number): PageRange[] {
  return [1, ...cuts].map((from, index) => ({ from, to: (cuts[index] ?? pages + 1) - 1 }));
}

/** With a cut before the page, or without the one that is there. */
export function toggled(cuts: Cuts, page: number): Cuts {
  return cuts.includes(page) ? cuts.filter((one) => one !== page) : [...cuts, page].toSorted((a, b) => a - b);
}

/** With the cut before the page one page on; the same where there is none, or it would meet another one or the end. */
export function moved(cuts: Cuts, page: number, step: 1 | -1, pages: number): Cuts {
  const to = page + step;
  if (!cuts.includes(page) || cuts.includes(to) || to < 2 || to > pages) return cuts;
  return cuts.map((one) => (one === page ? to : one));
}
