import type { Insertable } from 'kysely';
import { timestamp } from '../clock.ts';
import type { Retention } from '../contract/document.ts';
import type { Origin } from '../contract/window.ts';
import * as acts from './acts.ts';
import type { Db } from './db.ts';
import { type About, create as createKeys, erasedKey, sealJson } from './document-keys.ts';
import { type DocumentRow, find, referenceOf, type Scope } from './documents.ts';
import * as idempotency from './idempotency.ts';
import { fileMark } from './likeness.ts';
import { prepared } from './prepared.ts';
import { areInReview, replace } from './replaced.ts';
import type { DocumentsTable } from './schema.ts';
import { inSharedCommit } from './shared-work.ts';
import { takeTurns } from './transactions.ts';
import { hasQuotaLeft } from './usage.ts';
import type { Vault } from './vault.ts';

/** A submission that passed every check of its own, with its file, where that is kept, on the disk. */
export interface Submission extends About {
  /** The document's id to be. */
  id: string;
  origin: Origin;
  retention: Retention;
  mimeType: string;
  pages: number | null;
  /** The file's key, wrapped; null where the file is not kept. */
  fileKey: Buffer | null;
  /** Null for what is compared with nothing, as all that a sandbox key sends. */
  fileSha256: string | null;
  /** Documents that it stands in the place of from then on, and who says so. */
  replaces?: { ids: string[]; by: string | null };
}

export type Accepted =
  | { outcome: 'accepted'; row: DocumentRow }
  /** `row` is null when the document was deleted since. */
  | { outcome: 'replayed'; row: DocumentRow | null }
  | { outcome: 'conflict' }
  /** What it was to replace is not in review any more. */
  | { outcome: 'overtaken' }
  | { outcome: 'quota_exceeded' };

/**
 * The last checks and the document itself in one transaction, so that simultaneous requests with one key make one
 * document and a quota is never overshot: idempotency, then quota, then the document, queued, bound to its key.
 */
export async function accept(
  db: Db,
  vault: Vault,
  scope: Scope,
  submission: Submission,
  request: idempotency.Request | null,
  now: number,
): Promise<Accepted> {
  return inSharedCommit(db, async (trx): Promise<Accepted> => {
    if (request) {
      await takeTurns(trx, `request ${scope.tenantId} ${scope.mode} ${request.key}`);
      const earlier = await idempotency.find(trx, scope, request, now);
      if (earlier.outcome === 'conflict') return earlier;
      if (earlier.outcome === 'replay') {
        return { outcome: 'replayed', row: await find(trx, earlier.documentId) };
      }
    }
    if (scope.mode === 'live' && !(await hasQuotaLeft(trx, scope.tenantId, now))) return { outcome: 'quota_exceeded' };
    const { replaces } = submission;
    if (replaces && !(await areInReview(trx, scope, replaces.ids))) return { outcome: 'overtaken' };
    const row = await keep(trx, vault, scope, submission, now);
    if (request) await idempotency.keep(trx, scope, request, submission.id, now);
    return { outcome: 'accepted', row };
  });
}

/** Keeps a document with its keys, queued, in a transaction; what it stands in the place of is replaced. */
export async function keep(
  trx: Db,
  vault: Vault,
  scope: Scope,
  submission: Submission,
  now: number,
): Promise<DocumentRow> {
  const aboutKey = vault.newKey();
  const { externalId, metadata, filename, buyerVat, buyerName, buyerGuessed, buyerUnknown, webhookUrl, mail } =
    submission;
  const about: About = {
    ...{ externalId, metadata, filename, buyerVat, buyerName, webhookUrl },
    ...(mail && { mail }),
    ...(buyerGuessed && { buyerGuessed }),
    ...(buyerUnknown && { buyerUnknown }),
  };
  const keys = { file: submission.fileKey ?? erasedKey, about: aboutKey.wrapped };
  const [row] = await insert(trx, {
    id: submission.id,
    tenant_id: scope.tenantId,
    mode: scope.mode,
    retention: submission.retention,
    origin: submission.origin,
    reference: externalId === null ? null : referenceOf(vault, scope, externalId),
    about: sealJson(aboutKey.key, about),
    mime_type: submission.mimeType,
    pages: submission.pages,
    created_at: timestamp(now),
    keys: await createKeys(trx, keys),
    has_file: submission.fileKey === null ? 0 : 1,
    file_mark: submission.fileSha256 === null ? null : fileMark(vault, scope.tenantId, submission.fileSha256),
  });
  if (!row) throw new Error('A document was not kept.');
  const accepted = { ...row, file_key: keys.file, result_key: erasedKey, about_key: keys.about };
  const { replaces } = submission;
  if (replaces) {
    const { ids, by } = replaces;
    await replace(trx, ids, row.id);
    await acts.add(trx, vault, accepted, { by, now, what: { kind: 'arranged', of: ids } });
  }
  return accepted;
}

type NewRow = Pick<
  Insertable<DocumentsTable>,
  | 'id'
  | 'tenant_id'
  | 'mode'
  | 'retention'
  | 'origin'
  | 'reference'
  | 'about'
  | 'mime_type'
  | 'pages'
  | 'created_at'
  | 'keys'
  | 'has_file'
  | 'file_mark'
>;

const insert = prepared((db, row: NewRow) =>
  db
    .insertInto('documents')
    .values({
      id: row.id,
      tenant_id: row.tenant_id,
      mode: row.mode,
      status: 'queued',
      retention: row.retention,
      origin: row.origin,
      reference: row.reference,
      about: row.about,
      mime_type: row.mime_type,
      pages: row.pages,
      created_at: row.created_at,
      keys: row.keys,
      has_file: row.has_file,
      file_mark: row.file_mark,
    })
    .returningAll(),
);
