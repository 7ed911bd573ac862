import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { untouchedDraft, withoutReadLines } from '../../server/checks/review.ts';
import type { PageRange } from '../../server/contract/invoice.ts';
import * as tenants from '../../server/store/tenants.ts';
import { invoiceStack, threeInvoices } from '../helpers/invoice-stack.ts';
import { startTestServer, type TestServer } from '../helpers/server.ts';
import { signInTo } from '../helpers/session.ts';

const addressee = 'RO9900816346';
const proposed = [
  { from: 1, to: 1 },
  { from: 2, to: 3 },
  { from: 4, to: 4 },
];

let server: TestServer;
let key: string;
let window: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer({ readers: 1 });
  key = await server.createKey('live');
  window = await signInTo(server, { tenantId: server.tenantId, person: 'Ana' });
  await asked('PUT', '/app/company', { vat: addressee, name: null });
});
afterAll(() => server.stop());

async function asked(method: string, path: string, body?: unknown) {
  const isFile = body instanceof Uint8Array;
  const type = isFile ? 'application/octet-stream' : 'application/json';
  const answer = await fetch(server.url + path, {
    method,
    headers: { ...window, ...(body !== undefined && { 'Content-Type': type }) },
    ...(body !== undefined && { body: (isFile ? body : JSON.stringify(body)) as string }),
  });
  const text = await answer.text();
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  return { status: answer.status, body: (text === '' ? null : JSON.parse(text)) as any };
}

const detail = async (id: string) => (await asked('GET', `/app/documents/${id}`)).body;
const overApi = async (id: string) => (await server.request('GET', `/v1/documents/${id}`, { key })).json;

async function isRead(id: string): Promise<void> {
  const ended = async () => (await detail(id)).row.state;
  await expect.poll(ended, { timeout: 20_000 }).not.toBe('reading');
}

async function dropStack(): Promise<string> {
  const path = `/app/documents?buyer_vat=${addressee}&filename=teanc.pdf&upload=${randomUUID()}`;
  const { body } = await asked('POST', path, await invoiceStack(threeInvoices));
  await isRead(body.id);
  return body.id;
}

async function splitAt(id: string, parts: PageRange[]) {
  const { reading } = await detail(id);
  return asked('POST', `/app/documents/${id}/split`, { reading, parts });
}

/** What was made of the other pages, once it is read. */
async function partsOf(id: string) {
  const { parts } = (await detail(id)).acts.findLast(({ kind }: { kind: string }) => kind === 'split');
  for (const part of parts) await isRead(part.id);
  return Promise.all(parts.map((part: { id: string }) => detail(part.id)));
}

it('of a file of several invoices each becomes a document of its own, and the file keeps the first', async () => {
  const id = await dropStack();
  const { extraction } = await detail(id);
  expect(extraction).toMatchObject({ splits: proposed, warnings: expect.arrayContaining(['multiple_invoices']) });
  expect(await splitAt(id, proposed)).toEqual({ status: 200, body: { errorCode: null } });

  const parts = await partsOf(id);
  expect(parts.map(({ row }) => [row.filename, row.pages, row.invoiceNumber, row.total])).toEqual([
    ['teanc 2-3.pdf', 2, 'AB 1205', 1089],
    ['teanc 4.pdf', 1, 'AB 1206', 847],
  ]);
  expect(parts[0].acts).toEqual([]);
  // Nothing of them is the same invoice as another.
  for (const part of parts) expect(part.duplicates).toEqual([]);
  const first = await detail(id);
  expect(first.row).toMatchObject({ invoiceNumber: 'AB 1204', total: 121, pages: 4 });
  expect(first.extraction.splits).toBeUndefined();
  expect(first.extraction.warnings).not.toContain('multiple_invoices');
  // The API knows the file as the document that it was, and each of the others as one that came.
  expect(await overApi(id)).toMatchObject({ status: 'succeeded', pages: 4, document: { invoice_number: 'AB 1204' } });
  expect(await overApi(parts[0].row.id)).toMatchObject({ pages: 2, document: { invoice_number: 'AB 1205' } });

  // It stays so when it is read again.
  expect((await asked('POST', `/app/documents/${id}/read-again`)).body).toEqual({ errorCode: null });
  expect((await detail(id)).extraction.splits).toBeUndefined();
});

