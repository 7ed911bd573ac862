import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untouchedDraft, withoutReadLines } from '../../server/checks/review.ts';
import { type Booking, type Bookings, emptyBooking } from '../../server/contract/booking.ts';
import type { Supplier } from '../../server/contract/window.ts';
import type { DocumentDetail, ReviewDraft } from '../../server/contract/window-review.ts';
import * as companies from '../../server/store/companies.ts';
import { bookedInvoice } from '../helpers/booked.ts';
import { putReading } from '../helpers/confirmed.ts';
import { kindsOfInvoices } from '../helpers/kinds-of-invoices.ts';
import { seedInto } from '../helpers/many-documents.ts';
import { startTestServer, type TestServer } from '../helpers/server.ts';
import { askInWindow, signInTo } from '../helpers/session.ts';
import { findTracesIn } from '../retention/traces.ts';

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
  headers = await signInTo(server, { tenantId: server.tenantId, person: 'Ana' });
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

describe('the accounts of a company', () => {
  const path = `/app/companies/${company}/accounts`;

  it('are kept in place of those before, sealed, for a company that there is, and go with it', async () => {
    expect((await ask(path)).json).toEqual({ accounts: [] });
    const partner = 'Partenerul Tainic SRL';
    const accounts = [
      { code: '401.1', name: partner },
      { code: '628', name: null },
    ];
    expect((await ask(path, 'PUT', { accounts: [{ code: '371', name: null }] })).status).toBe(200);
    expect((await ask(path, 'PUT', { accounts })).json).toEqual({ accounts });
    expect((await ask(path)).json).toEqual({ accounts });
    expect(await findTracesIn(server.store, [partner])).toEqual([]);
    expect((await ask('/app/companies/RO16702141/accounts', 'PUT', { accounts })).status).toBe(404);
    for (const wrong of [
      { code: '', name: null },
      { code: '6'.repeat(61), name: null },
      { code: '6', name: 'n'.repeat(201) },
    ])
      expect((await ask(path, 'PUT', { accounts: [wrong] })).status).toBe(422);

    await companies.use(server.store.db, server.tenantId, { vat: 'RO16702141', name: null }, server.now());
    expect((await ask('/app/companies/RO16702141/accounts', 'PUT', { accounts })).status).toBe(200);
    expect((await ask('/app/companies/RO16702141', 'DELETE')).status).toBe(200);
    expect((await ask('/app/companies/RO16702141/accounts')).json).toEqual({ accounts: [] });
  });
});

