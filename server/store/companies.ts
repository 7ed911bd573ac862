import { timestamp } from '../clock.ts';
import type { Company } from '../contract/window.ts';
import type { Db } from './db.ts';
import type { About } from './document-keys.ts';
import type { DocumentRow } from './documents.ts';

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
 * Who a document is for. What came through the window is for one of the companies, by the name that it has now; where
 * nobody has said for which, it may be for any of them.
 */
export async function buyersOf(
  db: Db,
  { tenant_id, origin }: Pick<DocumentRow, 'tenant_id' | 'origin'>,
  about: About,
): Promise<{ buyer: Company; otherBuyers: Company[] | null }> {
  const sent = { vat: about.buyerVat, name: about.buyerName };
  if (origin !== 'window') return { buyer: sent, otherBuyers: null };
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

export async function remove(db: Db, tenantId: string, vat: string): Promise<void> {
  await db.deleteFrom('companies').where('tenant_id', '=', tenantId).where('vat', '=', vat).execute();
}
