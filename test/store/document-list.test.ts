import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localDate, systemClock } from '../../server/clock.ts';
import { type DocumentRow, type InboxQuery, inboxQuerySchema } from '../../server/contract/window.ts';
import { sandboxExtraction } from '../../server/reading/sandbox-loop.ts';
import { isShared } from '../../server/store/db.ts';
import { createDocumentList, type DocumentList } from '../../server/store/document-list.ts';
import { eraseDocument } from '../../server/store/erasure.ts';
import { matcherOf, searchable } from '../../server/store/inbox-search.ts';
import { notePayment, undoPayment } from '../../server/store/payments.ts';
import { openDatabase } from '../../server/store/sqlite.ts';
import * as tenants from '../../server/store/tenants.ts';
import { seedInto } from '../helpers/many-documents.ts';
import { temporaryStore } from '../helpers/store.ts';

const row: DocumentRow = {
  id: 'doc_1',
  state: 'ready',
  origin: 'window',
  filename: 'Scanare 7.pdf',
  externalId: null,
  buyerVat: 'RO18547290',
  vendor: 'Țiglarul Vesel ȘI Fiii SRL',
  invoiceNumber: 'TV-N 00412/A',
  invoiceDate: '2026-03-09',
  total: 1234.5,
  dueDate: null,
  amountDue: 1234.5,
  currency: 'RON',
  doubtful: 0,
  warnings: [],
  otherKind: null,
  errorCode: null,
  pages: 1,
  createdAt: '2026-03-10T08:00:00.000Z',
  expiresAt: null,
};
const { invoice } = sandboxExtraction();
const said = {
  payments: [],
  invoice: {
    ...invoice,
    vendor: { ...invoice.vendor, name: row.vendor, vat_number: 'RO 14 399 840' },
    customer: { ...invoice.customer, name: 'Atelierul Lunca SRL' },
    invoice_number: row.invoiceNumber,
    invoice_date: row.invoiceDate,
    bank_details: { ...invoice.bank_details, iban: 'RO49 AAAA 1B31 0075 9384 0000' },
    line_items: [{ ...invoice.line_items[0]!, description: 'Ţiglă ceramică roşie', lot_number: 'L-77/B' }],
    notes: 'Transport inclus',
  },
  beside: ['Firma Cumpărătoare', 'sunat la furnizor'],
};
const finds = (search: string): boolean => matcherOf(search)(searchable(row, said));

describe('a search', () => {
  it.each([
    'tiglarul',
    'ȚIGLARUL si',
    'TV-N 00412',
    'tvn00412a',
    '09.03.2026',
    '2026-03',
    '1.234,50',
    '1234.5',
    '1234',
    'scanare vesel 1234',
    '14399840',
    'ro14399840',
    'ro49aaaa1b31',
    'atelierul lunca',
    'tigla ceramica',
    'L77B',
    'transport',
    'sunat furnizor',
    'firma cumparatoare',
  ])('finds by "%s"', (search) => expect(finds(search)).toBe(true));

  it.each(['tigla vesela', '7593', '1234,51', '234,5', '10.03.2026', 'vesel 9999'])('does not find by "%s"', (search) =>
    expect(finds(search)).toBe(false),
  );

  it('finds each total by each way of writing it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), fc.constantFrom('ro-RO', 'en-GB'), (cents, locale) => {
        const total = cents / 100;
        const written = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(total);
        return matcherOf(written)(
          searchable({ ...row, vendor: null, total }, { invoice: null, beside: [], payments: [] }),
        );
      }),
    );
  });
});

