import { z } from 'zod';
import { retentions } from '../contract/document.ts';
import { mostSupplierMonths, usualSupplierMonths } from '../contract/limits.ts';
import type { WindowPreferences } from '../contract/window.ts';
import type { Db } from './db.ts';
import { serially } from './transactions.ts';

const schema = z.object({
  retention: z.enum(retentions).catch('standard'),
  supplierMonths: z.int().min(0).max(mostSupplierMonths).catch(usualSupplierMonths),
  watchedFolder: z.string().nullable().catch(null),
  exportTarget: z.string().nullable().catch(null),
  linePerRate: z.array(z.string()).catch([]),
  exportFolder: z.object({ target: z.string(), path: z.string() }).nullable().catch(null),
  programForms: z
    .object({ sagaBareCodes: z.boolean(), winmentorComma: z.boolean(), winmentorVatCodes: z.boolean() })
    .catch({ sagaBareCodes: false, winmentorComma: false, winmentorVatCodes: false }),
});

/** How a tenant's window treats what is dropped into it. */
export async function get(db: Db, tenantId: string): Promise<WindowPreferences> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', nameOf(tenantId)).executeTakeFirst();
  return schema.parse(row ? JSON.parse(row.value) : {});
}

export async function set(db: Db, tenantId: string, changes: Partial<WindowPreferences>): Promise<void> {
  await serially(db, async (trx) => {
    const value = JSON.stringify({ ...(await get(trx, tenantId)), ...changes });
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
