import type { DocumentRows, InboxQuery } from '../../server/contract/window.ts';
import { api } from '../api.ts';

/** As many as the server gives at once. */
export const PAGE = 100;

/** What is found is asked for again so soon, while documents are still being opened. */
const MORE_AFTER_MS = 200;

/** A page of what is listed. @param page from 0 */
export function pageQuery(query: InboxQuery, page: number) {
  return {
    queryKey: ['rows', query, page] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => api.rows(query, page * PAGE, signal),
    // Soon after the start there is more to come.
    refetchInterval: ({ state }: { state: { data?: DocumentRows } }) =>
      state.data?.unfinished ? MORE_AFTER_MS : false,
    // The rows before stay in sight until the answer comes, so that typing does not flicker; another page's do not.
    placeholderData: (before: DocumentRows | undefined, last?: { queryKey: readonly unknown[] }) =>
      last?.queryKey[2] === page ? before : undefined,
  };
}
