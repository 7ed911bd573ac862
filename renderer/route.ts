import { useSyncExternalStore } from 'react';

/** What the window shows. It stands in the address, so that a reload and the back button do what people expect. */
export type Route =
  | { screen: 'inbox' | 'suppliers' | 'activity' | 'developers' }
  | { screen: 'review'; id: string }
  | { screen: 'beside'; id: string; other: string }
  | { screen: 'settings'; part: SettingsPart };

export const settingsParts = ['companies', 'programs', 'deliveries', 'keeping', 'about'] as const;
export type SettingsPart = (typeof settingsParts)[number];

function routeOf(hash: string): Route {
  const review = /^#\/documents\/(doc_[0-9a-z]+)$/.exec(hash);
  if (review?.[1]) return { screen: 'review', id: review[1] };
  const beside = /^#\/documents\/(doc_[0-9a-z]+)\/beside\/(doc_[0-9a-z]+)$/.exec(hash);
  if (beside?.[1] && beside[2]) return { screen: 'beside', id: beside[1], other: beside[2] };
  if (hash === '#/suppliers') return { screen: 'suppliers' };
  if (hash === '#/activity') return { screen: 'activity' };
  if (hash === '#/developers') return { screen: 'developers' };
  const settings = /^#\/settings(?:\/(\w+))?$/.exec(hash);
  const part = settingsParts.find((one) => one === settings?.[1]) ?? 'companies';
  return settings ? { screen: 'settings', part } : { screen: 'inbox' };
}

export function addressOf(route: Route): string {
  switch (route.screen) {
    case 'inbox':
      return '#/';
    case 'review':
      return `#/documents/${route.id}`;
    case 'beside':
      return `#/documents/${route.id}/beside/${route.other}`;
    case 'settings':
      return `#/settings/${route.part}`;
    case 'suppliers':
    case 'activity':
    case 'developers':
      return `#/${route.screen}`;
  }
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
