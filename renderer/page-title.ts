import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Route } from './route.ts';

/**
 * Names the page in the browser's tab. A browser keeps what pages were called, so nothing of an invoice stands there.
 * @param screen undefined where nobody is signed in
 */
export function usePageTitle(screen: Route['screen'] | undefined): void {
  const { t } = useTranslation();
  const name = t(
    screen === undefined ? 'signedOut.title' : screen === 'developers' ? 'developers.title' : `nav.${screen}`,
  );
  useEffect(() => {
    document.title = `${name} – Facturier`;
  }, [name]);
}
