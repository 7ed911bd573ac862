import { timestamp } from '../clock.ts';
import { idempotencyKeptMs } from '../contract/limits.ts';
import type { Db } from './db.ts';
import type { Scope } from './documents.ts';
import type { Vault } from './vault.ts';

/** An Idempotency-Key with the request it came with, as digests: nothing of either can be read from them. */
export interface Request {
  key: string;
  fingerprint: string;
  /** Null where the request gave no name. */
  filename: string | null;
}

/**
 * @param request.fields the normalised fields, which are the same for the multipart and the JSON form of one request.
 *   The file's name is kept apart: a JSON request may leave it out and is the same request then.
 */
export function describe(
  vault: Vault,
  request: { key: string; fields: readonly unknown[]; fileSha256: string; filename: string | null },
): Request {
  const { key, fields, fileSha256, filename } = request;
  return {
    key: vault.digest(`key ${key}`),
    fingerprint: vault.digest(`request ${fileSha256} ${JSON.stringify(fields)}`),
    filename: filename === null ? null : vault.digest(`filename ${filename}`),
  };
}

/** What an earlier use of the key means for this request: nothing, the same document again, or a conflict. */
export async function find(
  trx: Db,
  scope: Scope,
  request: Request,
  now: number,
): Promise<{ outcome: 'new' } | { outcome: 'replay'; documentId: string } | { outcome: 'conflict' }> {
  const earlier = await trx
    .selectFrom('idempotency')
    .select(['fingerprint', 'filename', 'document_id'])
    .where('tenant_id', '=', scope.tenantId)
    .where('mode', '=', scope.mode)
    .where('key', '=', request.key)
    .where('expires_at', '>', timestamp(now))
    .executeTakeFirst();
  if (!earlier) return { outcome: 'new' };
  const otherName = earlier.filename !== null && request.filename !== null && earlier.filename !== request.filename;
  if (earlier.fingerprint !== request.fingerprint || otherName) return { outcome: 'conflict' };
  return { outcome: 'replay', documentId: earlier.document_id };
}

/** Binds the key to a document for 24 hours, in place of an earlier binding that ran out. */
export async function keep(trx: Db, scope: Scope, request: Request, documentId: string, now: number): Promise<void> {
  const binding = {
    fingerprint: request.fingerprint,
    filename: request.filename,
    document_id: documentId,
    expires_at: timestamp(now + idempotencyKeptMs),
  };
  await trx
    .insertInto('idempotency')
    .values({ tenant_id: scope.tenantId, mode: scope.mode, key: request.key, ...binding })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'mode', 'key']).doUpdateSet(binding))
    .execute();
}

export async function deleteExpired(db: Db, now: number): Promise<void> {
  await db.deleteFrom('idempotency').where('expires_at', '<=', timestamp(now)).execute();
}
