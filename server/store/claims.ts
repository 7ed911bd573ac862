import { randomUUID } from 'node:crypto';
import { type Expression, sql } from 'kysely';
import { timestamp } from '../clock.ts';
import type { KeyMode } from '../contract/document.ts';
import { maxCutOffs, readAtOncePerTenant } from '../contract/limits.ts';
import type { Company } from '../contract/window.ts';
import * as companies from './companies.ts';
import { type Db, isShared } from './db.ts';
import { aboutOf } from './document-keys.ts';
import { find } from './documents.ts';
import { end } from './endings.ts';
import { serially } from './transactions.ts';
import type { Vault } from './vault.ts';

/** A document that a reading loop has taken. */
export interface ClaimedDocument {
  id: string;
  /** Names this claim; renewing and finishing count only under it. */
  token: string;
  tenantId: string;
  mode: KeyMode;
  buyer: Company;
  /** The companies that it may be for as well, where the invoice itself is to say for which. */
  otherBuyers: Company[] | null;
  mimeType: string;
  pages: number | null;
  /** For `files.read`. */
  fileKey: Buffer;
}

/**
 * Claims the oldest queued live document whose tenant has fewer than two being read. Claims that other processes left
 * behind are freed first.
 * @param claim.owner names this process
 * @param claim.held tokens of claims that the caller still works on; they are never taken for left behind, however long
 *   the machine slept
 */
export async function claimNext(
  db: Db,
  vault: Vault,
  claim: { now: number; leaseMs: number; owner: string; held?: string[] },
): Promise<ClaimedDocument | null> {
  const { now, held = [] } = claim;
  await recover(db, vault, { now, held, expired: true });
  const taking = {
    status: 'processing',
    started_at: timestamp(now),
    lease_owner: claim.owner,
    lease_token: randomUUID(),
    lease_expires_at: timestamp(now + claim.leaseMs),
  } as const;
  const claimed = isShared(db) ? await takeAmongOthers(db, taking) : await take(db, oldestWaiting, taking);
  const row = claimed && (await find(db, claimed.id));
  // Nothing waits, or what was claimed was deleted this moment.
  if (!row || claimed.lease_token === null) return null;
  return {
    id: row.id,
    token: claimed.lease_token,
    tenantId: row.tenant_id,
    mode: row.mode,
    ...(await companies.buyersOf(db, row, aboutOf(vault, row))),
    mimeType: row.mime_type,
    pages: row.pages,
    fileKey: row.file_key,
  };
}

const taken = sql<number>`
  (select count(*) from documents as busy where busy.tenant_id = tenants.id and busy.mode = 'live'
    and busy.status = 'processing' and busy.finished_at is null and busy.deleted_at is null)`;
const oldest = sql<string>`
  (select min(waiting.id) from documents as waiting where waiting.tenant_id = tenants.id
    and waiting.mode = 'live' and waiting.status = 'queued'
    and waiting.finished_at is null and waiting.deleted_at is null)`;
const oldestWaiting = sql<string>`(
  select min(oldest) from (
    select ${oldest} as oldest from tenants where ${taken} < ${readAtOncePerTenant}) as by_tenant)`;

interface Taking {
  status: 'processing';
  started_at: string;
  lease_owner: string;
  lease_token: string;
  lease_expires_at: string;
}

async function take(
  db: Db,
  id: Expression<string>,
  taking: Taking,
): Promise<{ id: string; lease_token: string | null } | undefined> {
  return (
    db
      .updateTable('documents')
      .set(taking)
      .where('id', '=', id)
      // Once more, for a row that another changed since it was found.
      .where('status', '=', 'queued')
      .where('deleted_at', 'is', null)
      .returning(['id', 'lease_token'])
      .executeTakeFirst()
  );
}

/**
 * The same where others may take at the same moment: a tenant's row is locked while one of its documents is taken, so
 * that two never see the same free slot. Tenants that others have locked are passed over at first, and waited for when
 * nothing else is left. Where others took what a tenant had before its row was locked, it is begun anew: no more often
 * than they take something.
 */
