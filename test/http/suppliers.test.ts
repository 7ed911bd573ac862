import { randomUUID } from 'node:crypto';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { untouchedDraft, withoutReadLines } from '../../server/checks/review.ts';
import type { Extraction } from '../../server/contract/invoice.ts';
import { warningCodes } from '../../server/contract/warning-codes.ts';
import type { Supplier, Taught } from '../../server/contract/window.ts';
import type { ReviewDraft, WindowProof } from '../../server/contract/window-review.ts';
import { eraseWhatIsDue } from '../../server/retention-loop.ts';
import { startTestServer, type TestServer } from '../helpers/server.ts';
import { signInTo } from '../helpers/session.ts';

const buyer = 'RO18547290';
const day = 24 * 60 * 60 * 1000;
const accounts = { known: 'RO45RZBR0000060012186372', other: 'RO49AAAA1B31007593840000' };

let server: TestServer;
let window: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer({ readers: 1 });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await signIn();
  await asked('PUT', '/app/company', JSON.stringify({ vat: buyer, name: null }));
  for (const { id } of await suppliers()) await asked('DELETE', `/app/suppliers/${id}`);
});

async function signIn(): Promise<void> {
  window = await signInTo(server, { tenantId: server.tenantId, person: null });
}

async function asked(method: string, path: string, body?: string | Uint8Array) {
  const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream';
  const answer = await fetch(server.url + path, {
    method,
    headers: { ...window, ...(body !== undefined && { 'Content-Type': type }) },
    ...(body !== undefined && { body: body as string }),
  });
  expect(answer.status, `${method} ${path}`).toBeLessThan(300);
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  return (answer.status === 204 ? null : await answer.json()) as any;
}

const suppliers = (): Promise<Supplier[]> => asked('GET', '/app/suppliers');

/** An invoice whose number stands beside a word that no lexicon has. */
async function invoice(number: string, date: string, iban = accounts.known): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([595, 842]);
  const write = (x: number, y: number, text: string, size = 10) => page.drawText(text, { x, y: 842 - y, size, font });
  write(60, 60, 'FACTURA', 18);
  write(60, 120, 'Furnizor');
  write(60, 136, 'Brad Alb Impex S.R.L.');
  write(60, 152, 'CIF: RO16702141');
  write(60, 168, 'Str. Lunga nr. 5, Iasi');
  write(330, 120, 'Client');
  write(330, 136, 'Auto Test 2003 SRL');
  write(330, 152, `CIF: ${buyer}`);
  write(60, 220, 'Zorbin');
  write(160, 220, number);
  write(60, 240, 'Data facturii');
  write(160, 240, date);
  for (const [x, text] of [
    [60, 'Denumire'],
    [300, 'Cantitate'],
    [400, 'Pret'],
    [500, 'Valoare'],
  ] as const)
    write(x, 300, text);
  for (const [x, text] of [
    [60, 'Servicii de curatenie'],
    [300, '3'],
    [400, '100,00'],
    [500, '300,00'],
  ] as const)
    write(x, 320, text);
  write(330, 380, 'Total fara TVA');
  write(500, 380, '300,00');
  write(330, 396, 'TVA 21%');
  write(500, 396, '63,00');
  write(330, 412, 'Total de plata RON');
  write(500, 412, '363,00');
  write(60, 640, `IBAN: ${iban}`);
  return pdf.save();
}

interface ReadDocument {
  id: string;
  extraction: Extraction;
  reading: string;
}

async function read(bytes: Uint8Array): Promise<ReadDocument> {
  const { id } = await asked('POST', `/app/documents?buyer_vat=${buyer}&upload=${randomUUID()}`, bytes);
  const detail = () => asked('GET', `/app/documents/${id}`);
  await expect.poll(async () => (await detail()).extraction, { timeout: 20_000 }).not.toBeNull();
  const { extraction, reading } = await detail();
  return { id, extraction, reading };
}

async function again(id: string): Promise<ReadDocument> {
  const { extraction, reading } = await asked('GET', `/app/documents/${id}`);
  return { id, extraction, reading };
}

/** A person confirms it who has read whatever it warns of. */
async function confirm({ id, extraction, reading }: ReadDocument, changes: Partial<ReviewDraft> = {}): Promise<void> {
  const draft = withoutReadLines(extraction, {
    ...untouchedDraft(extraction),
    seenWarnings: [...warningCodes],
    ...changes,
  });
  await asked('POST', `/app/documents/${id}/confirm`, JSON.stringify({ reading, over: null, draft }));
}

