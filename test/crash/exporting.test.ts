import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { timestamp } from '../../server/clock.ts';
import * as acts from '../../server/store/acts.ts';
import { openStore } from '../../server/store/data-folder.ts';
import { find } from '../../server/store/documents.ts';
import * as tenants from '../../server/store/tenants.ts';
import { startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { confirmDocument, putReading } from '../helpers/confirmed.ts';
import { kindsOfInvoices } from '../helpers/kinds-of-invoices.ts';
import { seedDocuments } from '../helpers/many-documents.ts';
import { haveStrace } from '../helpers/prerequisites.ts';

const company = 'RO9900816346';
const count = 40;
const dayMs = 24 * 60 * 60 * 1000;
type Kill = 'link' | 'unlink' | 'rename' | null;
/**
 * What it is killed at when it is about to: to give a file its name, to take the other name away, to give a folder its name; and any
 * moment between.
 */
const programs: [to: string, kills: Kill[]][] = [
  ['saga', ['link', 'unlink', null, 'link', 'link', null, 'unlink', null]],
  ['winmentor', ['rename', 'rename', null]],
];

describe.skipIf(!haveStrace()).each(programs)(
  'an appliance that is killed again and again while it exports to %s',
  (to, kills) => {
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    let data: string;
    let own: string;
    let ids: string[];

    beforeAll(async () => {
      folder = await temporaryFolder();
      data = join(folder.path, 'data');
      own = join(folder.path, 'out', company);
      mkdirSync(own, { recursive: true });
      ids = (await seedDocuments(data, 2 * count)).filter((_id, index) => index % 2 === 0);
      const { extraction } = kindsOfInvoices()['two rates']!;
      await withStore(async (store) => {
        const tenantId = (await tenants.list(store.db))[0]!.id;
        for (const [index, id] of ids.entries()) {
          await putReading(store, id, (read) => ({ ...read, ...extraction }));
          await confirmDocument(store, tenantId, id, (invoice) => ({ ...invoice, invoice_number: `NR ${index}` }));
        }
        // What goes once a day is what was confirmed the day before.
        const reviewed_at = timestamp(Date.now() - dayMs);
        await store.db.updateTable('documents').set({ reviewed_at }).where('reviewed_at', 'is not', null).execute();
      });
      const env = { FACTURIER_EXPORT_FOLDER: join(folder.path, 'out'), FACTURIER_EXPORT_TO: to };
      for (const call of kills) {
        const watcher = ['strace', '-D', '-f', '--seccomp-bpf', '-qq', '-o', '/dev/null', '-e', `trace=${call}`];
        const command = [...watcher, '-e', `inject=${call}:signal=KILL`];
        const server = await startAppliance(data, { env, ...(call !== null && { command }) });
        const ended = new Promise((resolve) => server.process.once('close', resolve));
        if (call === null) {
          const before = numbers().length;
          for (let tries = 0; numbers().length === before && tries < 5_000; tries++) await delay(2);
          await delay(Math.random() * 15);
          await server.stop('SIGKILL');
        } else if (await Promise.race([ended.then(() => false), delay(60_000, true)])) {
          throw new Error(`The appliance did not come to ${call}`);
        }
        if (numbers().length === count) break;
      }
      const server = await startAppliance(data, { env });
      for (let tries = 0; (numbers().length < count || hidden().length > 0) && tries < 300; tries++) await delay(100);
      await server.stop();
    }, 300_000);
    afterAll(() => folder.remove());

    async function withStore(work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<void>): Promise<void> {
      const store = await openStore({ data, masterKey: null });
      await work(store).finally(() => store.close());
    }
    const inFolder = (): string[] => (existsSync(own) ? readdirSync(own) : []);
    /** Of files that have their names, or lie in a folder that has its. */
    const named = (): string[] =>
      inFolder()
        .filter((name) => !name.startsWith('.'))
        .map((name) => join(own, name))
        .flatMap((path) => (statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path]));
    /** Of the invoices that are in them. */
    const numbers = (): number[] =>
      named()
        .flatMap((path) => [...readFileSync(path, 'latin1').matchAll(/(?:^NrDoc=|<FacturaNumar>)NR (\d+)/gm)])
        .map(([, number]) => Number(number))
        .toSorted((a, b) => a - b);
    const hidden = (): string[] => inFolder().filter((name) => name.startsWith('.'));

    test('writes each invoice once, and leaves nothing half done', () => {
      expect(numbers()).toEqual(ids.map((_id, index) => index));
      expect(hidden()).toEqual([]);
    });

    test('has written down of each once that it is in its file, which is whole', async () => {
      const ofInvoices = named().filter((path) => !/(?:PARTNER|ARTICOLE)\.txt$/.test(path));
      const digests = ofInvoices.map((path) => createHash('sha256').update(readFileSync(path)).digest('hex'));
      const used = new Set<string>();
      await withStore(async ({ db, vault }) => {
        for (const id of ids) {
          const done = await acts.of(db, vault, (await find(db, id))!);
          const exported = done.filter((act) => act.kind === 'exported');
          expect(exported).toHaveLength(1);
          used.add(exported[0]!.digest);
        }
      });
      expect([...used].toSorted()).toEqual(digests.toSorted());
    });
  },
);
