import { afterAll, beforeAll, expect, it } from 'vitest';
import { gatherBooked } from '../../server/store/booked.ts';
import { exportedBefore, noteExported, noteFirstExport } from '../../server/store/exported.ts';
import * as tenants from '../../server/store/tenants.ts';
import { confirmDocument, putReading } from '../helpers/confirmed.ts';
import { seedInto } from '../helpers/many-documents.ts';
import { startTestServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let ids: string[];
let scope: { tenantId: string; mode: 'live' };
beforeAll(async () => {
  server = await startTestServer();
  // More than one query names, and than one transaction writes.
  ids = await seedInto(server.store, 620);
  scope = { tenantId: (await tenants.list(server.store.db))[0]!.id, mode: 'live' };
});
afterAll(() => server.stop());

const noon = Date.parse('2026-11-02T12:00:00.000Z');
const note = async (target: string, some: readonly string[]) => {
  const { db, vault } = server.store;
  const invoices = await gatherBooked(db, vault, scope, some, false);
  const digests = new Map(some.map((id) => [id, 'ab'.repeat(32)]));
  return noteExported(db, vault, scope, { target, takesBookings: true, invoices, digests, by: 'Ana', now: noon });
};
const before = (target: string, some: readonly string[] = ids) =>
  exportedBefore(server.store.db, server.store.vault, scope, some, target);

it('what went to a program is known for that program alone, however many there are', async () => {
  await note('saga', ids.slice(0, 510));
  const known = await before('saga');
  expect([...known.keys()].toSorted()).toEqual(ids.slice(0, 510));
  expect(known.get(ids[0]!)).toEqual({ at: '2026-11-02T12:00:00.000Z', changed: [] });
  expect((await before('winmentor')).size).toBe(0);
}, 60_000);

it('nothing of it stays of a document that is deleted, and another tenant knows nothing of it', async () => {
  const key = await server.createKey('live', { tenantId: scope.tenantId });
  expect((await server.request('DELETE', `/v1/documents/${ids[0]}`, { key })).status).toBe(200);
  expect((await before('saga', ids.slice(0, 3))).has(ids[0]!)).toBe(false);
  const { db, vault } = server.store;
  const other = await tenants.create(db, vault, { name: 'another', now: server.now() });
  const stranger = { tenantId: other.id, mode: 'live' } as const;
  expect((await exportedBefore(db, vault, stranger, ids, 'saga')).size).toBe(0);
  await noteExported(db, vault, stranger, {
    invoices: await gatherBooked(db, vault, scope, [ids[1]!], false),
    ...{
      target: 'winmentor',
      takesBookings: true,
      digests: new Map([[ids[1]!, 'cd'.repeat(32)]]),
      by: null,
      now: server.now(),
    },
  });
  expect((await before('winmentor')).size).toBe(0);
});

it('what is gathered for an export comes in the order that was asked for, with no more than its file needs', async () => {
  const { db, vault } = server.store;
  const asked = [ids[9]!, ids[2]!, 'doc_none', ids[5]!];
  const lean = await gatherBooked(db, vault, scope, asked, false);
  expect(lean.map(({ id }) => id)).toEqual([ids[9], ids[2], ids[5]]);
  for (const { extraction } of lean)
    expect(Object.keys(extraction.fields).toSorted()).toEqual(['subtotal', 'total_amount', 'vat_amount']);
  const [whole] = await gatherBooked(db, vault, scope, asked, true);
  expect(Object.keys(whole!.extraction.fields).length).toBeGreaterThan(50);
});

it('what goes together is written down together, or nothing of it where one is not as it was, or went before', async () => {
  const { db, vault } = server.store;
  const some = ids.slice(600, 603);
  for (const id of some) await confirmDocument(server.store, scope.tenantId, id);
  const first = (invoices: Awaited<ReturnType<typeof gatherBooked>>) => {
    const digests = new Map(some.map((id) => [id, 'ef'.repeat(32)]));
    return noteFirstExport(db, vault, scope, invoices, {
      target: 'winmentor',
      takesBookings: true,
      digests,
      now: noon,
    });
  };
  const gathered = await gatherBooked(db, vault, scope, some, false);
  await putReading(server.store, some[1]!, (read) => ({
    ...read,
    invoice: { ...read.invoice, invoice_number: 'another one' },
  }));
  expect(await first(gathered)).toBe(false);
  expect((await before('winmentor', some)).size).toBe(0);
  const again = await gatherBooked(db, vault, scope, some, false);
  expect(await first(again.slice(0, 2))).toBe(true);
  expect(await first(again)).toBe(false);
  expect([...(await before('winmentor', some)).keys()].toSorted()).toEqual(some.slice(0, 2));
});
