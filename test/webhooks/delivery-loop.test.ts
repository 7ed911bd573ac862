import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { timestamp } from '../../server/clock.ts';
import type { Loop } from '../../server/loop.ts';
import type { Db } from '../../server/store/db.ts';
import * as documentKeys from '../../server/store/document-keys.ts';
import * as events from '../../server/store/events.ts';
import { newId } from '../../server/store/ids.ts';
import { boundTimes } from '../../server/store/set-back.ts';
import * as tenants from '../../server/store/tenants.ts';
import { createVault, type Vault } from '../../server/store/vault.ts';
import { startDeliveryLoop } from '../../server/webhooks/delivery-loop.ts';
import { waitsMs } from '../../server/webhooks/schedule.ts';
import { createSender } from '../../server/webhooks/send.ts';
import { temporaryStore } from '../helpers/store.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const minute = 60_000;
const hour = 60 * minute;

let store: Awaited<ReturnType<typeof temporaryStore>>;
let db: Db;
let vault: Vault;
let tenantId: string;
let now: number;
let loops: Loop[];
let receivers: Receiver[];
let logged: string;

beforeEach(async () => {
  store = await temporaryStore();
  ({ db } = store);
  vault = createVault(randomBytes(32));
  now = Date.parse('2026-11-21T09:00:00.000Z');
  tenantId = (await tenants.create(db, vault, { name: 'A firm', now })).id;
  loops = [];
  receivers = [];
  logged = '';
});

afterEach(async () => {
  vi.restoreAllMocks();
  for (const loop of loops) await loop.stop();
  for (const receiver of receivers) await receiver.stop();
  await store.remove();
});

const start = (owner = 'this process'): Loop => {
  const write = (line: string): void => {
    logged += line;
  };
  const log = pino({}, { write });
  const loop = startDeliveryLoop({
    db,
    vault,
    clock: { now: () => now, elapsed: () => now },
    log,
    sender: createSender(),
    owner,
  });
  loops.push(loop);
  return loop;
};

/** Has the ten seconds that a receiver is given never end. */
const withoutEnd = (): void => {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
};

const receiver = async (...settings: Parameters<typeof startReceiver>): Promise<Receiver> => {
  const started = await startReceiver(...settings);
  receivers.push(started);
  return started;
};

const failing = (): Promise<Receiver> => receiver((response) => response.writeHead(500).end());

/** A finished document with its event, as the end of a reading leaves them. @param url null: the account's */
const finish = async (url: string | null, of = tenantId): Promise<{ documentId: string; eventId: string }> => {
  const documentId = newId('doc', now);
  const about = {
    externalId: 'our reference',
    metadata: null,
    filename: null,
    buyerVat: 'RO9900816346',
    buyerName: null,
    webhookUrl: url,
  };
  const aboutKey = vault.newKey();
  const keys = await documentKeys.create(db, { file: vault.newKey().wrapped, about: aboutKey.wrapped });
  await db
    .insertInto('documents')
    .values({
      id: documentId,
      tenant_id: of,
      mode: 'live',
      status: 'succeeded',
      retention: 'standard',
      about: documentKeys.sealJson(aboutKey.key, about),
      keys,
      has_file: 1,
      mime_type: 'application/pdf',
      created_at: timestamp(now),
      finished_at: timestamp(now),
      cut_offs: 0,
    })
    .execute();
  const happened = { type: 'document.succeeded', errorCode: null, about, now } as const;
  const eventId = await events.announce(db, vault, { id: documentId, tenant_id: of }, happened);
  return { documentId, eventId: eventId! };
};

const deliveries = () =>
  db.selectFrom('deliveries').select(['state', 'attempts', 'next_attempt_at', 'lease_owner']).orderBy('id').execute();

/** Waits until nothing is claimed and nothing is due. */
const rest = async (loop: Loop): Promise<void> => {
  loop.wake();
  await expect
    .poll(async () => {
      const rows = await deliveries();
      const due = rows.filter((row) => row.next_attempt_at !== null && row.next_attempt_at <= timestamp(now));
      return due.length + rows.filter((row) => row.lease_owner !== null).length;
    })
    .toBe(0);
};

