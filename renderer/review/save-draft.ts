import { useEffect, useState } from 'react';
import type { ReviewDraft } from '../../server/contract/window.ts';
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
export function useSaver(id: string): Saver {
  const [unsaved, setUnsaved] = useState(false);
  const [saver] = useState(() => createSaver(id, setUnsaved));
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [unsaved]);
  return { ...saver, unsaved };
}

function createSaver(id: string, setUnsaved: (unsaved: boolean) => void): Omit<Saver, 'unsaved'> {
  let waiting: ReviewDraft | null = null;
  let busy = false;
  let closed = false;
  const next = async (): Promise<void> => {
    while (waiting && !closed) {
      const draft: ReviewDraft = waiting;
      waiting = null;
      try {
        await api.saveDraft(id, draft);
        setUnsaved(false);
      } catch (error) {
        // A document that is gone, which the screen says, takes nothing any more.
        if (error instanceof ApiError && error.code === 'not_found') break;
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
