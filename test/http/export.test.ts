import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as companies from '../../server/store/companies.ts';
import * as preferences from '../../server/store/preferences.ts';
import { putReading } from '../helpers/confirmed.ts';
import { kindsOfInvoices } from '../helpers/kinds-of-invoices.ts';
import { seedInto } from '../helpers/many-documents.ts';
import { finished, startTestServer, submit, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let key: string;
let id: string;
beforeAll(async () => {
  server = await startTestServer();
  key = await server.createKey('test');
  id = (await submit(server, key)).json.id;
  await finished(server, key, id);
});
afterAll(() => server.stop());

const get = (target: string, of = id, withKey = key) =>
  fetch(`${server.url}/v1/documents/${of}/export/${target}`, { headers: { 'X-API-Key': withKey } });

describe('GET /v1/documents/{document_id}/export/{target} (decisions.md "Added beside the contract")', () => {
  it.each([
    ['csv', 'text/csv; charset=utf-8', 'facturi.csv'],
    ['json', 'application/json; charset=utf-8', 'facturi.json'],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'facturi.xlsx'],
  ])('gives the document as %s, and uses nothing up', async (target, type, name) => {
    const [once, again] = [await get(target), await get(target)];
    expect([once.status, once.headers.get('Content-Type')]).toEqual([200, type]);
    expect(once.headers.get('Content-Disposition')).toBe(`attachment; filename="${name}"`);
    expect(once.headers.get('Cache-Control')).toBe('no-store');
    expect(once.headers.get('Service-Version')).toBe('2026-10-19');
    const bytes = Buffer.from(await once.arrayBuffer());
    expect(bytes.byteLength).toBeGreaterThan(300);
    expect(bytes.equals(Buffer.from(await again.arrayBuffer()))).toBe(true);
  });

  it('says with 409 why a document cannot go to a program of accounts', async () => {
    const answer = await get('saga');
    expect(answer.status).toBe(409);
    expect(await answer.json()).toEqual({
      error: { code: 'not_exportable', message: 'The invoice is made out to another company (customer.vat_number).' },
    });
  });

  it('knows no other programs, and no document of another key', async () => {
    expect((await get('sap')).status).toBe(404);
    expect((await get('csv', 'doc_none')).status).toBe(404);
    expect((await get('csv', id, await server.createKey('live'))).status).toBe(404);
    expect((await get('csv', id, 'fct_test_wrong')).status).toBe(401);
  });

  it('leaves the one answer of a zero-retention document to its own GET', async () => {
    const zero = (await submit(server, key, { retention: 'zero' })).json.id;
    await expect.poll(async () => (await get('json', zero)).status).toBe(409);
    expect((await finished(server, key, zero)).document).not.toBeNull();
  });

  it('has one line for each rate where that is chosen for the company', async () => {
    const { db } = server.store;
    const [, live] = await seedInto(server.store, 2);
    const kinds = kindsOfInvoices();
    await putReading(server.store, live!, (read) => ({ ...read, ...kinds['discount on two rates']!.extraction }));
    const vat = 'RO18547290';
    const liveKey = await server.createKey('live');
    const lines = async (): Promise<number> => {
      const answer = await get('saga', live, liveKey);
      return (await answer.text()).split('<Linie>').length - 1;
    };
    await companies.use(db, server.tenantId, { vat, name: null }, server.now());
    expect(await lines()).toBe(4);
    await preferences.set(db, server.tenantId, { linePerRate: [vat] });
    expect(await lines()).toBe(2);
  });

  it('is written as the office’s program takes it', async () => {
    const { db } = server.store;
    const [, live] = await seedInto(server.store, 2);
    await putReading(server.store, live!, (read) => ({ ...read, ...kindsOfInvoices().plain!.extraction }));
    const liveKey = await server.createKey('live');
    const code = async (): Promise<string | undefined> =>
      /<ClientCIF>(.*)<\/ClientCIF>/.exec(await (await get('saga', live, liveKey)).text())?.[1];
    expect(await code()).toBe('RO18547290');
    const programForms = { sagaBareCodes: true, winmentorComma: false, winmentorVatCodes: false };
    await preferences.set(db, server.tenantId, { programForms });
    expect(await code()).toBe('18547290');
    // One whose company the window does not know is written so, too.
    await companies.remove(db, server.tenantId, 'RO18547290');
    expect(await code()).toBe('18547290');
  });

  it('is described', async () => {
    const { json } = await server.request('GET', '/v1/openapi.json');
    const operation = json.paths['/v1/documents/{document_id}/export/{target}'].get;
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', '401', '404', '409']));
  });
});
