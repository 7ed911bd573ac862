import { leftToCheck } from '../checks/review.ts';
import { localDate, timestamp } from '../clock.ts';
import type { Extraction } from '../contract/invoice.ts';
import type { ActivityDay, WindowActivity } from '../contract/window.ts';
import type { Db } from './db.ts';
import { openText } from './document-keys.ts';
import type { Vault } from './vault.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** As long as what a person corrected is known. */
const days = 30;
/** Few enough that a request never waits long for its turn. */
const openedAtOnce = 40;

/**
 * What became of a tenant's live documents in the last 30 days. Those deleted since are counted like the others, but
 * nothing is left that says whether they needed a person.
 */
export async function activity(
  db: Db,
  vault: Vault,
  tenantId: string,
  now: number,
): Promise<Omit<WindowActivity, 'month'>> {
  const finished = await db
    .selectFrom('documents')
    .select(['status', 'pages', 'started_at', 'finished_at', 'doubtful', 'reviewed_at', 'deleted_at', 'replaced_by'])
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', 'live')
    .where('finished_at', '>=', timestamp(now - days * dayMs))
    .execute();

  const byDay = new Map<string, { day: Omit<ActivityDay, 'medianReadingMs'>; times: number[] }>();
  // From noon to noon, so that a day of 23 or 25 hours is one as well.
  const noon = new Date(now).setHours(12, 0, 0, 0);
  for (let back = days - 1; back >= 0; back -= 1) {
    const day = localDate(noon - back * dayMs);
    byDay.set(day, { day: { day, documents: 0, pages: 0, failed: 0 }, times: [] });
  }
  for (const { status, pages, started_at, finished_at } of finished) {
    const found = finished_at && byDay.get(localDate(Date.parse(finished_at)));
    if (!found) continue;
    if (status === 'failed') found.day.failed += 1;
    else {
      found.day.documents += 1;
      found.day.pages += pages ?? 0;
      if (started_at) found.times.push(Date.parse(finished_at) - Date.parse(started_at));
    }
  }

  const unreviewed = finished.filter(
    (row) =>
      row.status === 'succeeded' && row.reviewed_at === null && row.replaced_by === null && row.deleted_at === null,
  );
  const reviewed = await reviewedSince(db, vault, tenantId, now - days * dayMs);
  return {
    days: [...byDay.values()].map(({ day, times }) => ({ ...day, medianReadingMs: median(times) })),
    read: {
      documents: unreviewed.length + reviewed.length,
      neededPerson:
        unreviewed.filter(({ doubtful }) => (doubtful ?? 0) > 0).length +
        reviewed.filter((doubtful) => doubtful > 0).length,
    },
  };
}

/** How much reading left to check of each confirmed document. */
async function reviewedSince(db: Db, vault: Vault, tenantId: string, since: number): Promise<number[]> {
  const reviews = await db
    .selectFrom('reviews')
    .innerJoin('documents', 'documents.id', 'reviews.document_id')
    .innerJoin('document_keys', 'document_keys.number', 'documents.keys')
    .select(['reviews.first_reading', 'document_keys.result'])
    .where('documents.tenant_id', '=', tenantId)
    .where('documents.finished_at', '>=', timestamp(since))
    .where('documents.reviewed_at', 'is not', null)
    .where('reviews.first_reading', 'is not', null)
    .execute();
  const found: number[] = [];
  for (let at = 0; at < reviews.length; at += openedAtOnce) {
    for (const { first_reading, result } of reviews.slice(at, at + openedAtOnce)) {
      if (first_reading === null) continue;
      found.push(leftToCheck(JSON.parse(openText(vault, result, first_reading)) as Extraction));
    }
    // Requests of others come in between.
    await new Promise(setImmediate);
  }
  return found;
}

function median(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
