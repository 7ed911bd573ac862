import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';
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

export const queries: QueryClient = new QueryClient({
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

/**
 * Asks at once for all that the first screen shows: the list does not wait for the settings, nor either for the first frame.
 * @returns resolves when it is there, or will not come
 */
async function askFirst(): Promise<void> {
  await Promise.all([
    queries.prefetchQuery(settingsQuery),
    isFirstPage() && queries.prefetchQuery(pageQuery(listQuery(), 0)),
  ]);
}

/** The token in the address is taken out of it, and with it the window is signed in, before anything is asked. */
export const signedIn = signInFromAddress();
/** The server answers while the rest of the window is still being loaded. */
export const askedFirst = signedIn.then(askFirst);
