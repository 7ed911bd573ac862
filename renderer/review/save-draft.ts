import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReviewDraft, SentDraft } from '../../server/contract/window.ts';
import { ApiError, api } from '../api.ts';

/** When the server does not answer, saving is tried again this often. */
const SAVE_AGAIN_MS = 2000;

interface Saver {
  save(draft: ReviewDraft): void;
  /** While closed nothing is saved. */
  close(closed: boolean): void;
  /** Whether the last save failed. */
  unsaved: boolean;
}

/**
 * Saves each change of a draft at once, so that a reload right after a key press finds it; while one save is under way
 * only the newest change waits for the next. As long as one is not saved, leaving the page is asked about.
 */
export function useSaver(id: string, sent: (draft: ReviewDraft) => SentDraft): Saver {
  const queries = useQueryClient();
  const [unsaved, setUnsaved] = useState(false);
  const [saver] = useState(() => {
    const otherReading = (): void => void queries.invalidateQueries({ queryKey: ['document', id] });
    return createSaver((draft) => api.saveDraft(id, sent(draft)), setUnsaved, otherReading);
  });
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [unsaved]);
  return { ...saver, unsaved };
}

function createSaver(
  keep: (draft: ReviewDraft) => Promise<void>,
  setUnsaved: (unsaved: boolean) => void,
  otherReading: () => void,
): Omit<Saver, 'unsaved'> {
  let waiting: ReviewDraft | null = null;
  let busy = false;
  let closed = false;
  const next = async (): Promise<void> => {
    while (waiting && !closed) {
      const draft: ReviewDraft = waiting;
      waiting = null;
      try {
        await keep(draft);
        setUnsaved(false);
      } catch (error) {
        // A document that is gone, or has another reading, takes nothing any more; the screen shows it as it is.
        if (error instanceof ApiError && ['not_found', 'conflict'].includes(error.code)) {
          otherReading();
          break;
        }
        setUnsaved(true);
        waiting ??= draft;
        await new Promise((resolve) => setTimeout(resolve, SAVE_AGAIN_MS));
      }
    }
    busy = false;
  };
  const start = (): void => {
    if (busy || closed || !waiting) return;
    busy = true;
    void next();
  };
  return {
    save(draft) {
      waiting = draft;
      start();
    },
    close(now) {
      closed = now;
      start();
    },
  };
}
