import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { timestamp } from '../clock.ts';
import type { Db } from './db.ts';
import { newId } from './ids.ts';
import type { TenantsTable } from './schema.ts';
import { serially } from './transactions.ts';
import type { Vault } from './vault.ts';

export type Tenant = Omit<Selectable<TenantsTable>, 'signing_secret'>;

const shown = ['id', 'name', 'webhook_url', 'monthly_quota', 'created_at'] as const;

/** The tenant that the first start makes, so that one company alone never needs to know the word. */
const firstName = 'default';

export async function create(db: Db, vault: Vault, tenant: { name: string; now: number }): Promise<Tenant> {
  return db
    .insertInto('tenants')
    .values({
      id: newId('ten', tenant.now),
      name: tenant.name,
      webhook_url: null,
      monthly_quota: null,
      signing_secret: vault.sealSecret(newSecret()),
      created_at: timestamp(tenant.now),
    })
    .returning(shown)
    .executeTakeFirstOrThrow();
}

/** Makes the tenant `default` where there is none at all. */
export async function ensureFirst(db: Db, vault: Vault, now: number): Promise<void> {
  await serially(db, async (trx) => {
    const any = await trx.selectFrom('tenants').select('id').limit(1).executeTakeFirst();
    if (!any) await create(trx, vault, { name: firstName, now });
  });
}

/** Oldest first. */
export async function list(db: Db): Promise<Tenant[]> {
  return db.selectFrom('tenants').select(shown).orderBy('id').execute();
}

export async function get(db: Db, id: string): Promise<Tenant | null> {
  return (await db.selectFrom('tenants').select(shown).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** @param changes only what is to change; null means none */
export async function update(
  db: Db,
  id: string,
  changes: { webhook_url?: string | null; monthly_quota?: number | null },
): Promise<Tenant | null> {
  return (
    (await db.updateTable('tenants').set(changes).where('id', '=', id).returning(shown).executeTakeFirst()) ?? null
  );
}

/** The secret that the tenant's events are signed with, whole, as the receiver has it. @throws for an unknown tenant */
export async function signingSecret(db: Db, vault: Vault, tenantId: string): Promise<string> {
  const { signing_secret } = await db
    .selectFrom('tenants')
    .select('signing_secret')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return vault.openSecret(signing_secret);
}

/** A new secret from now on; the next attempt of every event is signed with it. @throws for an unknown tenant */
export async function rotateSecret(db: Db, vault: Vault, tenantId: string): Promise<string> {
  const secret = newSecret();
  await db
    .updateTable('tenants')
    .set({ signing_secret: vault.sealSecret(secret) })
    .where('id', '=', tenantId)
    .returning('id')
    .executeTakeFirstOrThrow();
  return secret;
}

/** 32 bytes, 43 characters of base64url. */
function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`;
}
