import { judgementOf } from '../checks/judgement.ts';
import { leftToCheck } from '../checks/review.ts';
import { timestamp } from '../clock.ts';
import type { Bookings } from '../contract/booking.ts';
import type { Extraction } from '../contract/invoice.ts';
import type { WarningCode } from '../contract/warning-codes.ts';
import type { Company } from '../contract/window.ts';
import type { ActOf, Judgement, PageText, ReviewDraft, Turn } from '../contract/window-review.ts';
import { type Contribution, identifiersOf } from '../suppliers/contribution.ts';
import * as acts from './acts.ts';
import { sealedBookings } from './bookings.ts';
import type { Db } from './db.ts';
import { aboutOf, nameOf, openText, sealJson } from './document-keys.ts';
import { type DocumentRow, extractionOf, get, getHeld, type Scope, sealExtraction } from './documents.ts';
import { sealedFor } from './endings.ts';
import { eraseIn } from './erasure.ts';
import * as events from './events.ts';
import { compared, comparingAlone, marksOf } from './likeness.ts';
import { of as pageTextsOf, put as putPageTexts, type ReadPages } from './page-texts.ts';
import { isInReview } from './replaced.ts';
import { keep, type Submission } from './submissions.ts';
import { isKnownAccount, recall, teach } from './suppliers.ts';
import { serially } from './transactions.ts';
import { hasQuotaLeft } from './usage.ts';
import type { Vault } from './vault.ts';

/** What a person typed and has not confirmed yet, and what it is called; nulls when there is nothing. */
export async function draftOf(
  db: Db,
  vault: Vault,
  row: DocumentRow,
): Promise<{ draft: ReviewDraft | null; revision: string | null }> {
  const sealed = row.result === null ? null : await sealedDraft(db, row.id);
  return { draft: sealed && keptDraft(vault, row, sealed).draft, revision: nameOf(sealed) };
}

/** Names a document's extraction, for whoever has to know whether it is still the one that they saw. */
export function readingOf(row: Pick<DocumentRow, 'result'>): string | null {
  return nameOf(row.result);
}

/** Drafts of a tenant's documents that were saved since then, by their documents. */
export async function draftsSince(
  db: Db,
  tenantId: string,
  since: number,
): Promise<{ id: string; revision: string }[]> {
  const found = await db
    .selectFrom('reviews')
    .innerJoin('documents', 'documents.id', 'reviews.document_id')
    .select(['documents.id', 'reviews.draft'])
    .where('documents.tenant_id', '=', tenantId)
    .where('reviews.updated_at', '>=', timestamp(since))
    .execute();
  return found.flatMap(({ id, draft }) => (draft ? [{ id, revision: nameOf(draft) as string }] : []));
}

async function sealedDraft(db: Db, id: string): Promise<Buffer | null> {
  const review = await db.selectFrom('reviews').select('draft').where('document_id', '=', id).executeTakeFirst();
  return review?.draft ?? null;
}

/** A draft, and the save that it came by. */
function keptDraft(
  vault: Vault,
  row: Pick<DocumentRow, 'result_key'>,
  sealed: Buffer,
): { draft: ReviewDraft; turn: Turn | undefined } {
  const { turn, ...draft } = JSON.parse(openText(vault, row.result_key, sealed)) as ReviewDraft & { turn?: Turn };
  return { draft, turn };
}

/**
 * What was done; or that the document has no extraction to review, or another one than was seen, or that another draft
 * was left there meanwhile.
 */
type Done<T> = T | 'gone' | 'changed' | 'overtaken';

/**
 * Keeps a draft in place of the one before: of `save.over`, or of an earlier save of the same window, which need not wait
 * for the answer to that one.
 * @param save.draft of the present extraction; null where it is none of it
 */
export async function saveDraft(
  db: Db,
  vault: Vault,
  scope: Scope,
  save: {
    id: string;
    reading: string;
    over: string | null;
    turn: Turn;
    draft: (present: Extraction) => ReviewDraft | null;
    now: number;
  },
): Promise<Done<{ revision: string }>> {
  const { id, reading, over, turn, now } = save;
  return serially(db, async (trx) => {
    // Held, so that no other reading takes the place of the one that this is a draft of.
    const row = await getHeld(trx, scope, id);
    const present = row && extractionOf(vault, row);
    if (!row || !present) return 'gone';
    const draft = readingOf(row) === reading ? save.draft(present) : null;
    if (!draft) return 'changed';
    const before = await sealedDraft(trx, id);
    const goesOn = before !== null && isLater(turn, keptDraft(vault, row, before).turn);
    if (nameOf(before) !== over && !goesOn) return 'overtaken';
    const kept = { draft: sealJson(vault.unwrap(row.result_key), { ...draft, turn }), updated_at: timestamp(now) };
    await trx
      .insertInto('reviews')
      .values({ document_id: id, ...kept })
      .onConflict((conflict) => conflict.column('document_id').doUpdateSet(kept))
      .execute();
    return { revision: nameOf(kept.draft) as string };
  });
}

