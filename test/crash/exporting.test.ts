import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
/** What it is killed at when it is about to: to give a file its name, to take the other name away; and any moment between. */
const kills = ['link', 'unlink', null, 'link', 'link', null, 'unlink', null] as const;

describe.skipIf(!haveStrace())('an appliance that is killed again and again while it exports by itself', () => {
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
    });
    const env = { FACTURIER_EXPORT_FOLDER: join(folder.path, 'out'), FACTURIER_EXPORT_TO: 'saga' };
    for (const call of kills) {
      const watcher = ['strace', '-D', '-f', '--seccomp-bpf', '-qq', '-o', '/dev/null', '-e', `trace=${call}`];
      const command = [...watcher, '-e', `inject=${call}:signal=KILL`];
      const server = await startAppliance(data, { env, ...(call !== null && { command }) });
      const ended = new Promise((resolve) => server.process.once('close', resolve));
      if (call === null) {
        const before = named().length;
        for (let tries = 0; named().length === before && tries < 5_000; tries++) await delay(2);
        await delay(Math.random() * 15);
        await server.stop('SIGKILL');
      } else if (await Promise.race([ended.then(() => false), delay(60_000, true)])) {
        throw new Error(`The appliance did not come to ${call}`);
      }
      if (named().length === count) break;
    }
    const server = await startAppliance(data, { env });
    for (let tries = 0; (named().length < count || hidden().length > 0) && tries < 300; tries++) await delay(100);
    await server.stop();
  }, 300_000);
  afterAll(() => folder.remove());

  async function withStore(work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<void>): Promise<void> {
    const store = await openStore({ data, masterKey: null });
    await work(store).finally(() => store.close());
  }
  const inFolder = (): string[] => (existsSync(own) ? readdirSync(own) : []);
  const named = (): string[] => inFolder().filter((name) => !name.startsWith('.'));
  const hidden = (): string[] => inFolder().filter((name) => name.startsWith('.'));

  test('writes each invoice once, and leaves nothing half done', () => {
    const numbers = named().map((name) => Number(/NR-(\d+)_/.exec(name)?.[1]));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(ids.map((_id, index) => index));
    expect(hidden()).toEqual([]);
  });

  test('has written down of each once that it is in its file, which is whole', async () => {
    const digests = new Set(
      named().map((name) =>
        createHash('sha256')
          .update(readFileSync(join(own, name)))
          .digest('hex'),
      ),
    );
    await withStore(async ({ db, vault }) => {
      for (const id of ids) {
        const done = await acts.of(db, vault, (await find(db, id))!);
        const exported = done.filter((act) => act.kind === 'exported');
        expect(exported).toHaveLength(1);
        digests.delete(exported[0]!.digest);
      }
    });
    expect([...digests]).toEqual([]);
  });
});
