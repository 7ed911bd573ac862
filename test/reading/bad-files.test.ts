import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../server/log.ts';
import { createReaderPool, type ReaderPool } from '../../server/reading/reader-pool.ts';
import {
  blankPng,
  damagedPdf,
  endlessPdf,
  furPdf,
  packedBomb,
  passwordPdf,
  pdfWithPages,
  textNamedPdf,
  truncatedJpeg,
  widePng,
} from '../helpers/bad-files.ts';

const mebibyte = 1024 * 1024;
const context = { buyer: { vat: 'RO1', name: null }, today: '2026-01-31' };
let pool: ReaderPool;

beforeAll(() => {
  pool = createReaderPool({ size: 1, log: createLog('silent'), deadlineMs: 20_000 });
});
afterAll(() => pool.stop());

const codeOf = (bytes: Uint8Array): Promise<string> =>
  pool.read({ bytes, ...context }).then(
    () => 'succeeded',
    (error) => error.code,
  );

describe('a file that cannot be read says why', () => {
  it.each([
    ['an empty file', () => new Uint8Array(), 'unreadable_file'],
    ['a text named .pdf', () => textNamedPdf, 'unreadable_file'],
    ['a damaged PDF', damagedPdf, 'unreadable_file'],
    ['a PDF with a password', passwordPdf, 'password_protected'],
    ['a PDF of more pages than the API takes', () => pdfWithPages(51, 'Invoice'), 'too_many_pages'],
    ['a blank page', () => pdfWithPages(1, null), 'no_text_found'],
    ['a picture of one pixel', () => blankPng(1, 1), 'no_text_found'],
    ['a white picture', () => blankPng(1240, 1754), 'no_text_found'],
    ['a very wide and low picture', () => blankPng(30_000, 10), 'no_text_found'],
    ['a JPEG that ends early', truncatedJpeg, 'unreadable_file'],
    ['a picture of 400 million pixels', () => widePng(20_000, 20_000), 'image_too_large'],
  ])('%s', async (_, make, code) => {
    expect(await codeOf(await make())).toBe(code);
  });

  it('a black picture of nearly as many pixels as are taken', async () => {
    expect(await codeOf(widePng(10_900, 11_000))).toBe('no_text_found');
  }, 60_000);
});

describe('a file that would never end is stopped', () => {
  /** What reading it did to the process: how many turns its event loop had meanwhile, and how it grew, in bytes. */
  async function watched(bytes: Uint8Array): Promise<{ code: string; turns: number; growth: number }> {
    await codeOf(await pdfWithPages(1, 'Invoice'));
    const before = process.memoryUsage.rss();
    let turns = 0;
    let highest = before;
    const watch = setInterval(() => {
      turns += 1;
      highest = Math.max(highest, process.memoryUsage.rss());
    }, 10);
    const code = await codeOf(bytes);
    clearInterval(watch);
    // V8 gives a dead thread's heap back after some eight seconds; the allocator keeps some 300 MiB of a gigabyte and a
    // half for what comes next.
    await expect.poll(() => process.memoryUsage.rss() - before, { timeout: 30_000 }).toBeLessThan(600 * mebibyte);
    return { code, turns, growth: highest - before };
  }

  it('content that unpacks to a gigabyte', async () => {
    const { code, turns, growth } = await watched(await packedBomb());
    // A file that blocked the loop would leave it none.
    expect(turns).toBeGreaterThan(5);
    expect(['unreadable_file', 'file_too_complex', 'reading_timeout', 'no_text_found']).toContain(code);
    expect(growth).toBeLessThan(2500 * mebibyte);
  }, 120_000);

  it('fifty pages that are pictures', async () => {
    const { code, turns, growth } = await watched(await furPdf(50));
    expect(['reading_timeout', 'no_text_found']).toContain(code);
    // A file that blocked the loop would leave it none.
    expect(turns).toBeGreaterThan(5);
    expect(growth).toBeLessThan(1000 * mebibyte);
  }, 120_000);

  it('forms that draw forms without end', async () => {
    const { code, turns, growth } = await watched(await endlessPdf());
    expect(['unreadable_file', 'file_too_complex', 'reading_timeout']).toContain(code);
    // A file that blocked the loop would leave it none.
    expect(turns).toBeGreaterThan(5);
    expect(growth).toBeLessThan(2500 * mebibyte);
  }, 120_000);
});
