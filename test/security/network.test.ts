import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
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

/** Every socket of the internet that a process holds, as /proc/net has it: its protocol, and its own end in hexadecimal. */
function socketsOf(pid: number): string[] {
  const held = new Set(
    readdirSync(`/proc/${pid}/fd`).map((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1];
      } catch {
        // It was closed meanwhile.
        return undefined;
      }
    }),
  );
  return ['tcp', 'tcp6', 'udp', 'udp6', 'raw', 'raw6'].flatMap((protocol) =>
    readFileSync(`/proc/net/${protocol}`, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((columns) => held.has(columns[9]))
      .map((columns) => `${protocol} ${columns[1]} ${columns[3]}`),
  );
}

it.skipIf(process.platform !== 'linux')('the only open port of a server is its own, on loopback', async () => {
  folder = await temporaryFolder();
  appliance = await startAppliance(folder.path);
  const port = Number(new URL(appliance.url).port).toString(16).toUpperCase().padStart(4, '0');
  // 0A is a socket that listens; the address is 127.0.0.1, its bytes the other way round.
  await expect.poll(() => socketsOf(appliance.process.pid!)).toEqual([`tcp 0100007F:${port} 0A`]);
  expect(readFileSync(`/proc/${appliance.process.pid}/task/${appliance.process.pid}/children`, 'utf8')).toBe('');
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
