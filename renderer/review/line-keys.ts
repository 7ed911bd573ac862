import type { KeyboardEvent } from 'react';

/** What the keyboard can do with the row that the caret is in. */
export interface LineKeys {
  above: () => void;
  below: () => void;
  add: () => void;
  remove: () => void;
  up?: () => void;
  down?: () => void;
  split?: () => void;
  /** With the line above. */
  join?: () => void;
  /** The figure that the others of its row make. */
  figure?: () => void;
  fillDown?: () => void;
}

export function lineAction(event: KeyboardEvent, keys: LineKeys): (() => void) | null {
  const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'd' && !altKey && !shiftKey ? (keys.fillDown ?? null) : null;
  if (key === '=') return keys.figure ?? null;
  if (altKey && shiftKey) {
    return { ArrowUp: keys.up, ArrowDown: keys.down, Enter: keys.split, Backspace: keys.join }[key] ?? null;
  }
  if (altKey) return { Enter: keys.add, Delete: keys.remove }[key] ?? null;
  if (shiftKey) return key === 'Enter' ? keys.above : null;
  return { ArrowUp: keys.above, ArrowDown: keys.below, Enter: keys.below }[key] ?? null;
}
