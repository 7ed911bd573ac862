import { type SqlBool, sql } from 'kysely';
import { timestamp } from '../clock.ts';
import type { Invoice } from '../contract/invoice.ts';
import type { DocumentRow as InboxRow, WindowCounts, WindowState } from '../contract/window.ts';
import type { Db } from './db.ts';
import { aboutOf } from './document-keys.ts';
import { type DocumentRow, extractionOf, withKeys } from './documents.ts';
import type { Vault } from './vault.ts';

/** The window's states, as conditions over a document. Exactly one of them is true of each. */
const conditions: Record<WindowState, string> = {
  reading: `documents.status in ('queued', 'processing')`,
  failed: `documents.status = 'failed'`,
  expired: `documents.status = 'succeeded' and documents.result is null`,
  confirmed: `documents.status = 'succeeded' and documents.result is not null and documents.reviewed_at is not null`,
  to_check: `documents.status = 'succeeded' and documents.result is not null and documents.reviewed_at is null and coalesce(documents.doubtful, 0) > 0`,
  ready: `documents.status = 'succeeded' and documents.result is not null and documents.reviewed_at is null and coalesce(documents.doubtful, 0) = 0`,
};
const states = Object.keys(conditions) as WindowState[];

interface Page {
  /** Null for every state. */
  state: WindowState | null;
  /** Only those older than this id; null from the newest. */
  before: string | null;
  limit: number;
}

/** The live documents of a tenant, newest first, as the inbox shows them. */
export async function rows(db: Db, vault: Vault, tenantId: string, page: Page): Promise<InboxRow[]> {
  return (await documents(db, tenantId, page)).map((row) => inboxRow(vault, row));
}

/** The same documents with what was extracted; null where there is nothing, or nothing any more. */
export async function invoices(
  db: Db,
  vault: Vault,
  tenantId: string,
  page: Page,
): Promise<{ row: InboxRow; invoice: Invoice | null }[]> {
  const found = await documents(db, tenantId, page);
  return found.map((row) => ({ row: inboxRow(vault, row), invoice: extractionOf(vault, row)?.invoice ?? null }));
}

/** How many documents are in each state. */
export async function counts(db: Db, tenantId: string): Promise<WindowCounts> {
  const columns = states.map((state) => sql<number>`count(*) filter (where ${sql.raw(conditions[state])})`.as(state));
  return db
    .selectFrom('documents')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', 'live')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow() as Promise<WindowCounts>;
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
    .select(['id', 'status', 'reviewed_at', 'result_deleted_at', 'deleted_at'])
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
    mark: [row.status, row.reviewed_at, row.result_deleted_at, row.deleted_at].join(),
  }));
}

/** A document as the inbox shows it. */
export function inboxRow(vault: Vault, row: DocumentRow): InboxRow {
  const { externalId, filename, buyerVat } = aboutOf(vault, row);
  const extraction = extractionOf(vault, row);
  const invoice = extraction?.invoice ?? null;
  return {
    id: row.id,
    state: stateOf(row),
    origin: row.origin,
    filename,
    externalId,
    buyerVat,
    vendor: invoice?.vendor.name ?? null,
    invoiceNumber: invoice?.invoice_number ?? null,
    invoiceDate: invoice?.invoice_date ?? null,
    total: invoice?.total_amount ?? null,
    currency: invoice?.currency ?? null,
    doubtful: row.doubtful,
    warnings: extraction?.warnings ?? [],
    errorCode: row.error_code,
    pages: row.pages,
    createdAt: row.created_at,
  };
}

/** The same as `conditions`, for one row. */
function stateOf(row: DocumentRow): WindowState {
  if (row.status === 'failed') return 'failed';
  if (row.status !== 'succeeded') return 'reading';
  if (row.result === null) return 'expired';
  if (row.reviewed_at !== null) return 'confirmed';
  return (row.doubtful ?? 0) > 0 ? 'to_check' : 'ready';
}

function documents(db: Db, tenantId: string, { state, before, limit }: Page): Promise<DocumentRow[]> {
  return withKeys(db)
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', 'live')
    .where('deleted_at', 'is', null)
    .$if(before !== null, (query) => query.where('id', '<', before))
    .$if(state !== null, (query) => query.where(sql.raw<SqlBool>(conditions[state ?? 'reading'])))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
