import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resource } from '../../server/resources.ts';
import { type Appliance, createKey, startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { rangeBomb, repeatedContent, withAttachment } from '../helpers/bad-files.ts';
import { type MemoryGroup, memoryGroup } from '../helpers/memory-group.ts';

const gibibyte = 1024 * 1024 * 1024;
// Linux, and root.
const probe = memoryGroup(gibibyte);
probe?.remove();

describe.skipIf(probe === null)(
  'a machine of two gibibytes (skipped where control groups cannot be made) and files that want more',
  () => {
    let group: MemoryGroup;
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    let server: Appliance;
    let key: string;
    beforeAll(async () => {
      group = memoryGroup(2 * gibibyte)!;
      folder = await temporaryFolder();
      server = await startAppliance(folder.path, { command: group.command });
      key = await createKey(folder.path, 'live');
    });
    afterAll(async () => {
      await server.stop();
      await folder.remove();
      group.remove();
    });

    const submit = async (bytes: Uint8Array): Promise<string> => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(bytes)]), 'invoice.pdf');
      form.set('buyer_vat', 'RO9900816346');
      const headers = { Authorization: `Bearer ${key}` };
      const response = await fetch(`${server.url}/v1/documents`, { method: 'POST', headers, body: form });
      expect(response.status).toBe(202);
      return ((await response.json()) as { id: string }).id;
    };
    const outcome = async (id: string): Promise<string | null> => {
      const headers = { Authorization: `Bearer ${key}` };
      const response = await fetch(`${server.url}/v1/documents/${id}`, { headers });
      const { status, error } = (await response.json()) as { status: string; error: { code: string } | null };
      return status === 'failed' ? error!.code : status === 'succeeded' ? status : null;
    };

    test('each of them ends by itself, an invoice beside them is read, and the process is never ended', async () => {
      const line = '0 0 m 1 1 l S\n';
      const hostile = await Promise.all([
        rangeBomb('Encoding'),
        rangeBomb('ToUnicode'),
        withAttachment(Buffer.alloc(300_000_000, ' ')),
        withAttachment(Buffer.from(`<?xml version="1.0"?><Invoice>${'<a b="c">d</a>'.repeat(430_000)}</Invoice>`)),
        repeatedContent(line, 280_000_000),
        repeatedContent('1 ', 200_000_000, ['q [', '] 0 d']),
      ]);
      const ids: string[] = [];
      for (const bytes of hostile) ids.push(await submit(bytes));
      const invoice = await submit(await readFile(resource('samples', 'invoice.pdf')));
      const ended = () => Promise.all([...ids, invoice].map(outcome));
      await expect.poll(ended, { timeout: 580_000, interval: 500 }).not.toContain(null);
      const outcomes = await ended();
      expect(outcomes.at(-1)).toBe('succeeded');
      for (const each of outcomes.slice(0, -1)) {
        expect(['succeeded', 'no_text_found', 'file_too_complex']).toContain(each);
      }
      expect(outcomes).toContain('file_too_complex');
      expect(group.killed()).toBe(0);
      expect(server.process.exitCode).toBeNull();
      expect(server.process.signalCode).toBeNull();
    }, 600_000);
  },
);
