import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { timestamp } from '../clock.ts';
import type { DocumentErrorCode, KeyMode } from '../contract/document.ts';
import { eventBody } from '../contract/event.ts';
import type { Extraction } from '../contract/invoice.ts';
import { maxCutOffs, readAtOncePerTenant } from '../contract/limits.ts';
import { currentVersion } from '../contract/versions.ts';
import type { PageText } from '../contract/window.ts';
import type { Db } from './db.ts';
import { aboutOf, erase as eraseKeys, openBytes, put as putKey, type Sealed, sealJson } from './document-keys.ts';
import * as events from './events.ts';
import type { Files } from './files.ts';
import { put as putPageTexts } from './page-texts.ts';
import type { DocumentsTable } from './schema.ts';
import type { Vault } from './vault.ts';

/** A document with its keys, wrapped; one that was erased is zeros. */
export type DocumentRow = Selectable<DocumentsTable> & { file_key: Buffer; result_key: Buffer; about_key: Buffer };

/** A tenant's documents of one kind of key, which is all that a key sees. */
export interface Scope {
  tenantId: string;
  mode: KeyMode;
}

/** A document that a reading loop has taken. */
export interface ClaimedDocument {
  id: string;
  /** Names this claim; renewing and finishing count only under it. */
  token: string;
  tenantId: string;
  mode: KeyMode;
  /** Normalised. */
  buyerVat: string;
  buyerName: string | null;
  mimeType: string;
  pages: number | null;
  /** For `files.read`. */
  fileKey: Buffer;
}

/** How a reading ended. */
export type Ending =
  /**
   * `pages` is null where nothing was opened: a sandbox document that is no readable PDF. `texts` is what stands on
   * each page, where they were read.
   */
  | { status: 'succeeded'; extraction: Extraction; pages: number | null; texts?: PageText[] }
  | { status: 'failed'; code: DocumentErrorCode; message: string };

export async function get(db: Db, scope: Scope, id: string): Promise<DocumentRow | null> {
  const row = await find(db, id);
  return row && row.tenant_id === scope.tenantId && row.mode === scope.mode ? row : null;
}

/** A document of whatever tenant, unless it was deleted. */
export async function find(db: Db, id: string): Promise<DocumentRow | null> {
  const row = await withKeys(db).where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
  return row ?? null;
}

/** What `documents.reference` holds for a client's reference: equal for equal ones of one tenant, and nothing else. */
export function referenceOf(vault: Vault, { tenantId }: Scope, externalId: string): string {
  return vault.digest(`reference ${tenantId} ${externalId}`);
}

/** Newest first. @param filter.externalId null for all */
export async function list(
  db: Db,
  vault: Vault,
  scope: Scope,
  filter: { externalId: string | null; limit: number },
): Promise<DocumentRow[]> {
  const { externalId, limit } = filter;
  return withKeys(db)
    .where('tenant_id', '=', scope.tenantId)
    .where('mode', '=', scope.mode)
    .where('deleted_at', 'is', null)
    .$if(externalId !== null, (query) => query.where('reference', '=', referenceOf(vault, scope, externalId!)))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Whether a document has ended, or is no more. */
export async function isFinished(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('documents')
    .select(['finished_at', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined || row.finished_at !== null || row.deleted_at !== null;
}

/** @returns null until a document has succeeded, and once its extraction was erased */
export function extractionOf(vault: Vault, row: Pick<DocumentRow, 'result' | 'result_key'>): Extraction | null {
  const bytes = extractionBytes(vault, row);
  return bytes === null ? null : JSON.parse(bytes.toString('utf8'));
}

/** The same as the JSON that it is kept as. */
export function extractionBytes(vault: Vault, row: Pick<DocumentRow, 'result' | 'result_key'>): Buffer | null {
  return row.result === null ? null : openBytes(vault, row.result_key, row.result);
}

/**
 * Claims, in one statement, the oldest queued live document whose tenant has fewer than two being read. Claims that
 * other processes left behind are freed first.
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
  const free = sql`
    (select count(*) from documents as busy where busy.tenant_id = tenants.id and busy.mode = 'live'
      and busy.status = 'processing' and busy.finished_at is null and busy.deleted_at is null) < ${readAtOncePerTenant}`;
  const oldest = sql<string>`(
    select min(oldest) from (
      select (select min(waiting.id) from documents as waiting where waiting.tenant_id = tenants.id
        and waiting.mode = 'live' and waiting.status = 'queued'
        and waiting.finished_at is null and waiting.deleted_at is null) as oldest
      from tenants where ${free}) as by_tenant)`;
  const claimed = await db
    .updateTable('documents')
    .set({
      status: 'processing',
      started_at: timestamp(claim.now),
      lease_owner: claim.owner,
      lease_token: randomUUID(),
      lease_expires_at: timestamp(claim.now + claim.leaseMs),
    })
    .where('id', '=', oldest)
    .returning(['id', 'lease_token'])
    .executeTakeFirst();
  const row = claimed && (await find(db, claimed.id));
  // Nothing waits, or what was claimed was deleted this moment.
  if (!row || claimed.lease_token === null) return null;
  const { buyerVat, buyerName } = aboutOf(vault, row);
  return {
    id: row.id,
    token: claimed.lease_token,
    tenantId: row.tenant_id,
    mode: row.mode,
    buyerVat,
    buyerName,
    mimeType: row.mime_type,
    pages: row.pages,
    fileKey: row.file_key,
  };
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
 * Ends a reading in one transaction: extraction, status, pages, and the event with its first delivery. The file of a
 * zero-retention document goes with it.
 * @returns false when the claim was lost; nothing is written then, and the result is to be thrown away
 */
export async function finish(
  db: Db,
  vault: Vault,
  files: Files,
  ended: { id: string; token: string; now: number; ending: Ending },
): Promise<boolean> {
  const { id, token, now, ending } = ended;
  const retention = await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('documents')
      .select(['id', 'retention'])
      .where('id', '=', id)
      .where('lease_token', '=', token)
      .executeTakeFirst();
    if (!row) return null;
    await end(trx, vault, { id, now, ending });
    return row.retention;
  });
  if (retention === 'zero') await files.remove(id);
  return retention !== null;
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
    .where('lease_token', 'not in', held)
    .$if(which.expired, (query) => query.where('lease_expires_at', '<=', timestamp(which.now)))
    .execute();
  for (const { id, lease_token, cut_offs } of left) {
    await db.transaction().execute(async (trx) => {
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
      const message = 'The program ended ten times while it read this file, so the file was given up.';
      await end(trx, vault, { id, now: which.now, ending: { status: 'failed', code: 'internal_error', message } });
    });
  }
}

/**
 * Ends waiting sandbox documents with the one fictitious invoice, the oldest first, all in one transaction: nothing of
 * it takes long, and each transaction of its own would wait for the disk. They need no claim and take no reading slot.
 * @returns how many
 */
export async function finishSandbox(
  db: Db,
  vault: Vault,
  files: Files,
  ended: { extraction: Extraction; now: number; atMost: number },
): Promise<number> {
  const { extraction, now, atMost } = ended;
  const waiting = await db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('documents')
      .select(['id', 'pages', 'retention'])
      .where('mode', '=', 'test')
      .where('status', '=', 'queued')
      .where('finished_at', 'is', null)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(atMost)
      .execute();
    for (const { id, pages } of rows) {
      await trx
        .updateTable('documents')
        .set({ started_at: timestamp(now) })
        .where('id', '=', id)
        .execute();
      await end(trx, vault, { id, now, ending: { status: 'succeeded', extraction, pages } });
    }
    return rows;
  });
  for (const { id, retention } of waiting) if (retention === 'zero') await files.remove(id);
  return waiting.length;
}

