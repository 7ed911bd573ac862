import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../server/store/data-folder.ts';
import { temporaryFolder } from '../helpers/appliance.ts';
import { startTestServer, submit } from '../helpers/server.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

it.skipIf(process.platform === 'win32')('the data folder and its secrets are for their owner alone', async () => {
  const server = await startTestServer();
  await submit(server, await server.createKey('live'));
  const mode = (name: string): number => statSync(join(server.folder, name)).mode & 0o777;
  expect(mode('.')).toBe(0o700);
  expect(mode('master.key')).toBe(0o600);
  expect(mode('files')).toBe(0o700);
  for (const name of readdirSync(join(server.folder, 'files'))) expect(mode(join('files', name))).toBe(0o600);
  await server.stop();
});

it.skipIf(process.platform === 'win32')(
  'a link in the data folder never has a file elsewhere erased or written',
  async () => {
    const data = join(folder.path, 'data');
    const other = join(folder.path, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'precious'), 'kept');
    await (await openStore(data, null)).close();
    symlinkSync(join(other, 'precious'), join(data, 'files', 'doc_link'));
    symlinkSync(join(other, 'precious'), join(data, 'incoming', 'link'));
    const store = await openStore(data, null);
    await store.files.sweep(store.db);
    const staged = await store.files.stage([Buffer.from('new')]);
    symlinkSync(join(other, 'precious'), join(data, 'files', 'doc_new'));
    await expect(store.files.adopt(staged, 'doc_new')).rejects.toThrow(/EEXIST/);
    await store.close();
    // Links go, what they point at stays.
    expect(readdirSync(join(data, 'incoming'))).toEqual([]);
    expect(statSync(join(other, 'precious')).size).toBe('kept'.length);
    rmSync(other, { recursive: true });
  },
);
