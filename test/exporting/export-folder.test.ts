import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Act } from '../../server/contract/window-review.ts';
import { exportInto } from '../../server/exporting/export-folder.ts';
import { targetOfBooks } from '../../server/exporting/export-loop.ts';
import { createLog } from '../../server/log.ts';
import * as acts from '../../server/store/acts.ts';
import * as companies from '../../server/store/companies.ts';
import { find } from '../../server/store/documents.ts';
import * as preferences from '../../server/store/preferences.ts';
import * as takenBack from '../../server/store/taken-back.ts';
import { temporaryFolder } from '../helpers/appliance.ts';
import { confirmDocument, putReading } from '../helpers/confirmed.ts';
import { kindsOfInvoices } from '../helpers/kinds-of-invoices.ts';
import { seedInto } from '../helpers/many-documents.ts';
import { startTestServer, type TestServer } from '../helpers/server.ts';
import { canMount, mountDisk } from '../helpers/small-disk.ts';

const company = { vat: 'RO9900816346', name: 'Lunca' };
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: TestServer;
let own: string;
/** Of the company: two that can go to books, one that shows no VAT by rate, and one more that can. */
let ids: string[];

beforeEach(async () => {
  folder = await temporaryFolder();
  own = join(folder.path, company.vat);
  mkdirSync(own);
  server = await startTestServer({ exportFolder: { target: 'saga', path: folder.path } });
  // Every second is for another company.
  ids = (await seedInto(server.store, 8)).filter((_id, index) => index % 2 === 0);
  await companies.use(server.store.db, server.tenantId, company, server.now());
  const kinds = kindsOfInvoices();
  for (const [index, kind] of ['two rates', 'long names', 'no rates at all', 'discount on two rates'].entries()) {
    await putReading(server.store, ids[index]!, (read) => ({ ...read, ...kinds[kind]!.extraction }));
  }
});
afterEach(async () => {
  await server.stop();
  await folder.remove();
});

const confirm = (index: number, number = `NR ${index}`) =>
  confirmDocument(server.store, server.tenantId, ids[index]!, (invoice) => ({ ...invoice, invoice_number: number }));
/** What has its own name: while it is written it has another one. */
const written = (): string[] =>
  existsSync(own)
    ? readdirSync(own)
        .filter((name) => !name.startsWith('.'))
        .toSorted()
    : [];
const numbers = (): string[] =>
  written()
    .map((name) => /NR-\d+/.exec(name)?.[0] ?? name)
    .toSorted();
const done = async (index: number): Promise<Act[]> => {
  const { db, vault } = server.store;
  return acts.of(db, vault, (await find(db, ids[index]!))!);
};
const exports = async (index: number) => (await done(index)).filter(({ kind }) => kind === 'exported');

/** Lets the folder be looked at until something holds, and a few times more. */
async function looks(holds: () => boolean | Promise<boolean> = () => true): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (!(await holds()) && Date.now() < deadline) {
    server.wake();
    await delay(40);
  }
  expect(await holds()).toBe(true);
  for (let look = 0; look < 4; look++) {
    server.wake();
    await delay(60);
  }
}

describe('a confirmed invoice', () => {
  it('is written into the folder of its company, once, and nothing else is', async () => {
    await confirm(0);
    await looks(() => written().length > 0);
    await confirm(1);
    await looks(() => written().length > 1);
    expect(numbers()).toEqual(['NR-0', 'NR-1']);
    const [name] = written();
    const bytes = readFileSync(join(own, name!));
    expect(String(bytes)).toContain(`<ClientCIF>${company.vat}</ClientCIF>`);
    expect(await exports(0)).toEqual([
      expect.objectContaining({
        ...{ kind: 'exported', target: 'saga', automatic: true, by: null },
        digest: createHash('sha256').update(bytes).digest('hex'),
      }),
    ]);
    expect(readdirSync(folder.path)).toEqual([company.vat]);
    // Who takes it in may take it away.
    rmSync(join(own, name!));
    await looks();
    expect(numbers()).toEqual(['NR-1']);
  }, 30_000);

  it('has one line for each rate where that is chosen for its company', async () => {
    const lines = (): number => String(readFileSync(join(own, written()[0]!))).match(/<Linie>/g)!.length;
    await confirm(3);
    await looks(() => written().length > 0);
    const before = lines();
    await server.store.db.deleteFrom('acts').execute();
    rmSync(join(own, written()[0]!));
    await preferences.set(server.store.db, server.tenantId, { linePerRate: [company.vat] });
    await looks(() => written().length > 0);
    expect([before, lines()]).toEqual([4, 2]);
  }, 30_000);

  it('is written as the office’s program takes it', async () => {
    const programForms = { sagaBareCodes: true, winmentorComma: false, winmentorVatCodes: false };
    await preferences.set(server.store.db, server.tenantId, { programForms });
    await confirm(3);
    await looks(() => written().length > 0);
    const text = readFileSync(join(own, written()[0]!), 'utf8');
    expect(text).toContain(`<ClientCIF>${company.vat.slice(2)}</ClientCIF>`);
  }, 30_000);

  it('takes the place of no file that is there', async () => {
    await confirm(0);
    await looks(() => written().length > 0);
    const [name] = written();
    await server.store.db.deleteFrom('acts').execute();
    writeFileSync(join(own, name!), 'another one');
    await looks(() => written().length > 1);
    expect(written()).toHaveLength(2);
    expect(readFileSync(join(own, name!), 'utf8')).toBe('another one');
  }, 30_000);

  it('that cannot go there as it is waits, and is written once it can', async () => {
    await confirm(2);
    await confirm(3);
    await looks(() => written().length > 0);
    expect(numbers()).toEqual(['NR-3']);
    const scope = { tenantId: server.tenantId, mode: 'live' } as const;
    const by = { id: ids[2]!, by: 'Ana', now: server.now() };
    await takenBack.reopen(server.store.db, server.store.vault, scope, by);
    const whole = kindsOfInvoices()['two rates']!.extraction.invoice;
    await confirmDocument(server.store, server.tenantId, ids[2]!, () => ({ ...whole, invoice_number: 'NR 2' }));
    await looks(() => written().length > 1);
    expect(numbers()).toEqual(['NR-2', 'NR-3']);
  }, 30_000);

  it('that was taken back and confirmed otherwise is not written by itself again', async () => {
    await confirm(0);
    await looks(() => written().length > 0);
    const scope = { tenantId: server.tenantId, mode: 'live' } as const;
    await takenBack.reopen(server.store.db, server.store.vault, scope, { id: ids[0]!, by: 'Ana', now: server.now() });
    await confirm(0, 'NR 77');
    await confirm(1);
    await looks(() => written().length > 1);
    expect(numbers()).toEqual(['NR-0', 'NR-1']);
    expect(await exports(0)).toHaveLength(1);
  }, 30_000);
});

