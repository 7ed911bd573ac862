import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resource } from '../../server/resources.ts';
import { startTestServer, type TestServer } from '../helpers/server.ts';
import { signInTo } from '../helpers/session.ts';

/** The company that the sample invoice is addressed to. */
const addressee = 'RO9900816346';
const another = 'RO18547290';

let server: TestServer;
let window: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer({ readers: 1 });
  window = await signInTo(server, { tenantId: server.tenantId, person: null });
});
afterAll(() => server.stop());

async function asked(method: string, path: string, body?: string | Uint8Array, type = 'application/json') {
  const headers = { ...window, ...(body !== undefined && { 'Content-Type': type }) };
  const answer = await fetch(server.url + path, {
    method,
    headers,
    ...(body !== undefined && { body: body as string }),
  });
  expect(answer.status, `${method} ${path}`).toBeLessThan(300);
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  return (answer.status === 204 ? null : await answer.json()) as any;
}

const chooseCompany = (vat: string, name: string | null) => asked('PUT', '/app/company', JSON.stringify({ vat, name }));
const detail = (id: string) => asked('GET', `/app/documents/${id}`);
const readAgain = (id: string) => asked('POST', `/app/documents/${id}/read-again`);

async function dropSample(vat: string | null): Promise<string> {
  const bytes = await readFile(resource('samples', 'invoice.pdf'));
  const { id } = await asked(
    'POST',
    `/app/documents?upload=${randomUUID()}${vat === null ? '' : `&buyer_vat=${vat}`}`,
    bytes,
    'application/octet-stream',
  );
  await expect.poll(async () => (await detail(id)).extraction, { timeout: 20_000 }).not.toBeNull();
  return id;
}

describe('reading a document again', () => {
  it('opens nothing that this version has opened already', async () => {
    await chooseCompany(addressee, null);
    const id = await dropSample(addressee);
    const before = await detail(id);
    // Without its file nothing can be opened any more.
    await server.store.files.remove(id);
    expect(await readAgain(id)).toEqual({ errorCode: null });
    expect((await detail(id)).extraction).toEqual(before.extraction);
  });

  it('opens anew what another version opened', async () => {
    const id = await dropSample(addressee);
    const { db } = server.store;
    await db
      .updateTable('page_texts')
      .set({ opened: Buffer.from('as an older version kept it'), opened_by: '0.0.1' })
      .execute();
    expect(await readAgain(id)).toEqual({ errorCode: null });
    const kept = await db.selectFrom('page_texts').selectAll().where('document_id', '=', id).executeTakeFirstOrThrow();
    expect(kept.opened_by).not.toBe('0.0.1');
  });

  it('takes the company by the name that it has by now', async () => {
    await chooseCompany(addressee, 'Numele vechi SRL');
    const id = await dropSample(addressee);
    expect((await detail(id)).buyer).toEqual({ vat: addressee, name: 'Numele vechi SRL' });
    await chooseCompany(addressee, 'Numele nou SRL');
    await readAgain(id);
    expect((await detail(id)).buyer).toEqual({ vat: addressee, name: 'Numele nou SRL' });
  });

  it('takes the company that the invoice names, also one that was added since', async () => {
    await asked('DELETE', `/app/companies/${addressee}`);
    for (const vat of ['RO16702141', another]) await chooseCompany(vat, null);
    const id = await dropSample(null);
    expect((await detail(id)).buyer).toBeNull();
    expect((await detail(id)).extraction.warnings).toContain('buyer_vat_mismatch');
    await chooseCompany(addressee, null);
    await readAgain(id);
    expect((await detail(id)).buyer.vat).toBe(addressee);
    expect((await detail(id)).extraction.warnings).not.toContain('buyer_vat_mismatch');
  });
});
