import { applyReview, correctedPaths, leftToCheck, untouchedDraft } from '../../server/checks/review.ts';
import type { Extraction, Invoice } from '../../server/contract/invoice.ts';
import type { Store } from '../../server/store/data-folder.ts';
import { extractionOf, find, sealExtraction } from '../../server/store/documents.ts';
import * as reviews from '../../server/store/reviews.ts';

/** Puts something else in place of what reading made of a document. */
export async function putReading(
  { db, vault }: Pick<Store, 'db' | 'vault'>,
  id: string,
  change: (extraction: Extraction) => Extraction,
): Promise<void> {
  const row = await find(db, id);
  const extraction = row && extractionOf(vault, row);
  if (!row || !extraction) throw new Error(`The document ${id} has no extraction.`);
  const changed = change(extraction);
  const result = sealExtraction(vault.unwrap(row.result_key), changed);
  await db
    .updateTable('documents')
    .set({ result, doubtful: leftToCheck(changed) })
    .where('id', '=', id)
    .execute();
}

/** Confirms a document as Ana, with what she changes of its values, whatever was typed there before. */
export async function confirmDocument(
  { db, vault }: Pick<Store, 'db' | 'vault'>,
  tenantId: string,
  id: string,
  change: (invoice: Invoice) => Invoice = (invoice) => invoice,
): Promise<void> {
  const row = await find(db, id);
  const read = row && extractionOf(vault, row);
  if (!row || !read) throw new Error(`The document ${id} has no extraction.`);
  const draft = { ...untouchedDraft(read), invoice: change(read.invoice) };
  const { revision } = await reviews.draftOf(db, vault, row);
  const done = await reviews.confirm(
    db,
    vault,
    { tenantId, mode: 'live' },
    {
      ...{ id, by: 'Ana', now: Date.now(), reading: reviews.readingOf(row)!, over: revision },
      decide: (present, buyerVat) => ({
        confirmed: applyReview(present, draft, buyerVat, '2026-11-01', true),
        bookings: draft.bookings,
        corrected: correctedPaths(present, draft),
        ...{ accepted: [], accountChecked: true, learn: null },
      }),
    },
  );
  if (typeof done === 'string') throw new Error(`The document ${id} was not confirmed: ${done}.`);
}
