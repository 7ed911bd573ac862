import { useEffect, useRef } from 'react';

interface Actions {
  confirm: () => void;
  nextDoubtful: () => void;
  undo: (() => void) | null;
  back: () => void;
  help: () => void;
}

/** Keys of the review. Those that a text field needs for itself work only outside one. */
export function useShortcuts(actions: Actions): void {
  const current = useRef(actions);
  current.current = actions;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const typing = (event.target as HTMLElement).matches('input, textarea, select');
      const command = event.ctrlKey || event.metaKey;
      const act = actionFor(event.key, command, event.altKey, typing, current.current);
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

function actionFor(
  key: string,
  command: boolean,
  alt: boolean,
  typing: boolean,
  actions: Actions,
): (() => void) | null {
  if (command && key === 'Enter') return actions.confirm;
  if (alt && key === 'ArrowDown') return actions.nextDoubtful;
  if (alt && key === 'ArrowLeft') return actions.back;
  if (typing) return null;
  if (command && key.toLowerCase() === 'z') return actions.undo;
  return key === '?' ? actions.help : null;
}