/** Reads an invoice whose number a person then types, and confirms it. */
async function teach(number: string, date: string): Promise<ReadDocument> {
  const document = await read(await invoice(number, date));
  const { invoice: asRead } = document.extraction;
  await confirm(document, { invoice: { ...asRead, invoice_number: number }, accepted: ['invoice_number'] });
  return document;
}

/** Time passes, and what is due by then is erased. */
async function daysLater(days: number): Promise<void> {
  server.advance(days * day);
  const { db, files } = server.store;
  const clock = { now: server.now, elapsed: server.now };
  while (await eraseWhatIsDue({ db, files, policy: {}, clock, log: pino({ level: 'silent' }) }));
  await signIn();
}

async function aMonthLater(): Promise<void> {
  await daysLater(31);
  const { db } = server.store;
  expect(await db.selectFrom('documents').select('id').where('result', 'is not', null).execute()).toEqual([]);
}

describe('a supplier whose invoices were confirmed', () => {
  it('is known when its documents are gone: the number is found where it stood, and what is the same is borne out', async () => {
    const unknown = await read(await invoice('KD-2026/0117', '01.06.2026'));
    expect(unknown.extraction.invoice.invoice_number).not.toBe('KD-2026/0117');
    await confirm(unknown, { invoice: { ...unknown.extraction.invoice, invoice_number: 'KD-2026/0117' } });
    await teach('KD-2026/0124', '08.06.2026');
    await aMonthLater();

    const { extraction } = await read(await invoice('KD-2026/0139', '02.07.2026'));
    expect(extraction.invoice.invoice_number).toBe('KD-2026/0139');
    expect(extraction.fields.invoice_number?.evidence).toContain('known_vendor');
    expect(extraction.fields['vendor.vat_number']?.evidence).toContain('known_vendor');
    expect(extraction.warnings).toEqual([]);
  });

  it('is forgotten exactly: what is read then is what was read before, byte for byte', async () => {
    const file = await invoice('KD-2026/0201', '12.07.2026');
    const before = await read(file);
    await asked('DELETE', `/app/documents/${before.id}`);
    await teach('KD-2026/0180', '10.07.2026');
    const [known] = await suppliers();
    expect(known).toMatchObject({ name: 'Brad Alb Impex S.R.L.', vat: 'RO16702141', invoices: 1, buyerVat: buyer });
    const taught = await read(file);
    expect(taught.extraction).not.toEqual(before.extraction);
    await asked('DELETE', `/app/suppliers/${known?.id}`);
    await asked('DELETE', `/app/documents/${taught.id}`);
    expect(await suppliers()).toEqual([]);
    expect((await read(file)).extraction).toEqual(before.extraction);
  });

  it('is known no more by a document that is deleted, or whose teaching is undone', async () => {
    const [one, two] = [await teach('KD-2026/0301', '01.08.2026'), await teach('KD-2026/0302', '02.08.2026')];
    await asked('DELETE', `/app/documents/${one.id}`);
    const [known] = await suppliers();
    const taught: Taught[] = await asked('GET', `/app/suppliers/${known?.id}`);
    expect(taught).toMatchObject([{ documentId: two.id, number: 'KD-2026/0302', date: '2026-08-02', isThere: true }]);
    await asked('DELETE', `/app/documents/${two.id}/taught`);
    expect(await suppliers()).toEqual([]);
    expect((await asked('GET', `/app/documents/${two.id}`)).extraction).not.toBeNull();
  });

  it('is not remembered where nobody wants it', async () => {
    await asked('PUT', '/app/preferences', JSON.stringify({ supplierMonths: 0 }));
    await teach('KD-2026/0401', '03.08.2026');
    expect(await suppliers()).toEqual([]);
    await asked('PUT', '/app/preferences', JSON.stringify({ supplierMonths: 24 }));
  });

  it('is forgotten so many months after its last confirmed invoice', async () => {
    await asked('PUT', '/app/preferences', JSON.stringify({ supplierMonths: 2 }));
    await teach('KD-2026/0501', '04.08.2026');
    await daysLater(40);
    expect(await suppliers()).toHaveLength(1);
    await daysLater(40);
    expect(await suppliers()).toEqual([]);
    await asked('PUT', '/app/preferences', JSON.stringify({ supplierMonths: 24 }));
  });
});

