import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resource } from '../../server/resources.ts';
import { createKey, facturier, startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { startReceiver } from '../webhooks/receiver.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: Awaited<ReturnType<typeof startAppliance>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  receiver = await startReceiver();
  server = await startAppliance(folder.path);
  await facturier(folder.path, 'tenants', 'set', '--webhook-url', receiver.url);
});

afterAll(async () => {
  await server.stop();
  await receiver.stop();
  await folder.remove();
});

const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length));
};

test('decisions.md, added endpoints: /healthz answers without a key', async () => {
  const response = await fetch(`${server.url}/healthz`);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: 'ok' });
});

test('issue "The whole contract", operators: /metrics counts readings by outcome and time, deliveries, and what waits', async () => {
  const key = await createKey(folder.path, 'live');
  const submit = async (file: Uint8Array): Promise<void> => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(file)]));
    form.set('buyer_vat', 'RO9900816346');
    form.set('mode', 'sync');
    const url = `${server.url}/v1/documents`;
    const response = await fetch(url, { method: 'POST', headers: { Authorization: `Bearer ${key}` }, body: form });
    expect(response.status).toBe(200);
  };
  const invoice = await readFile(resource('samples', 'invoice.pdf'));
  await submit(invoice);
  await submit(invoice.subarray(0, 500));
  await receiver.waitFor(2);
  await expect.poll(() => metric('facturier_delivery_attempt_duration_seconds_count{outcome="http_204"}')).toBe(2);
  expect(await metric('facturier_reading_duration_seconds_count{outcome="succeeded"}')).toBe(1);
  expect(await metric('facturier_reading_duration_seconds_count{outcome="unreadable_file"}')).toBe(1);
  expect(await metric('facturier_reading_duration_seconds_sum{outcome="succeeded"}')).toBeGreaterThan(0);
  for (const status of ['queued', 'processing'])
    expect(await metric(`facturier_documents{status="${status}"}`)).toBe(0);
  for (const state of ['pending', 'due']) expect(await metric(`facturier_deliveries{state="${state}"}`)).toBe(0);
});

const outside = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal);

test.skipIf(!outside)(
  'decisions.md, added endpoints: /metrics is for this machine only (skipped without a network)',
  async () => {
    const own = await temporaryFolder();
    const open = await startAppliance(own.path, { args: ['--host', outside!.address] });
    try {
      const status = await new Promise((resolve, reject) => {
        request(`${open.url}/metrics`, { rejectUnauthorized: false }, (response) =>
          response.resume().on('end', () => resolve(response.statusCode)),
        )
          .on('error', reject)
          .end();
      });
      expect(status).toBe(404);
    } finally {
      await open.stop();
      await own.remove();
    }
  },
);
