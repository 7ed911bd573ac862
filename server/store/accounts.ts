import type { Account } from '../contract/accounts.ts';
import type { Db } from './db.ts';
import type { Vault } from './vault.ts';

/** The accounts that a company's books have, as a person gave them. They name its partners, so they are sealed. */
export async function list(db: Db, vault: Vault, tenantId: string, vat: string): Promise<Account[]> {
  const name = nameOf(tenantId, vat);
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row ? (JSON.parse(vault.openSecret(Buffer.from(row.value, 'base64'))) as Account[]) : [];
}

/** Keeps them in place of those before. */
export async function keep(
  db: Db,
  vault: Vault,
  tenantId: string,
  vat: string,
  accounts: readonly Account[],
): Promise<void> {
  const value = vault.sealSecret(JSON.stringify(accounts)).toString('base64');
  await db
    .insertInto('settings')
    .values({ name: nameOf(tenantId, vat), value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

export async function remove(db: Db, tenantId: string, vat: string): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', nameOf(tenantId, vat)).execute();
}

/** @param vat normalised */
function nameOf(tenantId: string, vat: string): string {
  return `accounts ${tenantId} ${vat}`;
}
