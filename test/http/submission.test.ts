import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  buyer,
  detail,
  finished,
  form,
  pdf,
  startTestServer,
  submit,
  submitJson,
  type TestServer,
} from '../helpers/server.ts';
import { keptFiles } from '../helpers/store.ts';

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

describe('4.2.1 multipart', () => {
  test('2.1 every field comes back on the document', async () => {
    const { status, json } = await submit(
      server,
      key,
      {
        buyer_name: 'Atelierul de Probă SA',
        external_id: 'PO-1',
        mode: 'async',
        retention: 'zero',
        webhook_url: 'https://erp.example/hook?x=1',
        metadata: '{"branch":"Cluj","count":3,"ok":true,"none":null}',
        unknown: 'ignored',
      },
      { name: 'factură octombrie.pdf' },
    );
    expect(status).toBe(202);
    expect(json).toMatchObject({
      id: expect.stringMatching(/^doc_[0-9a-hjkmnp-tv-z]{26}$/),
      object: 'document',
      status: 'queued',
      mode: 'test',
      external_id: 'PO-1',
      metadata: { branch: 'Cluj', count: 3, ok: true, none: null },
      filename: 'factură octombrie.pdf',
      mime_type: 'application/pdf',
      pages: 1,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      finished_at: null,
      error: null,
      schema_version: null,
      retention: 'zero',
      result_deleted_at: null,
      document: null,
      fields: null,
      warnings: null,
    });
  });

  test('the defaults are async and standard, and the rest is null', async () => {
    const { status, json } = await submit(server, key);
    expect(status).toBe(202);
    expect(json).toMatchObject({ retention: 'standard', external_id: null, metadata: null, filename: 'invoice.pdf' });
  });

  test('fields may come after the file', async () => {
    const body = new FormData();
    body.set('file', new Blob([pdf()]), 'a.pdf');
    body.set('buyer_vat', buyer);
    expect((await server.request('POST', '/v1/documents', { key, body })).status).toBe(202);
  });

  test('no file is 422 at body.file, together with what else is missing', async () => {
    const without = form({ buyer_vat: buyer }, null);
    expect((await server.request('POST', '/v1/documents', { key, body: without })).json).toEqual(
      detail(['body', 'file'], 'missing'),
    );
    const { status, json } = await server.request('POST', '/v1/documents', { key, body: form({ mode: 'sync' }, null) });
    expect(status).toBe(422);
    expect(json.detail.map(({ loc }: { loc: string[] }) => loc.join('.')).sort()).toEqual([
      'body.buyer_vat',
      'body.file',
    ]);
  });

  test('a text field named file is no file', async () => {
    const body = form({ buyer_vat: buyer, file: 'text' }, null);
    const { status, json } = await server.request('POST', '/v1/documents', { key, body });
    expect(status).toBe(422);
    expect(json).toEqual(detail(['body', 'file']));
    // "Field required" would send whoever forgot only the file's name looking in the wrong place.
    expect(json.detail[0].msg).toContain('filename');
  });

  test.each([
    ['as .NET writes it', 'name=file', ''],
    ['of a declared type', 'name="file"', 'Content-Type: application/pdf\r\n'],
    ['of no declared type', 'name="file"', 'Content-Type: application/octet-stream\r\n'],
    ['with an empty name', 'name="file"; filename=""', ''],
  ])('a file without a filename is taken byte for byte, %s', async (_name, disposition, type) => {
    const text = '--b\r\nContent-Disposition: form-data; name="external_id"\r\n\r\nComandă 7\r\n';
    const file = `--b\r\nContent-Disposition: form-data; ${disposition}\r\n${type}\r\n`;
    const vat = `--b\r\nContent-Disposition: form-data; name="buyer_vat"\r\n\r\n${buyer}\r\n--b--\r\n`;
    const bytes = Buffer.concat([pdf(2), Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))]);
    const body = Buffer.concat([Buffer.from(text + file), bytes, Buffer.from(`\r\n${vat}`)]);
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b', 'Idempotency-Key': 'no-filename' };
    const { status, json } = await server.request('POST', '/v1/documents', { key, headers, body });
    expect(status).toBe(202);
    expect(json).toMatchObject({ filename: null, external_id: 'Comandă 7', mime_type: 'application/pdf', pages: 2 });
    // The same request in the other form: its bytes have the same digest.
    const again = { file_base64: bytes.toString('base64'), external_id: 'Comandă 7' };
    const replay = await submitJson(server, key, again, { 'Idempotency-Key': 'no-filename' });
    expect([replay.status, replay.json.id]).toEqual([202, json.id]);
  });

  test.each([
    ['UTF-8 without saying so', '', Buffer.from('Café ă')],
    ['declared UTF-8', 'Content-Type: text/plain; charset=utf-8\r\n', Buffer.from('Café ă')],
    ['declared UTF-8 that Latin-1 has too', 'Content-Type: text/plain; charset=utf-8\r\n', Buffer.from('Café')],
    ['declared Latin-1', 'Content-Type: text/plain; charset=iso-8859-1\r\n', Buffer.from('Café', 'latin1')],
  ])('a text is taken as it was written, in %s', async (_name, type, text) => {
    const head = `--b\r\nContent-Disposition: form-data; name="external_id"\r\n${type}\r\n`;
    const file = '\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';
    const vat = `\r\n--b\r\nContent-Disposition: form-data; name="buyer_vat"\r\n\r\n${buyer}\r\n--b--\r\n`;
    const body = Buffer.concat([Buffer.from(head), text, Buffer.from(file), pdf(), Buffer.from(vat)]);
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
    const { json } = await server.request('POST', '/v1/documents', { key, headers, body });
    expect(json.external_id).toBe(text.includes('ă') ? 'Café ă' : 'Café');
  });

  test('two files are 422', async () => {
    const body = form({ buyer_vat: buyer }, { bytes: pdf() });
    body.append('file', new Blob([pdf()]), 'second.pdf');
    const { status, json } = await server.request('POST', '/v1/documents', { key, body });
    expect(status).toBe(422);
    expect(json).toEqual(detail(['body', 'file']));
    // One of them without a filename is no less a file.
    const part = (name: string) =>
      `--b\r\nContent-Disposition: form-data; ${name}\r\n\r\n${pdf().toString('latin1')}\r\n`;
    for (const parts of [
      [part('name="file"'), part('name="file"; filename="a.pdf"')],
      [part('name="file"'), part('name="file"')],
    ]) {
      const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
      const mixed = Buffer.from(`${parts.join('')}--b--\r\n`, 'latin1');
      expect((await server.request('POST', '/v1/documents', { key, headers, body: mixed })).json).toEqual(
        detail(['body', 'file']),
      );
    }
  });

  test.each([
    ['without a boundary', 'multipart/form-data', 'x'],
    [
      'cut off in the middle',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb',
    ],
    ['empty', 'multipart/form-data; boundary=x', ''],
  ])('a multipart body %s is 422', async (_name, type, body) => {
    const { status, json } = await server.request('POST', '/v1/documents', {
      key,
      headers: { 'Content-Type': type },
      body,
    });
    expect(status).toBe(422);
    expect(json.detail[0].loc[0]).toBe('body');
  });

  test.each([
    ['not JSON', '{branch:'],
    ['a list', '[1]'],
    ['a text', '"x"'],
    ['null text', 'null'],
    ['empty', ''],
    ['a nested object', '{"a":{"b":1}}'],
    ['a nested list', '{"a":[1]}'],
  ])('metadata that is %s is 422 at body.metadata', async (_name, metadata) => {
    const { status, json } = await submit(server, key, { metadata });
    expect(status).toBe(422);
    expect(json).toEqual(detail(['body', 'metadata']));
  });
});