describe('what was cut off', () => {
  const hidden = (index: number, name: string): string =>
    `.facturier-export-${readFileSync(join(server.folder, 'watcher'), 'utf8')}${ids[index]!.slice('doc_'.length)}-${name}`;

  it('after it was written down gets its name', async () => {
    await confirm(0);
    await looks(() => written().length > 0);
    const [name] = written();
    const bytes = readFileSync(join(own, name!));
    renameSync(join(own, name!), join(own, hidden(0, name!)));
    await looks(() => written().includes(name!));
    expect(written()).toEqual([name]);
    expect(readFileSync(join(own, name!)).equals(bytes)).toBe(true);
    expect(await exports(0)).toHaveLength(1);
  }, 30_000);

  it('before it was written down, or in the midst of writing, is done anew', async () => {
    await confirm(0);
    await looks(() => written().length > 0);
    const bytes = readFileSync(join(own, written()[0]!));
    writeFileSync(join(own, hidden(0, 'half.xml')), bytes.subarray(0, 100));
    writeFileSync(join(own, hidden(1, 'other.xml')), bytes);
    const anothers = `.facturier-export-0123456${ids[1]!.slice(4, 5)}${ids[1]!.slice('doc_'.length)}-c.xml`;
    writeFileSync(join(own, anothers), bytes);
    await looks(() => written().length === 1);
    expect(readdirSync(own).toSorted()).toEqual([anothers, expect.stringContaining('NR-0')]);
  }, 30_000);
});

it('a folder that goes away, or is empty because its share is missing, loses nothing', async () => {
  const away = `${folder.path}-away`;
  renameSync(folder.path, away);
  await confirm(0);
  await looks();
  mkdirSync(folder.path);
  await looks();
  expect(readdirSync(folder.path)).toEqual([]);
  expect(await exports(0)).toEqual([]);
  rmSync(folder.path, { recursive: true });
  renameSync(away, folder.path);
  await looks(() => written().length > 0);
  expect(numbers()).toEqual(['NR-0']);
}, 30_000);

it('several that write into one folder write each invoice once', async () => {
  const parts = { store: server.store, clock: { now: Date.now, elapsed: Date.now }, log: createLog('silent') };
  const stopping = new AbortController().signal;
  const place = { target: 'saga', path: folder.path, tenantId: server.tenantId, to: targetOfBooks('saga')! };
  const others = ['0aaaaaaa', '0bbbbbbb'].map((owner) => exportInto({ ...parts, stopping }, { ...place, owner }));
  for (const index of [0, 1, 3]) await confirm(index);
  for (let look = 0; look < 3; look++) {
    server.wake();
    await Promise.all(others.map((write) => write()));
  }
  await looks(() => written().length === 3);
  expect(numbers()).toEqual(['NR-0', 'NR-1', 'NR-3']);
  for (const index of [0, 1, 3]) expect(await exports(index)).toHaveLength(1);
}, 30_000);

describe.skipIf(!canMount)('when the folder', () => {
  let disk: ReturnType<typeof mountDisk>;
  beforeEach(() => {
    disk = mountDisk(folder.path, '64k');
    mkdirSync(own);
  });
  afterEach(() => disk.unmount());

  it('may not be written to, or is full, it is said and written once it may', async () => {
    const stands = async (state: string) => looks(() => server.log().includes(`"state":"${state}"`));
    disk.allow('ro');
    await confirm(0);
    await stands('read_only');
    disk.allow('rw');
    await looks(() => written().length > 0);
    const filling = join(own, 'filling');
    try {
      writeFileSync(filling, Buffer.alloc(64 * 1024));
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' });
    }
    await confirm(1);
    await stands('full');
    rmSync(filling);
    await looks(() => written().length === 2);
    expect(numbers()).toEqual(['NR-0', 'NR-1']);
    expect(await exports(1)).toHaveLength(1);
  }, 40_000);
});
