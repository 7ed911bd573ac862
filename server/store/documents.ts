import { type Selectable, sql } from 'kysely';
import type { KeyMode } from '../contract/document.ts';
import type { Extraction } from '../contract/invoice.ts';
import { type Db, isShared } from './db.ts';
import { openBytes, type Sealed } from './document-keys.ts';
import { prepared } from './prepared.ts';
import type { DocumentsTable } from './schema.ts';
import type { Vault } from './vault.ts';

/** A document with its keys, wrapped; one that was erased is zeros. */
export type DocumentRow = Selectable<DocumentsTable> & { file_key: Buffer; result_key: Buffer; about_key: Buffer };

/** A tenant's documents of one kind of key, which is all that a key sees. */
export interface Scope {
  tenantId: string;
  mode: KeyMode;
}

export async function get(db: Db, scope: Scope, id: string): Promise<DocumentRow | null> {
  const row = await find(db, id);
  return row && row.tenant_id === scope.tenantId && row.mode === scope.mode ? row : null;
}

/** The same, held: nobody else changes the document before the transaction ends. */
export async function getHeld(trx: Db, { tenantId, mode }: Scope, id: string): Promise<DocumentRow | null> {
  const row = await withKeys(trx)
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', mode)
    .where('deleted_at', 'is', null)
    .$if(isShared(trx), (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return row ?? null;
}

/** A document of whatever tenant, unless it was deleted. */
export async function find(db: Db, id: string): Promise<DocumentRow | null> {
  const [row] = await byId(db, { id });
  return row ?? null;
}

const byId = prepared((db, document: { id: string }) =>
  withKeys(db).where('id', '=', document.id).where('deleted_at', 'is', null),
);

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

/** Documents with their keys, to be narrowed down. Looked up row by row: joined, SQLite needs four times as long. */
export function withKeys(db: Db) {
  const key = (what: Sealed) =>
    sql<Buffer>`(select ${sql.ref(`document_keys.${what}`)} from document_keys where document_keys.number = documents.keys)`;
  return db
    .selectFrom('documents')
    .selectAll('documents')
    .select([key('file').as('file_key'), key('result').as('result_key'), key('about').as('about_key')]);
}
