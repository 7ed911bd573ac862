import type { Booked } from '../contract/booked.ts';
import { bookingsOf } from './bookings.ts';
import type { Db } from './db.ts';
import { aboutOf } from './document-keys.ts';
import { type DocumentRow, extractionOf, fetched, type Scope, weighed } from './documents.ts';
import { stateOf } from './inbox.ts';
import type { Vault } from './vault.ts';

/** Documents as they go to the books, without those that are not read, or whose extraction was erased. */
export async function bookedOf(db: Db, vault: Vault, rows: readonly DocumentRow[]): Promise<Booked[]> {
  const bookings = await bookingsOf(db, vault, rows);
  return rows.flatMap((row) => {
    const extraction = extractionOf(vault, row);
    if (extraction === null) return [];
    const { externalId, filename, buyerVat, buyerUnknown } = aboutOf(vault, row);
    return {
      id: row.id,
      externalId,
      filename,
      createdAt: row.created_at,
      state: stateOf(row),
      buyerVat: buyerUnknown ? null : buyerVat,
      extraction,
      bookings: bookings.get(row.id) ?? [],
    };
  });
}

/** Of an extraction's fields only these are needed to tell what an invoice charges beside VAT. */
const sums = ['subtotal', 'vat_amount', 'total_amount'];

/**
 * Documents by their ids, in their order, without those that have nothing to book. Requests of others come in between.
 * @param withFields keeps the assessment of every field, which is most of what there is
 */
export async function gatherBooked(
  db: Db,
  vault: Vault,
  scope: Scope,
  ids: readonly string[],
  withFields: boolean,
): Promise<Booked[]> {
  const all: Booked[] = [];
  for (let at = 0; at < ids.length; at += askedAtOnce) {
    const weights = await weighed(db, scope, ids.slice(at, at + askedAtOnce));
    for await (const rows of fetched(db, scope, weights)) {
      for (const booked of await bookedOf(db, vault, rows)) all.push(withFields ? booked : lean(booked));
      await new Promise(setImmediate);
    }
  }
  return all;
}

/** A query names no more documents than this. */
const askedAtOnce = 500;

function lean(booked: Booked): Booked {
  const { fields } = booked.extraction;
  const kept = Object.fromEntries(sums.flatMap((path) => (fields[path] ? [[path, fields[path]]] : [])));
  return { ...booked, extraction: { ...booked.extraction, fields: kept } };
}

/** What a person has confirmed since then, as the list has it at first: the newest document first, by ids. @param since YYYY-MM-DD, UTC; null for all */
export async function confirmedSince(db: Db, { tenantId, mode }: Scope, since: string | null): Promise<string[]> {
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', mode)
    .where('deleted_at', 'is', null)
    .where('result_deleted_at', 'is', null)
    .where('reviewed_at', 'is not', null)
    .$if(since !== null, (query) => query.where('reviewed_at', '>=', since))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id }) => id);
}
