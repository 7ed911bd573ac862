import type { Db } from './db.ts';
import { ofThisMachine } from './machine.ts';
import type { Vault } from './vault.ts';

const setting = 'tls';

/** The certificate that was made here, and its private key, both PEM; null before the first. */
export async function keptCertificate(db: Db, vault: Vault): Promise<{ cert: string; key: string } | null> {
  const name = ofThisMachine(db, setting);
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row ? JSON.parse(vault.openSecret(Buffer.from(row.value, 'base64'))) : null;
}

/** Keeps them sealed by the master key, in place of those before. */
export async function keepCertificate(db: Db, vault: Vault, made: { cert: string; key: string }): Promise<void> {
  const name = ofThisMachine(db, setting);
  const value = vault.sealSecret(JSON.stringify(made)).toString('base64');
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
