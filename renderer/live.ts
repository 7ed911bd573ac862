import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DocumentRows, WindowEvent } from '../server/contract/window.ts';
import { noteProgress } from './inbox/reading-progress.ts';
import { noteDocument, resumeUploads } from './inbox/uploads.ts';
import { savedRevision } from './review/known-drafts.ts';

/** After an answer that ended the line for good, such as the end of a session, it is tried again so late. */
const REOPEN_AFTER_MS = 3_000;
/** Lists are asked for again at most this often while many documents change at once. */
const LISTS_EVERY_MS = 500;

/**
 * Keeps what is shown true while the window is open: a row in sight is replaced as the server tells of it, and the lists
 * on the screen are asked for again, because a document may have come, gone, or have its place elsewhere now.
 * @returns whether the server answers
 */
export function useLiveUpdates(): boolean {
  const queries = useQueryClient();
  const [connected, setConnected] = useState(true);
  useEffect(() => {
    let lost = false;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    let reopening: ReturnType<typeof setTimeout> | undefined;
    let source = new EventSource('/app/events');
    const listen = (): void => {
      source.onopen = () => {
        setConnected(true);
        // What happened while nobody listened is not told again.
        if (lost) {
          void queries.invalidateQueries();
          resumeUploads();
        }
        lost = false;
      };
      source.onerror = () => {
        lost = true;
        setConnected(false);
        if (source.readyState !== EventSource.CLOSED) return;
        // Asking for the settings finds out whether the session has ended.
        void queries.invalidateQueries({ queryKey: ['settings'] });
        reopening = setTimeout(() => {
          source = new EventSource('/app/events');
          listen();
        }, REOPEN_AFTER_MS);
      };
      source.onmessage = ({ data }: MessageEvent<string>) => {
        const event = JSON.parse(data) as WindowEvent;
        if (event.type === 'progress') return noteProgress(event.id, event);
        if (event.type === 'draft') {
          if (savedRevision(event.id) !== event.revision)
            void queries.invalidateQueries({ queryKey: ['document', event.id] });
          return;
        }
        apply(queries, event);
        waiting ??= setTimeout(() => {
          waiting = undefined;
          for (const list of ['rows', 'activity']) void queries.invalidateQueries({ queryKey: [list] });
        }, LISTS_EVERY_MS);
      };
    };
    listen();
    return () => {
      clearTimeout(waiting);
      clearTimeout(reopening);
      source.close();
    };
  }, [queries]);
  return connected;
}

function apply(queries: QueryClient, event: Extract<WindowEvent, { type: 'document' | 'deleted' }>): void {
  const id = event.type === 'document' ? event.row.id : event.id;
  if (event.type === 'document') {
    const { row } = event;
    queries.setQueriesData<DocumentRows>({ queryKey: ['rows'] }, (page) =>
      page?.rows.some((old) => old.id === id)
        ? { ...page, rows: page.rows.map((old) => (old.id === id ? row : old)) }
        : page,
    );
    noteDocument(row);
    if (row.state !== 'reading') noteProgress(id, null);
  } else {
    noteProgress(id, null);
  }
  void queries.invalidateQueries({ queryKey: ['document', id] });
}
