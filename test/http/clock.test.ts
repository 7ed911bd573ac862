import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claimNext } from '../../server/store/claims.ts';
import { isShared } from '../../server/store/db.ts';
import { beginHandover } from '../../server/store/erasure.ts';
import { createSignIn } from '../../server/store/sessions.ts';
import { update } from '../../server/store/tenants.ts';
import { startTestServer, submit, type TestServer } from '../helpers/server.ts';
import { signedInBy } from '../helpers/session.ts';
import { startReceiver } from '../webhooks/receiver.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  server.stopClock();
});
afterEach(() => server.stop());

const page = { 'X-Facturier': 'window', 'Content-Type': 'application/json' };
const link = (): Promise<string> =>
  createSignIn(server.store.db, { tenantId: server.tenantId, person: null }, server.now());
const redeem = (token: string): Promise<Response> =>
  fetch(`${server.url}/app/session`, { method: 'POST', headers: page, body: JSON.stringify({ token }) });
/** Waits until a moment that is stored is no further away than so. Two looks at a database's clock differ a little. */
const comesWithin = async (ms: number, stored: () => Promise<(string | null)[]>): Promise<void> => {
  const last = async (): Promise<number> => Math.max(...(await stored()).map((time) => Date.parse(time ?? '')));
  await expect.poll(last, { timeout: 5_000 }).toBeLessThanOrEqual(server.now() + ms + 1_000);
};
/** What such a column holds. */
const stored = (table: 'sign_ins' | 'sessions') => async (): Promise<string[]> =>
  (await server.store.db.selectFrom(table).select('expires_at as time').execute()).map(({ time }) => time);
const ofDocument = (column: 'lease_expires_at' | 'handover_expires_at') => async (): Promise<(string | null)[]> =>
  (await server.store.db.selectFrom('documents').select(`${column} as time`).execute()).map(({ time }) => time);

describe('a clock that is set back', () => {
  test('locks no key: what it may send in a minute it may send a minute later', async () => {
    const key = await server.createKey('test');
    // Refused for its body, it counts like any other.
    const send = () => server.request('POST', '/v1/documents', { key, body: 'x' });
    for (let second = 0; second < 51; second++) {
      for (let sent = 0; sent < (second === 0 ? 20 : 2); sent++) expect((await send()).status).not.toBe(429);
      server.advance(1_100);
    }
    server.setClock(-hour);
    const refused = await send();
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('Retry-After'));
    expect(seconds).toBeLessThanOrEqual(60);
    // Two appliances may read their database's clock a little apart.
    server.advance((seconds + 1) * 1_000);
    expect((await send()).status).not.toBe(429);
  });

  test('puts no delivery off: its next attempt comes when it was to come', async () => {
    const target = await startReceiver((response) => response.writeHead(500).end());
    await update(server.store.db, server.tenantId, { webhook_url: target.url });
    const { json } = await submit(server, await server.createKey('live'));
    await server.finish(json.id);
    await target.waitFor(1);
    const next = async (): Promise<(string | null)[]> =>
      (await server.store.db.selectFrom('deliveries').select('next_attempt_at as time').execute()).map(
        ({ time }) => time,
      );
    await expect
      .poll(async () => (await server.store.db.selectFrom('attempts').select('number').execute()).length)
      .toBe(1);
    server.setClock(-day);
    await comesWithin(minute, next);
    server.advance(minute + 1_000);
    await target.waitFor(2);
    await target.stop();
  });

  test('keeps no session and no link open for longer than they are', async () => {
    const unused = await link();
    const headers = await signedInBy(await redeem(await link()));
    const status = async (): Promise<number> => (await fetch(`${server.url}/app/settings`, { headers })).status;
    expect(await status()).toBe(200);
    server.setClock(-30 * day);
    await comesWithin(10 * minute, stored('sign_ins'));
    await comesWithin(7 * day, stored('sessions'));
    expect(await status()).toBe(200);
    server.advance(10 * minute + 1_000);
    expect((await redeem(unused)).status).toBe(401);
    server.advance(7 * day);
    expect(await status()).toBe(401);
  });

  test('leaves what a process that died had taken to others after a minute', async () => {
    const { db, vault } = server.store;
    const { json } = await submit(server, await server.createKey('live'));
    const claim = (owner: string) => claimNext(db, vault, { now: server.now(), leaseMs: minute, owner });
    expect((await claim('a dead process'))?.id).toBe(json.id);
    server.setClock(-day);
    await comesWithin(minute, ofDocument('lease_expires_at'));
    expect(await claim('another')).toBeNull();
    server.advance(minute + 1_000);
    expect((await claim('another'))?.id).toBe(json.id);
  });

  test('gives a zero-retention extraction that a process died over after a minute', async () => {
    const { db } = server.store;
    const { json } = await submit(server, await server.createKey('live'), { retention: 'zero' });
    await server.finish(json.id);
    const begin = () => beginHandover(db, { id: json.id, now: server.now(), forMs: minute });
    expect(await begin()).not.toBeNull();
    server.setClock(-day);
    await comesWithin(minute, ofDocument('handover_expires_at'));
    expect(await begin()).toBeNull();
    server.advance(minute + 1_000);
    expect(await begin()).not.toBeNull();
  });
});

test('a clock that is set ahead gives no key more than time does', async () => {
  // Appliances on one database go by its clock, and a bucket is filled by it.
  if (isShared(server.store.db)) return;
  const key = await server.createKey('test');
  for (let sent = 0; sent < 20; sent++) expect((await submit(server, key)).status).toBe(202);
  server.setClock(day);
  expect((await submit(server, key)).status).toBe(429);
  server.advance(500);
  expect((await submit(server, key)).status).toBe(202);
});
