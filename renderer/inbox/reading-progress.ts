import { useSyncExternalStore } from 'react';

/** How many pages of a document are read. */
export interface ReadingProgress {
  done: number;
  total: number;
}

/** Told by the server as it happens and gone when the reading ends; it is in no list. */
const progress = new Map<string, ReadingProgress>();
const watchers = new Set<() => void>();

export function useReadingProgress(id: string): ReadingProgress | undefined {
  return useSyncExternalStore(
    (changed) => {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    () => progress.get(id),
  );
}

/** @param now null when the document is not being read any more */
export function noteProgress(id: string, now: ReadingProgress | null): void {
  if (now) progress.set(id, now);
  else if (!progress.delete(id)) return;
  for (const changed of watchers) changed();
}
