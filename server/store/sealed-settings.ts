import type { Db } from './db.ts';
import type { Vault } from './vault.ts';

/** What the database keeps of the appliance under a name, sealed; null before anything was kept there. */
export async function read<T>(db: Db, vault: Vault, name: string): Promise<T | null> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row ? JSON.parse(vault.openSecret(Buffer.from(row.value, 'base64'))) : null;
}

/** Keeps something under a name, in place of what was there. */
export async function write(db: Db, vault: Vault, name: string, kept: unknown): Promise<void> {
  const value = vault.sealSecret(JSON.stringify(kept)).toString('base64');
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
