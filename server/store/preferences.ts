import { z } from 'zod';
import { retentions } from '../contract/document.ts';
import { mostSupplierMonths, usualSupplierMonths } from '../contract/limits.ts';
import type { WindowPreferences } from '../contract/window.ts';
import * as companies from './companies.ts';
import type { Db } from './db.ts';
import { serially } from './transactions.ts';

const schema = z.object({
  retention: z.enum(retentions).catch('standard'),
  guessCompany: z.boolean().optional().catch(undefined),
  supplierMonths: z.int().min(0).max(mostSupplierMonths).catch(usualSupplierMonths),
});

/**
 * How a tenant's window treats what is dropped into it. Whoever works for several companies and has said nothing has each
 * invoice say whose it is: the company used last would be a guess that nobody sees.
 */
export async function get(db: Db, tenantId: string): Promise<WindowPreferences> {
  const kept = await keptOf(db, tenantId);
  return { ...kept, guessCompany: kept.guessCompany ?? (await companies.list(db, tenantId)).length > 1 };
}

async function keptOf(db: Db, tenantId: string): Promise<z.output<typeof schema>> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', nameOf(tenantId)).executeTakeFirst();
  return schema.parse(row ? JSON.parse(row.value) : {});
}

export async function set(db: Db, tenantId: string, changes: Partial<WindowPreferences>): Promise<void> {
  await serially(db, async (trx) => {
    const value = JSON.stringify({ ...(await keptOf(trx, tenantId)), ...changes });
    await trx
      .insertInto('settings')
      .values({ name: nameOf(tenantId), value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  });
}

/** So many months after its last confirmed invoice a supplier is forgotten, as the machine's policy or a person says. */
export async function supplierMonths(
  db: Db,
  tenantId: string,
  policy: { supplierMonths?: number | undefined },
): Promise<number> {
  return policy.supplierMonths ?? (await get(db, tenantId)).supplierMonths;
}

function nameOf(tenantId: string): string {
  return `window ${tenantId}`;
}
