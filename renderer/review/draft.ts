import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type FieldValue, fieldValues, withField } from '../../server/checks/field-paths.ts';
import { untouchedDraft, withoutReadLines } from '../../server/checks/review.ts';
import type { Extraction, Invoice, Line, VatBreakdown } from '../../server/contract/invoice.ts';
import type { DocumentDetail, Place, ReviewDraft, SentDraft } from '../../server/contract/window.ts';
import { useSaver } from './save-draft.ts';

/** Changes of one field within this time are one step to undo. */
const SAME_STEP_MS = 1500;

export interface DraftHand {
  draft: ReviewDraft;
  /** As it goes to the server. */
  sent(): SentDraft;
  /** @param step names what is changed, so that typing in one field is one step to undo */
  change(step: string, next: (draft: ReviewDraft) => ReviewDraft): void;
  /** Null when there is nothing to undo, or to do again. */
  undo: (() => void) | null;
  redo: (() => void) | null;
  /** Whether the last save failed; what was typed is then only in this window. */
  unsaved: boolean;
  /** While closed nothing is saved: the document is being confirmed, read again or deleted. */
  close(closed: boolean): void;
}

/** The draft of one document as it is edited: kept on the server as it is typed, with undo and redo. */
export function useDraft(id: string, read: Extraction, detail: DocumentDetail): DraftHand {
  const [draft, setDraft] = useState<ReviewDraft>(() => ({ ...untouchedDraft(read), ...detail.draft }));
  const [past, setPast] = useState<ReviewDraft[]>([]);
  const [future, setFuture] = useState<ReviewDraft[]>([]);
  const queries = useQueryClient();
  const lastStep = useRef({ name: '', at: 0 });
  const sent = (next: ReviewDraft): SentDraft => ({
    reading: detail.reading ?? '',
    draft: withoutReadLines(read, next),
  });
  const saver = useSaver(id, sent);
  const show = (next: ReviewDraft): void => {
    setDraft(next);
    // Who leaves the document and comes back finds what was typed, without asking for it again.
    queries.setQueryData<DocumentDetail>(['document', id], (known) => known && { ...known, draft: next });
    saver.save(next);
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
  };
}

/**
 * The draft with another value at a path.
 * @param place where on the page it was taken from; null for one that was typed
 */
export function corrected(
  draft: ReviewDraft,
  path: string,
  value: FieldValue,
  place: Place | null = null,
): ReviewDraft {
  const same = fieldValues(draft.invoice).get(path) === value;
  if (same && draft.unfinished[path] === undefined) return draft;
  const { [path]: _finished, ...unfinished } = draft.unfinished;
  const { [path]: _before, ...places } = draft.places;
  return {
    ...draft,
    invoice: same ? draft.invoice : withField(draft.invoice, path, value),
    unfinished,
    places: same ? draft.places : place ? { ...places, [path]: place } : places,
  };
}

/** The draft with a text in a field that is no value of its kind; the value stays what it was. */
export function unfinished(draft: ReviewDraft, path: string, text: string): ReviewDraft {
  return { ...draft, unfinished: { ...draft.unfinished, [path]: text } };
}

/** The draft with a field marked as looked at and right. */
export function accepted(draft: ReviewDraft, path: string): ReviewDraft {
  return draft.accepted.includes(path) ? draft : { ...draft, accepted: [...draft.accepted, path] };
}

/** Where the draft says what each row was when it was read. */
const readAs = { line_items: 'lines', vat_breakdown: 'rates' } as const;
type List = keyof typeof readAs;

/** Rows in another order: indexes of the present ones, and new ones among them. */
export type Order<L extends List> = readonly (number | Invoice[L][number])[];

/** Moves, adds or removes lines or VAT rates; what belongs to a row follows it. */
export function withRows<L extends List>(draft: ReviewDraft, list: L, order: Order<L>): ReviewDraft {
  const before: readonly Invoice[L][number][] = draft.invoice[list];
  const rows = order.flatMap((from) => (typeof from === 'number' ? (before[from] ?? []) : [from]));
  const pattern = new RegExp(`^${list}\\.(\\d+)\\.(.+)$`);
  const moved = (path: string): string | null => {
    const row = pattern.exec(path);
    if (!row) return path;
    const to = order.indexOf(Number(row[1]));
    return to < 0 ? null : `${list}.${to}.${row[2]}`;
  };
  const byPath = <T>(values: Record<string, T>): Record<string, T> =>
    Object.fromEntries(
      Object.entries(values).flatMap(([path, value]) => {
        const to = moved(path);
        return to === null ? [] : [[to, value]];
      }),
    );
  return {
    ...draft,
    invoice: { ...draft.invoice, [list]: rows },
    accepted: draft.accepted.map(moved).filter((path) => path !== null),
    [readAs[list]]: order.map((from) => (typeof from === 'number' ? (draft[readAs[list]][from] ?? null) : null)),
    places: byPath(draft.places),
    unfinished: byPath(draft.unfinished),
  };
}

export const emptyLine: Line = {
  description: null,
  quantity: null,
  unit: null,
  unit_price: null,
  vat_rate: null,
  total: null,
  lot_number: null,
  origin_country: null,
  po_reference: null,
  delivery_note_number: null,
  details: null,
};

export const emptyRate: VatBreakdown = { rate: null, base: null, amount: null, reason: null };
