import { ApiError, api } from '../api.ts';
import { localToday } from '../review/today.ts';

/** So many are done at once: enough to keep the server busy, few enough that it answers others. */
const AT_ONCE = 4;

/**
 * Does one thing with many documents.
 * @param actOn resolves to false where it left the document as it was
 * @param onProgress how many are behind
 * @returns the ids of those that were done; it ends early when `signal` says so
 * @throws ApiError when the server does not answer; what was done stays done
 */
export async function actOnAll(
  actOn: (id: string) => Promise<unknown>,
  ids: readonly string[],
  onProgress: (behind: number, done: ReadonlySet<string>) => void,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const done = new Set<string>();
  const waiting = ids.values();
  let behind = 0;
  const work = async (): Promise<void> => {
    for (const id of waiting) {
      if (signal.aborted) return;
      if (await unlessChanged(actOn(id))) done.add(id);
      behind += 1;
      onProgress(behind, done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return done;
}

/** Confirms a document that has nothing to check: nothing is confirmed unseen. @returns whether it was */
export async function confirmOne(id: string): Promise<boolean> {
  // All that a review knows, which the list does without.
  const { applyReview, openDoubts, untouchedDraft, withoutReadLines } = await import('../../server/checks/review.ts');
  const { row, extraction, reading, draft, revision, buyer } = await api.document(id);
  if (!extraction || !buyer || reading === null || row.state === 'confirmed') return false;
  const whole = { ...untouchedDraft(extraction), ...draft };
  const now = applyReview(extraction, whole, buyer.vat, localToday(), false);
  const open = openDoubts(now, whole);
  const left = open.paths.length + open.warnings.length + Object.keys(whole.unfinished).length;
  if (left > 0) return false;
  await api.confirm(id, { reading, over: revision, draft: withoutReadLines(extraction, whole) });
  return true;
}

/** A document that somebody else deleted or changed meanwhile is left alone. */
async function unlessChanged(act: Promise<unknown>): Promise<boolean> {
  try {
    return (await act) !== false;
  } catch (error) {
    if (error instanceof ApiError && ['not_found', 'conflict', 'draft_conflict'].includes(error.code)) return false;
    throw error;
  }
}
