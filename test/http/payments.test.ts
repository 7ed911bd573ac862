import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OfficeWork } from '../../server/contract/window.ts';
import type { DueList } from '../../server/contract/window-due.ts';
import * as companies from '../../server/store/companies.ts';
import { confirmDocument } from '../helpers/confirmed.ts';
import { seedInto } from '../helpers/many-documents.ts';
import { startTestServer, type TestServer } from '../helpers/server.ts';
import { askInWindow, signInTo } from '../helpers/session.ts';

let server: TestServer;
let headers: Record<string, string>;
let ids: string[];

beforeAll(async () => {
  server = await startTestServer();
  ids = await seedInto(server.store, 3);
  await companies.use(server.store.db, server.tenantId, { vat: 'RO9900816346', name: 'Lunca' }, server.now());
  const due_date = new Date(server.now()).toISOString().slice(0, 10);
  for (const id of ids)
    await confirmDocument(server.store, server.tenantId, id, (invoice) => ({
      ...invoice,
      due_date,
      total_amount: 119.05,
      amount_due: null,
      currency: 'RON',
    }));
  headers = await signInTo(server, { tenantId: server.tenantId, person: 'Ana' });
}, 60_000);
afterAll(() => server.stop());

const ask = (path: string, method = 'GET', body?: unknown) => askInWindow(server.url, headers, { method, path, body });
const due = async (query = ''): Promise<DueList> => (await ask(`/app/due${query}`)).json;
const left = async (): Promise<[string, number | null][]> =>
  (await due()).rows.map(({ id, amountDue }): [string, number | null] => [id, amountDue]).toSorted();
const pay = (id: string, amount: number | null) =>
  ask(`/app/documents/${id}/payments`, 'POST', { on: '2026-11-20', amount });
const undo = (id: string) => ask(`/app/documents/${id}/payments`, 'DELETE');
const all = (): [string, number][] => ids.map((id): [string, number] => [id, 119.05]).toSorted();

it('notes payments, after which an invoice leaves what is to be paid, its sums and the calendar', async () => {
  expect(await left()).toEqual(all());
  expect((await pay(ids[0]!, null)).status).toBe(204);
  expect((await pay(ids[1]!, 19)).status).toBe(204);
  expect(await left()).toEqual(
    [
      [ids[1], 100.05],
      [ids[2], 119.05],
    ].toSorted(),
  );
  expect((await due()).sums.map(({ amount }) => amount)).toEqual([219.1]);
  expect((await due('?paid=yes')).rows).toMatchObject([
    { id: ids[0], amountDue: 119.05, payments: [{ on: '2026-11-20', amount: null }] },
  ]);
  const { all: work }: OfficeWork = (await ask('/app/companies')).json;
  expect(work.due).toMatchObject({ count: 2, sums: [{ currency: 'RON', amount: 219.1 }] });
  const { text } = await ask('/app/due/calendar?language=ro');
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
  expect(text).not.toContain(ids[0]);
});

it('writes down who noted them and who took one back', async () => {
  expect((await undo(ids[1]!)).status).toBe(204);
  const { acts } = (await ask(`/app/documents/${ids[1]}`)).json;
  expect(acts.slice(-2)).toMatchObject([
    { kind: 'paid', on: '2026-11-20', amount: 19, by: 'Ana' },
    { kind: 'payment_undone', by: 'Ana' },
  ]);
  expect((await undo(ids[0]!)).status).toBe(204);
  expect(await left()).toEqual(all());
});

it('notes nothing twice where two windows do the same', async () => {
  const both = await Promise.all([pay(ids[2]!, null), pay(ids[2]!, null)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  const back = await Promise.all([undo(ids[2]!), undo(ids[2]!)]);
  expect(back.map(({ status }) => status).toSorted()).toEqual([204, 409]);
});

it('takes neither a day that is none nor a document that is not there', async () => {
  expect((await ask(`/app/documents/${ids[0]}/payments`, 'POST', { on: '30.02.2026', amount: null })).status).toBe(422);
  expect((await pay(ids[0]!, 0)).status).toBe(422);
  expect((await pay('doc_00000000000000000000000000', 5)).status).toBe(404);
});
