import { type QueryClient, useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { useInboxView } from '../inbox/inbox-view.ts';
import { prefetchPage } from './page-picture.ts';

export interface Neighbours {
  /** Its place in the list, from 1; null where the list does not have it. */
  at: number | null;
  /** How many there are in the list. */
  of: number;
  /** The one after it; behind the last the first again; null where there is no other. */
  next: string | null;
  /** The same as the list is now, for whoever goes there: what was known may be deleted by now. */
  askNext(): Promise<string | null>;
}

/** Where a document stands among what the inbox was asked for, in its order: what is to be checked, unless it named another state. */
export function useNeighbours(id: string): Neighbours {
  const { query } = useInboxView();
  const asked = query.toExport === undefined ? { ...query, state: query.state ?? ('to_check' as const) } : query;
  const { data } = useQuery({ queryKey: ['ids', asked], queryFn: () => api.ids(asked) });
  const ids = data?.ids ?? [];
  const index = ids.indexOf(id);
  return {
    at: index < 0 ? null : index + 1,
    of: ids.length,
    next: after(ids, id),
    askNext: async () => after((await api.ids(asked)).ids, id),
  };
}

function after(ids: readonly string[], id: string): string | null {
  const next = ids[ids.indexOf(id) + 1] ?? ids[0];
  return next === undefined || next === id ? null : next;
}

/** Has a document and its first page ready before a person comes to it. */
export function prefetchDocument(queries: QueryClient, id: string, dpi: number): void {
  void queries.prefetchQuery({ queryKey: ['document', id], queryFn: () => api.document(id) });
  void queries.prefetchQuery({ queryKey: ['text', id], queryFn: () => api.text(id) });
  prefetchPage(queries, id, 1, dpi);
}
