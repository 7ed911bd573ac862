import '@mantine/core/styles.css';
import './window.css';
import './home/home.css';
import './inbox/document-list.css';
import './review/page.css';
import './review/fields.css';
import './print.css';
import { createTheme, MantineProvider } from '@mantine/core';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api.ts';
import { App } from './app.tsx';
import { Fault } from './components/fault.tsx';
import { startI18n } from './i18n/i18n.ts';
import { pageQuery } from './inbox/page-query.ts';
import { isFirstPage, listQuery } from './route.ts';
import { settingsQuery, signInFromAddress } from './session.ts';

/** Whatever finds the session ended has the window ask again who it is. */
const noticeSignOut = (error: Error): void => {
  if (
    error instanceof ApiError &&
    error.code === 'unauthorized' &&
    queries.getQueryState(['settings'])?.status === 'success'
  ) {
    void queries.invalidateQueries({ queryKey: ['settings'] });
  }
};

const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSignOut }),
  mutationCache: new MutationCache({ onError: noticeSignOut }),
  defaultOptions: {
    queries: {
      // Live updates tell what changed, so nothing needs to be asked for again by age or focus.
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 5 && error instanceof ApiError && error.code === 'offline',
    },
  },
});

const theme = createTheme({ primaryColor: 'cyan', primaryShade: 9 });
const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';

// A link that is opened in a tab of this window changes only the fragment there, and loads nothing.
addEventListener('hashchange', async () => {
  if (await signInFromAddress()) await queries.resetQueries();
});

await Promise.all([startI18n(), signInFromAddress()]);
// Both are asked for at once: the list does not wait for the settings, nor either for the first frame.
void queries.prefetchQuery(settingsQuery);
if (isFirstPage()) void queries.prefetchQuery(pageQuery(listQuery(), 0));
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => styleNonce}>
      <QueryClientProvider client={queries}>
        <Fault>
          <App />
        </Fault>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
