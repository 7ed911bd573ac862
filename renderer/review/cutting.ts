import { useState } from 'react';
import { partsMade } from '../../server/checks/parts.ts';
import type { Extraction, PageRange } from '../../server/contract/invoice.ts';
import type { DocumentDetail, Part } from '../../server/contract/window-review.ts';
import { type Cuts, cutsOf, rangesOf } from './cuts.ts';

export interface Cutting {
  /** How many of the file's first pages are the document's own. */
  pages: number;
  /** The documents that were made of the others. */
  parts: Part[];
  /** Reading proposes it. */
  isProposed: boolean;
  isPossible: boolean;
  isOpen: boolean;
  /** Begins to cut, or goes to where that is done already. */
  open(): void;
  cuts: Cuts;
  change(cuts: Cuts): void;
  /** Null where nothing was changed. */
  undo: (() => void) | null;
  /** The pages of each invoice, as they are cut now. */
  ranges: PageRange[];
}

/** Saying which pages of a file are which invoice; begun where reading proposes it. */
export function useCutting({ acts, row, hasFile, reviewedAt }: DocumentDetail, { splits = [] }: Extraction): Cutting {
  const parts = partsMade(acts);
  const pages = Math.min(row.pages ?? 1, ...parts.map(({ from }) => from - 1));
  const isProposed = splits.length > 1;
  const isPossible = hasFile && reviewedAt === null && pages > 1;
  const [isOpen, setOpen] = useState(isPossible && isProposed);
  const [steps, setSteps] = useState<readonly Cuts[]>(() => [cutsOf(splits)]);
  const cuts = steps.at(-1) ?? [];
  return {
    ...{ pages, parts, isProposed, isPossible, isOpen, cuts },
    open() {
      if (isOpen) document.querySelector<HTMLElement>('.gap[tabindex="0"]')?.focus();
      else setOpen(isPossible);
    },
    change: (next) => next !== cuts && setSteps([...steps, next]),
    undo: steps.length > 1 ? () => setSteps(steps.slice(0, -1)) : null,
    ranges: rangesOf(cuts, pages),
  };
}
