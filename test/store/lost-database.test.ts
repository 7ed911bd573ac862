import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { openStore } from '../../server/store/data-folder.ts';
import * as tenants from '../../server/store/tenants.ts';
import { type Appliance, createKey, facturier, startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { buyer, form, pdf } from '../helpers/server.ts';
import { testDatabase } from '../helpers/store.ts';

/** On SQLite. */
const alone = inject('cluster') === undefined;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: Appliance | null;
beforeEach(async () => {
  folder = await temporaryFolder();
  server = null;
});
afterEach(async () => {
  await server?.stop();
  await folder.remove();
});

const at = (name: string): string => join(folder.path, name);

describe.runIf(alone)('a data folder whose database was lost', () => {
  /** A stopped appliance that keeps one file of a document. @returns the file's sealed bytes */
  const keepAFile = async (): Promise<[name: string, bytes: Buffer]> => {
    server = await startAppliance(folder.path);
    const headers = { Authorization: `Bearer ${await createKey(folder.path, 'live')}` };
    const body = form({ buyer_vat: buyer }, { bytes: pdf() });
    expect((await fetch(`${server.url}/v1/documents`, { method: 'POST', headers, body })).status).toBe(202);
    await server.stop();
    server = null;
    const [name = ''] = readdirSync(at('files'));
    return [name, readFileSync(at(`files/${name}`))];
  };
  const remove = (): void => {
    for (const name of ['facturier.db', 'facturier.db-wal', 'facturier.db-shm']) rmSync(at(name), { force: true });
  };
  const ways: [string, () => void][] = [
    ['removed', remove],
    [
      'emptied to 0 bytes',
      () => {
        remove();
        writeFileSync(at('facturier.db'), '');
      },
    ],
    [
      'cut to 0 bytes, with its log beside it',
      () => {
        truncateSync(at('facturier.db'), 0);
        writeFileSync(at('facturier.db-wal'), 'what was written last');
      },
    ],
  ];
  test.each(ways)(
    '%s: nothing starts, nothing is deleted, and one sentence says what to do',
    async (_, lose) => {
      const [name, bytes] = await keepAFile();
      lose();
      const before = readdirSync(folder.path).sort();
      for (const command of [
        ['serve', '--port', '0'],
        ['keys', 'list'],
        ['tenants', 'list'],
      ]) {
        const ended = await facturier(folder.path, ...command);
        expect({ command, code: ended.code, stdout: ended.stdout }).toEqual({ command, code: 1, stdout: '' });
        expect(ended.stderr.trim().split('\n')).toHaveLength(1);
        expect(ended.stderr).toMatch(/holds a master key and a file of a document.* restore .*--start-empty/);
      }
      const doctor = await facturier(folder.path, 'doctor');
      expect(doctor.code).toBe(1);
      expect(doctor.stdout).toMatch(/a file of a document.* but its database \(facturier\.db\) is missing or empty/);
      expect(readFileSync(at(`files/${name}`))).toEqual(bytes);
      expect(readdirSync(folder.path).sort()).toEqual(before);
    },
    120_000,
  );

  test('--start-empty begins anew, and keeps the files in a folder beside', async () => {
    const [name, bytes] = await keepAFile();
    remove();
    server = await startAppliance(folder.path, { args: ['--start-empty'] });
    const aside = readdirSync(folder.path).find((each) => each.startsWith('set-aside-'))!;
    expect(statSync(at(aside)).mode & 0o777).toBe(0o700);
    expect(readFileSync(at(`${aside}/files/${name}`))).toEqual(bytes);
    expect(readdirSync(at('files'))).toEqual([]);
    await server.stop();
    // Once begun anew it starts like any other.
    server = await startAppliance(folder.path);
    expect(existsSync(at(`${aside}/files/${name}`))).toBe(true);
  }, 60_000);

  test('an empty database of another folder in its place is noticed by the files', async () => {
    const [name, bytes] = await keepAFile();
    await (await openStore({ data: at('other'), masterKey: null })).close();
    remove();
    const { db, close } = await openStore({ data: at('other'), masterKey: null });
    await db.deleteFrom('settings').execute();
    await close();
    writeFileSync(at('facturier.db'), readFileSync(at('other/facturier.db')));
    await expect(openStore({ data: folder.path, masterKey: null })).rejects.toThrow(/the database is empty/);
    expect(readFileSync(at(`files/${name}`))).toEqual(bytes);
  }, 60_000);

  test('a key that was lost is not replaced by a new one', async () => {
    await (await openStore({ data: folder.path, masterKey: null })).close();
    rmSync(at('master.key'));
    await expect(openStore({ data: folder.path, masterKey: null })).rejects.toThrow(/has a master key, which is not/);
    expect(existsSync(at('master.key'))).toBe(false);
  });

  test('a first start that was cut off before it had a key is made again', async () => {
    writeFileSync(at('facturier.db'), '');
    await (await openStore({ data: folder.path, masterKey: null })).close();
  });
});

describe.runIf(!alone)('a shared database that was lost', () => {
  test('an appliance with its key does not begin another one, until it is told to', async () => {
    const first = await testDatabase();
    const store = await openStore({ data: folder.path, masterKey: null, database: first });
    await tenants.ensureFirst(store.db, store.vault, Date.now());
    await store.close();
    const empty = await testDatabase();
    for (let tries = 0; tries < 2; tries++) {
      await expect(openStore({ data: folder.path, masterKey: null, database: empty })).rejects.toThrow(
        /holds a master key, but the database is empty.*--start-empty, which begins anew with the same key/,
      );
    }
    await (await openStore({ data: folder.path, masterKey: null, database: empty, startEmpty: true })).close();
    await (await openStore({ data: folder.path, masterKey: null, database: empty })).close();
    expect(readdirSync(folder.path).filter((name) => name.startsWith('set-aside'))).toEqual([]);
    await (await openStore({ data: folder.path, masterKey: null, database: first })).close();
  });

  test('a first start that was cut off behind its key is made again', async () => {
    const database = (await testDatabase())!;
    await (await openStore({ data: at('other'), masterKey: null, database })).close();
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    // All that a first start has written by then, but for its key, which is written with nothing after it.
    await client.query(`delete from settings where name = 'master_key_check'`);
    await client.query(`
      create function cut_off() returns trigger language plpgsql as $$ begin
        if new.name = 'master_key_check' and new.value <> '' then raise exception 'cut off'; end if;
        return new;
      end $$`);
    await client.query(
      'create trigger cut_off before insert or update on settings for each row execute function cut_off()',
    );
    const open = () => openStore({ data: folder.path, masterKey: null, database });
    await expect(open()).rejects.toThrow(/cut off/);
    expect(existsSync(at('master.key'))).toBe(true);
    await client.query('drop trigger cut_off on settings');
    await client.end();
    await (await open()).close();
    await (await open()).close();
  });
});
