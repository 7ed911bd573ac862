import { untouchedDraft } from '../../server/checks/review.ts';
import type { Extraction } from '../../server/contract/invoice.ts';
import type { DocumentDetail, ReviewDraft } from '../../server/contract/window-review.ts';
import { differences, mergeDrafts } from './merge-drafts.ts';

/** What this window knows of a document's draft. */
interface KnownDraft {
  /** The reading that it is a draft of. */
  reading: string | null;
  read: Extraction;
  draft: ReviewDraft;
  /** What the server had last, as far as this window knows. */
  agreed: { revision: string | null; draft: ReviewDraft };
  /** All that the server had, for an answer that is older than the last one. */
  seen: Set<string | null>;
}

/** What somebody else did to a document while it was open here. */
export interface News {
  /** Paths whose value they changed. */
  changed: string[];
  /** They confirmed it or had it read again. */
  replaced: boolean;
  /** Something typed here is in neither. */
  kept: boolean;
}

/** It outlives the screens, so that nothing typed is lost when somebody else confirms the document or changes its draft. */
const known = new Map<string, KnownDraft>();

/** The draft to go on with: what the server has, together with what was typed here and is not there yet. */
export function takeUp(
  id: string,
  read: Extraction,
  detail: DocumentDetail,
): { draft: ReviewDraft; news: News | null } {
  const { reading, revision } = detail;
  const there = { ...untouchedDraft(read, detail.bookings), ...detail.draft };
  const before = known.get(id);
  const same = before?.reading === reading;
  if (before && same && (before.agreed.revision === revision || before.seen.has(revision))) {
    return { draft: before.draft, news: null };
  }
  const base = before && (same ? before.agreed.draft : untouchedDraft(before.read));
  const draft = before && base ? mergeDrafts(base, before.draft, there, same) : there;
  const seen = new Set(same ? before?.seen : []).add(revision);
  known.set(id, { reading, read, draft, agreed: { revision, draft: there }, seen });
  if (!before) return { draft, news: null };
  const changed = differences(before.draft, draft);
  const kept = differences(there, draft).length > 0;
  return { draft, news: same && changed.length === 0 ? null : { changed, replaced: !same, kept } };
}

/** What is typed here now. */
export function noteTyped(id: string, draft: ReviewDraft): void {
  const now = known.get(id);
  if (now) now.draft = draft;
}

/** The server has this draft now, from this window. */
export function noteSaved(id: string, revision: string, draft: ReviewDraft): void {
  const now = known.get(id);
  if (!now) return;
  now.agreed = { revision, draft };
  now.seen.add(revision);
}

/** Whether something typed here is not on the server yet. */
export function isToSave(id: string): boolean {
  const now = known.get(id);
  if (!now) return false;
  const { agreed, draft } = now;
  return differences(agreed.draft, draft).length > 0 || besideValues(agreed.draft) !== besideValues(draft);
}

/** What a person decided or began to type, which changes no value. */
function besideValues({ accepted, unfinished, accountChecked, seenWarnings }: ReviewDraft): string {
  const sorted = [accepted.toSorted(), Object.entries(unfinished).toSorted(), seenWarnings.toSorted()];
  return JSON.stringify([...sorted, accountChecked]);
}

/** The name of the draft that the server has, as far as this window knows. */
export function savedRevision(id: string): string | null {
  return known.get(id)?.agreed.revision ?? null;
}

/** A person is done with it: confirmed, deleted, or had it read again and dropped what was typed. */
export function forgetDraft(id: string): void {
  known.delete(id);
}

/** The screen of a reading is left. What is not on the server yet is remembered until it is. */
export function leaveDraft(id: string, reading: string | null): void {
  const now = known.get(id);
  if (now?.reading === reading && now.draft === now.agreed.draft) known.delete(id);
}
