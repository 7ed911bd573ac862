import { leftToCheck } from '../checks/review.ts';
import { localDate, timestamp } from '../clock.ts';
import type { Extraction } from '../contract/invoice.ts';
import type { Act, ActivityDay, WindowActivity } from '../contract/window.ts';
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
    .select(['status', 'pages', 'started_at', 'finished_at', 'doubtful', 'reviewed_at', 'deleted_at'])
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
    (row) => row.status === 'succeeded' && row.reviewed_at === null && row.deleted_at === null,
  );
  const reviewed = await reviewedSince(db, vault, tenantId, now - days * dayMs);
  return {
    days: [...byDay.values()].map(({ day, times }) => ({ ...day, medianReadingMs: median(times) })),
    read: {
      documents: unreviewed.length + reviewed.length,
      neededPerson:
        unreviewed.filter(({ doubtful }) => (doubtful ?? 0) > 0).length +
        reviewed.filter(({ doubtful }) => doubtful > 0).length,
    },
    high: {
      documents: reviewed.length,
      values: reviewed.reduce((sum, { high }) => sum + high, 0),
      corrected: reviewed.reduce((sum, { wrong }) => sum + wrong, 0),
    },
  };
}

/** What reading said first of each confirmed document, and how much of it a person corrected. */
async function reviewedSince(
  db: Db,
  vault: Vault,
  tenantId: string,
  since: number,
): Promise<{ doubtful: number; high: number; wrong: number }[]> {
  const reviews = await db
    .selectFrom('reviews')
    .innerJoin('documents', 'documents.id', 'reviews.document_id')
    .innerJoin('document_keys', 'document_keys.number', 'documents.keys')
    .select(['documents.id', 'reviews.first_reading', 'document_keys.result', 'document_keys.about'])
    .where('documents.tenant_id', '=', tenantId)
    .where('documents.finished_at', '>=', timestamp(since))
    .where('documents.reviewed_at', 'is not', null)
    .where('reviews.first_reading', 'is not', null)
    .execute();
  const found = [];
  for (let at = 0; at < reviews.length; at += openedAtOnce) {
    const some = reviews.slice(at, at + openedAtOnce);
    const ids = some.map(({ id }) => id);
    const acts = await db.selectFrom('acts').select(['document_id', 'act']).where('document_id', 'in', ids).execute();
    for (const { id, first_reading, result, about } of some) {
      if (first_reading === null) continue;
      const first = JSON.parse(openText(vault, result, first_reading)) as Extraction;
      const corrected = acts
        .filter(({ document_id }) => document_id === id)
        .map(({ act }) => JSON.parse(openText(vault, about, act)) as Act)
        .flatMap((act) => (act.kind === 'confirmed' ? act.corrected : []));
      found.push({ doubtful: leftToCheck(first), ...judged(first, corrected) });
    }
    // Requests of others come in between.
    await new Promise(setImmediate);
  }
  return found;
}

/** Where lines or rates came, went or moved, theirs are not judged: which was which is not known any more. */
function judged({ fields }: Extraction, corrected: string[]): { high: number; wrong: number } {
  const moved = ['line_items', 'vat_breakdown'].filter((list) => corrected.includes(list));
  const high = Object.entries(fields)
    .filter(([path, { confidence }]) => confidence === 'high' && !moved.some((list) => path.startsWith(`${list}.`)))
    .map(([path]) => path);
  return { high: high.length, wrong: high.filter((path) => corrected.includes(path)).length };
}

function median(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
