import type { WindowDelivery } from '../contract/window.ts';
import type { Db } from './db.ts';
import { aboutOf, openText } from './document-keys.ts';
import { restartDelivery } from './events.ts';
import { serially } from './transactions.ts';
import type { Vault } from './vault.ts';

/** The newest deliveries of a tenant's events, each with its attempts, newest first. Those of deleted documents are gone. */
export async function recent(db: Db, vault: Vault, tenantId: string, atMost: number): Promise<WindowDelivery[]> {
  const found = await db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .innerJoin('documents', 'documents.id', 'events.document_id')
    .innerJoin('document_keys', 'document_keys.number', 'documents.keys')
    .select([
      'deliveries.id',
      'deliveries.url',
      'deliveries.state',
      'deliveries.created_at',
      'deliveries.next_attempt_at',
      'events.id as event_id',
      'events.type',
      'events.document_id',
      'document_keys.about as about_key',
    ])
    .where('events.tenant_id', '=', tenantId)
    .orderBy('deliveries.id', 'desc')
    .limit(atMost)
    .execute();
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const attempts = await db
    .selectFrom('attempts')
    .selectAll()
    .where('delivery_id', 'in', ids)
    .orderBy('number')
    .execute();
  return found.map((row) => ({
    id: row.id,
    eventId: row.event_id,
    type: row.type,
    documentId: row.document_id,
    url: openText(vault, row.about_key, row.url),
    state: row.state,
    createdAt: row.created_at,
    nextAttemptAt: row.next_attempt_at,
    attempts: attempts
      .filter(({ delivery_id }) => delivery_id === row.id)
      .map(({ at, status, problem, duration_ms }) => ({ at, status, problem, durationMs: duration_ms })),
  }));
}

/**
 * Sends an event again, whatever its type, under its id, on a fresh schedule, to the URL as it is configured now.
 * @returns false when the tenant has no such event, or no URL for it any more
 */
export async function sendAgain(
  db: Db,
  vault: Vault,
  request: { tenantId: string; eventId: string; now: number },
): Promise<boolean> {
  const { tenantId, eventId, now } = request;
  return serially(db, async (trx) => {
    const event = await trx
      .selectFrom('events')
      .innerJoin('documents', 'documents.id', 'events.document_id')
      .innerJoin('document_keys', 'document_keys.number', 'documents.keys')
      .innerJoin('tenants', 'tenants.id', 'events.tenant_id')
      .select(['documents.about', 'document_keys.about as about_key', 'tenants.webhook_url'])
      .where('events.id', '=', eventId)
      .where('events.tenant_id', '=', tenantId)
      .executeTakeFirst();
    const url = event && (aboutOf(vault, event).webhookUrl ?? event.webhook_url);
    if (!url) return false;
    await restartDelivery(trx, vault, { eventId, url, key: vault.unwrap(event.about_key), now });
    return true;
  });
}
