import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { archive, romanianInvoice } from '../helpers/e-invoices.ts';
import { pdf, startTestServer, submit, submitJson, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let key: string;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  // A key of its own for each test keeps the rate limit out of the way.
  key = await server.createKey('test');
});
afterAll(() => server.stop());

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('7.1 formats: the content decides', () => {
  test.each([
    ['PDF', pdf(), 'application/pdf'],
    ['PNG', png, 'image/png'],
    ['JPEG', Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF\0', 'latin1'), 'image/jpeg'],
    ['GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'), 'image/gif'],
    ['WebP', Buffer.from('RIFF\x1a\0\0\0WEBPVP8 ', 'latin1'), 'image/webp'],
  ])('%s under any name', async (_name, bytes, mimeType) => {
    const { status, json } = await submit(server, key, {}, { bytes, name: 'invoice.txt' });
    expect(status).toBe(202);
    expect(json).toMatchObject({ mime_type: mimeType, pages: 1 });
  });

  test.each([
    ['an empty file', ''],
    ['a text named .pdf', 'Invoice no. 1'],
    ['HTML', '<!doctype html><h1>Invoice</h1>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['TIFF', 'II*\0'],
    ['ZIP', 'PK\x03\x04'],
    ['an e-invoice as XML', romanianInvoice({ vat: 'RO18547290', name: null })],
    ['an e-invoice in its archive', archive(romanianInvoice({ vat: 'RO18547290', name: null }), null)],
  ])('%s is 415 unsupported_file_type', async (_name, bytes) => {
    const multipart = await submit(server, key, {}, { bytes, name: 'invoice.pdf' });
    expect(multipart.status).toBe(415);
    expect(multipart.json.error.code).toBe('unsupported_file_type');
    const json = await submitJson(server, key, { file_base64: Buffer.from(bytes as string).toString('base64') });
    expect(json.status).toBe(415);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/pdf', ''])(
    'Content-Type %j is 415 unsupported_media_type',
    async (type) => {
      const { status, json } = await server.request('POST', '/v1/documents', {
        key,
        headers: { 'Content-Type': type },
        body: 'x',
      });
      expect(status).toBe(415);
      expect(json.error.code).toBe('unsupported_media_type');
    },
  );

  test('a compressed body is 415 unsupported_media_type', async () => {
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    const { status, json } = await server.request('POST', '/v1/documents', { key, headers, body: 'x' });
    expect(status).toBe(415);
    expect(json.error.code).toBe('unsupported_media_type');
  });
});

describe('8 pages', () => {
  test('50 pages are taken and counted', async () => {
    const { status, json } = await submit(server, key, {}, { bytes: pdf(50) });
    expect(status).toBe(202);
    expect(json.pages).toBe(50);
  });

  test('51 pages are 413 too_many_pages', async () => {
    const { status, json } = await submit(server, key, {}, { bytes: pdf(51) });
    expect(status).toBe(413);
    expect(json.error.code).toBe('too_many_pages');
  });

  test.each([1, 3, 50])('51 pages that say they are %i are 413 too_many_pages', async (said) => {
    const { status, json } = await submit(server, key, {}, { bytes: pdf(51, said) });
    expect(status).toBe(413);
    expect(json.error.code).toBe('too_many_pages');
  });

  test('pages that say they are more are counted', async () => {
    const { json } = await submit(server, key, {}, { bytes: pdf(3, 60) });
    expect(json.pages).toBe(3);
  });

  test('a PDF that cannot be opened is accepted, its pages unknown', async () => {
    const { status, json } = await submit(server, key, {}, { bytes: '%PDF-1.7\nnothing of a PDF' });
    expect(status).toBe(202);
    expect(json.pages).toBeNull();
  });
});
