import { type Selectable, sql } from 'kysely';
import type { KeyMode } from '../contract/document.ts';
import type { Extraction } from '../contract/invoice.ts';
import { type Db, isShared } from './db.ts';
import { openBytes, type Sealed } from './document-keys.ts';
import { prepared } from './prepared.ts';
import type { DocumentsTable } from './schema.ts';
import { seal, type Vault } from './vault.ts';

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

/** Whether there was ever a document of this id, of whatever tenant, also one that was deleted. */
export async function wasThere(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('documents').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

const byId = prepared((db, document: { id: string }) =>
  withKeys(db).where('id', '=', document.id).where('deleted_at', 'is', null),
);

/** What `documents.reference` holds for a client's reference: equal for equal ones of one tenant, and nothing else. */
export function referenceOf(vault: Vault, { tenantId }: Scope, externalId: string): string {
  return vault.digest(`reference ${tenantId} ${externalId}`);
}

/** A document in a list, before what it holds is fetched; `result` is null where it has none. */
type Listed = Pick<DocumentRow, 'id' | 'retention' | 'finished_at'> & { result: 1 | null; bytes: number };

/** What a document weighs, in bytes. */
const weight = sql<number>`coalesce(length(result), 0) + coalesce(length(about), 0)`;

/** Newest first, each with what it weighs. @param filter.externalId null for all */
export async function list(
  db: Db,
  vault: Vault,
  scope: Scope,
  filter: { externalId: string | null; limit: number },
): Promise<Listed[]> {
  const { externalId, limit } = filter;
  return db
    .selectFrom('documents')
    .select(['id', 'retention', 'finished_at'])
    .select([sql<1 | null>`case when result is null then null else 1 end`.as('result'), weight.as('bytes')])
    .where('tenant_id', '=', scope.tenantId)
    .where('mode', '=', scope.mode)
    .where('deleted_at', 'is', null)
    .$if(externalId !== null, (query) => query.where('reference', '=', referenceOf(vault, scope, externalId!)))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** What documents weigh, in the order of their ids; those that there are not are left out. */
export async function weighed(db: Db, scope: Scope, ids: string[]): Promise<Pick<Listed, 'id' | 'bytes'>[]> {
  const rows = await db
    .selectFrom('documents')
    .select(['id', weight.as('bytes')])
    .where('id', 'in', ids)
    .where('tenant_id', '=', scope.tenantId)
    .where('mode', '=', scope.mode)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Listed documents in their order, a few at a time, so that however many and however large they are, only so many bytes
 * of them are in memory. Those that were deleted since they were listed are left out.
 */
export async function* fetched(
  db: Db,
  scope: Scope,
  listed: readonly Pick<Listed, 'id' | 'bytes'>[],
): AsyncGenerator<DocumentRow[]> {
  for (let from = 0; from < listed.length; ) {
    let to = from;
    for (let bytes = 0; to < listed.length && (to === from || bytes + listed[to]!.bytes <= fetchedBytes); to++) {
      bytes += listed[to]!.bytes;
    }
    const ids = listed.slice(from, to).map(({ id }) => id);
    const rows = await withKeys(db)
      .where('id', 'in', ids)
      .where('tenant_id', '=', scope.tenantId)
      .where('mode', '=', scope.mode)
      .where('deleted_at', 'is', null)
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    yield ids.flatMap((id) => byId.get(id) ?? []);
    from = to;
  }
}

/** Some ten usual documents; to open and to write so much takes a millisecond or two. */
const fetchedBytes = 64 * 1024;

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

/** What an extraction says, without how sure each value is. */
export type Said = Omit<Extraction, 'fields'>;

/**
 * What an extraction says. How sure each value is takes most of its bytes, and most of the time of parsing it: who opens
 * thousands of documents leaves that out. Inside a text no quotation mark stands by itself, so these are found as members alone.
 */
export function saidOf(vault: Vault, row: Pick<DocumentRow, 'result' | 'result_key'>): Said | null {
  const json = extractionBytes(vault, row)?.toString('utf8');
  if (json === undefined) return null;
  const [from, to] = [json.indexOf(',"fields":{'), json.lastIndexOf(',"warnings":[')];
  return JSON.parse(from < 0 || to < from ? json : json.slice(0, from) + json.slice(to));
}

/** The same as the JSON that it is kept as. */
export function extractionBytes(vault: Vault, row: Pick<DocumentRow, 'result' | 'result_key'>): Buffer | null {
  return row.result === null ? null : openBytes(vault, row.result_key, row.result);
}

/**
 * An extraction as it is kept. What the contract does not have stands first, where there is any: the API gives out as it
 * is kept only what begins with the invoice (`http/document-json.ts`).
 */
export function jsonOf({ stated, otherKind, ...given }: Extraction): Buffer {
  const own = { ...(stated && { stated }), ...(otherKind && { otherKind }) };
  return Buffer.from(JSON.stringify({ ...own, ...given }), 'utf8');
}

export function sealExtraction(key: Buffer, extraction: Extraction): Buffer {
  return seal(key, jsonOf(extraction));
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
