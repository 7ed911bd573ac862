import type { Supplier, Taught } from '../contract/window.ts';
import { standing } from '../suppliers/said.ts';
import type { Db } from './db.ts';
import { extractionOf } from './documents.ts';
import { bodies, bodyOf, mostKnown } from './suppliers.ts';
import type { Vault } from './vault.ts';

/** So many of the documents that taught of one are listed: those of years. */
const mostListed = 200;
/** Few enough that a request never waits long for its turn. */
const openedAtOnce = 100;

/** The suppliers of all companies of a tenant, those that were confirmed last first. */
export async function list(db: Db, vault: Vault, tenantId: string): Promise<Supplier[]> {
  const rows = await bodies(db).where('tenant_id', '=', tenantId).orderBy('taught_at', 'desc').execute();
  const known = Map.groupBy(
    rows.map((row) => ({ ...row, ...bodyOf(vault, row) })),
    (each) => each.supplier_id,
  );
  return [...known].map(([id, each]) => ({
    id,
    name: each.find(({ supplier }) => supplier.name)?.supplier.name ?? null,
    vat: each.find(({ supplier }) => supplier.vat)?.supplier.vat ?? null,
    buyerVat: each[0]!.buyerVat,
    invoices: each.length,
    untouched: each.filter(({ untouched }) => untouched).length,
    since: each.at(-1)!.taught_at,
    last: each[0]!.taught_at,
    accounts: [...new Set(each.flatMap(({ contribution }) => contribution.account ?? []))],
    bookings: new Set(each.flatMap(({ contribution }) => (contribution.bookings ?? []).map(({ exact }) => exact))).size,
    setAside: standing(each.slice(0, mostKnown).map(({ contribution }) => contribution)).setAside,
  }));
}

/**
 * The documents that a supplier is known from, the newest first; none where the tenant has no such supplier.
 * @param among only these; null for all
 */
export async function taughtBy(
  db: Db,
  vault: Vault,
  tenantId: string,
  supplier: string,
  among: readonly string[] | null = null,
): Promise<Taught[]> {
  const rows = await db
    .selectFrom('contributions')
    .innerJoin('documents', 'documents.id', 'contributions.document_id')
    .innerJoin('document_keys', 'document_keys.number', 'documents.keys')
    .select(['document_id', 'taught_at', 'documents.result', 'document_keys.result as result_key'])
    .where('contributions.tenant_id', '=', tenantId)
    .where('supplier', '=', supplier)
    .$if(among !== null, (query) => query.where('document_id', 'in', among!))
    .orderBy('taught_at', 'desc')
    .limit(mostListed)
    .execute();
  return rows.map((row) => {
    const invoice = extractionOf(vault, row)?.invoice;
    return {
      documentId: row.document_id,
      at: row.taught_at,
      isThere: invoice !== undefined,
      number: invoice?.invoice_number ?? null,
      date: invoice?.invoice_date ?? null,
    };
  });
}

/** The suppliers that documents are known to be from, by the documents' ids; what is forgotten has none. */
export async function namesOf(
  db: Db,
  vault: Vault,
  tenantId: string,
  documents: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (let at = 0; at < documents.length; at += openedAtOnce) {
    const rows = await bodies(db)
      .where('tenant_id', '=', tenantId)
      .where('document_id', 'in', documents.slice(at, at + openedAtOnce))
      .execute();
    for (const row of rows) {
      const { name, vat } = bodyOf(vault, row).supplier;
      if (name ?? vat) names.set(row.document_id, (name ?? vat)!);
    }
    // Requests of others come in between.
    await new Promise(setImmediate);
  }
  return names;
}
