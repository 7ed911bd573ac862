import { useRef, useState } from 'react';
import { type FieldValue, fieldValues, withField } from '../../server/checks/field-paths.ts';
import { untouchedDraft } from '../../server/checks/review.ts';
import type { Extraction } from '../../server/contract/invoice.ts';
import type { DocumentDetail, ReviewDraft } from '../../server/contract/window.ts';
import { api } from '../api.ts';

/** When the server does not answer, saving is tried again this often. */
const SAVE_AGAIN_MS = 2000;
/** Changes of one field within this time are one step to undo. */
const SAME_STEP_MS = 1500;

export interface DraftHand {
  draft: ReviewDraft;
  /** @param step names what is changed, so that typing in one field is one step to undo */
  change(step: string, next: (draft: ReviewDraft) => ReviewDraft): void;
  /** Null when there is nothing to undo. */
  undo: (() => void) | null;
  /** Whether the last save failed; what was typed is then only in this window. */
  unsaved: boolean;
  /** While closed nothing is saved: the document is being confirmed or deleted. */
  close(closed: boolean): void;
}

/** The draft of one document as it is edited: kept on the server as it is typed, with undo. */
export function useDraft(id: string, read: Extraction, detail: DocumentDetail): DraftHand {
  const [draft, setDraft] = useState<ReviewDraft>(() => detail.draft ?? untouchedDraft(read));
  const [past, setPast] = useState<ReviewDraft[]>([]);
  const [unsaved, setUnsaved] = useState(false);
  const lastStep = useRef({ name: '', at: 0 });
  const saver = useSaver(id, setUnsaved);
  const save = (next: ReviewDraft): void => {
    setDraft(next);
    saver.save(next);
  };

  return {
    draft,
    unsaved,
    change(step, next) {
      const now = Date.now();
      const same = step === lastStep.current.name && now - lastStep.current.at < SAME_STEP_MS;
      lastStep.current = { name: step, at: now };
      if (!same) setPast((before) => [...before, draft]);
      save(next(draft));
    },
    undo:
      past.length === 0
        ? null
        : () => {
            const before = past.at(-1);
            if (!before) return;
            lastStep.current = { name: '', at: 0 };
            setPast(past.slice(0, -1));
            save(before);
          },
    close: saver.close,
  };
}

/**
 * Saves each change at once, so that a reload right after a key press finds it; while one save is under way only the
 * newest change waits for the next.
 */
function useSaver(id: string, setUnsaved: (unsaved: boolean) => void) {
  const [saver] = useState(() => {
    let waiting: ReviewDraft | null = null;
    let busy = false;
    let closed = false;
    const next = async (): Promise<void> => {
      while (waiting && !closed) {
        const draft = waiting;
        waiting = null;
        try {
          await api.saveDraft(id, draft);
          setUnsaved(false);
        } catch {
          setUnsaved(true);
          waiting ??= draft;
          await new Promise((resolve) => setTimeout(resolve, SAVE_AGAIN_MS));
        }
      }
      busy = false;
    };
    return {
      save(draft: ReviewDraft) {
        waiting = draft;
        if (busy) return;
        busy = true;
        void next();
      },
      close(now: boolean) {
        closed = now;
      },
    };
  });
  return saver;
}

/** The draft with another value at a path; a value that is put back to what was read is no correction any more. */
export function corrected(draft: ReviewDraft, path: string, value: FieldValue): ReviewDraft {
  const same = fieldValues(draft.invoice).get(path) === value;
  return same ? draft : { ...draft, invoice: withField(draft.invoice, path, value) };
}

/** The draft with a field marked as looked at and right. */
export function accepted(draft: ReviewDraft, path: string): ReviewDraft {
  return draft.accepted.includes(path) ? draft : { ...draft, accepted: [...draft.accepted, path] };
}

/** Moves, adds or removes lines; accepted paths of lines follow their line. */
export function withLines(draft: ReviewDraft, order: (number | null)[]): ReviewDraft {
  const empty = Object.fromEntries(
    lineNames.map((name) => [name, null]),
  ) as ReviewDraft['invoice']['line_items'][number];
  const line_items = order.map((index) => (index === null ? empty : (draft.invoice.line_items[index] ?? empty)));
  const accepted = draft.accepted.flatMap((path) => {
    const line = /^line_items\.(\d+)\.(.+)$/.exec(path);
    if (!line) return [path];
    const to = order.indexOf(Number(line[1]));
    return to < 0 ? [] : [`line_items.${to}.${line[2]}`];
  });
  return {
    invoice: { ...draft.invoice, line_items },
    accepted,
    lines: order.map((index) => (index === null ? null : (draft.lines[index] ?? null))),
  };
}

const lineNames = [
  'description',
  'quantity',
  'unit',
  'unit_price',
  'vat_rate',
  'total',
  'lot_number',
  'origin_country',
].concat(['po_reference', 'delivery_note_number', 'details']);
