import { useEffect, useRef } from 'react';

interface Actions {
  confirm: () => void;
  nextDoubtful: () => void;
  previousDoubtful: () => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
  nextDocument: () => void;
  /** Does nothing where there is no duplicate. */
  besideDuplicate: () => void;
  /** Of two values where forms of the invoice differ, the left or the right one. */
  takeLeft: () => void;
  takeRight: () => void;
  /** Goes to where lines go in the books, and then takes what is offered there. */
  bookings: () => void;
  /** Begins to cut the file, and then accepts the cuts. */
  cut: () => void;
  /** Begins to arrange the pages, and then accepts them. */
  arrange: () => void;
  back: () => void;
  help: () => void;
}

/** Keys of the review, those of them that can be done. Those that a text field needs for itself work only outside one. */
export function useShortcuts(actions: Partial<Actions>): void {
  const current = useRef(actions);
  current.current = actions;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      // A dialog has the keys for itself.
      if (target.closest('[role="dialog"]')) return;
      const act = actionFor(event, target.matches('input, textarea, select'), current.current);
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

function actionFor(
  { key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent,
  typing: boolean,
  actions: Partial<Actions>,
): (() => void) | null {
  const letter = key.toLowerCase();
  if (altKey) {
    const { nextDoubtful, previousDoubtful, nextDocument, besideDuplicate, bookings, cut, arrange, back } = actions;
    const { takeLeft, takeRight } = actions;
    if (shiftKey) return null;
    const keys: Record<string, (() => void) | undefined> = {
      ArrowDown: nextDoubtful,
      ArrowUp: previousDoubtful,
      PageDown: nextDocument,
      ArrowRight: besideDuplicate,
      ArrowLeft: back,
      x: cut,
      p: arrange,
      c: bookings,
      j: takeLeft,
      k: takeRight,
    };
    return keys[key] ?? null;
  }
  if (ctrlKey || metaKey) {
    if (key === 'Enter') return actions.confirm ?? null;
    // The browser's own undo knows nothing of values that were picked or accepted.
    if (letter === 'y' || (letter === 'z' && shiftKey)) return actions.redo ?? nothing;
    return letter === 'z' ? (actions.undo ?? nothing) : null;
  }
  return key === 'F1' || (key === '?' && !typing) ? (actions.help ?? null) : null;
}

const nothing = (): void => undefined;
