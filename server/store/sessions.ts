import { createHash, randomBytes } from 'node:crypto';
import { timestamp } from '../clock.ts';
import type { Db } from './db.ts';
import { serially } from './transactions.ts';
import type { Vault } from './vault.ts';

/** Long enough to walk to the browser, short enough that a link left in a terminal is worth nothing. */
export const signInKeptMs = 10 * 60 * 1000;
/** A working week: then the window asks for a new link, and the desktop program fetches one by itself. */
export const sessionKeptMs = 7 * 24 * 60 * 60 * 1000;

/** A window that is signed in. */
export interface Session {
  tenantId: string;
  /** Who works there: one of the people that share it, else who signed in, as the machine knows them. */
  person: string | null;
}

/** Makes a token that signs one window in, once. Only its hash is kept. */
export async function createSignIn(db: Db, session: Session, now: number): Promise<string> {
  return keep(db, 'sign_ins', session, now + signInKeptMs);
}

/**
 * Turns a sign-in token into a session. Taking the token and making the session are one transaction, so that of two
 * windows with one link one gets in.
 * @returns the session's token, or null when the sign-in token was used, is too old or never was
 */
export async function signIn(db: Db, token: string, now: number): Promise<string | null> {
  return serially(db, async (trx) => {
    const taken = await trx
      .deleteFrom('sign_ins')
      .where('hash', '=', hashOf(token))
      .where('expires_at', '>', timestamp(now))
      .returning(['tenant_id as tenantId', 'person'])
      .executeTakeFirst();
    if (!taken) return null;
    for (const table of ['sign_ins', 'sessions'] as const) {
      await trx.deleteFrom(table).where('expires_at', '<=', timestamp(now)).execute();
    }
    return keep(trx, 'sessions', taken, now + sessionKeptMs);
  });
}

/**
 * What our own page shows with each request besides its cookie, which browsers send to every port of this machine: whoever
 * listens on another one gets the cookie and nothing else.
 * @param session its token
 */
export function pageSecretOf(vault: Vault, session: string): string {
  return vault.digest(`page of session ${session}`);
}

/** The session that a token stands for, or null when it is none or has ended. */
export async function sessionOf(db: Db, token: string, now: number): Promise<Session | null> {
  const row = await db
    .selectFrom('sessions')
    .select(['tenant_id as tenantId', 'person'])
    .where('hash', '=', hashOf(token))
    .where('expires_at', '>', timestamp(now))
    .executeTakeFirst();
  return row ?? null;
}

/** From now on this window is somebody else's. @param session its token */
export async function handOver(db: Db, session: string, person: string): Promise<void> {
  await db.updateTable('sessions').set({ person }).where('hash', '=', hashOf(session)).execute();
}

export async function signOut(db: Db, session: string): Promise<void> {
  await db.deleteFrom('sessions').where('hash', '=', hashOf(session)).execute();
}

async function keep(db: Db, table: 'sign_ins' | 'sessions', session: Session, until: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto(table)
    .values({ hash: hashOf(token), tenant_id: session.tenantId, person: session.person, expires_at: timestamp(until) })
    .execute();
  return token;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
