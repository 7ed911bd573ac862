import { createCanvas } from '@napi-rs/canvas';
import { PDFDocument } from 'pdf-lib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { createLog } from '../../server/log.ts';
import { createReaderPool, type ReaderPool } from '../../server/reading/reader-pool.ts';
import { type ReadingLoop, startReadingLoop } from '../../server/reading/reading-loop.ts';
import { pdfWithPages } from '../helpers/bad-files.ts';
import { printedPage } from '../helpers/scans.ts';
import { startTestServer, submit, type TestServer } from '../helpers/server.ts';

/** The loop over a server that does not read by itself. */
let server: TestServer;
let key: string;
let pool: ReaderPool;
let loop: ReadingLoop;
let told: string[];

beforeAll(async () => {
  server = await startTestServer({ readers: 0 });
});
beforeEach(async () => {
  key = await server.createKey('live');
  told = [];
});
afterEach(async () => {
  vi.useRealTimers();
  await loop.stop();
  await pool.stop();
});
afterAll(() => server.stop());

const log = createLog('silent');
const misbehaving = new URL('./threads/misbehaving-thread.ts', import.meta.url);

function start(readers: { size: number; thread?: URL }): void {
  const { db, vault, files } = server.store;
  pool = createReaderPool({ log, ...readers });
  loop = startReadingLoop({
    db,
    vault,
    files,
    clock: systemClock,
    log,
    pool,
    atOnce: pool.size,
    signers: [],
    owner: 'test',
    told: {
      onPage: (_, done, total) => told.push(`page ${done}/${total}`),
      onEnded: () => undefined,
      onFinished: (_, code) => told.push(code ?? 'read'),
    },
  });
}

/** A file that the misbehaving thread takes for an order. */
const order = (text: string): Uint8Array => Buffer.from(`%PDF-1.7 ${text}`);
const send = async (bytes: Uint8Array): Promise<string> => {
  const { json } = await submit(server, key, {}, { bytes });
  loop.wake();
  return json.id;
};
const get = async (id: string) => (await server.request('GET', `/v1/documents/${id}`, { key })).json;
const status = async (id: string) => (await get(id)).status;

it('reads a document to its end and tells of each page', async () => {
  start({ size: 1 });
  const id = await send(await pdfWithPages(2, 'Invoice 2026-0117 of 14.03.2026, total 119.00 EUR'));
  await expect.poll(() => status(id), { timeout: 40_000 }).toBe('succeeded');
  expect(await get(id)).toMatchObject({ pages: 2, error: null, document: { invoice_date: '2026-03-14' } });
  expect(told).toEqual(['page 1/2', 'page 2/2', 'read']);
}, 60_000);

/** A scan of so many low pages, each with a few lines of print. */
async function scan(pages: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const whole = await printedPage(150);
  const strip = createCanvas(whole.width, Math.round(0.3 * whole.height));
  strip.getContext('2d').drawImage(whole, 0, -Math.round(0.08 * whole.height));
  const picture = await pdf.embedPng(strip.toBuffer('image/png'));
  for (let count = 0; count < pages; count++) pdf.addPage([595, 252]).drawImage(picture, { width: 595, height: 252 });
  return pdf.save();
}

it('tells of each page of a scan that two threads read, and frees both at once when it is deleted', async () => {
  start({ size: 2 });
  const id = await send(await scan(6));
  await expect.poll(() => status(id), { timeout: 120_000 }).toBe('succeeded');
  expect(told).toEqual([1, 2, 3, 4, 5, 6].map((done) => `page ${done}/6`).concat('read'));
  told = [];
  const cancelled = await send(await scan(20));
  await expect.poll(() => told.length, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(2);
  await server.request('DELETE', `/v1/documents/${cancelled}`, { key });
  loop.cancel(cancelled);
  // How far it came by then depends on the machine; what counts is that nothing is told after it.
  const untilThen = told.length;
  const next = await Promise.all([1, 2].map(async () => send(await pdfWithPages(1, 'Invoice 18 of 15.03.2026'))));
  for (const each of next) await expect.poll(() => status(each), { timeout: 30_000 }).toBe('succeeded');
  expect(untilThen).toBeLessThan(20);
  expect(told.filter((line) => line.endsWith('/20'))).toHaveLength(untilThen);
}, 240_000);

it('ends a document that cannot be read with its code and a sentence', async () => {
  start({ size: 1, thread: misbehaving });
  const id = await send(order('unreadable'));
  await expect.poll(() => status(id), { timeout: 10_000 }).toBe('failed');
  const { error, document } = await get(id);
  expect(error).toEqual({ code: 'no_text_found', message: 'No text was found on any page.' });
  expect(document).toBeNull();
  expect(told).toEqual(['no_text_found']);
});

it('goes on with the next document after threads have died', async () => {
  start({ size: 1, thread: misbehaving });
  const dying = await send(order('die'));
  await expect.poll(() => status(dying), { timeout: 10_000 }).toBe('failed');
  expect((await get(dying)).error.code).toBe('internal_error');
  const next = await send(order('unreadable'));
  await expect.poll(() => status(next), { timeout: 10_000 }).toBe('failed');
  expect((await get(next)).error.code).toBe('no_text_found');
});

it('ends the reading of a deleted document when it is told of it, for the next one to be read', async () => {
  // Without being told, the lease's renewal would notice after a while; here it is never renewed.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  start({ size: 1, thread: misbehaving });
  const hanging = await send(order('hang'));
  await expect.poll(() => status(hanging), { timeout: 10_000 }).toBe('processing');
  const next = await send(order('unreadable'));
  await server.request('DELETE', `/v1/documents/${hanging}`, { key });
  // What the server does with its own loop; this one runs beside it.
  loop.cancel(hanging);
  await expect.poll(() => status(next), { timeout: 10_000, interval: 20 }).toBe('failed');
  expect(told).toEqual(['no_text_found']);
});

it('puts a document back into the queue when it is stopped', async () => {
  start({ size: 1, thread: misbehaving });
  const id = await send(order('hang'));
  await expect.poll(() => status(id), { timeout: 10_000 }).toBe('processing');
  await loop.stop();
  expect(await status(id)).toBe('queued');
  expect(told).toEqual([]);
  await server.request('DELETE', `/v1/documents/${id}`, { key });
});
