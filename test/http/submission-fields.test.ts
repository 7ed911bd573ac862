import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { detail, startTestServer, submit, submitJson, type TestServer } from '../helpers/server.ts';

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

describe('4.2.1 buyer_vat', () => {
  test.each([
    'RO18547290',
    '18547290',
    'ro 185.472-90',
    '1630615123457',
    'DE271483066',
    'DE136695977',
    'GR094259216',
    'XI980780684',
  ])('%s is taken', async (buyer_vat) => {
    expect((await submit(server, key, { buyer_vat })).status).toBe(202);
  });
  test.each(['', 'RO18547291', '18547291', '12345', 'GB980780684', 'US123', '271483066X', 'DE1', '0000000000000'])(
    '%j is 422 at body.buyer_vat',
    async (buyer_vat) => {
      const { status, json } = await submit(server, key, { buyer_vat });
      expect(status).toBe(422);
      expect(json).toEqual(detail(['body', 'buyer_vat']));
    },
  );
});

describe('4.2.1 webhook_url', () => {
  test.each([
    'http://erp.example/',
    'ftp://x',
    'erp.example',
    'https://',
    'https:///x',
    'https://a b',
    'javascript:alert(1)',
    '',
  ])('%j is 422 at body.webhook_url', async (webhook_url) => {
    const { status, json } = await submit(server, key, { webhook_url });
    expect(status).toBe(422);
    expect(json).toEqual(detail(['body', 'webhook_url']));
  });
});

describe('7.1 lengths and counts are 400 invalid_request that names field and limit', () => {
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']));
  const flag = '🇷🇴'; // two characters, four UTF-16 units

  test.each([
    ['external_id of 128', { external_id: 'x'.repeat(128) }],
    ['external_id of 128 characters outside the BMP', { external_id: flag.repeat(64) }],
    ['buyer_name of 200', { buyer_name: 'ă'.repeat(200) }],
    ['metadata of 20 keys', { metadata: keys(20) }],
    ['a metadata value of 500', { metadata: { a: 'x'.repeat(500) } }],
  ])('%s is taken', async (_name, fields) => {
    expect((await submitJson(server, key, fields)).status).toBe(202);
  });

  test.each([
    ['external_id', '128', { external_id: 'x'.repeat(129) }],
    ['external_id', '128', { external_id: `${flag.repeat(64)}x` }],
    ['buyer_name', '200', { buyer_name: 'ă'.repeat(201) }],
    ['metadata', '20', { metadata: keys(21) }],
    ['metadata.a', '500', { metadata: { a: 'x'.repeat(501) } }],
  ])('%s over %s is refused', async (name, limit, fields) => {
    const { status, json } = await submitJson(server, key, fields);
    expect(status).toBe(400);
    expect(json.error.code).toBe('invalid_request');
    expect(json.error.message).toContain(name);
    expect(json.error.message).toContain(limit);
    const multipart = { ...fields, ...('metadata' in fields && { metadata: JSON.stringify(fields.metadata) }) };
    expect((await submit(server, key, multipart as Record<string, string>)).status).toBe(400);
  });

  test('as long as they may be, texts come back as they were sent', async () => {
    const metadata = { ['ă'.repeat(100)]: 'x', b: flag.repeat(250) };
    const filename = `${'ă'.repeat(125)}x.pdf`;
    const webhook_url = `https://erp.example/${'x'.repeat(2048 - 'https://erp.example/'.length)}`;
    const json = await submitJson(server, key, { metadata, filename, webhook_url });
    expect(json.json).toMatchObject({ metadata, filename });
    const fields = { metadata: JSON.stringify(metadata), webhook_url };
    const multipart = await submit(server, key, fields, { name: filename });
    expect(multipart.json).toMatchObject({ metadata, filename });
  });

  test.each([
    ['filename', { filename: `${'ă'.repeat(126)}.pdf` }, 255],
    ['filename', { filename: 'x'.repeat(1_000_000) }, 255],
    ['webhook_url', { webhook_url: `https://erp.example/${'x'.repeat(2048)}` }, 2048],
    ['metadata', { metadata: { ['x'.repeat(101)]: 1 } }, 100],
    ['metadata', { metadata: { ['x'.repeat(1_000_000)]: 'y' } }, 100],
    ['buyer_vat', { buyer_vat: `RO18547290${' '.repeat(1_000_000)}` }, 64],
  ])('%s that is too long is 422 there, and nothing of it comes back', async (name, fields, max_length) => {
    const { status, json, text } = await submitJson(server, key, fields);
    expect(status).toBe(422);
    expect(json).toEqual(detail(['body', name], 'string_too_long'));
    expect(json.detail[0].ctx).toEqual({ max_length });
    expect(text.length).toBeLessThan(300);
  });

  test('the same in multipart, where a name belongs to the file', async () => {
    const refused = async (fields: Record<string, string>, name?: string): Promise<unknown> => {
      const { status, json } = await submit(server, key, fields, { ...(name && { name }) });
      expect(status).toBe(422);
      return json;
    };
    expect(await refused({}, 'x'.repeat(256))).toEqual(detail(['body', 'file'], 'string_too_long'));
    const metadata = JSON.stringify({ ['x'.repeat(101)]: 1 });
    expect(await refused({ metadata })).toEqual(detail(['body', 'metadata'], 'string_too_long'));
    const webhook_url = `https://erp.example/${'x'.repeat(2048)}`;
    expect(await refused({ webhook_url })).toEqual(detail(['body', 'webhook_url'], 'string_too_long'));
  });

  test('texts of millions of characters are refused like those of one too many', async () => {
    for (const fields of [{ external_id: 'x'.repeat(4_000_000) }, { buyer_name: flag.repeat(1_000_000) }]) {
      const { status, json } = await submitJson(server, key, fields);
      expect([status, json.error.code]).toEqual([400, 'invalid_request']);
    }
  });

  test.each(['', 'x'.repeat(256)])('an Idempotency-Key of %j is refused', async (value) => {
    const { status, json } = await submit(server, key, {}, { headers: { 'Idempotency-Key': value } });
    expect(status).toBe(400);
    expect(json.error).toMatchObject({ code: 'invalid_request', message: expect.stringContaining('Idempotency-Key') });
  });
});