const isLater = (turn: Turn, before: Turn | undefined): boolean =>
  turn.window === before?.window && turn.step > before.step;

/**
 * Puts what a person confirmed in place of the extraction, in one transaction with its event. What reading said first
 * is kept beside it; everything goes with the extraction's key.
 * @param confirmation.decide makes the confirmed extraction of the present one, and says what was corrected; null where
 *   what was confirmed is none of it, `unchecked` where something in it is doubtful still
 * @returns the document as it is now; or that nobody has said yet which company it is for
 */
export async function confirm(
  db: Db,
  vault: Vault,
  scope: Scope,
  confirmation: {
    id: string;
    by: string | null;
    now: number;
    reading: string;
    over: string | null;
    decide: (
      present: Extraction,
      buyerVat: string,
    ) =>
      | {
          confirmed: Extraction;
          /** Where its lines go in the books. */
          bookings: Bookings;
          corrected: string[];
          /** Paths that the person looked at and found right. */
          accepted: string[];
          /** The person has checked with the supplier where it is paid to. */
          accountChecked: boolean;
          /** What it teaches of its supplier; null where nothing is to be remembered. */
          learn: ((texts: PageText[], how: { accountIsKnown: boolean; known: Contribution[] }) => Contribution) | null;
        }
      | 'unchecked'
      | null;
  },
): Promise<Done<DocumentRow> | 'company_unknown' | 'unchecked'> {
  const { id, by, now, reading, over, decide } = confirmation;
  return serially(db, async (trx) => {
    const row = await get(trx, scope, id);
    const present = row && extractionOf(vault, row);
    if (!row || !present) return 'gone';
    if (row.replaced_by !== null) return 'changed';
    const about = aboutOf(vault, row);
    const { buyerVat } = about;
    if (about.buyerUnknown) return 'company_unknown';
    const decided = readingOf(row) === reading ? decide(present, buyerVat) : null;
    if (!decided) return 'changed';
    if (decided === 'unchecked') return 'unchecked';
    if (nameOf(await sealedDraft(trx, id)) !== over) return 'overtaken';
    const { bookings, corrected, accepted, accountChecked, learn } = decided;
    const { invoice } = decided.confirmed;
    const supplier = { tenantId: row.tenant_id, buyerVat, documentId: id, invoice };
    const accountIsKnown =
      accountChecked ||
      ((await isKnownAccount(trx, vault, supplier)) ?? !decided.confirmed.warnings.includes('iban_changed'));
    const confirmed = { ...decided.confirmed, warnings: warningsWith(decided.confirmed.warnings, accountIsKnown) };
    const marks = marksOf(vault, row.tenant_id, invoice);
    const judged = await judgementWith(trx, vault, row, { present, corrected, accepted });
    await acts.add(trx, vault, row, { by, now, what: { kind: 'confirmed', corrected, judged } });
    const key = vault.unwrap(row.result_key);
    const result = sealExtraction(key, confirmed);
    await trx
      .updateTable('documents')
      .set({
        result,
        reviewed_at: timestamp(now),
        doubtful: 0,
        ...marks,
      })
      .where('id', '=', id)
      .execute();
    if (learn && row.retention === 'standard') {
      const known = await recall(trx, vault, { ...supplier, identifiers: [identifiersOf(invoice)] });
      const contribution = learn(await pageTextsOf(trx, vault, row), { accountIsKnown, known });
      await teach(trx, vault, { ...supplier, now, marks, contribution, untouched: corrected.length === 0 });
    }
    const kept = { draft: null, bookings: sealedBookings(key, result, bookings), updated_at: timestamp(now) };
    await trx
      .insertInto('reviews')
      .values({ document_id: id, first_reading: row.result, ...kept })
      .onConflict((conflict) =>
        conflict.column('document_id').doUpdateSet((set) => ({
          first_reading: set.fn.coalesce('reviews.first_reading', 'excluded.first_reading'),
          ...kept,
        })),
      )
      .execute();
    await events.announce(trx, vault, row, { type: 'document.reviewed', errorCode: null, about, now });
    return (await get(trx, scope, id)) ?? 'gone';
  });
}

