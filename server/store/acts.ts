import { timestamp } from '../clock.ts';
import type { Bookings } from '../contract/booking.ts';
import type { Invoice } from '../contract/invoice.ts';
import type { Act, ActOf } from '../contract/window-review.ts';
import type { Db } from './db.ts';
import { openText, sealJson } from './document-keys.ts';
import type { DocumentRow } from './documents.ts';
import { idBefore, newId } from './ids.ts';
import type { Vault } from './vault.ts';

/** An invoice as it went to a program; with where its lines go in the books, where the program takes that. */
export type WentOut = Invoice & { bookings?: Bookings };

/** What was done, when and by whom. */
interface Done {
  by: string | null;
  now: number;
  what: ActOf;
  /** What it was done with, which stays as long as the extraction. */
  invoice?: WentOut;
}

/** Writes down what a person did with a document. It stays as long as what describes the document. */
export async function add(trx: Db, vault: Vault, row: DocumentRow, done: Done): Promise<void> {
  await addEach(trx, vault, [{ row, ...done }]);
}

/** The same of some documents, in one statement. */
export async function addEach(trx: Db, vault: Vault, each: readonly (Done & { row: DocumentRow })[]): Promise<void> {
  if (each.length === 0) return;
  const acts = each.map(({ row, by, now, what, invoice }) => {
    const kept: Act = { ...what, by, at: timestamp(now) };
    return {
      id: newId('act', now),
      document_id: row.id,
      act: sealJson(vault.unwrap(row.about_key), kept),
      invoice: invoice && row.result !== null ? sealJson(vault.unwrap(row.result_key), invoice) : null,
    };
  });
  await trx.insertInto('acts').values(acts).execute();
}

/** What people did with a document, the oldest first. */
export async function of(db: Db, vault: Vault, row: DocumentRow): Promise<Act[]> {
  const acts = await db.selectFrom('acts').select('act').where('document_id', '=', row.id).orderBy('id').execute();
  return acts.map(({ act }) => JSON.parse(openText(vault, row.about_key, act)));
}

/** What people did with documents, by their ids, the oldest first. */
export async function ofEach(db: Db, vault: Vault, rows: readonly DocumentRow[]): Promise<Map<string, Act[]>> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const kept = await db
    .selectFrom('acts')
    .select(['document_id', 'act'])
    .where('document_id', 'in', [...byId.keys()])
    .orderBy('id')
    .execute();
  const acts = new Map<string, Act[]>();
  for (const { document_id, act } of kept) {
    const done: Act = JSON.parse(openText(vault, byId.get(document_id)!.about_key, act));
    acts.set(document_id, [...(acts.get(document_id) ?? []), done]);
  }
  return acts;
}

/** What people did since then, with the documents that they did it with. Few do anything at a time, whatever their tenant. */
export async function since(db: Db, tenantId: string, moment: number): Promise<{ id: string; documentId: string }[]> {
  const done = await db
    .selectFrom('acts')
    .select(['id', 'document_id'])
    .where('id', '>=', idBefore('act', moment))
    .execute();
  if (done.length === 0) return [];
  const own = await db
    .selectFrom('documents')
    .select('id')
    .where(
      'id',
      'in',
      done.map(({ document_id }) => document_id),
    )
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', 'live')
    .where('deleted_at', 'is', null)
    .execute();
  const ids = new Set(own.map(({ id }) => id));
  return done.flatMap(({ id, document_id }) => (ids.has(document_id) ? [{ id, documentId: document_id }] : []));
}
