import { type RefObject, useEffect, useRef } from 'react';

/**
 * A table of links by keyboard: its first link has the focus at once where nothing else has it; arrows go from one to
 * the next, up and down in the same column where there is one.
 * @param isCurrent the rows are as the server has them now, and in that order
 */
export function useCellKeys(table: RefObject<HTMLTableElement | null>, isCurrent: boolean): void {
  const begun = useRef(false);
  useEffect(() => {
    if (!isCurrent || begun.current) return;
    begun.current = true;
    if (document.activeElement === document.body) table.current?.querySelector('a')?.focus({ preventScroll: true });
  }, [table, isCurrent]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const from = event.target as HTMLElement;
      const way = ways[event.key];
      if (!way || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const cell = from.closest('td');
      if (!cell || !table.current?.contains(cell)) return;
      event.preventDefault();
      way(cell)?.focus();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [table]);
}

const ways: Record<string, (cell: HTMLTableCellElement) => HTMLElement | null> = {
  ArrowDown: (cell) => inRow(cell, 'nextElementSibling'),
  ArrowUp: (cell) => inRow(cell, 'previousElementSibling'),
  ArrowRight: (cell) => besides(cell, 'nextElementSibling'),
  ArrowLeft: (cell) => besides(cell, 'previousElementSibling'),
};
type Step = 'nextElementSibling' | 'previousElementSibling';

/** In the next row, or the one before: the link in the same column, or else the row's first. */
function inRow(cell: HTMLTableCellElement, step: Step): HTMLElement | null {
  const row = cell.parentElement?.[step];
  return row?.children[cell.cellIndex]?.querySelector('a') ?? row?.querySelector('a') ?? null;
}

function besides(cell: HTMLTableCellElement, step: Step): HTMLElement | null {
  for (let next = cell[step]; next; next = next[step]) {
    const link = next.querySelector('a');
    if (link) return link;
  }
  return null;
}
