import { useSyncExternalStore } from 'react';
import type { Company, InboxQuery } from '../../server/contract/window.ts';
import { addressOf, listQuery } from '../route.ts';

/** What the list shows. What it is asked for stands in the address; the rest outlives the screen, so that coming back from a review finds the list as it was left. */
export interface InboxView {
  query: InboxQuery;
  /** Ids of rows that were ticked. */
  chosen: ReadonlySet<string>;
  /** How far the list is scrolled, in pixels. */
  scrolled: number;
  /** The row that the keyboard is at, from 0. */
  at: number;
}

/** What narrows the list down beside its words, state and company. */
export const narrowing = [
  'supplier',
  'month',
  'totalFrom',
  'totalTo',
  'origin',
  'added',
  'paid',
] as const satisfies (keyof InboxQuery)[];

const watchers = new Set<() => void>();
let view: InboxView = { query: listQuery(), chosen: new Set(), scrolled: 0, at: 0 };

export function useInboxView(): InboxView {
  return useSyncExternalStore((changed) => {
    watchers.add(changed);
    addEventListener('hashchange', changed);
    return () => {
      watchers.delete(changed);
      removeEventListener('hashchange', changed);
    };
  }, present);
}

/** What was ticked may be out of sight once something else is asked for, so nothing stays ticked then. */
function present(): InboxView {
  const query = listQuery();
  if (query !== view.query) view = { query, chosen: new Set(), scrolled: 0, at: 0 };
  return view;
}

/** Lists something else, from the top. Going back leads to the screen before the list, not through every letter of a search. */
export function ask(change: InboxQuery): void {
  location.replace(addressOf({ screen: 'inbox' }, { ...listQuery(), ...change }));
}

/** Lists exactly this: what it does not say narrows nothing down. */
export function askOnly(query: InboxQuery): void {
  location.hash = addressOf({ screen: 'inbox' }, query);
}

/**
 * Whose what comes in is: the company whose invoices are listed.
 * @returns its VAT number; null where the list is of several, and each invoice itself is to say it
 */
export function companyInView(companies: readonly Company[]): string | null {
  return companies.find(({ vat }) => vat === listQuery().company)?.vat ?? null;
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

/** The same of the row that the keyboard is at. */
export function rememberRow(at: number): void {
  view.at = at;
}

function set(next: InboxView): void {
  view = next;
  for (const changed of watchers) changed();
}
