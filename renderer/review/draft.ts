import { useEffect, useRef, useState } from 'react';
import { withoutReadLines } from '../../server/checks/review.ts';
import type { Extraction } from '../../server/contract/invoice.ts';
import type { DocumentDetail, ReviewDraft, SentDraft } from '../../server/contract/window-review.ts';
import { isToSave, leaveDraft, type News, noteTyped, savedRevision, takeUp } from './known-drafts.ts';
import { mergeDrafts } from './merge-drafts.ts';
import { useSaver } from './save-draft.ts';

/** Changes of one field within this time are one step to undo. */
const SAME_STEP_MS = 1500;

export interface DraftHand {
  draft: ReviewDraft;
  /** As it goes to the server. */
  sent(): SentDraft;
  /** Resolves once no save is under way. */
  settled(): Promise<void>;
  /** @param step names what is changed, so that typing in one field is one step to undo */
  change(step: string, next: (draft: ReviewDraft) => ReviewDraft): void;
  /** Null when there is nothing to undo, or to do again. */
  undo: (() => void) | null;
  redo: (() => void) | null;
  /** Whether the last save failed; what was typed is then only in this window. */
  unsaved: boolean;
  /** While closed nothing is saved: the document is being confirmed, read again or deleted. */
  close(closed: boolean): void;
  /** What somebody else did meanwhile; null once it was read. */
  news: News | null;
  readNews(): void;
}

/**
 * The draft of one document as it is edited: kept on the server as it is typed, with undo and redo, and together with
 * what other windows make of it.
 */
export function useDraft(id: string, read: Extraction, detail: DocumentDetail): DraftHand {
  const [taken] = useState(() => takeUp(id, read, detail));
  const [draft, setDraft] = useState(taken.draft);
  const [news, setNews] = useState(taken.news);
  const [past, setPast] = useState<ReviewDraft[]>([]);
  const [future, setFuture] = useState<ReviewDraft[]>([]);
  const lastStep = useRef({ name: '', at: 0 });
  const { reading } = detail;
  const sent = (next: ReviewDraft): SentDraft => ({
    reading: reading ?? '',
    over: savedRevision(id),
    draft: withoutReadLines(read, next),
  });
  const saver = useSaver(id, sent);
  const { save } = saver;
  useEffect(() => () => leaveDraft(id, reading), [id, reading]);

  // Another window left a draft there, or this one had something that is not there yet when it came.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what comes from the server
  useEffect(() => {
    const now = takeUp(id, read, detail);
    const { news: more } = now;
    if (more) {
      setNews((known) => ({ ...more, changed: [...new Set([...(known?.changed ?? []), ...more.changed])] }));
      // What others did is no step of this person's to undo.
      setPast((steps) => steps.map((step) => mergeDrafts(draft, step, now.draft, true)));
      setFuture([]);
    }
    if (now.draft !== draft) setDraft(now.draft);
    if (isToSave(id)) save(now.draft);
  }, [detail, id, read]);

  const show = (next: ReviewDraft): void => {
    setDraft(next);
    noteTyped(id, next);
    save(next);
  };
  const turn = (from: ReviewDraft[], setFrom: typeof setPast, setTo: typeof setPast): (() => void) | null => {
    const next = from.at(-1);
    if (!next) return null;
    return () => {
      lastStep.current = { name: '', at: 0 };
      setFrom(from.slice(0, -1));
      setTo((before) => [...before, draft]);
      show(next);
    };
  };

  return {
    draft,
    sent: () => sent(draft),
    settled: saver.settled,
    unsaved: saver.unsaved,
    change(step, next) {
      const changed = next(draft);
      if (changed === draft) return;
      const now = Date.now();
      const same = step === lastStep.current.name && now - lastStep.current.at < SAME_STEP_MS;
      lastStep.current = { name: step, at: now };
      if (!same) setPast((before) => [...before, draft]);
      setFuture([]);
      show(changed);
    },
    undo: turn(past, setPast, setFuture),
    redo: turn(future, setFuture, setPast),
    close: saver.close,
    news,
    readNews: () => setNews(null),
  };
}
