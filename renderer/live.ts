import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DocumentRow, DocumentRows, WindowEvent, WindowState } from '../server/contract/window.ts';

/** Counts are asked for at most this often while many documents change at once. */
const COUNTS_EVERY_MS = 500;

type Rows = InfiniteData<DocumentRows, string | null>;

/**
 * Keeps what is shown true while the window is open: rows are replaced as the server tells of them.
 * @returns whether the server answers
 */
export function useLiveUpdates(): boolean {
  const queries = useQueryClient();
  const [connected, setConnected] = useState(true);
  useEffect(() => {
    const source = new EventSource('/app/events');
    let lost = false;
    let counting: ReturnType<typeof setTimeout> | undefined;
    source.onopen = () => {
      setConnected(true);
      // What happened while nobody listened is not told again.
      if (lost) void queries.invalidateQueries();
      lost = false;
    };
    source.onerror = () => {
      lost = true;
      setConnected(false);
    };
    source.onmessage = ({ data }: MessageEvent<string>) => {
      apply(queries, JSON.parse(data) as WindowEvent);
      counting ??= setTimeout(() => {
        counting = undefined;
        void queries.invalidateQueries({ queryKey: ['counts'] });
      }, COUNTS_EVERY_MS);
    };
    return () => {
      clearTimeout(counting);
      source.close();
    };
  }, [queries]);
  return connected;
}

function apply(queries: QueryClient, event: WindowEvent): void {
  const id = event.type === 'document' ? event.row.id : event.id;
  for (const [key] of queries.getQueriesData<Rows>({ queryKey: ['rows'] })) {
    const state = key[1] as WindowState | null;
    queries.setQueryData<Rows>(key, (rows) => rows && withEvent(rows, state, event));
  }
  void queries.invalidateQueries({ queryKey: ['document', id] });
}

/** The rows of one list after an event; a list that shows one state only keeps what is in that state. */
function withEvent(rows: Rows, state: WindowState | null, event: WindowEvent): Rows {
  const id = event.type === 'document' ? event.row.id : event.id;
  const row = event.type === 'document' && (state === null || event.row.state === state) ? event.row : null;
  let found = false;
  const pages = rows.pages.map((page) => {
    if (!page.rows.some((old) => old.id === id)) return page;
    found = true;
    return { ...page, rows: page.rows.flatMap((old) => (old.id !== id ? [old] : row ? [row] : [])) };
  });
  if (row && !found && pages[0]) pages[0] = { ...pages[0], rows: newestFirst([row, ...pages[0].rows]) };
  return { ...rows, pages };
}

function newestFirst(rows: DocumentRow[]): DocumentRow[] {
  return rows.toSorted((a, b) => (a.id < b.id ? 1 : -1));
}
