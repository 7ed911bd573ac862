import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { restoreBackup, writeBackup } from '../../server/store/backup.ts';
import { openStore } from '../../server/store/data-folder.ts';
import { fileOf } from '../../server/store/files.ts';
import * as keys from '../../server/store/keys.ts';
import { temporaryFolder } from '../helpers/appliance.ts';
import { startTestServer, submit } from '../helpers/server.ts';

/** A backup that somebody was given, and that was made to do harm where it is restored. */
describe('a hostile backup', () => {
  let made: Awaited<ReturnType<typeof temporaryFolder>>;
  let root: Awaited<ReturnType<typeof temporaryFolder>>;
  let backup: string;
  let data: string;

  beforeAll(async () => {
    made = await temporaryFolder();
    const server = await startTestServer();
    await submit(server, await server.createKey('live'));
    await writeBackup(server.folder, join(made.path, 'backup'));
    await server.stop();
  });
  afterAll(() => made.remove());
  beforeEach(async () => {
    root = await temporaryFolder();
    backup = join(root.path, 'given.backup');
    data = join(root.path, 'data');
    copyFileSync(join(made.path, 'backup'), backup);
    await (await openStore({ data, masterKey: null })).close();
  });
  afterEach(() => root.remove());

  const changed = (sql: string): void => {
    const file = new SQLite(backup);
    file.exec(sql);
    file.close();
  };

  it.each([
    ['a path for the name of a file', "update backup_files set document_id = '../../../escaped'"],
    ['an absolute path for the name of a file', "update backup_files set document_id = '/tmp/facturier-escaped'"],
    ['a path for the id of a document', "update documents set id = 'doc_x/../../../escaped'"],
    ['a text that is no key for the master key', "update backup_info set value = 'keychain' where name = 'master_key'"],
    ['a trigger', 'create trigger spy after insert on keys begin delete from keys; end'],
    [
      'a view without end in place of the files',
      `drop table backup_files;
       create view backup_files as with recursive n(i) as (select 1 union all select i + 1 from n)
       select 'doc_' || i as document_id, zeroblob(1000) as bytes from n`,
    ],
    ['a virtual table', 'create virtual table spy using fts5(text)'],
  ])('with %s is refused, and changes nothing', async (_name, sql) => {
    const key = readFileSync(join(data, 'master.key'), 'utf8');
    changed(`pragma foreign_keys = off; ${sql}`);
    await expect(restoreBackup(backup, data, null)).rejects.toThrow();
    expect(readdirSync(root.path).sort()).toEqual(['data', 'given.backup']);
    expect(existsSync('/tmp/facturier-escaped')).toBe(false);
    expect(readFileSync(join(data, 'master.key'), 'utf8')).toBe(key);
    const store = await openStore({ data, masterKey: null });
    expect(await keys.list(store.db)).toEqual([]);
    await store.close();
  });

  it('is restored where it was not touched', async () => {
    expect(await restoreBackup(backup, data, null)).toMatchObject({ documents: 1, files: 1 });
  });
});

it.each(['../escaped', 'doc_/../x', 'doc_x/y', 'doc_x\\y', '/etc/passwd', '', '..', 'doc_\0'])(
  'no file of the data folder is reached by the id %j',
  (id) => expect(() => fileOf('/data', id)).toThrow('no proper id'),
);
