import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { untouchedDraft, withoutReadLines } from '../../server/checks/review.ts';
import type { Arrange } from '../../server/contract/window-review.ts';
import { resource } from '../../server/resources.ts';
import { romanianInvoice } from '../helpers/e-invoices.ts';
import { invoiceStack, threeInvoices } from '../helpers/invoice-stack.ts';
import { startTestServer, type TestServer } from '../helpers/server.ts';
import { askInWindow, signInTo } from '../helpers/session.ts';

const addressee = 'RO9900816346';

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

const asked = (method: string, path: string, body?: unknown) =>
  askInWindow(server.url, window, { method, path, ...(body !== undefined && { body }) });
const detail = async (id: string) => (await asked('GET', `/app/documents/${id}`)).json;
const overApi = (id: string) => server.request('GET', `/v1/documents/${id}`, { key });
const listed = async (): Promise<string[]> => (await asked('GET', '/app/document-ids')).json.ids;

async function isRead(id: string): Promise<void> {
  const ended = async () => (await detail(id)).row.state;
  await expect.poll(ended, { timeout: 60_000 }).not.toBe('reading');
}

async function drop(bytes: Uint8Array, filename: string): Promise<string> {
  const path = `/app/documents?buyer_vat=${addressee}&filename=${filename}&upload=${randomUUID()}`;
  const headers = { ...window, 'Content-Type': 'application/octet-stream' };
  const answer = await fetch(server.url + path, { method: 'POST', headers, body: new Uint8Array(bytes) });
  const { id } = (await answer.json()) as { id: string };
  await isRead(id);
  return id;
}

const dropStack = async () => drop(await invoiceStack(threeInvoices), 'teanc.pdf');
const dropScan = async () => drop(await readFile(resource('samples', 'scan.jpg')), 'poza.jpg');
const straight = (...numbers: number[]): Arrange['pages'] => numbers.map((number) => ({ number, turn: 0 }));

async function arrange(id: string, pages: Arrange['pages'], behind: Arrange['behind'] = null) {
  const { reading } = await detail(id);
  return asked('POST', `/app/documents/${id}/arrange`, { reading, pages, behind } satisfies Arrange);
}

async function arranged(...how: Parameters<typeof arrange>): Promise<string> {
  const { status, json } = await arrange(...how);
  expect([status, json]).toEqual([202, { id: expect.stringMatching(/^doc_/) }]);
  await isRead(json.id);
  return json.id;
}

async function confirm(id: string) {
  const { extraction, reading, revision } = await detail(id);
  const accepted = extraction.invoice.quality_flags.low_confidence_fields;
  const draft = { ...untouchedDraft(extraction), accepted, seenWarnings: extraction.warnings };
  const sent = { reading, over: revision, draft: withoutReadLines(extraction, draft) };
  return asked('POST', `/app/documents/${id}/confirm`, sent);
}

async function lies(id: string, page: number): Promise<'upright' | 'across'> {
  const { status, headers } = await asked('GET', `/app/documents/${id}/pages/${page}?dpi=36`);
  expect(status).toBe(200);
  const [width, height] = headers.get('X-Page-Size')!.split('x').map(Number);
  return width! < height! ? 'upright' : 'across';
}

/** A picture takes long to read, and is read alike whatever keeps it. */
const alone = inject('cluster') === undefined;

describe('pages of a document', () => {
  it('are turned and left out in a document that is read and stands in its place, until that is undone', async () => {
    const id = await dropStack();
    const made = await arranged(id, [
      { number: 2, turn: 0 },
      { number: 3, turn: 90 },
    ]);
    const { row, acts, replaces, extraction } = await detail(made);
    expect(row).toMatchObject({ filename: 'teanc.pdf', pages: 2, invoiceNumber: 'AB 1205', total: 1089 });
    expect(replaces).toEqual([{ id, filename: 'teanc.pdf' }]);
    expect(acts).toMatchObject([{ kind: 'arranged', of: [id], by: 'Ana' }]);
    // What it stands in the place of is no second invoice.
    expect(extraction.warnings).not.toContain('possible_duplicate');
    expect([await lies(made, 1), await lies(made, 2)]).toEqual(['upright', 'across']);
    expect(await listed()).toContain(made);
    expect(await listed()).not.toContain(id);
    expect(await detail(id)).toMatchObject({ replacedBy: made });
    // To the API it is the document that it was.
    expect((await overApi(id)).json).toMatchObject({ status: 'succeeded', pages: 4 });

    expect((await asked('POST', `/app/documents/${made}/restore`)).json).toEqual({ id });
    expect((await asked('GET', `/app/documents/${made}`)).status).toBe(404);
    expect(await listed()).toContain(id);
    expect(await detail(id)).toMatchObject({ replacedBy: null, row: { pages: 4, invoiceNumber: 'AB 1204' } });
    // And once more, of what is there again.
    await arranged(id, straight(1));
  });

  it.runIf(alone)(
    'are joined with those of a picture into one document, and both files come back',
    async () => {
      const [id, other] = [await dropStack(), await dropScan()];
      const made = await arranged(id, straight(1), { id: other, pages: [{ number: 1, turn: 180 }] });
      expect(await detail(made)).toMatchObject({
        row: { pages: 2, invoiceNumber: 'AB 1204' },
        replaces: [
          { id, filename: 'teanc.pdf' },
          { id: other, filename: 'poza.jpg' },
        ],
      });
      expect(await lies(made, 2)).toBe('upright');
      for (const one of [id, other]) expect(await listed()).not.toContain(one);
      await asked('POST', `/app/documents/${made}/restore`);
      for (const one of [id, other]) expect(await listed()).toContain(one);
    },
    120_000,
  );

  it.runIf(alone)(
    'of a picture are turned, and what it says is read',
    async () => {
      const id = await dropScan();
      const before = await detail(id);
      const made = await arranged(id, [{ number: 1, turn: 90 }]);
      const { row } = await detail(made);
      expect(row).toMatchObject({ filename: 'poza.pdf', pages: 1, state: before.row.state });
      expect(row.total).toBe(before.row.total);
      expect([await lies(id, 1), await lies(made, 1)]).toEqual(['upright', 'across']);
    },
    120_000,
  );
});

