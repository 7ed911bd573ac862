import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DueInvoice, Payment } from '../../server/contract/window-due.ts';
import { api } from '../api.ts';
import { actOnAll } from '../inbox/chosen-acts.ts';

type Payable = Pick<DueInvoice, 'id' | 'vendor'>;

/** What was noted last, and can be taken back. */
interface NotedPayment {
  rows: Payable[];
  undone: boolean;
}

export interface Payments {
  last: NotedPayment | null;
  /** Of so many the last one could not be noted. */
  left: number;
  saving: boolean;
  /** One payment of each. */
  pay: (rows: Payable[], payment: Payment) => void;
  undo: (rows: Payable[]) => void;
}

/**
 * Notes payments and takes them back; what depends on them is asked for anew.
 * @param onNoted told of those that were
 */
export function usePayments(onNoted: (ids: string[]) => void): Payments {
  const queries = useQueryClient();
  const [last, setLast] = useState<NotedPayment | null>(null);
  const [left, setLeft] = useState(0);
  const note = useMutation({
    async mutationFn({ rows, payment }: { rows: Payable[]; payment: Payment | null }) {
      const noteOne = (id: string): Promise<void> => (payment === null ? api.undoPayment(id) : api.pay(id, payment));
      let done: ReadonlySet<string> = new Set();
      const stop = new AbortController();
      try {
        const ids = rows.map(({ id }) => id);
        done = await actOnAll(noteOne, ids, (_behind, soFar) => (done = soFar), stop.signal);
      } finally {
        // Where one found no answer, the others need not ask.
        stop.abort();
        const noted = rows.filter(({ id }) => done.has(id));
        setLast(noted.length > 0 ? { rows: noted, undone: payment === null } : null);
        setLeft(rows.length - noted.length);
        onNoted([...done]);
      }
    },
    // Whoever is told that another window was quicker sees what it did.
    onSettled: () => {
      for (const changed of ['due', 'companies', 'document']) void queries.invalidateQueries({ queryKey: [changed] });
    },
  });
  return {
    last,
    left,
    saving: note.isPending,
    pay: (rows, payment) => note.mutate({ rows, payment }),
    undo: (rows) => note.mutate({ rows, payment: null }),
  };
}

interface DueKeys {
  /** Each null where there is nothing to do so with. */
  undoLast: (() => void) | null;
  payChosen: (() => void) | null;
  tick: (id: string) => void;
  tickAll: () => void;
}

/**
 * The rows by keyboard: arrows go from one to the next, the space bar ticks one and Ctrl+A all. P is what the row's button
 * does, or does it with all that are ticked; Ctrl+Z takes back what was noted last. Where the row that had the focus is
 * gone, the one that took its place has it.
 */
export function useDueKeys(area: RefObject<HTMLElement | null>, keys: DueKeys): void {
  const now = useRef(keys);
  now.current = keys;
  const at = useRef(0);
  useEffect(() => {
    const rows = (): HTMLElement[] => [...(area.current?.querySelectorAll<HTMLElement>('tr[data-due]') ?? [])];
    const onKeyDown = (event: KeyboardEvent): void => {
      const from = event.target as HTMLElement;
      if (event.altKey || event.shiftKey || from.closest(ownKeys)) return;
      const isOwnSpace = event.key === ' ' && from.closest('button, input') !== null;
      const act = isOwnSpace ? null : actOf(event, from);
      if (!act) return;
      event.preventDefault();
      // The next key may be there before anything else would draw what this one did.
      flushSync(act);
    };
    const actOf = (event: KeyboardEvent, from: HTMLElement): (() => void) | null => {
      const { undoLast, payChosen, tick, tickAll } = now.current;
      const key = event.key.toLowerCase();
      if (event.ctrlKey || event.metaKey) return { z: undoLast, a: tickAll }[key] ?? null;
      if (key === 'p' && payChosen) return payChosen;
      const all = rows();
      const own = all.indexOf(from.closest<HTMLElement>('tr[data-due]') as HTMLElement);
      if (own < 0 && from !== document.body) return null;
      const step = { arrowdown: 1, arrowup: -1 }[key] ?? 0;
      const row = all[own < 0 ? Math.min(at.current, all.length - 1) : own + step];
      if (!row) return null;
      const focus = (): void => row.querySelector('a')?.focus();
      const acts: Record<string, () => void> = {
        arrowdown: focus,
        arrowup: focus,
        p: () => row.querySelector('button')?.click(),
        ' ': () => tick(row.dataset.due ?? ''),
      };
      if (acts[key]) at.current = all.indexOf(row);
      return acts[key] ?? null;
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

/** Where keys belong to what is focused. */
const ownKeys = 'input:not([type=checkbox], [type=radio]), textarea, [role="dialog"], [role="listbox"]';
