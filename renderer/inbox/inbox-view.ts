import { useSyncExternalStore } from 'react';
import type { InboxQuery } from '../../server/contract/window.ts';

/** What the list shows. It outlives the screen, so that coming back from a review finds the list as it was left. */
export interface InboxView {
  query: InboxQuery;
  /** Ids of rows that were ticked. */
  chosen: ReadonlySet<string>;
  /** How far the list is scrolled, in pixels. */
  scrolled: number;
}

const watchers = new Set<() => void>();
let view: InboxView = { query: { sort: 'added', order: 'down' }, chosen: new Set(), scrolled: 0 };

export function useInboxView(): InboxView {
  return useSyncExternalStore(
    (changed) => {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    () => view,
  );
}

/** Shows something else, from the top. What was ticked may be out of sight then, so nothing stays ticked. */
export function ask(change: InboxQuery): void {
  const query = Object.fromEntries(
    Object.entries({ ...view.query, ...change }).filter(([, value]) => value !== undefined && value !== ''),
  );
  set({ query, chosen: new Set(), scrolled: 0 });
}

/** Ticks rows, or takes the ticks away. */
export function choose(ids: string[], ticked: boolean): void {
  const chosen = new Set(view.chosen);
  for (const id of ids) ticked ? chosen.add(id) : chosen.delete(id);
  set({ ...view, chosen });
}

export function chooseNone(): void {
  set({ ...view, chosen: new Set() });
}

/** Nothing is drawn anew for this. */
export function rememberScroll(scrolled: number): void {
  view.scrolled = scrolled;
}

function set(next: InboxView): void {
  view = next;
  for (const changed of watchers) changed();
}
