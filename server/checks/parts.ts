import type { Act, Part } from '../contract/window-review.ts';

/** What documents were made of a document's other pages, the last cut last; none where its parts were joined again. */
export function partsMade(acts: readonly Act[]): Part[] {
  const since = acts.slice(acts.findLastIndex(({ kind }) => kind === 'joined') + 1);
  return since.flatMap((act) => (act.kind === 'split' ? act.parts : []));
}