async function takeAmongOthers(db: Db, taking: Taking): ReturnType<typeof take> {
  for (let passOver = true; ; ) {
    const { tenant, claimed } = await db.transaction().execute(async (trx) => {
      const tenant = await trx
        .selectFrom('tenants')
        .select('id')
        .where(oldest, 'is not', null)
        .where(taken, '<', readAtOncePerTenant)
        .orderBy(oldest)
        .limit(1)
        .forNoKeyUpdate()
        .$if(passOver, (query) => query.skipLocked())
        .executeTakeFirst();
      // Looked at again, by a statement that begins when the row is locked.
      const now = sql<string>`(select ${oldest} from tenants where id = ${tenant?.id} and ${taken} < ${readAtOncePerTenant})`;
      return { tenant, claimed: tenant && (await take(trx, now, taking)) };
    });
    if (claimed) return claimed;
    if (!tenant && !passOver) return undefined;
    passOver = tenant !== undefined;
  }
}

/** @returns false when the claim is lost, by a deletion or to another process: the reading is to be stopped */
export async function renewLease(
  db: Db,
  lease: { id: string; token: string; now: number; leaseMs: number },
): Promise<boolean> {
  const renewed = await db
    .updateTable('documents')
    .set({ lease_expires_at: timestamp(lease.now + lease.leaseMs) })
    .where('id', '=', lease.id)
    .where('lease_token', '=', lease.token)
    .returning('id')
    .executeTakeFirst();
  return renewed !== undefined;
}

/** Puts a claimed document back into the queue, because the process ends in good order; not counted as a cut-off. */
export async function release(db: Db, lease: { id: string; token: string }): Promise<void> {
  await db
    .updateTable('documents')
    .set({ status: 'queued', started_at: null, lease_owner: null, lease_token: null, lease_expires_at: null })
    .where('id', '=', lease.id)
    .where('lease_token', '=', lease.token)
    .execute();
}

/**
 * Frees claims that nobody works on any more, and fails a document that was cut off for the tenth time.
 * @param which.expired true: only those whose lease ran out. False, for the start of a server, which holds the data
 *   folder alone and therefore knows that every owner is gone: all of them.
 * @param which.held tokens that the caller still works on; its lease may have run out while the machine slept
 */
export async function recover(
  db: Db,
  vault: Vault,
  which: { now: number; expired: boolean; held?: string[] },
): Promise<void> {
  const { held = [] } = which;
  const left = await db
    .selectFrom('documents')
    .select(['id', 'lease_token', 'cut_offs'])
    .where('status', '=', 'processing')
    .where('finished_at', 'is', null)
    // Which all of them have: it lets the index of leases be used, where otherwise the whole queue is gone through.
    .where('lease_token', 'is not', null)
    .$if(held.length > 0, (query) => query.where('lease_token', 'not in', held))
    .$if(which.expired, (query) => query.where('lease_expires_at', '<=', timestamp(which.now)))
    .execute();
  for (const { id, lease_token, cut_offs } of left) {
    await serially(db, async (trx) => {
      const freed = await trx
        .updateTable('documents')
        .set({
          status: 'queued',
          started_at: null,
          cut_offs: cut_offs + 1,
          lease_owner: null,
          lease_token: null,
          lease_expires_at: null,
        })
        .where('id', '=', id)
        .where('lease_token', '=', lease_token)
        .returning('id')
        .executeTakeFirst();
      if (!freed || cut_offs + 1 < maxCutOffs) return;
      const row = await find(trx, id);
      if (!row) throw new Error(`The document ${id} was deleted while it was claimed.`);
      const message = 'The program ended ten times while it read this file, so the file was given up.';
      await end(trx, vault, row, { now: which.now, ending: { status: 'failed', code: 'internal_error', message } });
    });
  }
}
