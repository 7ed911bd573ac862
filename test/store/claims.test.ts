import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { timestamp } from '../../server/clock.ts';
import type { KeyMode, Retention } from '../../server/contract/document.ts';
import { createLog } from '../../server/log.ts';
import { sandboxExtraction } from '../../server/reading/sandbox-loop.ts';
import { startRetentionLoop } from '../../server/retention-loop.ts';
import { claimNext, recover, release, renewLease } from '../../server/store/claims.ts';
import { backlog, extractionOf, get } from '../../server/store/documents.ts';
import { finish } from '../../server/store/endings.ts';
import { idBefore, newId } from '../../server/store/ids.ts';
import { finishSandbox } from '../../server/store/sandbox.ts';
import { accept } from '../../server/store/submissions.ts';
import * as tenants from '../../server/store/tenants.ts';
import { keptFiles, temporaryStore } from '../helpers/store.ts';

const queueIndex = `select sql from sqlite_master where name = 'documents_unfinished'`;

let store: Awaited<ReturnType<typeof temporaryStore>>;
let tenantId: string;
let now = 1_800_000_000_000;

beforeEach(async () => {
  store = await temporaryStore();
  tenantId = (await tenants.create(store.db, store.vault, { name: 'one', now })).id;
});
afterEach(() => store.remove());

async function submit(more: { mode?: KeyMode; tenant?: string; retention?: Retention } = {}): Promise<string> {
  const { mode = 'live', tenant = tenantId, retention = 'standard' } = more;
  const { db, vault, files } = store;
  const staged = await files.stage([Buffer.from('%PDF-1.7')]);
  const id = newId('doc', now);
  await files.adopt(staged, id);
  const accepted = await accept(
    db,
    vault,
    { tenantId: tenant, mode },
    {
      id,
      externalId: null,
      metadata: null,
      filename: null,
      buyerVat: 'RO18547290',
      buyerName: null,
      webhookUrl: 'https://erp.example/',
      retention,
      origin: 'api',
      mimeType: 'application/pdf',
      pages: 1,
      fileKey: staged.key.wrapped,
      fileSha256: '0'.repeat(64),
    },
    null,
    now,
  );
  expect(accepted.outcome).toBe('accepted');
  return id;
}

const claim = (owner = 'a', held: string[] = []) =>
  claimNext(store.db, store.vault, { now, leaseMs: 60_000, owner, held });
const row = async (id: string, mode: KeyMode = 'live') => (await get(store.db, { tenantId, mode }, id))!;
const succeeded = { status: 'succeeded', extraction: sandboxExtraction(), pages: 2 } as const;
const end = (held: { id: string; token: string }) =>
  finish(store.db, store.vault, store.files, { id: held.id, token: held.token, now, ending: succeeded });

describe('ends', () => {
  test('of many readers at the same moment are all kept, and of two alike one is the duplicate', async () => {
    const all = [tenantId];
    for (let number = 2; number <= 16; number++) {
      all.push((await tenants.create(store.db, store.vault, { name: `Firm ${number}`, now })).id);
    }
    for (const tenant of [...all, ...all]) await submit({ tenant });
    const held = [];
    for (const _ of [...all, ...all]) held.push((await claim())!);
    expect(await Promise.all(held.map(end))).toEqual(held.map(() => true));
    const warned = await Promise.all(
      held.map(async ({ id, tenantId }) => {
        const ended = (await get(store.db, { tenantId, mode: 'live' }, id))!;
        return extractionOf(store.vault, ended)?.warnings.includes('possible_duplicate');
      }),
    );
    expect(warned.filter(Boolean)).toHaveLength(all.length);
  });
});