describe('the list of documents', () => {
  const count = 230;
  let store: Awaited<ReturnType<typeof temporaryStore>>;
  let list: DocumentList;
  let tenantId: string;
  let ids: string[];

  beforeAll(async () => {
    store = await temporaryStore();
    ids = await seedInto(store, count);
    tenantId = (await tenants.list(store.db))[0]!.id;
    list = createDocumentList(store, systemClock);
  });
  afterAll(() => store.remove());

  const find = (query: InboxQuery, offset = 0, limit = 1000) =>
    list.find(tenantId, inboxQuerySchema.parse(query), { offset, limit });

  it('gives the newest first, by pages, with how many there are in each state', async () => {
    const { rows, total, counts } = await find({}, 100, 100);
    expect(total).toBe(count);
    expect(rows.map(({ id }) => id)).toEqual(ids.toReversed().slice(100, 200));
    expect(counts).toMatchObject({ to_check: 36, ready: 194, confirmed: 0 });
  });

  it('is narrowed down by state, company and source, and counts what else there would be', async () => {
    const { rows, total, counts } = await find({ state: 'to_check', company: 'RO18547290', origin: 'api' });
    expect(rows.every((one) => one.buyerVat === 'RO18547290' && one.origin === 'api')).toBe(true);
    expect(rows.every(({ state }) => state === 'to_check')).toBe(true);
    expect(total).toBe(rows.length);
    expect(counts.to_check).toBe(total);
  });

  it('is narrowed down by supplier, month and total, and says what there is to choose from', async () => {
    const { suppliers, months } = await list.choices(tenantId, undefined);
    expect(suppliers.map(({ name }) => name)).toEqual([
      'Brutăria Doi',
      'Ocean Parts GmbH',
      'Papetăria Molidului SRL',
      'Șantier & Fiii SRL',
      'Țiglarul Vesel SRL',
    ]);
    expect(months.length).toBeGreaterThan(0);
    const all = (await find({})).rows;
    // Two weeks often lie in two months, and on the first of one almost all of them in the month before.
    const inMonth = (month: string): DocumentRow[] =>
      all.filter(({ vendor, invoiceDate }) => vendor === 'Brutăria Doi' && invoiceDate?.startsWith(month));
    const [month] = months.map(String).sort((a, b) => inMonth(b).length - inMonth(a).length);
    const query = { supplier: suppliers[0]!.supplier, month: month!, totalFrom: '20.5', totalTo: '4000' };
    const wanted = inMonth(month!).filter(({ total }) => total! >= 20.5 && total! <= 4000);
    expect(wanted.length).toBeGreaterThan(10);
    expect((await find(query)).rows).toEqual(wanted);
    expect((await find({ supplier: 'nobody' })).total).toBe(0);
    expect((await list.choices(tenantId, 'RO0')).suppliers).toEqual([]);
  });

  it('is narrowed down to what came in today, by the clock that it has', async () => {
    const today = (await find({ added: 'today' })).rows;
    const dayOf = (at: number | string): string => localDate(new Date(at).getTime());
    const wanted = (await find({})).rows.filter(({ createdAt }) => dayOf(createdAt) === dayOf(Date.now()));
    expect(today).toEqual(wanted);
    const tomorrow = { ...systemClock, now: () => Date.now() + 24 * 60 * 60 * 1000 };
    const later = createDocumentList(store, tomorrow);
    const query = inboxQuerySchema.parse({ added: 'today' });
    expect(await later.find(tenantId, query, { offset: 0, limit: 10 })).toMatchObject({ rows: [], total: 0 });
  });

  it('is narrowed down to what is paid, and tells of each row how much of it', async () => {
    const scope = { tenantId, mode: 'live' } as const;
    const [whole, part] = [String(ids[3]), String(ids[4])];
    for (const [id, amount] of [
      [whole, null],
      [part, 1],
    ] as const) {
      const act = { id, by: null, now: Date.now(), payment: { on: '2026-03-09', amount } };
      expect(await notePayment(store.db, store.vault, scope, act)).toBe('noted');
    }
    const paid = await find({ paid: 'yes' });
    expect(paid.rows.map(({ id }) => id)).toEqual([whole]);
    expect((await find({ paid: 'no' })).total).toBe(count - 1);
    expect((await find({})).paid).toEqual({ [whole]: 'all', [part]: 'part' });
    await undoPayment(store.db, store.vault, scope, { id: whole, by: null, now: Date.now() });
    expect((await find({ paid: 'yes' })).total).toBe(0);
  });

  it('opens each document once, though several ask at the same time', async () => {
    const alone = createDocumentList(store, systemClock);
    const asked = await Promise.all(
      [1, 2, 3].map((at) => alone.ids(tenantId, inboxQuerySchema.parse({ search: `SD 10000${at}` }))),
    );
    expect(asked).toEqual([[ids[1]], [ids[2]], [ids[3]]]);
  });

  it('answers a search with what is found so far while the documents are opened, the newest first, and then with all', async () => {
    let opened = 0;
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const slowDb = store.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        // Each batch of documents comes with its acts.
        if (opened > 0 || result.rows.some((row) => 'about_key' in row)) opened += 1;
        if (opened > 2) await held;
        return result;
      },
    });
    const slow = createDocumentList({ ...store, db: slowDb }, systemClock);
    const ask = () => slow.find(tenantId, inboxQuerySchema.parse({ search: 'SD 10' }), { offset: 0, limit: 1000 });
    const first = await ask();
    expect(first.unfinished).toBe(true);
    expect(first.rows.length).toBeGreaterThan(0);
    goOn();
    await slow.keep(tenantId);
    const all = await ask();
    expect(all.unfinished).toBeUndefined();
    expect(all.total).toBe(count);
    expect(all.rows.slice(0, first.rows.length).map(({ id }) => id)).toEqual(first.rows.map(({ id }) => id));
  });

  it.each(['vendor', 'number', 'date', 'total'] as const)('is ordered by %s, either way', async (sort) => {
    const value = ({ rows }: Awaited<ReturnType<typeof find>>) =>
      rows.map(
        ({ vendor, invoiceNumber, invoiceDate, total }) =>
          ({ vendor, number: invoiceNumber, date: invoiceDate, total })[sort],
      );
    const up = value(await find({ sort, order: 'up' }));
    expect(value(await find({ sort, order: 'down' }))).toEqual(up.toReversed());
    const compare = (a: unknown, b: unknown): number =>
      typeof a === 'number' ? a - Number(b) : String(a).localeCompare(String(b), 'ro', { numeric: true });
    expect(up).toEqual(up.toSorted(compare));
  });

  it('finds nothing any more of what was erased, though it was remembered', async () => {
    const search = 'SD 100007';
    const [found] = (await find({ search })).rows;
    expect(found?.id).toBe(ids[7]);
    await eraseDocument(store.db, store.files, { tenantId, mode: 'live' }, { id: String(found?.id), now: Date.now() });
    expect(await find({ search })).toMatchObject({ rows: [], total: 0 });
    expect((await find({})).total).toBe(count - 1);
  });

  it('finds nothing any more of what another process has erased', async () => {
    const first = await find({});
    expect(await find({})).toEqual(first);
    const beside = isShared(store.db) ? store.db : await openDatabase(store.folder);
    const [id] = first.rows.map((one) => one.id);
    await eraseDocument(beside, store.files, { tenantId, mode: 'live' }, { id: String(id), now: Date.now() });
    if (beside !== store.db) await beside.destroy();
    expect((await find({})).rows).toEqual(first.rows.slice(1));
  });
});
