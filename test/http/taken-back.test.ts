import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withField } from '../../server/checks/field-paths.ts';
import { untouchedDraft, withoutReadLines } from '../../server/checks/review.ts';
import { resource } from '../../server/resources.ts';
import { startTestServer, type TestServer } from '../helpers/server.ts';
import { signInTo } from '../helpers/session.ts';

/** The company that the sample invoice is addressed to, and another one. */
const addressee = 'RO9900816346';
const another = 'RO18547290';

let server: TestServer;
let window: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer({ readers: 1 });
  window = await signInTo(server, { tenantId: server.tenantId, person: 'Ana' });
  for (const vat of [another, addressee]) await asked('PUT', '/app/company', { vat, name: null });
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

async function drop(bytes: Uint8Array, vat: string): Promise<string> {
  const { body } = await asked('POST', `/app/documents?buyer_vat=${vat}&upload=${randomUUID()}`, bytes);
  const ended = async () => (await detail(body.id)).row.state;
  await expect.poll(ended, { timeout: 20_000 }).not.toBe('reading');
  return body.id;
}
const known = async () =>
  (await asked('GET', '/app/suppliers')).body.filter(({ buyerVat }: { buyerVat: string }) => buyerVat === addressee);
const sample = async () => new Uint8Array(await readFile(resource('samples', 'invoice.pdf')));

it('an invoice with a warning that nobody has read is not confirmed, whoever asks for it', async () => {
  const id = await drop(await sample(), another);
  const { extraction, reading, revision } = await detail(id);
  expect(extraction.warnings).toContain('buyer_vat_mismatch');
  const draft = withoutReadLines(extraction, untouchedDraft(extraction));
  const sent = { reading, over: revision, draft };
  expect(await asked('POST', `/app/documents/${id}/confirm`, sent)).toMatchObject({
    status: 409,
    body: { error: { code: 'unchecked' } },
  });
  expect((await detail(id)).reviewedAt).toBeNull();
  const read = { ...sent, draft: { ...draft, seenWarnings: extraction.warnings } };
  expect((await asked('POST', `/app/documents/${id}/confirm`, read)).status).toBe(200);
});

it('a confirmation is taken back: the API has the reading again, the window what was typed, the history both', async () => {
  const id = await drop(await sample(), addressee);
  const { extraction, reading, revision } = await detail(id);
  const draft = {
    ...untouchedDraft(extraction),
    invoice: withField(extraction.invoice, 'payment_terms', '45 de zile'),
    accepted: ['invoice_number'],
    seenWarnings: extraction.warnings,
  };
  const sent = { reading, over: revision, draft: withoutReadLines(extraction, draft) };
  expect((await asked('POST', `/app/documents/${id}/confirm`, sent)).status).toBe(200);
  const confirmed = await detail(id);
  expect(confirmed.first.payment_terms).toBe(extraction.invoice.payment_terms);
  expect(confirmed.extraction.invoice.payment_terms).toBe('45 de zile');
  expect(await known()).toHaveLength(1);

  expect((await asked('POST', `/app/documents/${id}/reopen`)).status).toBe(204);
  const reopened = await detail(id);
  expect(reopened).toMatchObject({ reviewedAt: null, first: null, extraction: { invoice: extraction.invoice } });
  expect(reopened.draft).toMatchObject({
    invoice: { payment_terms: '45 de zile' },
    accepted: ['invoice_number'],
    lines: draft.lines,
    rates: draft.rates,
  });
  expect(reopened.acts.map(({ kind, by }: { kind: string; by: string }) => [kind, by])).toEqual([
    ['confirmed', 'Ana'],
    ['reopened', 'Ana'],
  ]);
  expect(await known()).toEqual([]);
  // There is nothing to take back a second time.
  expect((await asked('POST', `/app/documents/${id}/reopen`)).status).toBe(404);
});

it('a document that could not be read is read once more, by the queue', async () => {
  const id = await drop(new Uint8Array(Buffer.from('%PDF-1.7 broken')), addressee);
  expect(await detail(id)).toMatchObject({ row: { state: 'failed', errorCode: 'unreadable_file' }, hasFile: true });
  expect((await asked('POST', `/app/documents/${id}/retry`)).body).toMatchObject({ id, state: 'reading' });
  await expect.poll(async () => (await detail(id)).row.state, { timeout: 20_000 }).toBe('failed');
  expect((await detail(id)).acts).toMatchObject([{ kind: 'queued_again', by: 'Ana' }]);
  const read = await drop(await sample(), addressee);
  expect((await asked('POST', `/app/documents/${read}/retry`)).status).toBe(404);
});
