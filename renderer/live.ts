import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DocumentRows, WindowEvent, WindowSettings } from '../server/contract/window.ts';
import type { DocumentDetail } from '../server/contract/window-review.ts';
import { ApiError, api } from './api.ts';
import { noteProgress } from './inbox/reading-progress.ts';
import { noteDeleted, noteDocument, resumeUploads } from './inbox/uploads.ts';

/** A line that ended is tried again so late. */
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
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const left = new AbortController();
    const onEvent = (event: WindowEvent): void => {
      if (event.type === 'progress') {
        noteProgress(event.id, event);
        return;
      }
      if (event.type === 'watched') {
        const { watched } = event;
        queries.setQueryData<WindowSettings>(['settings'], (settings) => settings && { ...settings, watched });
        return;
      }
      if (event.type === 'exporting') {
        const { exporting } = event;
        queries.setQueryData<WindowSettings>(['settings'], (settings) => settings && { ...settings, exporting });
        for (const list of ['rows', 'ids', 'companies', 'document'])
          void queries.invalidateQueries({ queryKey: [list] });
        return;
      }
      if (event.type === 'draft') {
        void noteDraft(queries, event);
        return;
      }
      apply(queries, event);
      waiting ??= setTimeout(() => {
        waiting = undefined;
        for (const list of ['rows', 'ids', 'choices', 'companies', 'due', 'suppliers', 'activity', 'proof'])
          void queries.invalidateQueries({ queryKey: [list] });
      }, LISTS_EVERY_MS);
    };
    const listen = async (): Promise<void> => {
      for (let lost = false; !left.signal.aborted; lost = true) {
        const onOpen = (): void => {
          setConnected(true);
          if (!lost) return;
          // What happened while nobody listened is not told again.
          void queries.invalidateQueries();
          resumeUploads();
        };
        await api.events({ onOpen, onEvent }, left.signal).catch((error: unknown) => {
          if (!(error instanceof ApiError) && !left.signal.aborted) reportError(error);
        });
        if (left.signal.aborted) return;
        setConnected(false);
        // Finds out whether the session has ended.
        void queries.invalidateQueries({ queryKey: ['settings'] });
        await new Promise((resolve) => setTimeout(resolve, REOPEN_AFTER_MS));
      }
    };
    void listen();
    return () => {
      clearTimeout(waiting);
      left.abort();
    };
  }, [queries]);
  return connected;
}

/** Somebody changed a draft: it is asked for again, unless this window did. */
async function noteDraft(queries: QueryClient, event: Extract<WindowEvent, { type: 'draft' }>): Promise<void> {
  // Part of the review, which the list does without.
  const { savedRevision } = await import('./review/known-drafts.ts');
  if (savedRevision(event.id) !== event.revision) await queries.invalidateQueries({ queryKey: ['document', event.id] });
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
    noteDeleted(id);
    noteProgress(id, null);
  }
  const isAnotherOf = event.type === 'document' && event.row.warnings.includes('possible_duplicate');
  void queries.invalidateQueries({
    queryKey: ['document'],
    // What is shown of it, also beside a duplicate, and whatever it may be a duplicate of.
    predicate: ({ queryKey, state }) =>
      queryKey[1] === id ||
      isAnotherOf ||
      (state.data as DocumentDetail | undefined)?.duplicates.some(({ documentId }) => documentId === id) === true,
  });
}
