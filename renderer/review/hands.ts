import { useRef } from 'react';
import type { FieldValue } from '../../server/checks/field-paths.ts';
import type { Change } from './edit-draft.ts';
import type { Candidate } from './page-values.ts';

/** What can be done with a field, by its path. */
export interface FieldHands {
  select(path: string): void;
  change(path: string, value: FieldValue): void;
  /** Many at once, as one step to undo. @param rows so many lines there are to be at least */
  changeAll(changes: readonly Change[], rows: number): void;
  /** What is typed and is no value of the field's kind. */
  leaveUnfinished(path: string, text: string): void;
  pick(path: string, candidate: Candidate): void;
  /** The candidate that is being looked at in the list; null for none. */
  lookAt(candidate: Candidate | null): void;
  /** Enter: the field is right, where that was in doubt; on to the next. */
  enter(path: string): void;
}

/** The same hands for the whole life of a screen, which do what the newest ones would. */
export function useHands(newest: FieldHands): FieldHands {
  const current = useRef(newest);
  current.current = newest;
  const stable = useRef<FieldHands>({
    select: (path) => current.current.select(path),
    change: (path, value) => current.current.change(path, value),
    changeAll: (changes, rows) => current.current.changeAll(changes, rows),
    leaveUnfinished: (path, text) => current.current.leaveUnfinished(path, text),
    pick: (path, candidate) => current.current.pick(path, candidate),
    lookAt: (candidate) => current.current.lookAt(candidate),
    enter: (path) => current.current.enter(path),
  });
  return stable.current;
}
