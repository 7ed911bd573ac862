import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmDocument, putReading } from '../helpers/confirmed.ts';
import { pdf, startTestServer, submit, type TestServer } from '../helpers/server.ts';
import { askInWindow, signInTo } from '../helpers/session.ts';

let server: TestServer;
let headers: Record<string, string>;
let key: string;

beforeAll(async () => {
  server = await startTestServer();
  key = await server.createKey('live');
  headers = await signInTo(server, { tenantId: server.tenantId, person: 'Ana' });
});
afterAll(() => server.stop());

/** A read document whose file has so many pages. @returns its id */
async function read(pages: number, of: { date: string; vendor: string; number: string }, retention = 'standard') {
  const { id } = (await submit(server, key, { retention }, { bytes: pdf(pages), name: 'scan.pdf' })).json;
  // What a program sends with zero retention has no file once it is read.
  await server.store.db.updateTable('documents').set({ origin: 'window' }).where('id', '=', id).execute();
  await server.finish(id);
  await putReading(server.store, id, (extraction) => ({
    ...extraction,
    invoice: {
      ...extraction.invoice,
      invoice_date: of.date,
      invoice_number: of.number,
      vendor: { ...extraction.invoice.vendor, name: of.vendor },
    },
  }));
  return id as string;
}

const archive = (ids: string[]) =>
  fetch(`${server.url}/app/exports/originals`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ language: 'ro', ids, query: {} }),
  });
const detail = async (id: string) => (await askInWindow(server.url, headers, { path: `/app/documents/${id}` })).json;

/** Lets what is due be erased until a document's file is. */
const goes = (id: string) => {
  const look = async (): Promise<boolean> => {
    server.wake();
    return (await detail(id)).hasFile;
  };
  return expect.poll(look, { timeout: 5_000 }).toBe(false);
};

describe('the files themselves', () => {
  it('come in an archive, named by date, supplier and number, beside a table of them, the same each time', async () => {
    const ids = [
      await read(2, { date: '2026-10-19', vendor: 'Țiglarul Vesel ȘI Fiii SRL', number: 'TV-N 00412/A' }),
      await read(1, { date: '2026-09-02', vendor: 'Brutăria Doi', number: '7' }),
      await read(3, { date: '2026-10-19', vendor: '../Țiglarul Vesel ȘI Fiii SRL', number: 'TV-N 00412:A' }),
    ];
    const answer = await archive(ids);
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/zip']);
    expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="originale.zip"');
    expect([answer.headers.get('X-Exported'), answer.headers.get('X-Left-Out')]).toEqual(['3', '0']);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(Buffer.from(bytes).equals(Buffer.from(await (await archive(ids.toReversed())).arrayBuffer()))).toBe(true);
    const files = unzipSync(bytes);
    const names = Object.keys(files);
    expect(names).toEqual([
      '2026-09-02_Brutăria Doi_7.pdf',
      '2026-10-19_-Țiglarul Vesel ȘI Fiii SRL_TV-N 00412-A.pdf',
      '2026-10-19_Țiglarul Vesel ȘI Fiii SRL_TV-N 00412-A.pdf',
      'cuprins.csv',
    ]);
    expect([1, 3, 2].map((pages, index) => Buffer.from(files[names[index]!]!).equals(pdf(pages)))).toEqual([
      true,
      true,
      true,
    ]);
    const rows = Buffer.from(files['cuprins.csv']!).toString('utf8').trim().split('\r\n');
    expect(rows).toHaveLength(4);
    expect(rows[0]).toMatch(/^Fișier în arhivă;/);
    expect(rows[1]).toContain(`${names[0]};`);
    expect(rows[1]).toContain('Brutăria Doi');
  });

  it('that are kept no more are named in the table alone, and where none is there is no archive', async () => {
    const [first, second] = [
      await read(1, { date: '2026-01-05', vendor: 'Unu', number: '1' }),
      await read(1, { date: '2026-01-05', vendor: 'Unu', number: '1' }),
    ];
    await server.store.db.updateTable('documents').set({ has_file: 0 }).where('id', '=', first!).execute();
    const answer = await archive([first!, second!]);
    expect([answer.headers.get('X-Exported'), answer.headers.get('X-Left-Out')]).toEqual(['1', '1']);
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(Object.keys(files)).toEqual(['2026-01-05_Unu_1.pdf', 'cuprins.csv']);
    expect(Buffer.from(files['cuprins.csv']!).toString('utf8').trim().split('\r\n')).toHaveLength(3);
    expect((await archive([first!])).status).toBe(409);
    expect((await archive(['doc_none'])).status).toBe(409);
    expect((await archive(Array.from({ length: 2_001 }, () => second!))).status).toBe(400);
  });

  it('break off with the answer where one of them cannot be read', async () => {
    const [whole, lost] = [
      await read(1, { date: '2026-02-05', vendor: 'Doi', number: '1' }),
      await read(1, { date: '2026-02-06', vendor: 'Doi', number: '2' }),
    ];
    await server.store.files.remove(lost!);
    const answer = await archive([whole!, lost!]);
    await expect(answer.arrayBuffer()).rejects.toThrow();
    expect(server.log()).toContain('An archive of files broke off');
  });
});

describe('when a file goes', () => {
  it('is said before and after confirming, and is when it goes', async () => {
    const id = await read(1, { date: '2026-03-05', vendor: 'Trei', number: '1' });
    const { fileGoesAt, reviewedAt } = await detail(id);
    expect(reviewedAt).toBeNull();
    await confirmDocument(server.store, server.tenantId, id);
    expect((await detail(id)).fileGoesAt).toBe(fileGoesAt);
    const left = Date.parse(fileGoesAt) - server.now();
    server.advance(left - 60_000);
    server.wake();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await detail(id)).hasFile).toBe(true);
    server.advance(60_001);
    await goes(id);
    expect((await detail(id)).fileGoesAt).toBeNull();
  });

  it('is at once where nothing is to be kept', async () => {
    const id = await read(1, { date: '2026-03-05', vendor: 'Patru', number: '1' }, 'zero');
    expect(Date.parse((await detail(id)).fileGoesAt)).toBeLessThanOrEqual(server.now());
    await confirmDocument(server.store, server.tenantId, id);
    await goes(id);
  });
});