describe('where lines of earlier invoices went', () => {
  const line = (description: string, change: object = {}) => ({
    ...{ description, quantity: 1, unit: 'buc', unit_price: 100, vat_rate: 21, total: 100, ...change },
  });
  /** Documents of two companies that nobody has confirmed: of two lines each, all of one supplier that is new. */
  async function fresh(vat_number: string, descriptions: [string, string][]): Promise<string[]> {
    const made = await seedInto(server.store, descriptions.length);
    for (const [index, id] of made.entries()) {
      const { extraction } = bookedInvoice({
        invoice_number: `NR ${vat_number} ${index}`,
        vendor: { name: `Furnizor ${vat_number}`, vat_number },
        bank_details: { iban: null },
        ...{ subtotal: 200, vat_amount: 42, total_amount: 242 },
        line_items: descriptions[index]!.map((description) => line(description)),
      });
      await putReading(server.store, id, (read) => ({ ...read, ...extraction }));
    }
    return made;
  }
  const fuel = { ...emptyBooking, account: '6022', deductibility: 'half' as const };
  const bags = { ...emptyBooking, account: '381', article: 'SAC-50', warehouse: 'MAG' };

  it('is offered for the same lines of the next one, with its reason, and fills nothing by itself', async () => {
    const goods: [string, string] = ['Motorină', 'Saci 50 kg'];
    const [first, otherCompanys, second] = await fresh('RO9900777123', [
      goods,
      goods,
      ['Saci 50 kg', 'Motorină'],
      goods,
    ]);
    expect((await detail(second!)).offers).toBeNull();
    expect(await confirm(first!, { bookings: [fuel, bags] })).toBe(200);
    const { offers, draft, bookings } = await detail(second!);
    expect([draft, bookings]).toEqual([null, []]);
    expect(offers?.invoices).toMatchObject([{ documentId: first, number: 'NR RO9900777123 0' }]);
    expect(offers?.lines).toEqual([
      { description: 'Saci 50 kg', booking: bags, because: [0] },
      { description: 'Motorină', booking: fuel, because: [0] },
    ]);
    expect(offers?.others).toBeNull();
    // Another company's supplier is another one, and what a document taught it is not offered itself.
    expect((await detail(otherCompanys!)).offers).toBeNull();
    expect((await detail(first!)).offers).toBeNull();
    const key = await server.createKey('live');
    expect((await server.request('GET', `/v1/documents/${second}`, { key })).text).not.toContain('SAC-50');

    // Accepted, it goes to the program, and both are the reason for the next.
    expect(await confirm(second!, { bookings: offers!.lines.map(({ booking: taken }) => taken) })).toBe(200);
    const { text } = await exported(second!);
    const written = sagaLine(text) as unknown as Record<string, string>[];
    expect(written[0]).toMatchObject({ Cont: '381', CodArticolClient: 'SAC-50', Gestiune: 'MAG' });
    expect(written[1]).toMatchObject({ Cont: '6022', TipDeducere: 'N50' });
  });

  it('is forgotten with the document, with what it taught, and with the supplier, to the last byte', async () => {
    const goods: [string, string] = ['Motorină', 'Saci'];
    const made = await fresh('RO9900777131', Array<[string, string]>(10).fill(goods));
    // Every second is for the other company.
    const [one, two, three, next, zero] = made.filter((_id, index) => index % 2 === 0) as [
      ...[string, string, string, string, string],
    ];
    const { db } = server.store;
    await db.updateTable('documents').set({ retention: 'zero' }).where('id', '=', zero).execute();
    expect(await confirm(zero, { bookings: [fuel, bags] })).toBe(200);
    expect((await detail(next)).offers).toBeNull();

    const reasons = async (): Promise<string[]> =>
      ((await detail(next)).offers?.invoices ?? []).map(({ documentId }) => documentId);
    const keysOf = async (ids: readonly string[]) =>
      (
        await db
          .selectFrom('contribution_keys')
          .innerJoin('contributions', 'contributions.number', 'contribution_keys.number')
          .select(['key', 'body'])
          .where('document_id', 'in', ids)
          .execute()
      ).flatMap(({ key, body }) => [
        { name: 'the wrapped key', bytes: key },
        { name: 'what was taught', bytes: body },
      ]);
    for (const id of [one, two, three]) expect(await confirm(id, { bookings: [fuel, bags] })).toBe(200);
    const traces = await keysOf([one, two, three]);
    expect(traces).toHaveLength(6);
    expect((await reasons()).toSorted()).toEqual([one, two, three].toSorted());
    const { json: known } = await ask('/app/suppliers');
    expect((known as Supplier[]).find(({ vat }) => vat === 'RO9900777131')).toMatchObject({ invoices: 3, bookings: 2 });

    expect((await ask(`/app/documents/${one}/taught`, 'DELETE')).status).toBe(204);
    expect((await reasons()).toSorted()).toEqual([two, three].toSorted());
    expect((await ask(`/app/documents/${two}`, 'DELETE')).status).toBe(204);
    expect(await reasons()).toEqual([three]);
    const reviews = db.selectFrom('reviews').select('document_id').where('document_id', '=', two);
    expect(await reviews.execute()).toEqual([]);
    const [supplier] = ((await ask('/app/suppliers')).json as Supplier[]).filter(({ vat }) => vat === 'RO9900777131');
    expect((await ask(`/app/suppliers/${supplier!.id}`, 'DELETE')).status).toBe(204);
    expect((await detail(next)).offers).toBeNull();
    const keys = traces.filter(({ name }) => name === 'the wrapped key');
    expect(await findTracesIn(server.store, keys)).toEqual([]);
  });
});
