import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { Selectable } from 'kysely';
import { timestamp } from '../clock.ts';
import type { KeyMode } from '../contract/document.ts';
import type { Db } from './db.ts';
import { newId } from './ids.ts';
import type { KeysTable } from './schema.ts';

export type Key = Omit<Selectable<KeysTable>, 'hash'>;

/** Who makes a request, and how. */
export interface Caller {
  keyId: string;
  tenantId: string;
  mode: KeyMode;
  label: string | null;
  /** The contract version the key is bound to. */
  version: string;
}

const shown = [
  'id',
  'tenant_id',
  'mode',
  'hint',
  'label',
  'version',
  'created_at',
  'expires_at',
  'revoked_at',
  'last_used_at',
] as const;

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomCharacters = 40;

/** So fine is `last_used_at`: a write for every request would cost more than the request. */
const lastUsedStepMs = 60_000;

/** @returns the key itself, which is shown this once and kept nowhere */
export async function create(
  db: Db,
  wanted: {
    tenantId: string;
    mode: KeyMode;
    label: string | null;
    expiresAt: string | null;
    version: string;
    now: number;
  },
): Promise<{ key: string; id: string }> {
  const prefix = `fct_${wanted.mode}_`;
  const random = Array.from({ length: randomCharacters }, () => alphabet[randomInt(alphabet.length)]).join('');
  const key = prefix + random;
  const id = newId('key', wanted.now);
  await db
    .insertInto('keys')
    .values({
      id,
      tenant_id: wanted.tenantId,
      mode: wanted.mode,
      hash: hashOf(key),
      hint: `${prefix}…${random.slice(-4)}`,
      label: wanted.label,
      version: wanted.version,
      created_at: timestamp(wanted.now),
      expires_at: wanted.expiresAt,
    })
    .execute();
  return { key, id };
}

/**
 * The caller behind a key, or null for a missing, wrong, revoked or expired one. All of these take the same steps, so
 * that their time tells nothing.
 * @param text what was sent; empty when nothing was
 */
export async function authenticate(db: Db, text: string, now: number): Promise<Caller | null> {
  const hash = hashOf(text);
  const found = await db
    .selectFrom('keys')
    .select(['id', 'tenant_id', 'mode', 'label', 'version', 'hash', 'expires_at', 'revoked_at', 'last_used_at'])
    .where('hash', '=', hash)
    .executeTakeFirst();
  const same = timingSafeEqual(Buffer.from(hash), Buffer.from(found?.hash ?? hashOf('')));
  const time = timestamp(now);
  const valid = found?.revoked_at === null && (found.expires_at === null || found.expires_at > time);
  if (!found || !same || !valid) return null;
  if (found.last_used_at === null || found.last_used_at < timestamp(now - lastUsedStepMs)) {
    await db.updateTable('keys').set({ last_used_at: time }).where('id', '=', found.id).execute();
  }
  return { keyId: found.id, tenantId: found.tenant_id, mode: found.mode, label: found.label, version: found.version };
}

/** Oldest first. */
export async function list(db: Db): Promise<Key[]> {
  return db.selectFrom('keys').select(shown).orderBy('id').execute();
}

/** @returns false when there is no such key; revoking twice keeps the first time */
export async function revoke(db: Db, id: string, now: number): Promise<boolean> {
  const revoked = await db
    .updateTable('keys')
    .set((set) => ({ revoked_at: set.fn.coalesce('revoked_at', set.val(timestamp(now))) }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return revoked !== undefined;
}

function hashOf(key: string): string {
  return createHash('sha256').update(key, 'utf8').digest('hex');
}
