import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untouchedDraft, withoutReadLines } from '../../server/checks/review.ts';
import { resource } from '../../server/resources.ts';
import { invoiceStack } from '../helpers/invoice-stack.ts';
import { startTestServer, type TestServer } from '../helpers/server.ts';
import { signInTo } from '../helpers/session.ts';

/** The company that the sample invoice is addressed to. */
const addressee = 'RO9900816346';
const others = ['RO18547290', 'RO16702141'] as const;

let server: TestServer;
let window: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer({ readers: 1 });
  window = await signInTo(server, { tenantId: server.tenantId, person: null });
  for (const vat of others) await asked('PUT', '/app/company', { vat, name: null });
});
afterAll(() => server.stop());

async function asked(method: string, path: string, body?: unknown) {
  const isFile = body instanceof Uint8Array;
  const headers = { ...window, 'Content-Type': isFile ? 'application/octet-stream' : 'application/json' };
  const sent = body === undefined ? {} : { body: (isFile ? body : JSON.stringify(body)) as string };
  const answer = await fetch(server.url + path, { method, headers, ...sent });
  const text = await answer.text();
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  return { status: answer.status, body: (text === '' ? null : JSON.parse(text)) as any };
}

const detail = async (id: string) => (await asked('GET', `/app/documents/${id}`)).body;
const say = (id: string, vat: string) => asked('PUT', `/app/documents/${id}/company`, { vat });

async function dropSample(query = ''): Promise<string> {
  const bytes = new Uint8Array(await readFile(resource('samples', 'invoice.pdf')));
  const { body } = await asked('POST', `/app/documents?upload=${randomUUID()}${query}`, bytes);
  await expect.poll(async () => (await detail(body.id)).extraction, { timeout: 20_000 }).not.toBeNull();
  return body.id;
}

async function confirm(id: string) {
  const { extraction, reading, revision } = await detail(id);
  const draft = withoutReadLines(extraction, { ...untouchedDraft(extraction), seenWarnings: extraction.warnings });
  return asked('POST', `/app/documents/${id}/confirm`, { reading, over: revision, draft });
}

it('is not guessed: what names none of several companies is nobody’s until a person says whose it is', async () => {
  const id = await dropSample();
  expect(await detail(id)).toMatchObject({ buyer: null, row: { buyerVat: null, state: 'to_check' } });
  expect((await asked('GET', '/app/documents?company=unknown')).body.rows).toMatchObject([{ id }]);
  for (const vat of others) expect((await asked('GET', `/app/documents?company=${vat}`)).body.rows).toEqual([]);
  expect(await confirm(id)).toMatchObject({ status: 409, body: { error: { code: 'company_unknown' } } });

  expect(await say(id, addressee)).toMatchObject({ status: 400 });
  expect((await detail(id)).buyer).toBeNull();

  // Without its file it cannot be opened again: what was opened is enough.
  await server.store.files.remove(id);
  expect(await say(id, others[1])).toEqual({ status: 200, body: { errorCode: null } });
  expect(await detail(id)).toMatchObject({
    buyer: { vat: others[1] },
    row: { buyerVat: others[1] },
    acts: [{ kind: 'assigned', vat: others[1] }],
  });
  expect((await detail(id)).extraction.warnings).toContain('buyer_vat_mismatch');
  expect((await asked('GET', '/app/documents?company=unknown')).body.rows).toEqual([]);

  // What a person has said stays, whatever the invoice prints.
  await asked('PUT', '/app/company', { vat: addressee, name: null });
  expect(await asked('POST', `/app/documents/${id}/read-again`)).toMatchObject({ status: 200 });
  expect((await detail(id)).buyer).toMatchObject({ vat: others[1] });
  expect(await confirm(id)).toMatchObject({ status: 200 });
  expect((await say(id, addressee)).status).toBe(404);
});

it('is the one that the invoice names, whichever was used last', async () => {
  const id = await dropSample();
  expect((await detail(id)).buyer).toMatchObject({ vat: addressee });
  expect((await detail(id)).extraction.warnings).not.toContain('buyer_vat_mismatch');
});

it('is the chosen one where a person has chosen it for all that is dropped', async () => {
  const id = await dropSample(`&buyer_vat=${others[0]}`);
  expect((await detail(id)).buyer).toMatchObject({ vat: others[0] });
});

describe('where the window has one company', () => {
  const only = others[0];
  const drop = async (bytes: Uint8Array): Promise<string> => {
    const { body } = await asked('POST', `/app/documents?upload=${randomUUID()}`, new Uint8Array(bytes));
    await expect.poll(async () => (await detail(body.id)).extraction, { timeout: 20_000 }).not.toBeNull();
    return body.id;
  };
  beforeAll(async () => {
    for (const vat of [addressee, others[1]]) await asked('DELETE', `/app/companies/${vat}`);
    await asked('PUT', '/app/company', { vat: only, name: null });
  });

  it('an invoice that names another one is nobody’s until a person says whose it is', async () => {
    const id = await drop(await readFile(resource('samples', 'invoice.pdf')));
    expect(await detail(id)).toMatchObject({ buyer: null, row: { buyerVat: null, state: 'to_check' } });
    expect(await confirm(id)).toMatchObject({ status: 409, body: { error: { code: 'company_unknown' } } });
    expect(await say(id, only)).toMatchObject({ status: 200 });
    expect((await detail(id)).buyer).toMatchObject({ vat: only });
  });

  it('one that names it, or nobody, or a number that is none, is that company’s', async () => {
    const one = { number: 'U 1', date: '09.02.2026', net: 100 };
    for (const customer of [only, null, 'RO9900816347']) {
      const id = await drop(await invoiceStack([one], customer));
      expect((await detail(id)).buyer, String(customer)).toMatchObject({ vat: only });
    }
  });
});