test('interface.md 6.2: an event that a receiver took is sent once', async () => {
  const target = await receiver();
  const { eventId } = await finish(target.url);
  const loop = start();
  await target.waitFor(1);
  await rest(loop);
  now += 100 * hour;
  await rest(loop);
  await delay(100);
  expect(target.received.length).toBe(1);
  expect(target.received[0]!.headers['service-event-id']).toBe(eventId);
  expect(await deliveries()).toEqual([{ state: 'delivered', attempts: 1, next_attempt_at: null, lease_owner: null }]);
  const kept = await db.selectFrom('attempts').selectAll().execute();
  expect(kept).toMatchObject([{ number: 1, at: timestamp(now - 100 * hour), status: 204, problem: null }]);
});

test('interface.md 6.2: tries again after 1 min, 5 min, 30 min, 2 h, 6 h, 8 h and 8 h, then stops', async () => {
  const target = await failing();
  await finish(target.url);
  const loop = start();
  await target.waitFor(1);
  await rest(loop);
  for (const [index, wait] of [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 8 * hour, 8 * hour].entries()) {
    now += wait - 1;
    loop.wake();
    await delay(80);
    expect(target.received.length).toBe(index + 1);
    now += 1;
    loop.wake();
    await target.waitFor(index + 2);
    await rest(loop);
  }
  now += 1000 * hour;
  loop.wake();
  await delay(80);
  expect(target.received.length).toBe(8);
  expect(await deliveries()).toMatchObject([{ state: 'stopped', attempts: 8 }]);
  expect(new Set(target.received.map(({ body }) => body)).size).toBe(1);
  expect(new Set(target.received.map(({ headers }) => headers['service-event-id'])).size).toBe(1);
  const moments = target.received.map(({ headers }) => /^t=(\d+)/.exec(String(headers['service-signature']))![1]);
  expect(new Set(moments).size).toBe(8);
});

test.each([302, 400, 404, 410, 500])(
  'interface.md 6.2: the answer %i is a failure and is tried again',
  async (status) => {
    const target = await receiver((response) => response.writeHead(status, { Location: '/' }).end());
    await finish(target.url);
    const loop = start();
    await target.waitFor(1);
    await rest(loop);
    expect(await deliveries()).toMatchObject([
      { state: 'pending', attempts: 1, next_attempt_at: timestamp(now + minute) },
    ]);
  },
);

test('decisions.md, Events: what came due during sleep is sent on waking, and counts from then', async () => {
  const target = await failing();
  await finish(target.url);
  const loop = start();
  await target.waitFor(1);
  await rest(loop);
  now += 10 * hour;
  loop.wake();
  await target.waitFor(2);
  await rest(loop);
  expect(await deliveries()).toMatchObject([{ attempts: 2, next_attempt_at: timestamp(now + 5 * minute) }]);
});

test('decisions.md, Events: attempts survive a restart', async () => {
  const target = await failing();
  await finish(target.url);
  const first = start();
  await target.waitFor(1);
  await rest(first);
  await first.stop();
  now += minute;
  await delay(80);
  expect(target.received.length).toBe(1);
  await rest(start('another process'));
  expect(target.received.length).toBe(2);
  expect(await deliveries()).toMatchObject([{ attempts: 2, next_attempt_at: timestamp(now + 5 * minute) }]);
});

test('decisions.md, Events: receivers that hang delay no other', async () => {
  withoutEnd();
  const hanging = await Promise.all(Array.from({ length: 20 }, () => receiver(() => {})));
  for (const { url } of hanging) for (let i = 0; i < 10; i++) await finish(url);
  const good = await receiver();
  for (let i = 0; i < 20; i++) await finish(good.url);
  start();
  await good.waitFor(20);
  // So many attempts of one are made at once.
  for (const { received } of hanging) expect(received.length).toBeLessThanOrEqual(4);
});

test('a tenant whose receivers all hang leaves room for the others', async () => {
  withoutEnd();
  const hanging = await Promise.all(Array.from({ length: 50 }, () => receiver(() => {})));
  for (const { url } of hanging) for (let i = 0; i < 4; i++) await finish(url);
  const good = await receiver();
  const others = await Promise.all(['Another', 'A third'].map((name) => tenants.create(db, vault, { name, now })));
  for (const { id } of others) await finish(good.url, id);
  start();
  await good.waitFor(2);
  const inFlight = (await deliveries()).filter(({ lease_owner }) => lease_owner !== null).length;
  expect(inFlight).toBeGreaterThan(20);
});

