import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resource } from '../../server/resources.ts';
import { finished, startTestServer, submit, type TestServer } from '../helpers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ readers: 1 });
});
afterAll(() => server.stop());

it('gives the number in the trade register of who prints one, with its place and why it is sure (decisions.md "Added beside the contract")', async () => {
  const bytes = await readFile(resource('samples', 'invoice.pdf'));
  const key = await server.createKey('live');
  const { json } = await submit(server, key, { buyer_vat: 'RO9900816346' }, { bytes });
  const { document, fields } = await finished(server, key, json.id);
  expect(document?.vendor.trade_register_number).toBe('J2019000417235');
  expect(document?.customer.trade_register_number).toBeNull();
  const field = fields?.['vendor.trade_register_number'];
  expect(field).toMatchObject({ confidence: 'high', page: 1, source: 'text', evidence: ['labelled'] });
  expect(field?.box).toHaveLength(4);
  expect(fields).not.toHaveProperty(['customer.trade_register_number']);
});

it('gives it of both parties in the sandbox, and describes it', async () => {
  const key = await server.createKey('test');
  const { json } = await submit(server, key);
  const { document } = await finished(server, key, json.id);
  expect(document).toMatchObject({
    vendor: { trade_register_number: expect.stringMatching(/^J/) },
    customer: { trade_register_number: expect.stringMatching(/^J/) },
  });
  const { json: api } = await server.request('GET', '/v1/openapi.json');
  expect(JSON.stringify(api).match(/"trade_register_number":\{/g)).toHaveLength(2);
});
