import { timestamp } from '../clock.ts';
import type { Retention } from '../contract/document.ts';
import type { Db } from './db.ts';
import type { DocumentRow, Scope } from './documents.ts';
import * as idempotency from './idempotency.ts';
import { hasQuotaLeft } from './usage.ts';

/** A submission that passed every check of its own, with its file on the disk. */
export interface Submission {
  /** The document's id to be. */
  id: string;
  externalId: string | null;
  /** JSON text of an object. */
  metadata: string | null;
  filename: string | null;
  buyerVat: string;
  buyerName: string | null;
  webhookUrl: string | null;
  retention: Retention;
  mimeType: string;
  pages: number | null;
  /** The file's key, wrapped. */
  fileKey: Buffer;
}

export type Accepted =
  | { outcome: 'accepted'; row: DocumentRow }
  /** `row` is null when the document was deleted since. */
  | { outcome: 'replayed'; row: DocumentRow | null }
  | { outcome: 'conflict' }
  | { outcome: 'quota_exceeded' };

/**
 * The last checks and the document itself in one transaction, so that simultaneous requests with one key make one
 * document and a quota is never overshot: idempotency, then quota, then the document, queued, bound to its key.
 */
export async function accept(
  db: Db,
  scope: Scope,
  submission: Submission,
  request: idempotency.Request | null,
  now: number,
): Promise<Accepted> {
  return db.transaction().execute(async (trx): Promise<Accepted> => {
    if (request) {
      const earlier = await idempotency.find(trx, scope, request, now);
      if (earlier.outcome === 'conflict') return earlier;
      if (earlier.outcome === 'replay') {
        const row = await trx
          .selectFrom('documents')
          .selectAll()
          .where('id', '=', earlier.documentId)
          .where('deleted_at', 'is', null)
          .executeTakeFirst();
        return { outcome: 'replayed', row: row ?? null };
      }
    }
    if (scope.mode === 'live' && !(await hasQuotaLeft(trx, scope.tenantId, now))) return { outcome: 'quota_exceeded' };
    const row = await trx
      .insertInto('documents')
      .values({
        id: submission.id,
        tenant_id: scope.tenantId,
        mode: scope.mode,
        status: 'queued',
        retention: submission.retention,
        external_id: submission.externalId,
        metadata: submission.metadata,
        filename: submission.filename,
        buyer_vat: submission.buyerVat,
        buyer_name: submission.buyerName,
        webhook_url: submission.webhookUrl,
        mime_type: submission.mimeType,
        pages: submission.pages,
        created_at: timestamp(now),
        file_key: submission.fileKey,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (request) await idempotency.keep(trx, scope, request, submission.id, now);
    return { outcome: 'accepted', row };
  });
}
