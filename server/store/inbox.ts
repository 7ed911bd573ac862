import { sql } from 'kysely';
import { asShown } from '../checks/shown-name.ts';
import { timestamp } from '../clock.ts';
import type { Invoice } from '../contract/invoice.ts';
import { extractionKeptMs, zeroExtractionKeptMs } from '../contract/limits.ts';
import type { DocumentRow as InboxRow, Origin, WindowState } from '../contract/window.ts';
import type { Db } from './db.ts';
import { type About, aboutOf } from './document-keys.ts';
import { type DocumentRow, extractionOf, type Said, withKeys } from './documents.ts';
import type { Vault } from './vault.ts';

/** What is known of a document without opening anything of it. */
export interface Outline {
  id: string;
  state: WindowState;
  origin: Origin;
  /** Another one as soon as the inbox shows or finds the document differently. */
  mark: string;
}

/** The same as `stateOf`, for the database. */
const state = sql<WindowState>`case
  when status = 'failed' then 'failed'
  when status <> 'succeeded' then 'reading'
  when result_deleted_at is not null then 'expired'
  when reviewed_at is not null then 'confirmed'
  when doubtful > 0 then 'to_check'
  else 'ready' end`;

/** All live documents of a tenant that no other one stands in the place of, newest first. Indexes hold everything that this asks for. */
export async function outlines(db: Db, tenantId: string): Promise<Outline[]> {
  return (
    db
      .selectFrom('documents')
      .select([
        'id',
        'origin',
        state.as('state'),
        sql<string>`status || coalesce(reviewed_at, '') || coalesce(result_deleted_at, '') || coalesce(cast(doubtful as text), '')
        || coalesce((select max(acts.id) from acts where acts.document_id = documents.id), '')`.as('mark'),
      ])
      .where('tenant_id', '=', tenantId)
      .where('mode', '=', 'live')
      .where('deleted_at', 'is', null)
      // Of these there are few, of all tenants too: with their tenant, another index would be taken, and each row fetched.
      .where('id', 'not in', (query) => query.selectFrom('documents').select('id').where('replaced_by', 'is not', null))
      .orderBy('id', 'desc')
      .execute()
  );
}

/** Documents by their ids, in no order; those that were deleted meanwhile are left out. */
export async function documentsOf(db: Db, tenantId: string, ids: string[]): Promise<DocumentRow[]> {
  return withKeys(db)
    .where('id', 'in', ids)
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', 'live')
    .where('deleted_at', 'is', null)
    .execute();
}

/** Of what a person dropped into the window or put into the watched folder: how much is not read yet, and what ended within a time, in milliseconds. */
export async function droppedSince(
  db: Db,
  tenantId: string,
  within: { since: number; until: number },
): Promise<{ waiting: number; documents: number; toCheck: number }> {
  const dropped = db
    .selectFrom('documents')
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', 'live')
    .where('origin', '!=', 'api')
    .where('replaced_by', 'is', null)
    .where('deleted_at', 'is', null);
  const { waiting } = await dropped
    .select((select) => select.fn.countAll<number>().as('waiting'))
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow();
  const ended = await dropped
    .select((select) => [
      select.fn.countAll<number>().as('documents'),
      select.fn.countAll<number>().filterWhere(state, '=', 'to_check').as('toCheck'),
    ])
    .where('finished_at', '>=', timestamp(within.since))
    .where('finished_at', '<=', timestamp(within.until))
    .executeTakeFirstOrThrow();
  return { waiting, ...ended };
}

/** What came, ended, was reviewed, expired or was deleted since then, whoever did it. */
export async function changedSince(
  db: Db,
  tenantId: string,
  since: number,
): Promise<{ id: string; deleted: boolean; mark: string }[]> {
  const from = timestamp(since);
  const found = await db
    .selectFrom('documents')
    .select(['id', 'status', 'finished_at', 'reviewed_at', 'result_deleted_at', 'deleted_at'])
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', 'live')
    .where((where) =>
      where.or([
        where('created_at', '>=', from),
        where('finished_at', '>=', from),
        where('reviewed_at', '>=', from),
        where('result_deleted_at', '>=', from),
        where('deleted_at', '>=', from),
      ]),
    )
    .orderBy('id')
    .execute();
  return found.map((row) => ({
    id: row.id,
    deleted: row.deleted_at !== null,
    mark: [row.status, row.finished_at, row.reviewed_at, row.result_deleted_at, row.deleted_at].join(),
  }));
}

/** What an invoice asks for: its total where it says nothing else. */
export const amountDueOf = ({ amount_due, total_amount }: Invoice): number | null => amount_due ?? total_amount;

/** A document as the inbox shows it. */
export function inboxRow(vault: Vault, row: DocumentRow): InboxRow {
  return inboxRowOf(row, aboutOf(vault, row), extractionOf(vault, row));
}

/** The same where it is open already. */
export function inboxRowOf(row: DocumentRow, about: About, said: Said | null): InboxRow {
  const { externalId, filename, buyerVat, buyerUnknown } = about;
  const invoice = said?.invoice ?? null;
  return {
    id: row.id,
    state: stateOf(row),
    origin: row.origin,
    filename: filename && asShown(filename),
    externalId,
    buyerVat: buyerUnknown ? null : buyerVat,
    vendor: invoice?.vendor.name ?? null,
    invoiceNumber: invoice?.invoice_number ?? null,
    invoiceDate: invoice?.invoice_date ?? null,
    total: invoice?.total_amount ?? null,
    dueDate: invoice?.due_date ?? null,
    amountDue: invoice && amountDueOf(invoice),
    currency: invoice?.currency ?? null,
    doubtful: invoice?.quality_flags.low_confidence_fields.length ?? null,
    warnings: said?.warnings ?? [],
    otherKind: said?.otherKind ?? null,
    errorCode: row.error_code,
    pages: row.pages,
    createdAt: row.created_at,
    expiresAt: expiresAt(row),
  };
}

/** What a person has to know of a document. */
export function stateOf(row: DocumentRow): WindowState {
  if (row.status === 'failed') return 'failed';
  if (row.status !== 'succeeded') return 'reading';
  if (row.result_deleted_at !== null) return 'expired';
  if (row.reviewed_at !== null) return 'confirmed';
  return (row.doubtful ?? 0) > 0 ? 'to_check' : 'ready';
}

function expiresAt({ result, retention, finished_at }: DocumentRow): string | null {
  if (result === null || finished_at === null) return null;
  const kept = retention === 'zero' ? zeroExtractionKeptMs : extractionKeptMs;
  return timestamp(Date.parse(finished_at) + kept);
}
