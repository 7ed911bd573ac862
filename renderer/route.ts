import { useSyncExternalStore } from 'react';
import type { InboxQuery } from '../server/contract/window.ts';
import type { DueQuery } from '../server/contract/window-due.ts';

/** What the window shows. It stands in the address, so that a reload and the back button do what people expect. */
export type Route =
  | { screen: 'home' | 'inbox' | 'suppliers' | 'activity' | 'developers' }
  | { screen: 'due'; query?: DueQuery }
  | { screen: 'review'; id: string }
  | { screen: 'beside'; id: string; other: string }
  | { screen: 'settings'; part: SettingsPart };

export const settingsParts = [
  'companies',
  'people',
  'folder',
  'exporting',
  'programs',
  'deliveries',
  'keeping',
  'about',
] as const;
export type SettingsPart = (typeof settingsParts)[number];

/** What a list is asked for that is asked for nothing: an address leaves it out. */
const usualQuery: InboxQuery = { sort: 'added', order: 'down' };
const queryNames = [
  'search',
  'state',
  'company',
  'supplier',
  'month',
  'totalFrom',
  'totalTo',
  'origin',
  'added',
  'paid',
  'toExport',
  'sort',
  'order',
] as const satisfies (keyof InboxQuery)[];
let listed = usualQuery;

/**
 * What the list is asked for. It stands in the address of the list and of what is opened from it, so that going on in a
 * review, a reload and a link stay in that list; other screens leave it as it was.
 * @returns the same object until something else is asked for
 */
export function listQuery(): InboxQuery {
  const [path, text = ''] = location.hash.split('?');
  // The first page is of everything that there is.
  const isOfList = path === '' || path === '#/' || path === '#/home' || path?.startsWith('#/documents/');
  if (isOfList && text !== queryText(listed)) {
    const said = new URLSearchParams(text);
    const known = queryNames.flatMap((name) => (said.get(name) ? [[name, said.get(name)]] : []));
    listed = { ...usualQuery, ...Object.fromEntries(known) };
  }
  return listed;
}

/** Whether the list is shown, or the page that it is the first of where there is one company. */
export function isFirstPage(): boolean {
  const { screen } = routeOf(location.hash);
  return screen === 'inbox' || location.hash === '';
}

function queryText(query: InboxQuery): string {
  const unusual = queryNames.filter((name) => query[name] && query[name] !== usualQuery[name]);
  return new URLSearchParams(unusual.map((name) => [name, String(query[name])])).toString();
}

function routeOf(address: string): Route {
  const [hash = '', text = ''] = address.split('?');
  if (hash === '' || hash === '#/home') return { screen: 'home' };
  const review = /^#\/documents\/(doc_[0-9a-z]+)$/.exec(hash);
  if (review?.[1]) return { screen: 'review', id: review[1] };
  const beside = /^#\/documents\/(doc_[0-9a-z]+)\/beside\/(doc_[0-9a-z]+)$/.exec(hash);
  if (beside?.[1] && beside[2]) return { screen: 'beside', id: beside[1], other: beside[2] };
  if (hash === '#/suppliers') return { screen: 'suppliers' };
  if (hash === '#/due') return { screen: 'due', query: dueQueryOf(text) };
  if (hash === '#/activity') return { screen: 'activity' };
  if (hash === '#/developers') return { screen: 'developers' };
  const settings = /^#\/settings(?:\/(\w+))?$/.exec(hash);
  const part = settingsParts.find((one) => one === settings?.[1]) ?? 'companies';
  return settings ? { screen: 'settings', part } : { screen: 'inbox' };
}

/** @param query what the list is asked for there; as it is, where nothing else is said */
export function addressOf(route: Route, query: InboxQuery = listQuery()): string {
  const text = queryText(query);
  const inList = text === '' ? '' : `?${text}`;
  switch (route.screen) {
    case 'inbox':
      return `#/${inList}`;
    case 'review':
      return `#/documents/${route.id}${inList}`;
    case 'beside':
      return `#/documents/${route.id}/beside/${route.other}${inList}`;
    case 'settings':
      return `#/settings/${route.part}`;
    case 'due':
      return dueAddress(route.query);
    case 'home':
    case 'suppliers':
    case 'activity':
    case 'developers':
      return `#/${route.screen}`;
  }
}

function dueQueryOf(text: string): DueQuery {
  const said = new URLSearchParams(text);
  return {
    of: said.get('of') === 'all' ? 'all' : 'confirmed',
    when: said.get('when') === 'week' ? 'week' : undefined,
    paid: said.get('paid') === 'yes' ? 'yes' : undefined,
    company: said.get('company') ?? undefined,
  };
}

function dueAddress({ of, when, paid, company }: DueQuery = {}): string {
  const asked = { of: of === 'all' ? of : undefined, when, paid, company };
  const text = new URLSearchParams(
    Object.entries(asked).filter((one): one is [string, string] => one[1] !== undefined),
  );
  return text.size === 0 ? '#/due' : `#/due?${text}`;
}

export function goTo(route: Route): void {
  location.hash = addressOf(route);
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(
    (changed) => {
      addEventListener('hashchange', changed);
      return () => removeEventListener('hashchange', changed);
    },
    () => location.hash,
  );
  return routeOf(hash);
}
