import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DocumentDetail, ReviewDraft, SentDraft } from '../../server/contract/window-review.ts';
import { ApiError, api } from '../api.ts';
import { noteSaved } from './known-drafts.ts';

/** When the server does not answer, saving is tried again this often. */
const SAVE_AGAIN_MS = 2000;

/** This window's name among those in which a document may be open. */
const thisWindow = crypto.randomUUID();
/** How often it saved anything. */
let steps = 0;

interface Saver {
  save(draft: ReviewDraft): void;
  /** While closed nothing is saved. */
  close(closed: boolean): void;
  /** Resolves once no save is under way. */
  settled(): Promise<void>;
  /** The page is being left: what waits is sent at once, and nobody hears the answer. */
  leave(): void;
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
    const changedElsewhere = (): void => void queries.invalidateQueries({ queryKey: ['document', id] });
    const keep = async (draft: ReviewDraft): Promise<void> => {
      const { revision } = await api.saveDraft(id, { ...sent(draft), turn: { window: thisWindow, step: steps++ } });
      noteSaved(id, revision, draft);
      // Who leaves the document and comes back finds what was typed, without asking for it again.
      queries.setQueryData<DocumentDetail>(['document', id], (known) => known && { ...known, draft, revision });
    };
    return createSaver(keep, setUnsaved, changedElsewhere);
  });
  useEffect(() => {
    addEventListener('pagehide', saver.leave);
    return () => removeEventListener('pagehide', saver.leave);
  }, [saver]);
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
  changedElsewhere: () => void,
): Omit<Saver, 'unsaved'> {
  let waiting: ReviewDraft | null = null;
  let busy = false;
  let running = Promise.resolve();
  let closed = false;
  const next = async (): Promise<void> => {
    while (waiting && !closed) {
      const draft: ReviewDraft = waiting;
      waiting = null;
      try {
        await keep(draft);
        setUnsaved(false);
      } catch (error) {
        // A document that is gone takes nothing any more. Of one that has another reading or draft by now, the screen
        // takes up what is there together with what was typed here, and saves that.
        if (error instanceof ApiError && ['not_found', 'conflict', 'draft_conflict'].includes(error.code)) {
          changedElsewhere();
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
    running = next();
  };
  return {
    save(draft) {
      waiting = draft;
      start();
    },
    settled: () => running,
    leave() {
      if (waiting && busy && !closed) void keep(waiting).catch(() => setUnsaved(true));
    },
    close(now) {
      closed = now;
      start();
    },
  };
}
