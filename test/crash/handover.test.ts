import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey, startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { buyer, form, pdf } from '../helpers/server.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

test('3 retention=zero: killed in the middle of the one GET, the appliance gives the extraction at the next', async () => {
  const key = await createKey(folder.path, 'test');
  const headers = { Authorization: `Bearer ${key}` };
  const first = await startAppliance(folder.path);
  const body = form({ buyer_vat: buyer, retention: 'zero', mode: 'sync' }, { bytes: pdf() });
  const submitted = await fetch(`${first.url}/v1/documents`, { method: 'POST', headers, body });
  const { id } = (await submitted.json()) as { id: string };
  // Its head is here and the rest is on its way.
  const answer = await fetch(`${first.url}/v1/documents/${id}`, { headers });
  await first.stop('SIGKILL');
  await answer.text().catch(() => undefined);

  const second = await startAppliance(folder.path);
  const get = async () => (await fetch(`${second.url}/v1/documents/${id}`, { headers })).json();
  expect(await get()).toMatchObject({ status: 'succeeded', document: { currency: 'EUR' }, result_deleted_at: null });
  expect(await get()).toMatchObject({ document: null, result_deleted_at: expect.any(String) });
  expect(await second.stop()).toBe(0);
}, 60_000);
