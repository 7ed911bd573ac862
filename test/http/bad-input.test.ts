import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DocumentJson } from '../../server/contract/document.ts';
import {
  blankPng,
  damagedPdf,
  endlessPdf,
  furJpeg,
  furPdf,
  overfullPng,
  packedBomb,
  passwordPdf,
  pdfWithPages,
  textNamedPdf,
  truncatedJpeg,
  widePng,
} from '../helpers/bad-files.ts';
import { buyer, form, startTestServer, submit, type TestServer } from '../helpers/server.ts';

/** Bad files, sent with a live key to a server that really reads. */
let server: TestServer;
let key: string;

beforeAll(async () => {
  server = await startTestServer({ readers: 2 });
});
beforeEach(async () => {
  // A key of its own, so that the rate limit does not come into it.
  key = await server.createKey('live');
});
afterAll(() => server.stop());

async function ended(id: string, within: number): Promise<DocumentJson> {
  for (const until = Date.now() + within; Date.now() < until; ) {
    const { json } = await server.request('GET', `/v1/documents/${id}`, { key });
    if (json.finished_at !== null) return json;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The document ${id} did not end`);
}

/** How often GET /v1/whoami was answered while something else went on; a server held up by a file would answer after it. */
async function whoamiDuring(work: Promise<unknown>): Promise<number> {
  let answered = 0;
  let going = true;
  work.finally(() => {
    going = false;
  });
  while (going) {
    expect((await server.request('GET', '/v1/whoami', { key })).status).toBe(200);
    if (going) answered += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await work;
  return answered;
}

/** GET /v1/whoami is answered again and again, and at the end of that the document is still being read. */
async function answersWhile(status: () => Promise<string>): Promise<void> {
  for (let answer = 0; answer < 20; answer++) {
    expect((await server.request('GET', '/v1/whoami', { key })).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(await status()).toBe('processing');
}

describe('refused at once', () => {
  test('no file is 422 at body.file', async () => {
    const body = form({ buyer_vat: buyer }, null);
    const { status, json } = await server.request('POST', '/v1/documents', { key, body });
    expect(status).toBe(422);
    expect(json.detail[0].loc).toEqual(['body', 'file']);
  });

  test.each([
    ['an empty file', new Uint8Array()],
    ['a text', textNamedPdf],
    ['a web page', Buffer.from('<!doctype html><html><body>Invoice 17</body></html>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>')],
  ])('%s is 415, whatever it calls itself', async (_, bytes) => {
    for (const [name, type] of [
      ['invoice.pdf', 'application/pdf'],
      ['invoice.jpg', 'image/jpeg'],
      ['invoice.png', 'image/png'],
    ] as const) {
      const body = form({ buyer_vat: buyer }, null);
      body.set('file', new File([bytes as Uint8Array<ArrayBuffer>], name, { type }));
      const { status, json } = await server.request('POST', '/v1/documents', { key, body });
      expect([status, json.error.code]).toEqual([415, 'unsupported_file_type']);
    }
  });

  test('a PDF of 51 pages is 413 too_many_pages', async () => {
    const { status, json } = await submit(server, key, {}, { bytes: await pdfWithPages(51, null) });
    expect([status, json.error.code]).toEqual([413, 'too_many_pages']);
  });

  test('a file of 15 MiB is 413 file_too_large', async () => {
    const bytes = Buffer.concat([await pdfWithPages(1, null), Buffer.alloc(15 * 1024 * 1024)]);
    const { status, json } = await submit(server, key, {}, { bytes });
    expect([status, json.error.code]).toEqual([413, 'file_too_large']);
  });
});

describe('accepted, and ended as failed', () => {
  const files: [name: string, make: () => Uint8Array | Promise<Uint8Array>, code: string][] = [
    ['damaged.pdf', damagedPdf, 'unreadable_file'],
    ['password.pdf', passwordPdf, 'password_protected'],
    ['web-page-that-says-pdf.pdf', () => Buffer.from('<html><!-- %PDF-1.7 --><p>Invoice 17</html>'), 'unreadable_file'],
    ['blank.pdf', () => pdfWithPages(1, null), 'no_text_found'],
    ['blank.png', () => blankPng(1240, 1754), 'no_text_found'],
    ['black.png', () => widePng(1240, 1754), 'no_text_found'],
    ['one-pixel.png', () => blankPng(1, 1), 'no_text_found'],
    ['thirty-thousand-wide.png', () => widePng(30_000, 800), 'no_text_found'],
    ['thirty-thousand-high.png', () => widePng(1, 30_000), 'no_text_found'],
    ['fur.jpg', furJpeg, 'no_text_found'],
    ['cut-in-its-head.jpg', truncatedJpeg, 'unreadable_file'],
    ['cut-in-its-middle.jpg', () => furJpeg().subarray(0, 15_000), 'unreadable_file'],
    ['too-many-pixels.png', () => widePng(20_000, 20_000), 'image_too_large'],
    ['far-more-data-than-pixels.png', () => overfullPng(), 'no_text_found'],
  ];

  test('each says why, and the API answers while both readers are at them', async () => {
    const submitted = await Promise.all(
      files.map(async ([name, make]) => submit(server, key, {}, { bytes: await make(), name })),
    );
    expect(submitted.map(({ status }) => status)).toEqual(files.map(() => 202));
    const all = Promise.all(submitted.map(({ json }) => ended(json.id, 100_000)));
    expect(await whoamiDuring(all)).toBeGreaterThan(5);
    const documents = await all;
    expect(documents.map(({ filename, error }) => [filename, error?.code])).toEqual(
      files.map(([name, , code]) => [name, code]),
    );
    for (const document of documents) {
      expect(document).toMatchObject({ status: 'failed', document: null, fields: null });
      expect(document.error!.message).toMatch(/^[A-Z].*\.$/);
    }
  }, 120_000);
});

describe('files that would never end', () => {
  test('a decompression bomb ends as failed, whoami answers meanwhile, memory comes back', async () => {
    const { json } = await submit(server, key, {}, { bytes: await pdfWithPages(1, 'Invoice') });
    await ended(json.id, 60_000);
    const before = process.memoryUsage.rss();
    const bomb = await submit(server, key, {}, { bytes: await packedBomb() });
    const reading = ended(bomb.json.id, 100_000);
    expect(await whoamiDuring(reading)).toBeGreaterThan(5);
    expect((await reading).status).toBe('failed');
    // V8 gives a dead thread's heap back after some eight seconds; the allocator keeps some 300 MiB of a gigabyte and a
    // half for what comes next.
    await expect.poll(() => process.memoryUsage.rss() - before, { timeout: 30_000 }).toBeLessThan(600 * 1024 * 1024);
  }, 150_000);

  test('a drawing without end is read on, whoami answers, and the server stops all the same', async () => {
    const other = await startTestServer({ readers: 1 });
    const live = await other.createKey('live');
    const { json } = await submit(other, live, {}, { bytes: await endlessPdf() });
    const status = async () => (await other.request('GET', `/v1/documents/${json.id}`, { key: live })).json.status;
    await expect.poll(status, { timeout: 10_000 }).toBe('processing');
    await answersWhile(status);
    await other.stop();
  }, 60_000);

  test('fifty pages of pictures are read by both readers, whoami answers, and a deletion frees both at once', async () => {
    const { json } = await submit(server, key, {}, { bytes: await furPdf(50) });
    const status = async () => (await server.request('GET', `/v1/documents/${json.id}`, { key })).json.status;
    await expect.poll(status, { timeout: 10_000 }).toBe('processing');
    await answersWhile(status);
    expect((await server.request('DELETE', `/v1/documents/${json.id}`, { key })).status).toBe(200);
    const next = await submit(server, key, {}, { bytes: await pdfWithPages(1, null) });
    // The fifty pages would take minutes.
    expect((await ended(next.json.id, 40_000)).error?.code).toBe('no_text_found');
  }, 90_000);
});