test('a stop ends attempts in flight and puts them back uncounted', async () => {
  withoutEnd();
  const target = await receiver(() => {});
  const { eventId } = await finish(target.url);
  const first = start();
  await target.waitFor(1);
  await first.stop();
  expect(await deliveries()).toMatchObject([{ state: 'pending', attempts: 0, lease_owner: null }]);
  start('another process');
  await target.waitFor(2);
  expect(target.received.map(({ headers }) => headers['service-event-id'])).toEqual([eventId, eventId]);
});

test('a claim of a process that died is taken over when its lease has run out, not before', async () => {
  const target = await receiver();
  await finish(target.url);
  await events.claimNext(db, vault, {
    now,
    leaseMs: 30_000,
    owner: 'a dead process',
    exceptHosts: [],
    exceptTenants: [],
    held: [],
  });
  const loop = start();
  now += 29_999;
  loop.wake();
  await delay(80);
  expect(target.received.length).toBe(0);
  now += 1;
  loop.wake();
  await target.waitFor(1);
});

test('a clock that is set ahead, or a sleep, in the middle of an attempt makes no second one beside it', async () => {
  const target = await receiver(() => {});
  await finish(target.url);
  const loop = start();
  await target.waitFor(1);
  now += hour;
  loop.wake();
  await delay(200);
  expect(target.received.length).toBe(1);
});

test('a claim of a process that died is taken over in time although the clock was set back', async () => {
  const target = await receiver();
  await finish(target.url);
  const claim = { leaseMs: 30_000, owner: 'a dead process', exceptHosts: [], exceptTenants: [], held: [] };
  await events.claimNext(db, vault, { now, ...claim });
  now -= 100 * hour;
  await boundTimes(db, { now, waitsMs });
  now += minute;
  start();
  await target.waitFor(1);
});

test('decisions.md, Events: a resend is the same event on a fresh schedule, to the URL as configured now', async () => {
  const old = await failing();
  await tenants.update(db, tenantId, { webhook_url: old.url });
  const { documentId, eventId } = await finish(null);
  const loop = start();
  await old.waitFor(1);
  await rest(loop);
  const moved = await failing();
  await tenants.update(db, tenantId, { webhook_url: moved.url });

  expect(await events.resend(db, vault, { documentId, now })).toEqual({
    outcome: 'resent',
    eventId,
    type: 'document.succeeded',
  });
  loop.wake();
  await moved.waitFor(1);
  await rest(loop);
  now += minute;
  loop.wake();
  await moved.waitFor(2);
  await rest(loop);
  expect(old.received.length).toBe(1);
  expect(moved.received[0]!.body).toBe(old.received[0]!.body);
  expect(moved.received[0]!.headers['service-event-id']).toBe(eventId);
  expect(await deliveries()).toMatchObject([
    { state: 'stopped', attempts: 1 },
    { state: 'pending', attempts: 2, next_attempt_at: timestamp(now + 5 * minute) },
  ]);
});

test('a resend during an attempt is not undone by how that attempt ends', async () => {
  let answer = (): void => {};
  const target = await receiver((response) => {
    answer = () => response.writeHead(500).end();
  });
  const { documentId } = await finish(target.url);
  const loop = start();
  await target.waitFor(1);
  const answerFirst = answer;
  await events.resend(db, vault, { documentId, now });
  loop.wake();
  await target.waitFor(2);
  answerFirst();
  await delay(100);
  expect(await deliveries()).toMatchObject([
    { state: 'stopped', attempts: 0 },
    { state: 'pending', attempts: 0, lease_owner: 'this process' },
  ]);
});

test('each attempt is signed with the secret as it is then', async () => {
  const target = await failing();
  await finish(target.url);
  const loop = start();
  await target.waitFor(1);
  await rest(loop);
  const secret = await tenants.rotateSecret(db, vault, tenantId);
  now += minute;
  loop.wake();
  await target.waitFor(2);
  const { headers, body } = target.received[1]!;
  const t = Math.floor(now / 1000);
  const digest = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  expect(headers['service-signature']).toBe(`t=${t},v1=${digest}`);
});

test('the log names the event and the outcome, not the receiver, its document or the secret', async () => {
  const target = await receiver((response) => response.writeHead(500).end('an answer'));
  const { eventId } = await finish(`${target.url}hook?token=t0ken`);
  await rest(start());
  const secret = await tenants.signingSecret(db, vault, tenantId);
  expect(logged).toContain(eventId);
  expect(logged).toContain('"status":500');
  for (const hidden of ['t0ken', 'our reference', 'an answer', secret]) expect(logged).not.toContain(hidden);
});
