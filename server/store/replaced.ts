import type { Db } from './db.ts';
import { type DocumentRow, getHeld, type Scope, withKeys } from './documents.ts';

/** Whether a person may still change what a document is made of: it was read, nobody has confirmed it, and it stands for itself. */
export function isInReview({ result, has_file, reviewed_at, replaced_by }: DocumentRow): boolean {
  return result !== null && has_file === 1 && reviewed_at === null && replaced_by === null;
}

/** Whether all of them are in review; they are held until the transaction ends, so that it stays so. */
export async function areInReview(trx: Db, scope: Scope, ids: readonly string[]): Promise<boolean> {
  for (const id of ids.toSorted()) {
    const row = await getHeld(trx, scope, id);
    if (row === null || !isInReview(row)) return false;
  }
  return true;
}

/** Puts a document in the place of others: they are listed, compared and confirmed no more as long as it is there. */
export async function replace(trx: Db, ids: readonly string[], by: string): Promise<void> {
  await trx.updateTable('documents').set({ replaced_by: by }).where('id', 'in', ids).execute();
}

/** What a document stood in the place of stands for itself again. */
export async function putBack(trx: Db, id: string): Promise<void> {
  await trx.updateTable('documents').set({ replaced_by: null }).where('replaced_by', '=', id).execute();
}

/** The documents that a document stands in the place of, the oldest first. */
export async function replacedBy(db: Db, { tenantId, mode }: Scope, id: string): Promise<DocumentRow[]> {
  return withKeys(db)
    .where('replaced_by', '=', id)
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', mode)
    .orderBy('id')
    .execute();
}
