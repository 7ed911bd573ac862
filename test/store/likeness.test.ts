import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Invoice } from '../../server/contract/invoice.ts';
import { invoiceSchema } from '../../server/contract/invoice.ts';
import type { WarningCode } from '../../server/contract/warning-codes.ts';
import { sandboxExtraction } from '../../server/reading/sandbox-loop.ts';
import { claimNext } from '../../server/store/claims.ts';
import { extractionOf, find } from '../../server/store/documents.ts';
import { end, finish } from '../../server/store/endings.ts';
import { eraseDocument } from '../../server/store/erasure.ts';
import { comparingAlone } from '../../server/store/likeness.ts';
import { confirm, readingOf, replaceReading } from '../../server/store/reviews.ts';
import { pdf, startTestServer, submit, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startTestServer();
  key = await server.createKey('live');
});
afterAll(() => server.stop());

let files = 0;

/** Submits a file and ends its reading with an invoice that says so. @returns its id and its warnings */
async function read(says: Partial<Invoice>, bytes?: Buffer): Promise<{ id: string; warnings: WarningCode[] }> {
  files += 1;
  const { db, vault, files: kept } = server.store;
  const other = Buffer.concat([pdf(), Buffer.from(`% ${files}`)]);
  const { json } = await submit(server, key, {}, { bytes: bytes ?? other });
  server.advance(20_000);
  const now = server.now();
  const claimed = await claimNext(db, vault, { now, leaseMs: 60_000, owner: 'test' });
  const { invoice, fields } = sandboxExtraction();
  const extraction = { invoice: { ...invoice, ...says }, fields, warnings: [] };
  const ending = { status: 'succeeded', extraction, pages: 1 } as const;
  await finish(db, vault, kept, { id: json.id, token: String(claimed?.token), now, ending });
  return { id: json.id, warnings: await warningsOf(json.id) };
}

async function warningsOf(id: string): Promise<WarningCode[]> {
  const row = await find(server.store.db, id);
  return (row && extractionOf(server.store.vault, row)?.warnings) ?? [];
}

const vendor = (vat_number: string | null, name: string | null = null) => ({
  vendor: invoiceSchema.shape.vendor.parse({ name, vat_number }),
});
const bank = (iban: string) => ({ bank_details: { iban, bic: null, bank_name: null } });

describe('a possible duplicate', () => {
  it('is the same number of the same vendor, however it is written, and not of another', async () => {
    const one = { ...vendor('RO18547290'), invoice_number: 'PLV 00171' };
    expect((await read(one)).warnings).toEqual([]);
    expect((await read({ ...vendor('18547290'), invoice_number: 'plv-00171' })).warnings).toEqual([
      'possible_duplicate',
    ]);
    expect((await read({ ...one, invoice_number: 'PLV 00172' })).warnings).toEqual([]);
    expect((await read({ ...one, ...vendor('DE271483066') })).warnings).toEqual([]);
  });

  it('is the same file, whatever was read of it', async () => {
    const bytes = Buffer.concat([pdf(), Buffer.from('% the same')]);
    expect((await read({ ...vendor(null), invoice_number: null }, bytes)).warnings).toEqual([]);
    expect((await read({ ...vendor(null), invoice_number: null }, bytes)).warnings).toEqual(['possible_duplicate']);
  });

  it('is the same day and total of a vendor where no number was read', async () => {
    const receipt = { ...vendor(null, 'Cofetăria Norului SRL'), invoice_number: null, total_amount: 118.4 };
    expect((await read(receipt)).warnings).toEqual([]);
    expect((await read({ ...receipt, total_amount: 118.5 })).warnings).toEqual([]);
    expect((await read(receipt)).warnings).toEqual(['possible_duplicate']);
  });

  it('is the same number with another total, and the same day and total with a number that only looks like it', async () => {
    const one = { ...vendor('RO16702141'), invoice_number: 'OB 1058', invoice_date: '2026-03-09', total_amount: 242 };
    expect((await read(one)).warnings).toEqual([]);
    expect((await read({ ...one, invoice_date: '2026-03-10', total_amount: 250 })).warnings).toEqual([
      'possible_duplicate',
    ]);
    expect((await read({ ...one, invoice_number: '0B IO5B' })).warnings).toEqual(['possible_duplicate']);
    expect((await read({ ...one, invoice_number: 'OB 1059' })).warnings).toEqual([]);
  });

  it('is not what takes an invoice back, comes before it, or has its number in another year', async () => {
    const one = { ...vendor('RO16702141'), invoice_number: 'SP 7', invoice_date: '2026-04-09', total_amount: 121 };
    const others = [
      { document_type: 'proforma' as const },
      {},
      { total_amount: -121 },
      { document_type: 'credit_note' as const, invoice_date: '2026-04-10' },
      { invoice_date: '2027-01-09' },
    ];
    for (const [index, other] of others.entries()) {
      const { warnings } = await read({ ...one, ...other });
      // A storno of the same number stands beside one that is called a credit note.
      expect(warnings, JSON.stringify(other)).toEqual(index === 3 ? ['possible_duplicate'] : []);
    }
  });

  it('is none any more once the first one was deleted, of which no mark stays', async () => {
    const one = { ...vendor('RO9900816346'), invoice_number: 'ZX 9' };
    const { id } = await read(one);
    const { db, files: kept } = server.store;
    await eraseDocument(db, kept, { tenantId: server.tenantId, mode: 'live' }, { id, now: server.now() });
    const marks = ['file_mark', 'vendor_mark', 'invoice_mark'] as const;
    const left = await db.selectFrom('documents').select(marks).where('id', '=', id).executeTakeFirstOrThrow();
    expect(Object.values(left)).toEqual([null, null, null]);
    expect((await read(one)).warnings).toEqual([]);
  });
});