it('what was decided on a reading that is gone makes no second document', async () => {
  const id = await dropStack();
  const { reading } = await detail(id);
  const sent = { reading, parts: proposed };
  expect((await asked('POST', `/app/documents/${id}/split`, sent)).status).toBe(200);
  const before = (await asked('GET', '/app/documents')).body.total;
  expect(await asked('POST', `/app/documents/${id}/split`, sent)).toMatchObject({
    status: 409,
    body: { error: { code: 'conflict' } },
  });
  expect((await asked('GET', '/app/documents')).body.total).toBe(before);
});

it('two people who cut a file at once make the parts of one', async () => {
  const id = await dropStack();
  const before = (await asked('GET', '/app/documents')).body.total;
  const both = await Promise.all([splitAt(id, proposed), splitAt(id, [proposed[0]!, { from: 2, to: 4 }])]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const made = (await detail(id)).acts.flatMap(({ parts = [] }: { parts?: unknown[] }) => parts);
  expect((await asked('GET', '/app/documents')).body.total).toBe(before + made.length);
});

it('of a file whose parts are more than the quota leaves none is made', async () => {
  const id = await dropStack();
  const { db } = server.store;
  const { total } = (await asked('GET', '/app/documents')).body;
  await tenants.update(db, server.tenantId, { monthly_quota: total + 1 });
  expect(await splitAt(id, proposed)).toMatchObject({ status: 409, body: { error: { code: 'quota_exceeded' } } });
  await tenants.update(db, server.tenantId, { monthly_quota: null });
  expect((await asked('GET', '/app/documents')).body.total).toBe(total);
  expect(await detail(id)).toMatchObject({ acts: [], extraction: { splits: proposed } });
});

it.each([
  [
    'leave a page out',
    [
      { from: 1, to: 1 },
      { from: 3, to: 4 },
    ],
  ],
  [
    'have a page twice',
    [
      { from: 1, to: 2 },
      { from: 2, to: 4 },
    ],
  ],
  [
    'end before the file does',
    [
      { from: 1, to: 1 },
      { from: 2, to: 3 },
    ],
  ],
  [
    'go beyond the file',
    [
      { from: 1, to: 1 },
      { from: 2, to: 5 },
    ],
  ],
  ['are one', [{ from: 1, to: 4 }]],
])('parts that %s are refused', async (_how, parts) => {
  const id = await dropStack();
  expect((await splitAt(id, parts)).status).toBeGreaterThanOrEqual(400);
  expect((await detail(id)).acts).toEqual([]);
});

it('a wrong cut is undone: the parts are erased, and the file is what it was', async () => {
  const id = await dropStack();
  const wrong = [
    { from: 1, to: 2 },
    { from: 3, to: 4 },
  ];
  await splitAt(id, wrong);
  const [part] = await partsOf(id);
  expect((await asked('POST', `/app/documents/${id}/join`)).body).toEqual({ errorCode: null });
  expect((await asked('GET', `/app/documents/${part.row.id}`)).status).toBe(404);
  expect((await overApi(id)).splits).toEqual(proposed);
  // And cut again as before, with documents of their own.
  await splitAt(id, wrong);
  const [another] = await partsOf(id);
  expect(another.row.id).not.toBe(part.row.id);
  expect((await detail(id)).acts.map(({ kind, by }: { kind: string; by: string }) => [kind, by])).toEqual([
    ['split', 'Ana'],
    ['joined', 'Ana'],
    ['split', 'Ana'],
  ]);
});

it('nothing is undone once a part is confirmed', async () => {
  const id = await dropStack();
  await splitAt(id, proposed);
  const [part] = await partsOf(id);
  const { extraction, reading, revision } = part;
  const draft = {
    ...untouchedDraft(extraction),
    accepted: extraction.invoice.quality_flags.low_confidence_fields,
    seenWarnings: extraction.warnings,
  };
  const sent = { reading, over: revision, draft: withoutReadLines(extraction, draft) };
  expect((await asked('POST', `/app/documents/${part.row.id}/confirm`, sent)).status).toBe(200);
  expect(await asked('POST', `/app/documents/${id}/join`)).toMatchObject({
    status: 409,
    body: { error: { code: 'part_in_use' } },
  });
  expect((await detail(part.row.id)).row.state).toBe('confirmed');
});
