import { timestamp } from '../clock.ts';
import type { Company } from '../contract/window.ts';
import type { Db } from './db.ts';
import type { About } from './document-keys.ts';
import type { DocumentRow } from './documents.ts';
import { serially } from './transactions.ts';

/** The companies that invoices are dropped for, the one used last first. */
export async function list(db: Db, tenantId: string): Promise<Company[]> {
  return db
    .selectFrom('companies')
    .select(['vat', 'name'])
    .where('tenant_id', '=', tenantId)
    .orderBy('used_at', 'desc')
    .orderBy('vat')
    .execute();
}

/**
 * Who a document is for. What came through the window or the watched folder is for one of the companies, by the name that it has now; where
 * nobody has said for which, it may be for any of them.
 */
export async function buyersOf(
  db: Db,
  { tenant_id, origin }: Pick<DocumentRow, 'tenant_id' | 'origin'>,
  about: About,
): Promise<{ buyer: Company; otherBuyers: Company[] | null }> {
  const sent = { vat: about.buyerVat, name: about.buyerName };
  if (origin === 'api') return { buyer: sent, otherBuyers: null };
  const all = await list(db, tenant_id);
  const others = all.filter(({ vat }) => vat !== sent.vat);
  return { buyer: all.find(({ vat }) => vat === sent.vat) ?? sent, otherBuyers: about.buyerGuessed ? others : null };
}

/** Remembers a company as the one in use. @param company.vat normalised */
export async function use(db: Db, tenantId: string, company: Company, now: number): Promise<void> {
  const { vat, name } = company;
  const used_at = timestamp(now);
  await db
    .insertInto('companies')
    .values({ tenant_id: tenantId, vat, name, used_at })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'vat']).doUpdateSet({ name, used_at }))
    .execute();
}

/** Knows a company from now on, where it does not yet; the one in use stays the one in use. @param vat normalised */
export async function know(db: Db, tenantId: string, vat: string): Promise<void> {
  await db
    .insertInto('companies')
    .values({ tenant_id: tenantId, vat, name: null, used_at: timestamp(0) })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'vat']).doNothing())
    .execute();
}

/**
 * Knows companies from now on, by the names that are given; the one in use stays the one in use.
 * @param found each with a normalised number
 * @returns how many were not known before
 */
export async function take(db: Db, tenantId: string, found: readonly Company[]): Promise<number> {
  return serially(db, async (trx) => {
    const before = new Set((await list(trx, tenantId)).map(({ vat }) => vat));
    for (const { vat, name } of found) {
      await know(trx, tenantId, vat);
      if (name === null) continue;
      await trx
        .updateTable('companies')
        .set({ name })
        .where('tenant_id', '=', tenantId)
        .where('vat', '=', vat)
        .execute();
    }
    return found.filter(({ vat }) => !before.has(vat)).length;
  });
}

export async function remove(db: Db, tenantId: string, vat: string): Promise<void> {
  await db.deleteFrom('companies').where('tenant_id', '=', tenantId).where('vat', '=', vat).execute();
}
