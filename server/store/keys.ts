import { hash as digestOf, randomInt, timingSafeEqual } from 'node:crypto';
import type { Selectable } from 'kysely';
import { timestamp } from '../clock.ts';
import type { KeyMode } from '../contract/document.ts';
import { type Db, isShared } from './db.ts';
import { newId } from './ids.ts';
import { prepared } from './prepared.ts';
import type { KeysTable } from './schema.ts';
import { inSharedCommit } from './shared-work.ts';

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

/**
 * A key that was good is taken for good for so long without a look at the database, which would be a good part of the
 * work of a GET. Revoking in this process forgets it at once; another process waits for as long before it says done.
 * On a shared database, where a key is revoked on another machine, it is looked up each time.
 */
export const rememberedMs = 200;

type Remembered = { caller: Caller; from: number; until: number; expiresAt: string | null };
const remembered = new WeakMap<Db, Map<string, Remembered>>();
/** More keys than this in use at once are simply looked up. */
const mostRemembered = 1_000;

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
  const known = remembered.get(db)?.get(hash);
  const expired = known?.expiresAt != null && known.expiresAt <= timestamp(now);
  if (known && !expired && known.from <= now && now < known.until) return known.caller;
  const [found] = await byHash(db, { hash });
  const same = timingSafeEqual(Buffer.from(hash), Buffer.from(found?.hash ?? hashOf('')));
  const time = timestamp(now);
  const valid = found?.revoked_at === null && (found.expires_at === null || found.expires_at > time);
  if (!found || !same || !valid) return null;
  const { id: keyId, tenant_id: tenantId, mode, label, version, expires_at: expiresAt } = found;
  const caller = { keyId, tenantId, mode, label, version };
  if (found.last_used_at === null || found.last_used_at < timestamp(now - lastUsedStepMs)) {
    // Not remembered: the key may be revoked before this is written.
    await inSharedCommit(db, (trx) =>
      trx.updateTable('keys').set({ last_used_at: time }).where('id', '=', keyId).execute(),
    );
  } else if (!isShared(db)) {
    remember(db, hash, { caller, from: now, until: now + rememberedMs, expiresAt });
  }
  return caller;
}

const byHash = prepared((db, key: { hash: string }) =>
  db
    .selectFrom('keys')
    .select(['id', 'tenant_id', 'mode', 'label', 'version', 'hash', 'expires_at', 'revoked_at', 'last_used_at'])
    .where('hash', '=', key.hash),
);

function remember(db: Db, hash: string, entry: Remembered): void {
  const ofDb = remembered.get(db) ?? new Map<string, Remembered>();
  if (ofDb.size >= mostRemembered) ofDb.clear();
  remembered.set(db, ofDb.set(hash, entry));
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
  remembered.delete(db);
  return revoked !== undefined;
}

function hashOf(key: string): string {
  return digestOf('sha256', key);
}