describe('alarms of a supplier whose documents are gone', () => {
  it('a second copy of an invoice is a possible duplicate, the same number of another year is not', async () => {
    await teach('KD-77', '05.08.2026');
    await aMonthLater();
    expect((await read(await invoice('KD-77', '05.08.2026'))).extraction.warnings).toContain('possible_duplicate');
    expect((await read(await invoice('KD-78', '06.08.2026'))).extraction.warnings).not.toContain('possible_duplicate');
    expect((await read(await invoice('KD-77', '05.08.2027'))).extraction.warnings).not.toContain('possible_duplicate');
  });

  it('another account is changed until somebody has checked it, and confirming the invoice is no check', async () => {
    await teach('KD-81', '07.08.2026');
    await aMonthLater();
    const changed = await read(await invoice('KD-82', '08.08.2026', accounts.other));
    expect(changed.extraction.warnings).toContain('iban_changed');
    await confirm(changed);
    const again = await read(await invoice('KD-83', '09.08.2026', accounts.other));
    expect(again.extraction.warnings).toContain('iban_changed');
    await confirm(again, { accountChecked: true });
    const checked = await read(await invoice('KD-84', '10.08.2026', accounts.other));
    expect(checked.extraction.warnings).not.toContain('iban_changed');
    expect((await read(await invoice('KD-85', '11.08.2026'))).extraction.warnings).not.toContain('iban_changed');
  });

  it('an account that a person types is no more known for that, and one that was checked stays so when the invoice is confirmed again', async () => {
    await aMonthLater();
    await teach('KD-91', '12.08.2026');
    const typed = await read(await invoice('KD-92', '13.08.2026'));
    const { bank_details } = typed.extraction.invoice;
    const other = { ...typed.extraction.invoice, bank_details: { ...bank_details, iban: accounts.other } };
    await confirm(typed, { invoice: other });
    expect((await asked('GET', `/app/documents/${typed.id}`)).extraction.warnings).toContain('iban_changed');
    expect((await suppliers())[0]?.accounts).toEqual([accounts.known]);

    await confirm(await again(typed.id), { accountChecked: true });
    await confirm(await again(typed.id));
    expect((await suppliers())[0]?.accounts.toSorted()).toEqual([accounts.known, accounts.other].toSorted());
    expect((await again(typed.id)).extraction.warnings).not.toContain('iban_changed');
  });
});

describe('what confirmations say of reading', () => {
  const proof = (): Promise<WindowProof> => asked('GET', '/app/proof');
  /** How many values of a document were found right, were corrected, and were not looked at. */
  const counted = ({ levels }: WindowProof) =>
    (['right', 'corrected', 'unseen'] as const).map((found) =>
      Object.values(levels).reduce((sum, level) => sum + level[found], 0),
    );

  it('is counted, outlives the invoices and the name of a forgotten supplier, and goes with a deleted document', async () => {
    expect((await proof()).documents).toBeGreaterThan(0);
    for (const { id } of (await asked('GET', '/app/documents')).rows) await asked('DELETE', `/app/documents/${id}`);
    expect(await proof()).toMatchObject({ documents: 0, suppliers: [], savedSeconds: 0 });

    const document = await read(await invoice('KD-1201', '05.10.2026'));
    expect(await proof()).toMatchObject({ documents: 0, unconfirmed: 1 });
    const { invoice: asRead, fields } = document.extraction;
    const values = Object.keys(fields).length;
    await confirm(document, {
      invoice: { ...asRead, total_amount: 364, notes: 'paid' },
      accepted: ['invoice_number', 'invoice_date'],
    });
    const once = await proof();
    expect(once).toMatchObject({ documents: 1, unconfirmed: 0, untouched: 0, added: 1 });
    expect(counted(once)).toEqual([1, 1, values - 2]);
    expect(once.suppliers).toEqual([
      {
        name: 'Brad Alb Impex S.R.L.',
        corrected: 2,
        fields: [
          { path: 'total_amount', count: 1 },
          { path: 'notes', count: 1 },
        ],
      },
    ]);
    expect(once.savedSeconds).toBeGreaterThan(0);

    // Another correction is one of the first reading, and what was found right stays so.
    const confirmed = await again(document.id);
    await confirm(confirmed, {
      invoice: { ...confirmed.extraction.invoice, subtotal: 301 },
      accepted: ['invoice_number'],
    });
    expect(counted(await proof())).toEqual([1, 2, values - 3]);

    await aMonthLater();
    expect(counted(await proof())).toEqual([1, 2, values - 3]);
    for (const { id } of await suppliers()) await asked('DELETE', `/app/suppliers/${id}`);
    expect((await proof()).suppliers).toMatchObject([{ name: null, corrected: 3 }]);
    await asked('DELETE', `/app/documents/${document.id}`);
    expect(await proof()).toMatchObject({ documents: 0, suppliers: [] });
  });
});
