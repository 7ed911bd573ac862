import { timestamp } from '../clock.ts';
import type { DocumentErrorCode } from '../contract/document.ts';
import { type EventType, eventBody } from '../contract/event.ts';
import { type Db, isShared } from './db.ts';
import { type About, aboutOf, openText, sealText } from './document-keys.ts';
import { newId } from './ids.ts';
import { prepared } from './prepared.ts';
import { serially } from './transactions.ts';
import type { Vault } from './vault.ts';

/** The completion events, which POST /v1/documents/{id}/webhook sends again. */
const completions = ['document.succeeded', 'document.failed'] as const satisfies EventType[];

export interface ClaimedDelivery {
  deliveryId: string;
  eventId: string;
  tenantId: string;
  url: string;
  /** Stands for the URL's host and port. */
  host: string;
  body: string;
  /** Made before this one. */
  attempts: number;
}

export type Resent =
  | { outcome: 'resent'; eventId: string; type: EventType }
  | { outcome: 'not_finished' }
  | { outcome: 'no_url' };

/**
 * Keeps what happened to a document with its first delivery, due at once, where there is somebody to tell: the document's
 * own URL, else the account's. Call it inside the transaction that made it happen.
 * @param happened.errorCode the failed document's code; null for every other type
 * @returns the event's id; null where nobody is to be told
 */
export async function announce(
  trx: Db,
  vault: Vault,
  { id: documentId, tenant_id }: { id: string; tenant_id: string },
  happened: { type: EventType; errorCode: DocumentErrorCode | null; about: About; now: number },
): Promise<string | null> {
  const { type, errorCode, about, now } = happened;
  const url = about.webhookUrl ?? (await accountOf(trx, { tenant_id }))[0]?.webhook_url ?? null;
  if (url === null) return null;
  const id = newId('evt', now);
  const key = await keyOf(trx, vault, documentId);
  const created_at = timestamp(now);
  const body = eventBody({ type, documentId, externalId: about.externalId, errorCode, createdAt: created_at });
  await trx
    .insertInto('events')
    .values({ id, tenant_id, document_id: documentId, type, body: sealText(key, body), created_at })
    .execute();
  await beginDelivery(trx, vault, { eventId: id, url, key, now });
  return id;
}

const accountOf = prepared((db, document: { tenant_id: string }) =>
  db.selectFrom('tenants').select('webhook_url').where('id', '=', document.tenant_id),
);

/**
 * Claims the delivery that has been due longest, in one statement, unless its host or tenant is one of those excepted.
 * A claim whose lease ran out is claimed again: the process that made it is gone.
 * @param claim.held claims that the caller still works on, whatever became of their leases while the machine slept or its
 *   clock was set
 */
export async function claimNext(
  db: Db,
  vault: Vault,
  claim: {
    now: number;
    leaseMs: number;
    owner: string;
    exceptHosts: string[];
    exceptTenants: string[];
    held: string[];
  },
): Promise<ClaimedDelivery | null> {
  const { exceptHosts, exceptTenants, held } = claim;
  const now = timestamp(claim.now);
  const delivery = await db
    .updateTable('deliveries')
    .set({ lease_owner: claim.owner, lease_expires_at: timestamp(claim.now + claim.leaseMs) })
    .where('id', '=', (query) =>
      query
        .selectFrom('deliveries')
        .select('id')
        .where('state', '=', 'pending')
        .where('next_attempt_at', '<=', now)
        .where((where) => where.or([where('lease_expires_at', 'is', null), where('lease_expires_at', '<=', now)]))
        .$if(held.length > 0, (due) => due.where('id', 'not in', held))
        .$if(exceptHosts.length > 0, (due) => due.where('host', 'not in', exceptHosts))
        .$if(exceptTenants.length > 0, (due) =>
          due.where(({ exists, selectFrom }) =>
            exists(
              selectFrom('events')
                .select('events.id')
                .whereRef('events.id', '=', 'deliveries.event_id')
                .where('events.tenant_id', 'not in', exceptTenants),
            ),
          ),
        )
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(1)
        // What another appliance is taking at this moment is its own.
        .$if(isShared(db), (due) => due.forUpdate().skipLocked()),
    )
    .returning(['id', 'event_id', 'url', 'host', 'attempts'])
    .executeTakeFirst();
  if (!delivery) return null;
  const event = await db
    .selectFrom('events')
    .innerJoin('documents', 'documents.id', 'events.document_id')
    .innerJoin('document_keys', 'document_keys.number', 'documents.keys')
    .select(['events.tenant_id', 'events.body', 'document_keys.about as key'])
    .where('events.id', '=', delivery.event_id)
    .executeTakeFirst();
  // Deleted with its document in between.
  if (!event) return null;
  return {
    deliveryId: delivery.id,
    eventId: delivery.event_id,
    tenantId: event.tenant_id,
    url: openText(vault, event.key, delivery.url),
    host: delivery.host,
    body: openText(vault, event.key, event.body),
    attempts: delivery.attempts,
  };
}

/**
 * Writes down what an attempt led to, while the claim is still the owner's.
 * @param attempt.nextAt milliseconds; null when this was the last one
 * @returns false when the claim was lost, by a resend, a deletion or a lease that ran out; nothing is written then
 */
