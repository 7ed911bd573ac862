import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { restoreBackup, writeBackup } from '../../server/store/backup.ts';
import { openStore, ownFolder } from '../../server/store/data-folder.ts';
import { sweepUnfinished } from '../../server/store/unfinished.ts';
import { facturier, temporaryFolder } from '../helpers/appliance.ts';
import { startTestServer, submit } from '../helpers/server.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

it.skipIf(process.platform === 'win32')('the data folder and its secrets are for their owner alone', async () => {
  const server = await startTestServer();
  await submit(server, await server.createKey('live'));
  await writeBackup(server.folder, join(server.folder, 'copy.backup'));
  const names = readdirSync(server.folder, { recursive: true, encoding: 'utf8' });
  expect(names).toEqual(expect.arrayContaining(['master.key', 'facturier.db', 'facturier.db-wal', 'owner.lock']));
  expect(names.filter((name) => name.startsWith('files/'))).toHaveLength(1);
  for (const name of ['.', ...names]) {
    const found = statSync(join(server.folder, name));
    expect({ name, mode: found.mode & 0o777 }).toEqual({ name, mode: found.isDirectory() ? 0o700 : 0o600 });
  }
  await server.stop();
});

it.skipIf(process.platform === 'win32')('a folder that others may enter still shows them no file of it', async () => {
  const data = join(folder.path, 'open');
  mkdirSync(data, { mode: 0o755 });
  await (await openStore({ data, masterKey: null })).close();
  ownFolder(data)();
  for (const name of readdirSync(data)) expect(statSync(join(data, name)).mode & 0o077).toBe(0);
});

it.skipIf(process.platform === 'win32')(
  'a link where a result is to be written is not followed',
  async () => {
    const precious = join(folder.path, 'precious');
    const invoice = join(folder.path, 'text.pdf');
    const out = join(folder.path, 'out');
    writeFileSync(precious, 'kept');
    writeFileSync(invoice, 'no invoice');
    mkdirSync(out);
    symlinkSync(precious, join(out, 'text.pdf.json'));
    const { code, stderr } = await facturier(
      folder.path,
      ...['extract', invoice, '--buyer-vat', 'RO18547290', '--out', out],
    );
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('ELOOP') });
    const backup = await facturier(folder.path, 'backup', join(out, 'text.pdf.json'));
    expect(backup.code).toBe(1);
    expect(readFileSync(precious, 'utf8')).toBe('kept');
  },
  60_000,
);

it.skipIf(process.platform === 'win32')(
  'restoring removes a link in the data folder, not what it leads to',
  async () => {
    const [data, other, backup] = ['data', 'other', 'backup'].map((name) => join(folder.path, name)) as [
      string,
      string,
      string,
    ];
    await (await openStore({ data, masterKey: null })).close();
    await writeBackup(data, backup);
    mkdirSync(other);
    writeFileSync(join(other, 'precious'), 'kept');
    for (const name of ['restoring', 'backups']) symlinkSync(other, join(data, name));
    rmSync(join(data, 'files'), { recursive: true });
    symlinkSync(other, join(data, 'files'));
    await restoreBackup(backup, data, null);
    expect(readdirSync(other)).toEqual(['precious']);
    expect(readFileSync(join(other, 'precious'), 'utf8')).toBe('kept');
  },
);

it.skipIf(process.platform === 'win32')(
  'what the start sweeps away of links is the link, not what it leads to',
  async () => {
    const [data, other] = ['data', 'other'].map((name) => join(folder.path, name)) as [string, string];
    const precious = join(other, 'precious');
    const missing = join(folder.path, 'missing');
    mkdirSync(data);
    mkdirSync(other);
    writeFileSync(precious, 'kept');
    for (const name of ['master.key.next', 'before-1.db.part']) symlinkSync(precious, join(data, name));
    for (const led of [other, missing]) {
      symlinkSync(led, join(data, 'restoring'));
      await sweepUnfinished(data);
      expect(readdirSync(data)).toEqual(['unfinished.lock']);
    }
    expect(readFileSync(precious, 'utf8')).toBe('kept');
  },
);

it.skipIf(process.platform === 'win32')(
  'a link in the data folder never has a file elsewhere erased or written',
  async () => {
    const data = join(folder.path, 'data');
    const other = join(folder.path, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'precious'), 'kept');
    await (await openStore({ data, masterKey: null })).close();
    symlinkSync(join(other, 'precious'), join(data, 'files', 'doc_link'));
    symlinkSync(join(other, 'precious'), join(data, 'incoming', 'link'));
    const store = await openStore({ data, masterKey: null });
    await store.files.sweep(store.db, Date.now());
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
