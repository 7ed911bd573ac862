import { afterAll, beforeAll, expect, it } from 'vitest';
import { putReading } from '../helpers/confirmed.ts';
import { seedInto } from '../helpers/many-documents.ts';
import { startTestServer, type TestServer } from '../helpers/server.ts';
import { askInWindow, signInTo } from '../helpers/session.ts';

let server: TestServer;
let id: string;
beforeAll(async () => {
  server = await startTestServer();
  [id] = (await seedInto(server.store, 1)) as [string];
  await putReading(server.store, id, (read) => ({
    ...read,
    warnings: ['not_an_invoice', 'einvoice_mismatch'],
    otherKind: 'delivery_note',
    stated: [{ path: 'total_amount', value: 12 }],
  }));
}, 60_000);
afterAll(() => server.stop());

it('tells the window what a document that is no invoice calls itself', async () => {
  const headers = await signInTo(server, { tenantId: server.tenantId, person: 'Ana' });
  const ask = (path: string) => askInWindow(server.url, headers, { path });
  expect((await ask('/app/documents')).json.rows[0]).toMatchObject({ id, otherKind: 'delivery_note' });
  expect((await ask(`/app/documents/${id}`)).json.extraction).toMatchObject({
    otherKind: 'delivery_note',
    stated: [{ path: 'total_amount', value: 12 }],
  });
});

it('gives programs nothing that the contract does not have', async () => {
  const key = await server.createKey('live');
  const { json: document } = await server.request('GET', `/v1/documents/${id}`, { key });
  const { json: list } = await server.request('GET', '/v1/documents', { key });
  for (const given of [document, list.data[0]]) {
    expect(given).toMatchObject({ id, warnings: ['not_an_invoice', 'einvoice_mismatch'] });
    expect(given).not.toHaveProperty('stated');
    expect(given).not.toHaveProperty('otherKind');
  }
});
