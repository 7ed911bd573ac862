import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Appliance, createKey, facturier, startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { canGiveNames, type NameServer, startNameServer, withNames } from '../helpers/name-server.ts';
import { samplePdf } from '../helpers/window.ts';
import { createAuthority, issue } from '../webhooks/certificates.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';

describe.skipIf(!canGiveNames())('the names that webhooks go to', () => {
  const authority = createAuthority();
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let names: NameServer;
  let appliance: Appliance;
  let receiver: Receiver;

  beforeEach(async () => {
    folder = await temporaryFolder();
    names = await startNameServer(['erp.office.test']);
    receiver = await startReceiver(undefined, issue(authority, ['erp', 'books.test', 'localhost']));
    const ca = join(folder.path, 'ca.pem');
    writeFileSync(ca, authority.pem);
    appliance = await startAppliance(join(folder.path, 'data'), {
      command: withNames(folder.path, {
        hosts: '127.0.0.1 localhost\n127.0.0.1 Books.test # of the accountant\n',
        resolver: `${names.line}search office.test\n`,
      }),
      env: { FACTURIER_WEBHOOK_CA: ca },
    });
  });
  afterEach(async () => {
    await appliance.stop();
    await receiver.stop();
    await names.stop();
    await folder.remove();
  });

  /** Has an event sent to a URL. */
  const submit = async (key: string, url: string): Promise<void> => {
    const form = new FormData();
    form.set('file', new Blob([readFileSync(samplePdf)]), 'invoice.pdf');
    form.set('buyer_vat', 'RO9900816346');
    form.set('webhook_url', url);
    const headers = { Authorization: `Bearer ${key}` };
    const answer = await fetch(`${appliance.url}/v1/documents`, { method: 'POST', headers, body: form });
    expect(answer.status).toBe(202);
  };

  it('are found in the hosts file, under the search domain of the office, and on this machine', async () => {
    const key = await createKey(join(folder.path, 'data'), 'test');
    for (const host of ['books.test', 'erp', 'localhost']) {
      await submit(key, `https://${host}:${receiver.port}/${host}`);
    }
    await receiver.waitFor(3);
    expect(receiver.received.map(({ path }) => path).toSorted()).toEqual(['/books.test', '/erp', '/localhost']);
    expect(new Set(names.asked)).toEqual(new Set(['erp.office.test']));
  }, 30_000);

  it('hold up neither another company nor the end of the server where nobody answers for them', async () => {
    const data = join(folder.path, 'data');
    const hostile = await createKey(data, 'test');
    const { id } = JSON.parse((await facturier(data, 'tenants', 'create', 'Another firm', '--json')).stdout);
    const { stdout: other } = await facturier(data, 'keys', 'create', '--mode', 'test', '--tenant', id);
    for (let index = 0; index < 20; index++) await submit(hostile, `https://firm-${index}.silent.test/`);
    await expect.poll(() => new Set(names.asked).size, { timeout: 10_000 }).toBeGreaterThanOrEqual(20);
    await submit(other, `https://books.test:${receiver.port}/`);
    await receiver.waitFor(1);
    // Longer than it has for its end, and it is ended by force: with 1, if it is at all.
    expect(await appliance.stop()).toBe(0);
  }, 40_000);
});
