import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Appliance, createKey, startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { haveStrace } from '../helpers/prerequisites.ts';
import { buyer, samplePdf } from '../helpers/window.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let appliance: Appliance;

afterEach(async () => {
  await appliance.stop();
  await folder.remove();
});

describe.skipIf(!haveStrace())('the network, by the system calls of a server that reads an invoice', () => {
  it('is listened to on one loopback port and connected to nowhere', async () => {
    folder = await temporaryFolder();
    const trace = join(folder.path, 'calls');
    appliance = await startAppliance(join(folder.path, 'data'), {
      command: ['strace', '-D', '-f', '--seccomp-bpf', '-qq', '-e', 'trace=connect,bind,sendto,sendmsg', '-o', trace],
      within: 60_000,
    });
    const key = await createKey(join(folder.path, 'data'), 'live');
    const form = new FormData();
    form.set('file', new Blob([readFileSync(samplePdf)]), 'invoice.pdf');
    form.set('buyer_vat', buyer.vat);
    form.set('mode', 'sync');
    const headers = { 'X-API-Key': key };
    const answer = await fetch(`${appliance.url}/v1/documents`, { method: 'POST', headers, body: form });
    expect(answer.status).toBe(200);
    await appliance.stop();

    const calls = readFileSync(trace, 'utf8').split('\n');
    const connects = calls.filter((line) => /\b(connect|sendto|sendmsg)\(.*AF_INET/.test(line));
    expect(connects).toEqual([]);
    const binds = calls.filter((line) => /\bbind\(.*AF_INET/.test(line));
    expect(binds).toHaveLength(1);
    expect(binds[0]).toContain('127.0.0.1');
  }, 120_000);
});
