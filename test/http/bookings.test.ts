import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untouchedDraft, withoutReadLines } from '../../server/checks/review.ts';
import { type Booking, type Bookings, emptyBooking } from '../../server/contract/booking.ts';
import type { DocumentDetail, ReviewDraft } from '../../server/contract/window-review.ts';
import * as companies from '../../server/store/companies.ts';
import { createSignIn } from '../../server/store/sessions.ts';
import { putReading } from '../helpers/confirmed.ts';
import { kindsOfInvoices } from '../helpers/kinds-of-invoices.ts';
import { seedInto } from '../helpers/many-documents.ts';
import { startTestServer, type TestServer } from '../helpers/server.ts';
import { askInWindow, signedInBy } from '../helpers/session.ts';

const company = 'RO9900816346';
let server: TestServer;
let headers: Record<string, string>;
/** Of one company, each with an invoice of one line. */
let ids: string[];

beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.store;
  // Every second is for the other company.
  ids = (await seedInto(server.store, 8)).filter((_id, index) => index % 2 === 0);
  await companies.use(db, server.tenantId, { vat: company, name: 'Lunca' }, server.now());
  const { extraction } = kindsOfInvoices().plain!;
  for (const id of ids) await putReading(server.store, id, (read) => ({ ...read, ...extraction }));
  const token = await createSignIn(db, { tenantId: server.tenantId, person: 'Ana' }, server.now());
  const answer = await fetch(`${server.url}/app/session`, {
    method: 'POST',
    headers: { 'X-Facturier': 'window', 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  headers = await signedInBy(answer);
}, 60_000);
afterAll(() => server.stop());

const ask = (path: string, method = 'GET', body?: unknown) => askInWindow(server.url, headers, { method, path, body });
const detail = async (id: string): Promise<DocumentDetail> => (await ask(`/app/documents/${id}`)).json;

/** A person confirms a document with this beside what was read. */
async function confirm(id: string, change: Partial<ReviewDraft>): Promise<number> {
  const { extraction, reading, revision, draft } = await detail(id);
  const whole = { ...untouchedDraft(extraction!), ...draft, seenWarnings: extraction!.warnings, ...change };
  const sent = { reading, over: revision, draft: withoutReadLines(extraction!, whole) };
  return (await ask(`/app/documents/${id}/confirm`, 'POST', sent)).status;
}

const exported = (id: string, again = false) =>
  ask('/app/exports', 'POST', { target: 'saga', language: 'ro', company, again, ids: [id], query: {} });
const sagaLine = (xml: string): Record<string, string> =>
  new XMLParser({ parseTagValue: false }).parse(xml).Facturi.Factura.Detalii.Continut.Linie;
const booking: Booking = { ...emptyBooking, account: '628.01', deductibility: 'half' };

describe('where lines go in the books', () => {
  it('is confirmed with the invoice, goes to the program, and is nothing of the API’s', async () => {
    const [id] = ids as [string];
    expect(await confirm(id, { bookings: [booking] })).toBe(200);
    expect((await detail(id)).bookings).toEqual([booking]);
    const key = await server.createKey('live');
    const { text } = await server.request('GET', `/v1/documents/${id}`, { key });
    expect(text).not.toContain('628.01');
    const answer = await fetch(`${server.url}/v1/documents/${id}/export/saga`, { headers: { 'X-API-Key': key } });
    expect(sagaLine(await answer.text())).toMatchObject({ Cont: '628.01', TipDeducere: 'N50' });
    expect(sagaLine((await exported(id)).text)).toMatchObject({ Cont: '628.01', TipDeducere: 'N50' });
  });

  it('is part of the draft again once the confirmation is taken back, and a change since the export is told', async () => {
    const [id] = ids as [string];
    expect((await ask(`/app/documents/${id}/reopen`, 'POST')).status).toBe(204);
    const reopened = await detail(id);
    expect([reopened.bookings, reopened.draft?.bookings]).toEqual([[], [booking]]);
    expect(await confirm(id, {})).toBe(200);
    const path = `/app/documents?toExport=saga&company=${company}`;
    const listed = async () => (await ask(path)).json.changed as Record<string, string[]>;
    expect(await listed()).not.toHaveProperty(id);
    expect(await confirm(id, { bookings: [{ ...booking, account: '6022' }] })).toBe(200);
    expect((await listed())[id]).toEqual(['bookings']);
    expect((await exported(id)).status).toBe(409);
    expect(sagaLine((await exported(id, true)).text)).toMatchObject({ Cont: '6022' });
    expect(await listed()).not.toHaveProperty(id);
  });

  it('is of the extraction that was confirmed with it, and of no other one', async () => {
    const [, id] = ids as [string, string];
    expect(await confirm(id, { bookings: [booking] })).toBe(200);
    await putReading(server.store, id, (read) => read);
    expect((await detail(id)).bookings).toEqual([]);
  });

  it('is cleaned of what no program takes, and refused where it is no code', async () => {
    const [, , id] = ids as [string, string, string];
    const sent = (account: unknown) => confirm(id, { bookings: [{ ...emptyBooking, account }] as Bookings });
    expect(await sent('6'.repeat(61))).toBe(422);
    expect(await sent(628)).toBe(422);
    expect(await sent(' 62\u00008\n.\u200b1 ')).toBe(200);
    expect((await detail(id)).bookings).toEqual([{ ...emptyBooking, account: '62 8 . 1' }]);
    expect(await sent(' \u0000 ')).toBe(200);
    expect((await detail(id)).bookings).toEqual([]);
  });
});