describe('4.2.2 JSON', () => {
  test('2.1 every field comes back on the document', async () => {
    const fields = {
      filename: 'a.pdf',
      external_id: 'PO-2',
      buyer_name: 'X',
      retention: 'standard',
      metadata: { a: 'b', n: 1.5 },
    };
    const { status, json } = await submitJson(server, key, fields);
    expect(status).toBe(202);
    expect(json).toMatchObject({ filename: 'a.pdf', external_id: 'PO-2', metadata: { a: 'b', n: 1.5 }, pages: 1 });
  });

  test('optional fields may be null', async () => {
    const nothing = { filename: null, buyer_name: null, external_id: null, mode: null, retention: null };
    expect((await submitJson(server, key, { ...nothing, webhook_url: null, metadata: null })).status).toBe(202);
  });

  test('base64 may be broken into lines', async () => {
    const lines =
      pdf(2)
        .toString('base64')
        .match(/.{1,76}/g) ?? [];
    for (const lineEnd of ['\n', '\r\n', ' \t\f']) {
      const { status, json } = await submitJson(server, key, { file_base64: `${lines.join(lineEnd)}${lineEnd}` });
      expect([status, json.pages]).toEqual([202, 2]);
    }
  });

  test.each([
    ['no JSON', '{"file_base64": '],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['empty', ''],
  ])('a body that is %s is 422 at body', async (_name, body) => {
    const headers = { 'Content-Type': 'application/json' };
    const { status, json } = await server.request('POST', '/v1/documents', { key, headers, body });
    expect(status).toBe(422);
    expect(json).toEqual(detail(['body']));
  });

  test('a body that is not UTF-8 is 422', async () => {
    const body = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]);
    const headers = { 'Content-Type': 'application/json' };
    expect((await server.request('POST', '/v1/documents', { key, headers, body })).status).toBe(422);
  });

  test.each([
    ['file_base64', 5, 'string_type'],
    ['file_base64', null, 'string_type'],
    ['file_base64', undefined, 'missing'],
    ['file_base64', 'not base64!', 'value_error'],
    ['file_base64', 'JVBERi0', 'value_error'],
    ['file_base64', 'JVBE\u00a0Ri0x', 'value_error'],
    ['file_base64', 'JVBE\vRi0x', 'value_error'],
    ['file_base64', 'data:application/pdf;base64,JVBERi0x', 'value_error'],
    ['buyer_vat', 18547290, 'string_type'],
    ['buyer_vat', undefined, 'missing'],
    ['buyer_name', 5, 'string_type'],
    ['external_id', 5, 'string_type'],
    ['external_id', ['a'], 'string_type'],
    ['filename', {}, 'string_type'],
    ['mode', 'later', 'enum'],
    ['mode', 1, 'enum'],
    ['retention', 'forever', 'enum'],
    ['webhook_url', 5, 'string_type'],
    ['metadata', 'text', 'dict_type'],
    ['metadata', [1], 'dict_type'],
    ['metadata', { a: { b: 1 } }, 'dict_type'],
  ])('%s of %j is 422 at its place', async (name, value, type) => {
    const { status, json } = await submitJson(server, key, { [name]: value });
    expect(status).toBe(422);
    expect(json).toEqual(detail(['body', name], type));
  });

  test('metadata is given back as it was sent, whatever its keys are', async () => {
    const body = `{"file_base64":"${pdf().toString('base64')}","buyer_vat":"${buyer}","metadata":{"__proto__":"x","constructor":"y"}}`;
    const headers = { 'Content-Type': 'application/json' };
    const { status, text } = await server.request('POST', '/v1/documents', { key, headers, body });
    expect(status).toBe(202);
    expect(text).toContain('"metadata":{"__proto__":"x","constructor":"y"}');
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe('4.2.3 sync and async', () => {
  test('sync answers 200 with the extraction when it is finished in time', async () => {
    const { status, json } = await submit(server, key, { mode: 'sync' });
    expect(status).toBe(200);
    expect(json).toMatchObject({ status: 'succeeded', schema_version: '2026-10-19', warnings: ['buyer_vat_mismatch'] });
    expect(json.document.total_amount).toBe(194.64);
  });

  test('async answers 202 at once and GET gives the extraction later', async () => {
    const { status, json } = await submit(server, key);
    expect(status).toBe(202);
    expect(await finished(server, key, json.id)).toMatchObject({ status: 'succeeded', error: null });
  });

  test('3 a sandbox document is the complete fictitious invoice', async () => {
    const { json } = await submit(server, key, { mode: 'sync' });
    const missing: string[] = [];
    const walk = (value: unknown, path: string): void => {
      if (value === null || value === '') missing.push(path);
      if (Array.isArray(value) && value.length === 0) missing.push(path);
      if (typeof value === 'object' && value !== null) {
        for (const [name, inner] of Object.entries(value)) walk(inner, path ? `${path}.${name}` : name);
      } else if (!path.startsWith('quality_flags')) {
        expect(json.fields[path], path).toMatchObject({ confidence: expect.stringMatching(/^(high|medium|low)$/) });
      }
    };
    walk(json.document, '');
    expect(missing).toEqual([]);
    const low = Object.keys(json.fields).filter((path) => json.fields[path].confidence === 'low');
    expect(low.length).toBeGreaterThan(0);
    expect(json.document.quality_flags.low_confidence_fields).toEqual(low);
    expect(json.warnings.length).toBeGreaterThan(0);
  });
});

describe('what was refused leaves nothing', () => {
  test('no document, no file, nothing staged', async () => {
    const before = await keptFiles(server.store);
    await submit(server, key, {}, { bytes: 'text' });
    await submit(server, key, { buyer_vat: 'x' });
    await submit(server, key, {}, { bytes: pdf(51) });
    await submitJson(server, key, { external_id: 'x'.repeat(200) });
    expect(await readdir(`${server.folder}/incoming`)).toEqual([]);
    expect(await keptFiles(server.store)).toEqual(before);
  });
});
