import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DocumentJson } from '../../server/contract/document.ts';
import { type Appliance, createKey, startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { printed, printedPage } from '../helpers/scans.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: Appliance;
let key: string;
let jpeg: Buffer;

beforeAll(async () => {
  jpeg = (await printedPage(150, [...printed, ...printed])).toBuffer('image/jpeg');
  folder = await temporaryFolder();
  server = await startAppliance(folder.path);
  key = await createKey(folder.path, 'live');
}, 60_000);
afterAll(async () => {
  await server.stop();
  await folder.remove();
});

/** The document of a file, when it is read. */
async function submitted(bytes: Uint8Array): Promise<DocumentJson> {
  const form = new FormData();
  form.set('file', new Blob([Uint8Array.from(bytes)]), 'scan');
  form.set('buyer_vat', 'RO18547290');
  form.set('mode', 'sync');
  const headers = { authorization: `Bearer ${key}` };
  let answer = await fetch(`${server.url}/v1/documents`, { method: 'POST', headers, body: form });
  let document = (await answer.json()) as DocumentJson;
  for (let asked = 0; asked < 60 && !['succeeded', 'failed'].includes(document.status); asked++) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    answer = await fetch(`${server.url}/v1/documents/${document.id}`, { headers });
    document = (await answer.json()) as DocumentJson;
  }
  return document;
}

it('a picture that breaks off is read as far as it goes, and the document says so', async () => {
  const document = await submitted(jpeg.subarray(0, 0.8 * jpeg.length));
  expect(document.status).toBe('succeeded');
  expect(document.document?.quality_flags.notes).toContain('Page 1 breaks off');
  expect(Object.values(document.fields ?? {}).map(({ confidence }) => confidence)).not.toContain('high');
}, 60_000);

it('one of which nothing is left fails as a file that cannot be read', async () => {
  const document = await submitted(jpeg.subarray(0, 300));
  expect(document).toMatchObject({ status: 'failed', error: { code: 'unreadable_file' } });
}, 60_000);
