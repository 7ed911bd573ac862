import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentRows } from '../../server/contract/window.ts';
import * as companies from '../../server/store/companies.ts';
import { confirmDocument, putReading } from '../helpers/confirmed.ts';
import { kindsOfInvoices } from '../helpers/kinds-of-invoices.ts';
import { seedInto } from '../helpers/many-documents.ts';
import { startTestServer, type TestServer } from '../helpers/server.ts';
import { askInWindow, signInTo } from '../helpers/session.ts';

const company = 'RO9900816346';
let server: TestServer;
let headers: Record<string, string>;
/** Of one company: two that can go to books, one that shows no VAT by rate, and one that nobody confirmed. */
let ids: string[];

beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.store;
  // Every second is for the other company.
  ids = (await seedInto(server.store, 8)).filter((_id, index) => index % 2 === 0);
  await companies.use(db, server.tenantId, { vat: company, name: 'Lunca' }, server.now());
  const kinds = kindsOfInvoices();
  for (const [index, kind] of (['two rates', 'discount on two rates', 'no rates at all'] as const).entries()) {
    await putReading(server.store, ids[index]!, (read) => ({ ...read, ...kinds[kind]!.extraction }));
    await confirmDocument(server.store, server.tenantId, ids[index]!, (invoice) => ({
      ...invoice,
      invoice_number: `TYPED ${index}`,
    }));
  }
  headers = await signInTo(server, { tenantId: server.tenantId, person: 'Ana' });
}, 60_000);
afterAll(() => server.stop());

const ask = (path: string, method = 'GET', body?: unknown) => askInWindow(server.url, headers, { method, path, body });
const asked = async (target = 'saga'): Promise<DocumentRows> => {
  const { json } = await ask(`/app/documents?toExport=${target}&company=${company}`);
  return json;
};
const listed = async (target?: string): Promise<string[]> => (await asked(target)).rows.map(({ id }) => id).toSorted();
const exportTo = (target: string, again = false) =>
  ask('/app/exports', 'POST', { target, language: 'ro', company, again, query: { toExport: target, company } });
const reopen = (id: string) => ask(`/app/documents/${id}/reopen`, 'POST');

describe('the list of what is to be exported', () => {
  it('has what is confirmed and is not in the program, each with what keeps it from going there', async () => {
    expect(await listed()).toEqual(ids.slice(0, 3).toSorted());
    const { leftOut, changed } = await asked();
    expect(leftOut).toEqual({ [ids[2]!]: [{ code: 'no_rates', path: 'vat_breakdown' }] });
    expect(Object.values(changed!)).toEqual([[], [], []]);
  });

  it('loses what goes there, and keeps it for another program; the program is remembered', async () => {
    expect((await exportTo('saga')).status).toBe(200);
    expect(await listed()).toEqual([ids[2]]);
    expect(await listed('winmentor')).toEqual(ids.slice(0, 3).toSorted());
    expect((await ask('/app/settings')).json.exportTarget).toBe('saga');
    const { json } = await ask(`/app/document-ids?toExport=saga&company=${company}`);
    expect(json.ids).toEqual([ids[2]]);
  });

  it('has one again whose values are other ones since, with which, and not one that was confirmed as it was', async () => {
    const [first, second] = ids as [string, string];
    expect((await reopen(first)).status).toBe(204);
    expect((await reopen(second)).status).toBe(204);
    expect(await listed()).toEqual([ids[2]]);
    const typed = (number: string) => (invoice: object) => ({ ...invoice, invoice_number: number }) as never;
    await confirmDocument(server.store, server.tenantId, first, typed('TYPED 0'));
    expect(await listed()).toEqual([ids[2]]);
    await confirmDocument(server.store, server.tenantId, second, typed('OTHER'));
    expect(await listed()).toEqual([second, ids[2]].toSorted());
    expect((await asked()).changed).toEqual({ [second]: ['invoice_number'], [ids[2]!]: [] });
  });

  it('lets it go once it is exported again on purpose', async () => {
    expect((await exportTo('saga')).status).toBe(409);
    expect((await exportTo('saga', true)).status).toBe(200);
    expect(await listed()).toEqual([ids[2]]);
  });

  it('is there for programs of accounts alone', async () => {
    for (const target of ['csv', 'sap']) {
      const { status } = await ask(`/app/documents?toExport=${target}`);
      expect(status).toBe(400);
      expect((await ask(`/app/document-ids?toExport=${target}`)).status).toBe(400);
    }
  });
});