/** What this confirmation and those before it say of what reading said first. */
async function judgementWith(
  trx: Db,
  vault: Vault,
  row: DocumentRow,
  { present, corrected, accepted }: { present: Extraction; corrected: string[]; accepted: string[] },
): Promise<Judgement> {
  const review = await trx
    .selectFrom('reviews')
    .select('first_reading')
    .where('document_id', '=', row.id)
    .executeTakeFirst();
  const first = review?.first_reading
    ? (JSON.parse(openText(vault, row.result_key, review.first_reading)) as Extraction)
    : present;
  const earlier = (await acts.of(trx, vault, row)).filter((act) => act.kind === 'confirmed');
  return judgementOf(first, {
    corrected: new Set([...earlier.flatMap((act) => act.corrected), ...corrected]),
    accepted: new Set([...earlier.flatMap((act) => act.judged?.accepted ?? []), ...accepted]),
  });
}

/** The warnings of a confirmed invoice: confirming it does not say that money may go to an account nobody has checked. */
function warningsWith(warnings: readonly WarningCode[], accountIsKnown: boolean): WarningCode[] {
  const others = warnings.filter((code) => code !== 'iban_changed');
  return accountIsKnown ? others : [...others, 'iban_changed'];
}

/** Leaves a note on a document. @returns false when there is no such document */
export async function note(
  db: Db,
  vault: Vault,
  scope: Scope,
  left: { id: string; by: string | null; now: number; text: string },
): Promise<boolean> {
  const { id, text, ...act } = left;
  return serially(db, async (trx) => {
    const row = await get(trx, scope, id);
    if (!row) return false;
    await acts.add(trx, vault, row, { ...act, what: { kind: 'noted', text } });
    return true;
  });
}

/**
 * Puts another reading of the same file in place of the extraction, and drops what was typed over the old one. A
 * document that was confirmed meanwhile, or has no extraction any more, stays as it is.
 * @param again.buyer as `Ending` says it
 * @param again.said a person has said that it is this buyer's
 * @param again.ownPages as `About` says it; null for all of them
 * @param again.what as which act it is written down
 * @param again.over the extraction that it was decided on, where it may only take the place of that one
 * @param again.made documents that were made of its other pages, and are kept with it
 * @param again.joined documents that were, and are erased with it
 * @returns whether it was done; or why nothing was: the extraction is another one, one of those that are joined was worked
 *   on, or the quota is used up
 */
export async function replaceReading(
  db: Db,
  vault: Vault,
  scope: Scope,
  again: {
    id: string;
    by: string | null;
    now: number;
    extraction: Extraction;
    pages: ReadPages;
    buyer: Company | null;
    said: boolean;
    ownPages: number | null;
    what: ActOf;
    over?: string | undefined;
    made?: readonly Submission[];
    joined?: readonly string[];
  },
): Promise<boolean | 'changed' | 'part_in_use' | 'quota_exceeded'> {
  const { id, by, now, extraction, pages, buyer, said, ownPages, what, made = [], joined = [] } = again;
  return db.transaction().execute(async (trx) => {
    const row = await getHeld(trx, scope, id);
    if (!row || !isInReview(row)) return false;
    if (again.over !== undefined && readingOf(row) !== again.over) return 'changed';
    for (const part of joined) {
      const held = await getHeld(trx, scope, part);
      if (held && isInUse(vault, held)) return 'part_in_use';
    }
    if (made.length > 0 && !(await hasQuotaLeft(trx, row.tenant_id, now, made.length))) return 'quota_exceeded';
    for (const part of joined) await eraseIn(trx, scope, { id: part, now });
    for (const part of made) await keep(trx, vault, scope, part, now);
    await comparingAlone(trx, row.tenant_id);
    const buyerVat = buyer?.vat ?? aboutOf(vault, row).buyerVat;
    const whole = await compared(trx, vault, row, extraction, buyerVat);
    await trx
      .updateTable('documents')
      .set({
        result: sealExtraction(vault.unwrap(row.result_key), whole),
        ...marksOf(vault, row.tenant_id, extraction.invoice),
        doubtful: leftToCheck(whole) + (buyer === null ? 1 : 0),
        about: sealedFor(vault, row, buyer, { said, ownPages }),
      })
      .where('id', '=', id)
      .execute();
    await trx.deleteFrom('reviews').where('document_id', '=', id).execute();
    await putPageTexts(trx, vault, row, pages);
    await acts.add(trx, vault, row, { by, now, what });
    return true;
  });
}

/** A person has worked on it: it is not erased by another one's undo. */
function isInUse(vault: Vault, part: DocumentRow): boolean {
  return part.reviewed_at !== null || part.replaced_by !== null || aboutOf(vault, part).ownPages !== undefined;
}
