import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Person } from '../contract/window.ts';
import type { Db } from './db.ts';
import * as sealedSettings from './sealed-settings.ts';
import { serially } from './transactions.ts';
import type { Vault } from './vault.ts';

/** More than share one appliance's window. */
export const mostPeople = 50;
/** After so many wrong PINs in a row the next one waits: four figures would be found in an afternoon. */
const wrongAtMost = 5;
const waitMs = 60_000;

const derive = promisify(scrypt) as (pin: string, salt: Buffer, length: number) => Promise<Buffer>;
const digestBytes = 32;

interface Kept {
  name: string;
  /** Both in base64; the PIN itself is nowhere. */
  pin: { salt: string; digest: string } | null;
  wrong: number;
  /** No PIN is looked at before, in milliseconds. */
  waitsUntil: number;
}

/** Who shares the window of a tenant, by name. */
export async function list(db: Db, vault: Vault, tenantId: string): Promise<Person[]> {
  return (await kept(db, vault, tenantId)).map(({ name, pin }) => ({ name, hasPin: pin !== null }));
}

/**
 * Adds somebody, or gives them another PIN.
 * @param by who asks: the PIN of others is not theirs to change
 * @returns false where it is not, or where there are as many people as there may be
 */
export async function save(
  db: Db,
  vault: Vault,
  tenantId: string,
  { name, pin }: { name: string; pin: string | null },
  by: string | null,
): Promise<boolean> {
  const salt = randomBytes(16);
  const digest = pin === null ? null : await derive(pin, salt, digestBytes);
  const secret = digest && { salt: salt.toString('base64'), digest: digest.toString('base64') };
  return serially(db, async (trx) => {
    const all = await kept(trx, vault, tenantId);
    const others = all.filter((each) => each.name !== name);
    if (others.length >= mostPeople || !mayChange(all, name, by)) return false;
    await keep(trx, vault, tenantId, [...others, { name, pin: secret, wrong: 0, waitsUntil: 0 }]);
    return true;
  });
}

/** @returns false where it is not theirs to do, as with `save` */
export async function remove(
  db: Db,
  vault: Vault,
  tenantId: string,
  name: string,
  by: string | null,
): Promise<boolean> {
  return serially(db, async (trx) => {
    const all = await kept(trx, vault, tenantId);
    if (!mayChange(all, name, by)) return false;
    await keep(
      trx,
      vault,
      tenantId,
      all.filter((each) => each.name !== name),
    );
    return true;
  });
}

const mayChange = (all: readonly Kept[], name: string, by: string | null): boolean =>
  name === by || all.every((each) => each.name !== name || each.pin === null);

/**
 * Whether somebody is who they say. A PIN counts as wrong before it is looked at, so that many at once are no more than
 * one after the other.
 * @param now in milliseconds
 * @returns `unknown` where there is nobody of that name, `waits` after too many wrong PINs
 */
export async function identify(
  db: Db,
  vault: Vault,
  tenantId: string,
  { name, pin }: { name: string; pin: string | null },
  now: number,
): Promise<'right' | 'wrong' | 'waits' | 'unknown'> {
  const person = await serially(db, async (trx) => {
    const all = await kept(trx, vault, tenantId);
    const one = all.find((each) => each.name === name);
    if (!one) return 'unknown';
    if (one.pin === null) return 'right';
    if (now < one.waitsUntil) return 'waits';
    one.wrong += 1;
    if (one.wrong >= wrongAtMost) Object.assign(one, { wrong: 0, waitsUntil: now + waitMs });
    await keep(trx, vault, tenantId, all);
    return one.pin;
  });
  if (typeof person === 'string') return person;
  const digest = await derive(pin ?? '', Buffer.from(person.salt, 'base64'), digestBytes);
  if (!timingSafeEqual(digest, Buffer.from(person.digest, 'base64'))) return 'wrong';
  await serially(db, async (trx) => {
    const all = await kept(trx, vault, tenantId);
    const cleared = all.map((each) => (each.name === name ? { ...each, wrong: 0, waitsUntil: 0 } : each));
    await keep(trx, vault, tenantId, cleared);
  });
  return 'right';
}

const kept = async (db: Db, vault: Vault, tenantId: string): Promise<Kept[]> =>
  (await sealedSettings.read<Kept[]>(db, vault, nameOf(tenantId))) ?? [];

async function keep(trx: Db, vault: Vault, tenantId: string, people: Kept[]): Promise<void> {
  const sorted = people.toSorted((a, b) => a.name.localeCompare(b.name, 'ro'));
  await sealedSettings.write(trx, vault, nameOf(tenantId), sorted);
}

const nameOf = (tenantId: string): string => `people ${tenantId}`;
