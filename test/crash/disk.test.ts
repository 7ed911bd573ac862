import { existsSync } from 'node:fs';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { resource } from '../../server/resources.ts';
import { openStore, ownFolder } from '../../server/store/data-folder.ts';
import { type Appliance, createKey, facturier, startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { canMount, mountDisk } from '../helpers/small-disk.ts';
import { findTraces, piecesOf, type Trace } from '../retention/traces.ts';
import { databaseFaults } from './database-faults.ts';

describe.skipIf(!canMount)(
  'issue "The whole contract", disk full and read-only (skipped where mounting is not allowed)',
  () => {
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    let server: Appliance | null;
    let disk: ReturnType<typeof mountDisk>;

    beforeEach(async () => {
      folder = await temporaryFolder();
      disk = mountDisk(folder.path, '12m');
      server = null;
    });
    afterEach(async () => {
      await server?.stop();
      disk.unmount();
      await folder.remove();
    });

    /** Tries again when a client is to wait for its turn. */
    const submit = async (key: string, file: Uint8Array): Promise<{ status: number; body: string }> => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(file)]), 'invoice.pdf');
      form.set('buyer_vat', 'RO9900816346');
      const headers = { Authorization: `Bearer ${key}` };
      const response = await fetch(`${server!.url}/v1/documents`, { method: 'POST', headers, body: form });
      if (response.status === 429) {
        await response.text();
        await new Promise((resolve) => setTimeout(resolve, Number(response.headers.get('retry-after')) * 1_000));
        return submit(key, file);
      }
      return { status: response.status, body: await response.text() };
    };
    const statusOf = async (key: string, id: string): Promise<unknown> => {
      const response = await fetch(`${server!.url}/v1/documents/${id}`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      return ((await response.json()) as { status?: unknown }).status;
    };

    test('a full disk refuses submissions, keeps what it accepted, leaves no scraps, and recovers by itself', async () => {
      server = await startAppliance(folder.path);
      const sandbox = await createKey(folder.path, 'test');
      const live = await createKey(folder.path, 'live');
      const invoice = await readFile(resource('samples', 'invoice.pdf'));
      const large = Buffer.concat([invoice, Buffer.alloc(300_000, ' ')]);
      // What an operator frees later.
      const spare = join(folder.path, 'spare');
      await writeFile(spare, Buffer.alloc(2_000_000));
      const accepted: [string, string][] = [];
      const refused: { status: number; body: string }[] = [];
      for (let tries = 0; tries < 40 && refused.length < 4; tries++) {
        // Of a sandbox document no file is kept.
        const key = tries % 4 === 3 ? sandbox : live;
        const answer = await submit(key, large);
        if (answer.status === 202) accepted.push([key, JSON.parse(answer.body).id]);
        else refused.push(answer);
      }
      expect(accepted.length).toBeGreaterThan(5);
      expect(refused.length).toBe(4);
      // To the last byte, so that the database has no room either.
      await writeFile(join(folder.path, 'ballast'), Buffer.alloc(12_000_000)).catch(() => {});
      refused.push(await submit(live, invoice));
      for (const { status, body } of refused) {
        expect(status).toBe(507);
        expect(JSON.parse(body).error.code).toBe('insufficient_storage');
      }
      expect(await readdir(join(folder.path, 'incoming'))).toEqual([]);
      const files = await readdir(join(folder.path, 'files'));
      const kept = accepted.filter(([key]) => key === live).map(([, id]) => id);
      expect(files.sort()).toEqual(kept.sort());
      expect(server.log()).toMatch(/ENOSPC|SQLITE_FULL/);
      const whoami = await fetch(`${server.url}/v1/whoami`, { headers: { Authorization: `Bearer ${live}` } });
      expect(whoami.status).toBe(200);

      await rm(join(folder.path, 'ballast'));
      await rm(spare);
      // A reading whose end found no room is made again when its lease has run out.
      for (const [key, id] of accepted) {
        await expect.poll(() => statusOf(key, id), { timeout: 90_000, interval: 500 }).toBe('succeeded');
      }
      await server.stop();
      expect(databaseFaults(folder.path)).toEqual([]);
    }, 180_000);

    test('on a full disk what a client deletes is erased all the same, again and again', async () => {
      server = await startAppliance(folder.path);
      const live = await createKey(folder.path, 'live');
      const invoice = await readFile(resource('samples', 'invoice.pdf'));
      const ids: string[] = [];
      for (let count = 0; count < 4; count++) ids.push(JSON.parse((await submit(live, invoice)).body).id);
      for (const id of ids) await expect.poll(() => statusOf(live, id), { timeout: 60_000 }).toBe('succeeded');
      const sealed = new Map<string, Trace[]>();
      for (const id of ids) {
        const database = new SQLite(join(folder.path, 'facturier.db'), { readonly: true });
        const row = database
          .prepare(
            'select file, k.result, k.about from documents d join document_keys k on k.number = d.keys where id = ?',
          )
          .get(id) as Record<string, Buffer>;
        database.close();
        const keys = Object.entries(row).map(([name, bytes]) => ({ name: `the wrapped key of ${name}`, bytes }));
        sealed.set(id, [...keys, ...piecesOf('the file', await readFile(join(folder.path, 'files', id)))]);
      }
      const headers = { Authorization: `Bearer ${live}` };
      for (const [number, id] of ids.entries()) {
        // To the last byte, each time anew; what the first had kept for it is there again for the next.
        await expect.poll(() => existsSync(join(folder.path, 'reserve')), { timeout: 10_000 }).toBe(true);
        await writeFile(join(folder.path, `ballast-${number}`), Buffer.alloc(12_000_000)).catch(() => {});
        expect((await submit(live, invoice)).status).toBe(507);
        const deleted = await fetch(`${server.url}/v1/documents/${id}`, { method: 'DELETE', headers });
        expect(deleted.status).toBe(200);
        expect(await findTraces(folder.path, sealed.get(id)!)).toEqual([]);
        await rm(join(folder.path, `ballast-${number}`));
      }
      await server.stop();
      expect(databaseFaults(folder.path)).toEqual([]);
    }, 180_000);

    test('what came due while a full disk kept the appliance from running is erased at its start', async () => {
      server = await startAppliance(folder.path);
      const live = await createKey(folder.path, 'live');
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(await readFile(resource('samples', 'invoice.pdf')))]), 'invoice.pdf');
      form.set('buyer_vat', 'RO9900816346');
      const headers = { Authorization: `Bearer ${live}` };
      const answer = await fetch(`${server.url}/v1/documents`, { method: 'POST', headers, body: form });
      const { id } = (await answer.json()) as { id: string };
      await expect.poll(() => statusOf(live, id), { timeout: 60_000 }).toBe('succeeded');
      await server.stop();
      const database = new SQLite(join(folder.path, 'facturier.db'));
      const long = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000).toISOString();
      database.prepare('update documents set finished_at = ?').run(long);
      database.close();
      await writeFile(join(folder.path, 'ballast'), Buffer.alloc(12_000_000)).catch(() => {});
      server = await startAppliance(folder.path);
      expect(await readdir(join(folder.path, 'files'))).toEqual([]);
      const got = await fetch(`${server.url}/v1/documents/${id}`, { headers });
      expect(await got.json()).toMatchObject({ document: null, result_deleted_at: expect.any(String) });
    }, 120_000);

    // What a first start does not get written depends on how much room there is.
    test.each([0, 12, 48, 160, 300])(
      'a first start with %i KiB left says that the disk is full, and spoils nothing',
      async (kib) => {
        const start = async (): Promise<void> => {
          ownFolder(folder.path)();
          await (await openStore({ data: folder.path, masterKey: null })).close();
        };
        const filler = join(folder.path, 'filler');
        await writeFile(filler, Buffer.alloc(12 * 1024 * 1024)).catch(() => {});
        await truncate(filler, (12 * 1024 - kib) * 1024);
        const full = `The disk of the data folder ${folder.path} is full; make room on it first.`;
        await expect(start()).rejects.toThrow(full);
        // A command does not ask whose the folder is.
        await expect(openStore({ data: folder.path, masterKey: null })).rejects.toThrow(full);
        await rm(filler);
        await start();
      },
    );

    test('a folder that cannot be written to is refused at the start, in one sentence', async () => {
      server = await startAppliance(folder.path);
      expect(await server.stop()).toBe(0);
      server = null;
      disk.allow('ro');
      const ended = await facturier(folder.path, 'serve', '--port', '0');
      expect(ended.code).toBe(1);
      expect(ended.stdout).toBe('');
      expect(ended.stderr.trim().split('\n').length).toBe(1);
      expect(ended.stderr).toMatch(/cannot be written to: EROFS/);
    });
  },
);
