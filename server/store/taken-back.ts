import { draftOfConfirmed, leftToCheck } from '../checks/review.ts';
import { timestamp } from '../clock.ts';
import type { Extraction } from '../contract/invoice.ts';
import * as acts from './acts.ts';
import { bookingsOf } from './bookings.ts';
import type { Db } from './db.ts';
import { openText, sealJson } from './document-keys.ts';
import { type DocumentRow, extractionOf, get, getHeld, type Scope, sealExtraction } from './documents.ts';
import { marksOf } from './likeness.ts';
import { forgetDocument } from './suppliers.ts';
import { serially } from './transactions.ts';
import type { Vault } from './vault.ts';

/** What reading said before a person confirmed something else; null where nobody has confirmed the document. */
export async function firstReadingOf(db: Db, vault: Vault, row: DocumentRow): Promise<Extraction | null> {
  if (row.result === null || row.reviewed_at === null) return null;
  const review = await db
    .selectFrom('reviews')
    .select('first_reading')
    .where('document_id', '=', row.id)
    .executeTakeFirst();
  return review?.first_reading ? JSON.parse(openText(vault, row.result_key, review.first_reading)) : null;
}

/**
 * Takes a confirmation back: the reading is the extraction again, what the person had made of it is its draft, and what
 * it taught of the supplier is forgotten. The confirmation stays among the acts.
 * @returns false where there is no confirmed document of which anything is left
 */
export async function reopen(
  db: Db,
  vault: Vault,
  scope: Scope,
  { id, by, now }: { id: string; by: string | null; now: number },
): Promise<boolean> {
  return serially(db, async (trx) => {
    const row = await getHeld(trx, scope, id);
    const confirmed = row && extractionOf(vault, row);
    const first = row && (await firstReadingOf(trx, vault, row));
    if (!row || !confirmed || !first) return false;
    const earlier = (await acts.of(trx, vault, row)).findLast((act) => act.kind === 'confirmed');
    const draft = draftOfConfirmed(
      first,
      confirmed,
      earlier?.judged?.accepted ?? [],
      (await bookingsOf(trx, vault, [row])).get(id) ?? [],
    );
    const key = vault.unwrap(row.result_key);
    await trx
      .updateTable('documents')
      .set({
        result: sealExtraction(key, first),
        reviewed_at: null,
        doubtful: leftToCheck(first),
        ...marksOf(vault, row.tenant_id, first.invoice),
      })
      .where('id', '=', id)
      .execute();
    await trx
      .updateTable('reviews')
      .set({ draft: sealJson(key, draft), first_reading: null, bookings: null, updated_at: timestamp(now) })
      .where('document_id', '=', id)
      .execute();
    await forgetDocument(trx, id);
    await acts.add(trx, vault, row, { by, now, what: { kind: 'reopened' } });
    return true;
  });
}

/**
 * Puts a document that could not be read back into the queue, as long as its file is there.
 * @returns the document as it is now; null where there is none to be read again
 */
export async function queueAgain(
  db: Db,
  vault: Vault,
  scope: Scope,
  { id, by, now }: { id: string; by: string | null; now: number },
): Promise<DocumentRow | null> {
  return serially(db, async (trx) => {
    const row = await getHeld(trx, scope, id);
    if (row?.status !== 'failed' || row.has_file === 0) return null;
    await trx
      .updateTable('documents')
      .set({
        status: 'queued',
        started_at: null,
        finished_at: null,
        error_code: null,
        error_message: null,
        cut_offs: 0,
      })
      .where('id', '=', id)
      .execute();
    await acts.add(trx, vault, row, { by, now, what: { kind: 'queued_again' } });
    return get(trx, scope, id);
  });
}