it('a duplicate is seen by one of two alike, however close together they are ended and read again', async () => {
  const { db, vault } = server.store;
  const says = { ...vendor('RO24736120'), invoice_number: 'TK 5' };
  const first = await read({ ...says, invoice_number: 'TK 4' });
  const second = await read({ ...says, invoice_number: 'TK 6' });
  const { invoice, fields } = sandboxExtraction();
  const extraction = { invoice: { ...invoice, ...says }, fields, warnings: [] };
  const again = (id: string) => {
    const scope = { tenantId: server.tenantId, mode: 'live' } as const;
    const pages = { texts: [], opened: null };
    const read = { extraction, pages, buyer: { vat: 'RO18547290', name: null }, said: false, ownPages: null };
    return replaceReading(db, vault, scope, {
      ...{ id, by: null, now: server.now(), what: { kind: 'read_again' } },
      ...read,
    });
  };
  let replaced: ReturnType<typeof again> | undefined;
  await db.transaction().execute(async (trx) => {
    await comparingAlone(trx, server.tenantId);
    await end(trx, vault, (await find(trx, second.id))!, {
      now: server.now(),
      ending: { status: 'succeeded', extraction, pages: 1 },
    });
    replaced = again(first.id);
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  expect(await replaced).toBe(true);
  expect(await warningsOf(second.id)).toEqual([]);
  expect(await warningsOf(first.id)).toEqual(['possible_duplicate']);
});

describe('a changed account', () => {
  it('is one that no confirmed invoice of the vendor names', async () => {
    const of = (number: string, iban: string) => ({ ...vendor('ATU33864707'), invoice_number: number, ...bank(iban) });
    const first = await read(of('A 1', 'AT611904300234573201'));
    // What nobody has confirmed says nothing.
    expect((await read(of('A 2', 'AT483200000012345864'))).warnings).toEqual([]);
    const { db, vault } = server.store;
    await confirm(
      db,
      vault,
      { tenantId: server.tenantId, mode: 'live' },
      {
        id: first.id,
        by: null,
        now: server.now(),
        over: null,
        reading: String(readingOf((await find(db, first.id))!)),
        decide: (confirmed) => ({
          confirmed,
          bookings: [],
          corrected: [],
          accepted: [],
          accountChecked: false,
          learn: null,
        }),
      },
    );
    expect((await read(of('A 3', 'AT483200000012345864'))).warnings).toEqual(['iban_changed']);
    expect((await read(of('A 4', 'AT611904300234573201'))).warnings).toEqual([]);
    // One figure was misread, as its check digits tell.
    expect((await read(of('A 5', 'AT611904300234573281'))).warnings).toEqual([]);
  });
});