/** Documents that wait and that are being read, in all. */
export async function backlog(db: Db): Promise<{ queued: number; processing: number }> {
  return db
    .selectFrom('documents')
    .select((select) => [
      select.fn.countAll<number>().filterWhere('status', '=', 'queued').as('queued'),
      select.fn.countAll<number>().filterWhere('status', '=', 'processing').as('processing'),
    ])
    .where('finished_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
}

async function end(trx: Db, vault: Vault, ended: { id: string; now: number; ending: Ending }): Promise<void> {
  const { id, now, ending } = ended;
  const row = await find(trx, id);
  if (!row) throw new Error(`The document ${id} ended after it was deleted.`);
  const key = vault.newKey();
  await trx
    .updateTable('documents')
    .set({
      status: ending.status,
      finished_at: timestamp(now),
      lease_owner: null,
      lease_token: null,
      lease_expires_at: null,
      has_file: row.retention === 'zero' ? 0 : 1,
      ...(ending.status === 'succeeded'
        ? {
            pages: ending.pages,
            schema_version: currentVersion,
            result: sealJson(key.key, ending.extraction),
            doubtful: ending.extraction.invoice.quality_flags.low_confidence_fields.length,
          }
        : { error_code: ending.code, error_message: ending.message }),
    })
    .where('id', '=', id)
    .execute();
  if (ending.status === 'succeeded') await putKey(trx, row.keys, 'result', key.wrapped);
  if (row.retention === 'zero') await eraseKeys(trx, [row.keys], ['file']);
  else if (ending.status === 'succeeded' && ending.texts) await putPageTexts(trx, vault, row, ending.texts);

  const { externalId, webhookUrl } = aboutOf(vault, row);
  const tenant = await trx
    .selectFrom('tenants')
    .select('webhook_url')
    .where('id', '=', row.tenant_id)
    .executeTakeFirstOrThrow();
  const type = `document.${ending.status}` as const;
  const errorCode = ending.status === 'failed' ? ending.code : null;
  await events.create(trx, vault, {
    tenantId: row.tenant_id,
    documentId: id,
    type,
    body: eventBody({ type, documentId: id, externalId, errorCode, createdAt: timestamp(now) }),
    url: webhookUrl ?? tenant.webhook_url,
    now,
  });
}

/** Documents with their keys, to be narrowed down. Looked up row by row: joined, SQLite needs four times as long. */
export function withKeys(db: Db) {
  const key = (what: Sealed) =>
    sql<Buffer>`(select ${sql.ref(`document_keys.${what}`)} from document_keys where document_keys.number = documents.keys)`;
  return db
    .selectFrom('documents')
    .selectAll('documents')
    .select([key('file').as('file_key'), key('result').as('result_key'), key('about').as('about_key')]);
}