describe('what another document stands in the place of', () => {
  it('is not confirmed, cut, arranged or read again', async () => {
    const id = await dropStack();
    const { reading } = await detail(id);
    await arranged(id, straight(1, 2));
    expect(await confirm(id)).toMatchObject({ status: 409, json: { error: { code: 'conflict' } } });
    const parts = [
      { from: 1, to: 1 },
      { from: 2, to: 4 },
    ];
    for (const [what, body] of [
      ['split', { reading, parts }],
      ['arrange', { reading, pages: straight(1), behind: null }],
      ['read-again', undefined],
    ] as const) {
      expect((await asked('POST', `/app/documents/${id}/${what}`, body)).status, what).toBe(404);
    }
    const third = await dropStack();
    expect((await arrange(third, straight(1), { id, pages: straight(1) })).status).toBe(404);
    expect(await detail(third)).toMatchObject({ replacedBy: null });
  });

  it('is erased with it by a person, and comes back where a program erases it', async () => {
    const [id, again] = [await dropStack(), await dropStack()];
    const deleted = await arranged(await arranged(id, straight(1, 2)), straight(1));
    expect((await asked('DELETE', `/app/documents/${deleted}`)).status).toBe(204);
    expect((await asked('GET', `/app/documents/${id}`)).status).toBe(404);
    const erased = await arranged(again, straight(1));
    expect((await server.request('DELETE', `/v1/documents/${erased}`, { key })).status).toBe(200);
    expect(await detail(again)).toMatchObject({ replacedBy: null });
    expect(await listed()).toContain(again);
  });

  it('does not come back once the other one is confirmed', async () => {
    const id = await dropStack();
    const made = await arranged(id, straight(1));
    expect((await confirm(made)).status).toBe(200);
    expect((await asked('POST', `/app/documents/${made}/restore`)).status).toBe(404);
    expect((await detail(made)).row.state).toBe('confirmed');
  });

  it('has one in its place, though two people asked at once', async () => {
    const id = await dropStack();
    const both = await Promise.all([arrange(id, straight(1)), arrange(id, straight(2))]);
    const made = both.filter(({ status }) => status === 202);
    expect(made).toHaveLength(1);
    expect((await detail(id)).replacedBy).toBe(made[0]!.json.id);
    const states = await asked('GET', '/app/documents?search=teanc');
    expect(states.json.rows.filter((row: { id: string }) => row.id >= id)).toHaveLength(1);
  });
});

describe('nothing is made', () => {
  it.each<[string, Arrange['pages']]>([
    ['a page twice', straight(1, 1)],
    ['pages in another order', straight(2, 1)],
    ['a page that is not there', straight(4, 5)],
    ['no page', []],
    ['a page that is turned askew', [{ number: 1, turn: 45 as 90 }]],
  ])('of %s', async (_what, pages) => {
    const id = await dropStack();
    expect([400, 422]).toContain((await arrange(id, pages)).status);
    expect(await detail(id)).toMatchObject({ replacedBy: null });
  });

  it('of itself twice, of an e-invoice, of a confirmed document, nor of another reading', async () => {
    const id = await dropStack();
    expect((await arrange(id, straight(1), { id, pages: straight(2) })).status).toBe(404);
    const xml = await drop(Buffer.from(romanianInvoice({ vat: addressee, name: null })), 'factura.xml');
    expect(await arrange(xml, straight(1))).toMatchObject({
      status: 409,
      json: { error: { code: 'cannot_be_arranged' } },
    });
    expect((await arrange(id, straight(1), { id: xml, pages: straight(1) })).status).toBe(409);
    expect((await confirm(id)).status).toBe(200);
    expect((await arrange(id, straight(1))).status).toBe(404);
    const other = await dropStack();
    const stale = { reading: 'another', pages: straight(1), behind: null };
    expect((await asked('POST', `/app/documents/${other}/arrange`, stale)).status).toBe(409);
    expect(await detail(other)).toMatchObject({ replacedBy: null });
  });
});
