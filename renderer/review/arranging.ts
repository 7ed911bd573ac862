import { useState } from 'react';
import type { DocumentDetail } from '../../server/contract/window-review.ts';
import { type Arranged, pagesOf } from './arranged.ts';

export interface Arranging {
  isPossible: boolean;
  isOpen: boolean;
  /** Begins, or ends with all as it came. */
  show(open: boolean): void;
  pages: Arranged;
  change(pages: Arranged): void;
  /** Null where nothing was changed. */
  undo: (() => void) | null;
}

/** Turning pages of a document, leaving some out, and putting another document's behind them. @param count its own pages */
export function useArranging({ row, hasFile, reviewedAt, isEInvoice }: DocumentDetail, count: number): Arranging {
  const isPossible = hasFile && reviewedAt === null && !isEInvoice;
  const [isOpen, setOpen] = useState(false);
  const [steps, setSteps] = useState<readonly Arranged[]>(() => [pagesOf(row.id, count)]);
  const pages = steps.at(-1) ?? [];
  return {
    ...{ isPossible, isOpen, pages },
    show(open) {
      setOpen(open && isPossible);
      if (!open) setSteps(steps.slice(0, 1));
    },
    change: (next) => next !== pages && setSteps([...steps, next]),
    undo: steps.length > 1 ? () => setSteps(steps.slice(0, -1)) : null,
  };
}