export async function recordAttempt(
  db: Db,
  attempt: {
    deliveryId: string;
    owner: string;
    now: number;
    status: number | null;
    problem: string | null;
    durationMs: number;
    delivered: boolean;
    nextAt: number | null;
  },
): Promise<boolean> {
  const { deliveryId, owner, now, status, problem, durationMs, delivered, nextAt } = attempt;
  const pending = !delivered && nextAt !== null;
  return db.transaction().execute(async (trx) => {
    // Whoever takes the claim away changes the same row, so one of the two waits for the other.
    const updated = await trx
      .updateTable('deliveries')
      .set((set) => ({
        state: delivered ? 'delivered' : pending ? 'pending' : 'stopped',
        attempts: set('attempts', '+', 1),
        next_attempt_at: pending ? timestamp(nextAt) : null,
        lease_owner: null,
        lease_expires_at: null,
      }))
      .where('id', '=', deliveryId)
      .where('state', '=', 'pending')
      .where('lease_owner', '=', owner)
      .returning('attempts')
      .executeTakeFirst();
    if (!updated) return false;
    await trx
      .insertInto('attempts')
      .values({
        delivery_id: deliveryId,
        number: updated.attempts,
        at: timestamp(now),
        status,
        problem,
        duration_ms: Math.round(durationMs),
      })
      .execute();
    return true;
  });
}

/**
 * Frees claims that other processes left behind, without waiting for their leases. For the start of a server, which
 * holds the data folder alone and therefore knows that every other owner is gone.
 */
export async function recover(db: Db, owner: string): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ lease_owner: null, lease_expires_at: null })
    .where('state', '=', 'pending')
    .where('lease_owner', '!=', owner)
    .execute();
}

/** Gives a claim back without an attempt, so that it is claimed again at once. */
export async function release(db: Db, claim: { deliveryId: string; owner: string }): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ lease_owner: null, lease_expires_at: null })
    .where('id', '=', claim.deliveryId)
    .where('lease_owner', '=', claim.owner)
    .execute();
}

/**
 * Sends a finished document's completion event again, under its id, on a fresh schedule, to the URL as it is
 * configured now. An event that was not kept, because there was no URL, is made now.
 * @param request.documentId of a document that exists and is not deleted
 */
export async function resend(db: Db, vault: Vault, request: { documentId: string; now: number }): Promise<Resent> {
  const { documentId, now } = request;
  return serially(db, async (trx): Promise<Resent> => {
    const document = await trx
      .selectFrom('documents')
      .innerJoin('document_keys', 'document_keys.number', 'documents.keys')
      .innerJoin('tenants', 'tenants.id', 'documents.tenant_id')
      .select([
        'documents.tenant_id',
        'documents.status',
        'documents.about',
        'documents.error_code',
        'document_keys.about as about_key',
        'tenants.webhook_url as accountUrl',
      ])
      .where('documents.id', '=', documentId)
      .executeTakeFirstOrThrow();
    if (document.status !== 'succeeded' && document.status !== 'failed') return { outcome: 'not_finished' };
    const about = aboutOf(vault, document);
    const event = await trx
      .selectFrom('events')
      .select(['id', 'type'])
      .where('document_id', '=', documentId)
      .where('type', 'in', completions)
      .executeTakeFirst();
    if (event) {
      const url = about.webhookUrl ?? document.accountUrl;
      if (url === null) return { outcome: 'no_url' };
      await restartDelivery(trx, vault, { eventId: event.id, url, key: vault.unwrap(document.about_key), now });
      return { outcome: 'resent', eventId: event.id, type: event.type };
    }
    const type = `document.${document.status}` as const;
    const happened = { type, errorCode: document.error_code, about, now };
    const id = await announce(trx, vault, { id: documentId, tenant_id: document.tenant_id }, happened);
    return id === null ? { outcome: 'no_url' } : { outcome: 'resent', eventId: id, type };
  });
}

/** Deliveries that still have an attempt before them, and those of them that are due. */
export async function backlog(db: Db, now: number): Promise<{ pending: number; due: number }> {
  const { pending, due } = await db
    .selectFrom('deliveries')
    .select((select) => [
      select.fn.countAll<number>().as('pending'),
      select.fn.countAll<number>().filterWhere('next_attempt_at', '<=', timestamp(now)).as('due'),
    ])
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
  return { pending, due };
}

/** Ends what is left of an event's schedule and begins a fresh one. @param delivery.key what its document's is sealed by */
export async function restartDelivery(
  trx: Db,
  vault: Vault,
  delivery: { eventId: string; url: string; key: Buffer; now: number },
): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ state: 'stopped', next_attempt_at: null, lease_owner: null, lease_expires_at: null })
    .where('event_id', '=', delivery.eventId)
    .where('state', '=', 'pending')
    .execute();
  await beginDelivery(trx, vault, delivery);
}

async function beginDelivery(
  trx: Db,
  vault: Vault,
  delivery: { eventId: string; url: string; key: Buffer; now: number },
): Promise<void> {
  const { eventId, url, key, now } = delivery;
  await trx
    .insertInto('deliveries')
    .values({
      id: newId('dlv', now),
      event_id: eventId,
      url: sealText(key, url),
      host: vault.digest(`host ${new URL(url).host}`),
      state: 'pending',
      next_attempt_at: timestamp(now),
      created_at: timestamp(now),
    })
    .execute();
}

/** The key of what describes a document, which its events are sealed by as well: DELETE erases all of it at once. */
async function keyOf(trx: Db, vault: Vault, documentId: string): Promise<Buffer> {
  const { about } = await trx
    .selectFrom('documents')
    .innerJoin('document_keys', 'document_keys.number', 'documents.keys')
    .select('document_keys.about')
    .where('documents.id', '=', documentId)
    .executeTakeFirstOrThrow();
  return vault.unwrap(about);
}
