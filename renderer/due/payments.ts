import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { DueInvoice, Payment } from '../../server/contract/window-due.ts';
import { api } from '../api.ts';

/** What was noted last, and can be taken back. */
interface NotedPayment {
  id: string;
  vendor: string | null;
  undone: boolean;
}

export interface Payments {
  last: NotedPayment | null;
  saving: boolean;
  failed: boolean;
  pay: (row: DueInvoice, payment: Payment) => void;
  undo: (row: Pick<DueInvoice, 'id' | 'vendor'>) => void;
}

/** Notes payments and takes them back; what depends on them is asked for anew. */
export function usePayments(onNoted: () => void): Payments {
  const queries = useQueryClient();
  const [last, setLast] = useState<NotedPayment | null>(null);
  const note = useMutation({
    mutationFn: ({ id, payment }: { id: string; vendor: string | null; payment: Payment | null }) =>
      payment === null ? api.undoPayment(id) : api.pay(id, payment),
    onSuccess: (_nothing, { id, vendor, payment }) => {
      setLast({ id, vendor, undone: payment === null });
      onNoted();
    },
    // Whoever is told that another window was quicker sees what it did.
    onSettled: () => {
      for (const changed of ['due', 'companies', 'document']) void queries.invalidateQueries({ queryKey: [changed] });
    },
  });
  return {
    last,
    saving: note.isPending,
    failed: note.isError,
    pay: ({ id, vendor }, payment) => note.mutate({ id, vendor, payment }),
    undo: ({ id, vendor }) => note.mutate({ id, vendor, payment: null }),
  };
}

/**
 * The rows by keyboard: arrows go from one to the next, P is what the row's button does, Ctrl+Z takes back what was noted
 * last. Where the row that had the focus is gone, the one that took its place has it.
 */
export function useDueKeys(area: RefObject<HTMLElement | null>, keys: { undoLast: (() => void) | null }): void {
  const now = useRef(keys);
  now.current = keys;
  const at = useRef(0);
  useEffect(() => {
    const rows = (): HTMLElement[] => [...(area.current?.querySelectorAll<HTMLElement>('tr[data-due]') ?? [])];
    const onKeyDown = (event: KeyboardEvent): void => {
      const from = event.target as HTMLElement;
      if (event.altKey || event.shiftKey || from.closest('input, textarea, [role="dialog"]')) return;
      const ctrl = event.ctrlKey || event.metaKey;
      if (ctrl && event.key === 'z' && now.current.undoLast) now.current.undoLast();
      else if (ctrl || !steps.has(event.key)) return;
      else {
        const all = rows();
        const own = all.indexOf(from.closest<HTMLElement>('tr[data-due]') as HTMLElement);
        const isLost = own < 0 && from === document.body;
        if (own < 0 && !isLost) return;
        const step = steps.get(event.key) ?? 0;
        const row = all[isLost ? Math.min(at.current, all.length - 1) : own + step];
        if (!row) return;
        at.current = all.indexOf(row);
        if (event.key.toLowerCase() === 'p') row.querySelector('button')?.click();
        else row.querySelector('a')?.focus();
      }
      event.preventDefault();
    };
    const onFocus = (event: FocusEvent): void => {
      const own = rows().indexOf((event.target as HTMLElement).closest<HTMLElement>('tr[data-due]') as HTMLElement);
      if (own >= 0) at.current = own;
    };
    addEventListener('keydown', onKeyDown);
    addEventListener('focusin', onFocus);
    return () => {
      removeEventListener('keydown', onKeyDown);
      removeEventListener('focusin', onFocus);
    };
  }, [area]);
}

const steps = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
  ['p', 0],
  ['P', 0],
]);
