import type { QueryClient } from '@tanstack/react-query';
import { api } from '../api.ts';
import { prefetchPage } from './page-picture.ts';

/** The document to look at after this one: the next older that needs a person, else the newest that does, else null. */
export async function nextToCheck(id: string): Promise<string | null> {
  const { rows } = await api.rows({ state: 'to_check' }, 0, AbortSignal.timeout(5_000));
  const next = rows.find((row) => row.id < id) ?? rows.find((row) => row.id !== id);
  return next?.id ?? null;
}

/** Has a document and its first page ready before a person comes to it. */
export function prefetchDocument(queries: QueryClient, id: string, dpi: number): void {
  void queries.prefetchQuery({ queryKey: ['document', id], queryFn: () => api.document(id) });
  void queries.prefetchQuery({ queryKey: ['text', id], queryFn: () => api.text(id) });
  prefetchPage(queries, id, 1, dpi);
}