describe('a claim', () => {
  test('takes the oldest, two of a tenant at once, and tenants do not hold each other up', async () => {
    const other = (await tenants.create(store.db, store.vault, { name: 'two', now })).id;
    const first = [await submit(), await submit(), await submit()];
    const second = await submit({ tenant: other });
    expect((await claim())?.id).toBe(first[0]);
    expect((await claim())?.id).toBe(first[1]);
    expect((await claim())?.id).toBe(second);
    expect(await claim()).toBeNull();
    expect(await backlog(store.db)).toEqual({ queued: 1, processing: 3 });
  });

  test('is not needed for sandbox documents, which end together and take no slot', async () => {
    await submit();
    await submit();
    await claim();
    await claim();
    const sandbox = [await submit({ mode: 'test' }), await submit({ mode: 'test' }), await submit({ mode: 'test' })];
    expect(await claim()).toBeNull();
    const { extraction } = succeeded;
    const ended = () => finishSandbox(store.db, store.vault, store.files, { extraction, now, atMost: 2 });
    expect(await ended()).toEqual({ count: 2, hasEvents: true });
    expect(await ended()).toEqual({ count: 1, hasEvents: true });
    expect(await ended()).toEqual({ count: 0, hasEvents: false });
    for (const id of sandbox) expect(await row(id, 'test')).toMatchObject({ status: 'succeeded', pages: 1 });
    expect(await backlog(store.db)).toEqual({ queued: 0, processing: 2 });
  });

  // PostgreSQL decides anew each time how it looks, by how much there is.
  test.skipIf(inject('cluster') !== undefined)('looks at no sandbox document that has ended', async () => {
    const prepare = vi.spyOn(SQLite.prototype, 'prepare');
    const own = await temporaryStore();
    await finishSandbox(own.db, own.vault, own.files, { extraction: succeeded.extraction, now, atMost: 20 });
    const asked = prepare.mock.calls.flatMap(([source]) => (/^select.* from "documents"/.test(source) ? [source] : []));
    prepare.mockRestore();
    const sqlite = new SQLite(join(own.folder, 'facturier.db'), { readonly: true });
    const ways = asked.flatMap((source) =>
      sqlite.prepare<unknown[], { detail: string }>(`explain query plan ${source}`).all(source.match(/\?/g) ?? []),
    );
    const { sql: index } = sqlite.prepare<[], { sql: string }>(queueIndex).get()!;
    sqlite.close();
    await own.remove();
    // Of all documents only those are looked at that an index holds, and that one holds none that has ended.
    expect(ways.map(({ detail }) => detail).filter((detail) => /\bdocuments\b/.test(detail))).toEqual([
      expect.stringMatching(
        /^SEARCH documents USING (COVERING )?INDEX documents_unfinished \(tenant_id=\? AND mode=\? AND status=\?/,
      ),
    ]);
    expect(index).toMatch(/ where "finished_at" is null /);
  });

  test('by many at once never gives one document twice', async () => {
    const ids = new Set<string>();
    for (let tenant = 0; tenant < 10; tenant++) {
      const id = (await tenants.create(store.db, store.vault, { name: `t${tenant}`, now })).id;
      await submit({ tenant: id });
      await submit({ tenant: id });
    }
    const claims = await Promise.all(Array.from({ length: 40 }, (_, index) => claim(`owner-${index % 4}`)));
    for (const claimed of claims) {
      if (!claimed) continue;
      expect(ids.has(claimed.id)).toBe(false);
      ids.add(claimed.id);
    }
    expect(ids.size).toBe(20);
  });

  test.skipIf(inject('cluster') === undefined)('finds the next where others took what it waited for', async () => {
    await submit();
    await submit();
    const other = (await tenants.create(store.db, store.vault, { name: 'two', now })).id;
    const left = await submit({ tenant: other });
    let waiting: ReturnType<typeof claim> | undefined;
    await store.db.transaction().execute(async (trx) => {
      await trx.selectFrom('tenants').select('id').forNoKeyUpdate().execute();
      waiting = claim();
      await vi.waitFor(async () => {
        const waits = await sql`
          select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%"tenants"%'`.execute(
          store.db,
        );
        expect(waits.rows).toHaveLength(1);
      });
      await trx
        .updateTable('documents')
        .set({ status: 'processing', lease_token: 'another', lease_expires_at: timestamp(now + 60_000) })
        .where('tenant_id', '=', tenantId)
        .execute();
    });
    expect((await waiting)?.id).toBe(left);
  });

  test('carries what reading needs, the bytes by their key', async () => {
    await submit();
    const claimed = (await claim())!;
    const buyer = { vat: 'RO18547290', name: null };
    expect(claimed).toMatchObject({ tenantId, mode: 'live', buyer, otherBuyers: null, mimeType: 'application/pdf' });
    expect((await store.files.read(claimed.id, claimed.fileKey)).toString()).toBe('%PDF-1.7');
  });
});

describe('a lease', () => {
  test('that ran out is taken over by another, and the late result changes nothing', async () => {
    const id = await submit();
    const held = (await claim('a'))!;
    now += 59_000;
    expect(await claim('b')).toBeNull();
    now += 2_000;
    const taken = (await claim('b'))!;
    expect(taken.id).toBe(id);
    expect(await renewLease(store.db, { ...held, now, leaseMs: 60_000 })).toBe(false);
    expect(await end(held)).toBe(false);
    expect((await row(id)).status).toBe('processing');
    expect(await end(taken)).toBe(true);
    expect(await end(taken)).toBe(false);
    expect((await row(id)).status).toBe('succeeded');
  });

  test('is held by renewing, and its owner never loses it to itself, however long the machine slept', async () => {
    await submit();
    const held = (await claim('a'))!;
    now += 50_000;
    expect(await renewLease(store.db, { ...held, now, leaseMs: 60_000 })).toBe(true);
    now += 50_000;
    expect(await claim('b')).toBeNull();
    now += 10 * 3_600_000;
    expect(await claim('a', [held.token])).toBeNull();
    expect(await renewLease(store.db, { ...held, now, leaseMs: 60_000 })).toBe(true);
    expect(await end(held)).toBe(true);
  });

  test('that its owner could not end, and works on no more, is freed when it ran out', async () => {
    const id = await submit();
    await claim('a');
    expect(await claim('a')).toBeNull();
    now += 61_000;
    expect((await claim('a'))?.id).toBe(id);
    expect((await row(id)).cut_offs).toBe(1);
  });

  test('given back in good order is queued again, not counted as cut off', async () => {
    const id = await submit();
    await release(store.db, (await claim('a'))!);
    expect(await row(id)).toMatchObject({ status: 'queued', cut_offs: 0, started_at: null });
    expect((await claim('a'))?.id).toBe(id);
  });

  test('that an earlier process left behind is freed at the start, at once', async () => {
    const id = await submit();
    await claim('a');
    await recover(store.db, store.vault, { now, expired: false });
    expect(await row(id)).toMatchObject({ status: 'queued', cut_offs: 1 });
  });

  test('cut off ten times ends the document with internal_error and its event', async () => {
    const id = await submit();
    for (let start = 1; start <= 10; start++) {
      expect((await claim(`process-${start}`))?.id).toBe(id);
      await recover(store.db, store.vault, { now, expired: false });
      expect((await row(id)).status).toBe(start < 10 ? 'queued' : 'failed');
    }
    expect(await row(id)).toMatchObject({ error_code: 'internal_error', finished_at: expect.any(String) });
    const events = await store.db.selectFrom('events').select('type').where('document_id', '=', id).execute();
    expect(events).toEqual([{ type: 'document.failed' }]);
    expect(await claim()).toBeNull();
  });
});

describe('an ending', () => {
  test('keeps extraction, pages, event and delivery together', async () => {
    const id = await submit();
    await end((await claim())!);
    const ended = await row(id);
    expect(ended).toMatchObject({ status: 'succeeded', pages: 2, schema_version: '2026-10-19', lease_token: null });
    expect(extractionOf(store.vault, ended)).toEqual(succeeded.extraction);
    const deliveries = await store.db
      .selectFrom('deliveries')
      .innerJoin('events', 'events.id', 'deliveries.event_id')
      .select(['events.type', 'deliveries.state', 'deliveries.attempts'])
      .where('events.document_id', '=', id)
      .execute();
    expect(deliveries).toEqual([{ type: 'document.succeeded', state: 'pending', attempts: 0 }]);
    expect(await keptFiles(store)).toEqual([id]);
  });

  test('of a zero-retention document takes its file with it', async () => {
    const id = await submit({ retention: 'zero' });
    const claimed = (await claim())!;
    await end(claimed);
    expect(await keptFiles(store)).toEqual([]);
    expect((await row(id)).has_file).toBe(0);
    await expect(store.files.read(id, claimed.fileKey)).rejects.toThrow();
  });
});

describe('what a crash leaves on the disk', () => {
  test('staged files are swept at a start, files of no document while the appliance runs; the others stay', async () => {
    const id = await submit();
    await store.files.stage([Buffer.from('left behind')]);
    const orphan = await store.files.stage([Buffer.from('adopted, never accepted')]);
    await store.files.adopt(orphan, idBefore('doc', now - 2 * 3_600_000));
    await store.files.sweep(store.db, now);
    expect(await readdir(join(store.folder, 'incoming'))).toEqual([]);
    const loop = startRetentionLoop({
      policy: {},
      ...store,
      clock: { now: () => now, elapsed: () => now },
      log: createLog('silent'),
    });
    await vi.waitFor(async () => expect(await keptFiles(store)).toEqual([id]), { timeout: 10_000 });
    await loop.stop();
  });
});
