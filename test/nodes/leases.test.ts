import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { createLog } from '../../server/log.ts';
import { type Reader, startReader } from '../../server/reader.ts';
import { sandboxExtraction } from '../../server/reading/sandbox-loop.ts';
import { resource } from '../../server/resources.ts';
import { claimNext, renewLease } from '../../server/store/claims.ts';
import { openStore, type Store } from '../../server/store/data-folder.ts';
import { extractionOf, find } from '../../server/store/documents.ts';
import { finish } from '../../server/store/endings.ts';
import { newId } from '../../server/store/ids.ts';
import { accept } from '../../server/store/submissions.ts';
import * as tenants from '../../server/store/tenants.ts';
import { temporaryFolder } from '../helpers/appliance.ts';
import { type Detour, startDetour } from '../helpers/detour.ts';
import { createDatabase } from '../helpers/postgres.ts';

const leaseMs = 60_000;
const patience = { timeout: 60_000, interval: 100 };
const log = createLog('silent');
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let detour: Detour;
/** Two appliances; only the first one's way to the database can be disturbed. */
let first: Store;
let second: Store;
let readers: Reader[];
let offset: number;
const clock = { ...systemClock, now: () => systemClock.now() + offset };

beforeEach(async () => {
  folder = await temporaryFolder();
  offset = 0;
  readers = [];
  const database = new URL(await createDatabase(String(inject('cluster'))));
  detour = await startDetour(Number(database.port));
  second = await openStore({ data: join(folder.path, 'second'), masterKey: null, database: database.href });
  const masterKey = await readFile(join(folder.path, 'second', 'master.key'), 'utf8');
  database.port = String(detour.port);
  first = await openStore({ data: join(folder.path, 'first'), masterKey, database: database.href });
  await tenants.create(second.db, second.vault, { name: 'one', now: clock.now() });
});
afterEach(async () => {
  detour.release();
  detour.restore();
  for (const reader of readers) await reader.stop();
  await first.close();
  await second.close();
  await detour.stop();
  await folder.remove();
});

const read = (store: Store, owner: string): void => {
  readers.push(startReader({ store, clock, log, signers: [], owner, readers: 1 }));
};

async function submit(): Promise<string> {
  const { db, vault, files } = second;
  const id = newId('doc', clock.now());
  const staged = await files.stage([await readFile(resource('samples', 'invoice.pdf'))]);
  await files.adopt(staged, id);
  const [tenant] = await tenants.list(db);
  await accept(
    ...([db, vault, { tenantId: String(tenant?.id), mode: 'live' }] as const),
    {
      ...{ id, externalId: null, metadata: null, filename: null, buyerVat: 'RO18547290', buyerName: null },
      ...{ webhookUrl: 'https://erp.example/', retention: 'standard', origin: 'api' },
      ...{ mimeType: 'application/pdf', pages: 1, fileKey: staged.key.wrapped, fileSha256: '0'.repeat(64) },
    },
    null,
    clock.now(),
  );
  return id;
}

const row = async (id: string) => (await find(second.db, id))!;
const ended = (id: string) => vi.waitFor(async () => expect((await row(id)).status).toBe('succeeded'), patience);

test('of one that hangs the document is read elsewhere, once, and its late result is thrown away', async () => {
  const id = await submit();
  const held = (await claimNext(first.db, first.vault, { now: clock.now(), leaseMs, owner: 'first' }))!;
  detour.hold();
  const extraction = sandboxExtraction();
  const ending = { status: 'succeeded', extraction, pages: 7 } as const;
  const late = finish(first.db, first.vault, first.files, { id, token: held.token, now: clock.now(), ending });

  read(second, 'second');
  expect((await row(id)).lease_owner).toBe('first');
  offset += leaseMs + 1_000;
  await ended(id);
  const before = await row(id);
  detour.release();
  expect(await late).toBe(false);
  expect(await renewLease(first.db, { id, token: held.token, now: clock.now(), leaseMs })).toBe(false);

  expect(await row(id)).toEqual(before);
  expect(before).toMatchObject({ pages: 1, cut_offs: 1 });
  expect(extractionOf(second.vault, before)?.invoice).not.toEqual(extraction.invoice);
  expect(await second.db.selectFrom('events').select('type').where('document_id', '=', id).execute()).toHaveLength(1);
});

test('one that lost its database reads on when it is back', async () => {
  read(first, 'first');
  const before = await submit();
  await ended(before);
  detour.cut();
  const meanwhile = await submit();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect((await row(meanwhile)).status).toBe('queued');
  detour.restore();
  await ended(meanwhile);
  // A hint arrives again as well, by a connection of its own.
  const heard = vi.fn();
  first.hints.listen('live', heard);
  await vi.waitFor(() => {
    second.hints.tell('live');
    expect(heard).toHaveBeenCalled();
  }, patience);
});

test('time is the database’s, whatever a machine takes it for', async () => {
  const trueTime = Date.now;
  const right = clock.now() + second.aheadMs();
  // An hour fast from here on.
  const fast = vi.spyOn(Date, 'now').mockImplementation(() => trueTime() + 3_600_000);
  try {
    expect(Math.abs(clock.now() + second.aheadMs() - right)).toBeLessThan(60_000);
  } finally {
    fast.mockRestore();
  }
});
