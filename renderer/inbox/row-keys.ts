import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { DocumentRow, InboxQuery } from '../../server/contract/window.ts';
import { type InboxView, rememberRow } from './inbox-view.ts';

/** Where arrows and letters belong to what is focused. */
const ownKeys = 'input:not([type=checkbox]), textarea, select, [role=dialog], [role=menu], [role=listbox]';
/** So many rows a page of the keyboard goes. */
const PAGE_ROWS = 10;

interface RowKeys {
  view: InboxView;
  total: number;
  /** What is listed is what is asked for, not what was before. */
  isCurrent: boolean;
  rowAt: (index: number) => DocumentRow | undefined;
  scroller: RefObject<HTMLElement | null>;
  virtual: Virtualizer<HTMLElement, Element>;
  onChoose: (id: string, ticked: boolean, range: boolean) => void;
  /** Ticks everything that the list finds. */
  onChooseAll: () => void;
}

/**
 * The list by keyboard: its first row, or the one that was left last, has the focus at once where nothing else has it;
 * arrows walk it, Enter opens a row and the space bar ticks it. Ctrl+A ticks all of it, and Ctrl+Enter goes to what can be
 * done with what is ticked, or with a list that is to be exported.
 * @returns the row that the keyboard is at, from 0
 */
export function useRowKeys(list: RowKeys): number {
  const [remembered, setAt] = useState(list.view.at);
  // Rows may have gone since it was left.
  const at = Math.max(0, Math.min(remembered, list.total - 1));
  const current = useRef(list);
  current.current = list;
  /** A row that is out of sight is focused once it is drawn. */
  const wanted = useRef<number | null>(null);
  const focusWanted = (): void => {
    if (wanted.current === null) return;
    const link = linkOf(current.current.scroller.current, wanted.current);
    if (!link) return;
    wanted.current = null;
    link.focus({ preventScroll: true });
  };
  const go = (to: number): void => {
    const { total, virtual } = current.current;
    const row = Math.min(Math.max(0, to), total - 1);
    wanted.current = row;
    rememberRow(row);
    virtual.scrollToIndex(row, { align: 'auto' });
    setAt(row);
    // Where it is there already nothing is drawn anew.
    focusWanted();
  };
  /** A row had the keyboard last. */
  const isHeld = useRef(false);
  useEffect(() => {
    // The row that had it may be gone: the one in its place has it now.
    if (isHeld.current && document.activeElement === document.body) wanted.current ??= at;
    focusWanted();
  });
  // Another question is answered from its first row on.
  const { query } = list.view;
  const asked = useRef(query);
  useEffect(() => {
    if (asked.current === query) return;
    asked.current = query;
    setAt(0);
  }, [query]);

  const isThere = list.isCurrent && list.rowAt(at) !== undefined;
  const begun = useRef<InboxQuery>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each question, when its list is there
  useEffect(() => {
    if (!isThere || begun.current === query) return;
    begun.current = query;
    if (document.activeElement !== document.body) return;
    // The list is where it was left: a row that is out of sight is not gone to.
    const { range } = current.current.virtual;
    const inSight = range === null || (at >= range.startIndex && at <= range.endIndex);
    go(inSight ? at : range.startIndex + 1);
  }, [isThere, query]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it asks for what is current
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      const isSearch = target.matches('input[type=search]');
      if (event.altKey || event.defaultPrevented) return;
      if (isSearch ? event.key !== 'ArrowDown' : target.closest(ownKeys)) return;
      if (event.ctrlKey || event.metaKey) {
        const act = { a: current.current.onChooseAll, Enter: goToActs }[event.key];
        if (!act) return;
        event.preventDefault();
        act();
        return;
      }
      const { total, rowAt, view, onChoose } = current.current;
      const focused = target.closest<HTMLElement>('[data-row]');
      const from = focused ? Number(focused.dataset.row) : null;
      const row = rowAt(from ?? -1);
      const keys: Record<string, (() => void) | null | undefined> = {
        ArrowDown: () => go(from === null ? view.at : from + 1),
        ArrowUp: () => go(from === null ? view.at : from - 1),
        PageDown: from === null ? null : () => go(from + PAGE_ROWS),
        PageUp: from === null ? null : () => go(from - PAGE_ROWS),
        Home: from === null ? null : () => go(0),
        End: from === null ? null : () => go(total - 1),
        ' ': row && !target.matches('input') ? () => onChoose(row.id, !view.chosen.has(row.id), event.shiftKey) : null,
      };
      const act = keys[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    // Whoever opens a row by the mouse finds the keyboard there on coming back.
    const onFocus = (event: FocusEvent): void => {
      const focused = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
      isHeld.current = focused !== null;
      if (!focused) {
        wanted.current = null;
        return;
      }
      rememberRow(Number(focused.dataset.row));
      setAt(Number(focused.dataset.row));
    };
    addEventListener('keydown', onKeyDown);
    addEventListener('focusin', onFocus);
    return () => {
      removeEventListener('keydown', onKeyDown);
      removeEventListener('focusin', onFocus);
    };
  }, []);
  return at;
}

function goToActs(): void {
  document.querySelector<HTMLElement>('.chosen-bar button, .to-export-bar > button')?.focus();
}

function linkOf(scroller: HTMLElement | null, row: number): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`[data-row="${row}"] a`) ?? null;
}
