import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportPreview } from '../../server/contract/window-exports.ts';
import * as companies from '../../server/store/companies.ts';
import * as preferences from '../../server/store/preferences.ts';
import { confirmDocument, putReading } from '../helpers/confirmed.ts';
import { kindsOfInvoices } from '../helpers/kinds-of-invoices.ts';
import { seedInto } from '../helpers/many-documents.ts';
import { startTestServer, type TestServer } from '../helpers/server.ts';
import { askInWindow, signInTo } from '../helpers/session.ts';

/** By name they are the other way round than by when they were used. */
const [first, second] = [
  { vat: 'RO18547290', name: 'Țesătoria Nouă SRL' },
  { vat: 'RO9900816346', name: 'Atelierul de Contabilitate Lunca SRL' },
];
let server: TestServer;
let headers: Record<string, string>;
/** Of both companies in turn, confirmed: two each that can go to books, and one that shows no VAT by rate. */
let ids: string[];

beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.store;
  ids = (await seedInto(server.store, 5)).slice(0, 5);
  for (const company of [second, first]) await companies.use(db, server.tenantId, company, server.now());
  await preferences.set(db, server.tenantId, { linePerRate: [first.vat] });
  const kinds = kindsOfInvoices();
  const names = ['two rates', 'two rates', 'two rates', 'discount on two rates', 'no rates at all'];
  for (const [index, kind] of names.entries()) {
    await putReading(server.store, ids[index]!, (read) => ({ ...read, ...kinds[kind]!.extraction }));
    await confirmDocument(server.store, server.tenantId, ids[index]!, (invoice) => ({
      ...invoice,
      invoice_number: `TYPED ${index}`,
    }));
  }
  headers = await signInTo(server, { tenantId: server.tenantId, person: 'Ana' });
}, 60_000);
afterAll(() => server.stop());

const wish = (more: object = {}) => ({ target: 'saga', language: 'ro', everyCompany: true, query: {}, ...more });
const previewed = async (more?: object): Promise<ExportPreview> =>
  (await askInWindow(server.url, headers, { method: 'POST', path: '/app/exports/preview', body: wish(more) })).json;

const exported = (more?: object): Promise<Response> =>
  fetch(`${server.url}/app/exports`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(wish(more)),
  });

describe('the books of every company at once', () => {
  it('are looked at by company, and only what no company can take is left out', async () => {
    const { asked, written, companies: each, problems, suppliers } = await previewed();
    expect([asked, written]).toEqual([5, 4]);
    expect(each).toEqual([
      { ...second, count: 2 },
      { ...first, count: 2 },
    ]);
    expect(problems.filter(({ blocking }) => blocking).map(({ code }) => code)).toEqual(['no_rates']);
    expect(suppliers.reduce((sum, { count }) => sum + count, 0)).toBe(4);
  });

  it('lie in a folder each, as is chosen for that company, the same bytes each time', async () => {
    const bytes = new Uint8Array(await (await exported({ ids: ids.slice(0, 3) })).arrayBuffer());
    const files = unzipSync(bytes);
    const of = ({ vat }: { vat: string }) => Object.keys(files).filter((name) => name.startsWith(`${vat}/F_RO`));
    expect(Object.keys(files)).toHaveLength(3);
    expect([of(first).length, of(second).length].toSorted()).toEqual([1, 2]);
    for (const company of [first, second])
      for (const name of of(company)) {
        const file = strFromU8(files[name]!);
        expect(file).toContain(`<ClientCIF>${company.vat}</ClientCIF>`);
        expect(file.includes('Achiziții conform facturii')).toBe(company === first);
      }
    const again = await exported({ ids: ids.slice(0, 3), again: true });
    expect(new Uint8Array(await again.arrayBuffer())).toEqual(bytes);
  });

  it('are each exported once', async () => {
    expect(await previewed()).toMatchObject({ asked: 5, written: 1, companies: [{ count: 1 }] });
  });

  it('are an archive with a folder, where only one invoice is written, too', async () => {
    const answer = await exported({ ids: [ids[3]] });
    expect(answer.headers.get('Content-Disposition')).toContain('saga.zip');
    const [name, ...others] = Object.keys(unzipSync(new Uint8Array(await answer.arrayBuffer())));
    expect(others).toEqual([]);
    expect(name).toMatch(/^RO\d+\/F_RO.*\.xml$/);
  });

  it('leave out what is filed under none of them any more, and say so', async () => {
    await companies.remove(server.store.db, server.tenantId, first.vat);
    const { written, problems } = await previewed({ again: true });
    const others = problems.filter(({ code }) => code === 'other_company');
    expect(written + others.length + 1).toBe(5);
    expect(others.every(({ blocking }) => blocking)).toBe(true);
  });
});
