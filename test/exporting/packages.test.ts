import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localDate } from '../../server/clock.ts';
import { exportInto } from '../../server/exporting/export-folder.ts';
import { targetOfBooks } from '../../server/exporting/export-loop.ts';
import { createLog } from '../../server/log.ts';
import * as acts from '../../server/store/acts.ts';
import * as companies from '../../server/store/companies.ts';
import { find } from '../../server/store/documents.ts';
import { temporaryFolder } from '../helpers/appliance.ts';
import { confirmDocument, putReading } from '../helpers/confirmed.ts';
import { kindsOfInvoices } from '../helpers/kinds-of-invoices.ts';
import { seedInto } from '../helpers/many-documents.ts';
import { startTestServer, type TestServer } from '../helpers/server.ts';

const company = { vat: 'RO9900816346', name: 'Lunca' };
const dayMs = 24 * 60 * 60 * 1000;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: TestServer;
let own: string;
/** Of the company; the third shows no VAT by rate. */
let ids: string[];

beforeEach(async () => {
  folder = await temporaryFolder();
  own = join(folder.path, company.vat);
  mkdirSync(own);
  server = await startTestServer({ exportFolder: { target: 'winmentor', path: folder.path } });
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

/** On the day that it is, with another month for each. */
const confirm = (index: number) =>
  confirmDocument(server.store, server.tenantId, ids[index]!, (invoice) => ({
    ...invoice,
    ...{ invoice_number: `NR ${index}`, invoice_date: `2026-0${index + 1}-19`, due_date: null },
  }));
/** What has its own name: while it is written it has another one. */
const written = (): string[] =>
  existsSync(own)
    ? readdirSync(own)
        .filter((name) => !name.startsWith('.'))
        .toSorted()
    : [];
const numbersIn = (name: string): string[] =>
  readdirSync(join(own, name)).flatMap((file) => [
    ...[...readFileSync(join(own, name, file), 'latin1').matchAll(/^NrDoc=(.*)$/gm)].map(([, number]) =>
      number!.trim(),
    ),
  ]);
const exports = async (index: number) => {
  const { db, vault } = server.store;
  return (await acts.of(db, vault, (await find(db, ids[index]!))!)).filter(({ kind }) => kind === 'exported');
};

/** Lets the folder be looked at until something holds, and a few times more. */
async function looks(holds: () => boolean = () => true): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (!holds() && Date.now() < deadline) {
    server.wake();
    await delay(40);
  }
  expect(holds()).toBe(true);
  for (let look = 0; look < 4; look++) {
    server.wake();
    await delay(60);
  }
}

/** The day after all that was confirmed so far. @returns what its package is called */
function nextDay(): string {
  server.setClock(dayMs);
  return localDate(server.now());
}

describe('invoices for a program that takes them by the month', () => {
  it('go once a day, those of the days before together, each once', async () => {
    for (const index of [0, 1, 2]) await confirm(index);
    await looks();
    expect(written()).toEqual([]);
    const day = nextDay();
    await looks(() => written().length > 0);
    expect(written()).toEqual([day]);
    const files = readdirSync(join(own, day)).toSorted();
    expect(files).toEqual(['ARTICOLE.txt', 'FACTURI_2026_01.txt', 'FACTURI_2026_02.txt', 'PARTNER.txt']);
    // What cannot go as it is waits, and keeps nothing back.
    expect(numbersIn(day)).toEqual(['NR 0', 'NR 1']);
    for (const index of [0, 1]) {
      const bytes = readFileSync(join(own, day, `FACTURI_2026_0${index + 1}.txt`));
      expect(await exports(index)).toEqual([
        expect.objectContaining({
          ...{ target: 'winmentor', automatic: true, by: null },
          digest: createHash('sha256').update(bytes).digest('hex'),
        }),
      ]);
    }
    expect(await exports(2)).toEqual([]);
    // Who takes it in may take it away.
    rmSync(join(own, day), { recursive: true });
    await looks();
    expect(written()).toEqual([]);
  }, 30_000);

  it('take the place of nothing that is there', async () => {
    await confirm(0);
    const day = nextDay();
    mkdirSync(join(own, day));
    writeFileSync(join(own, day, 'PARTNER.txt'), 'another one');
    await looks(() => written().length > 1);
    expect(written()).toEqual([day, `${day} (2)`]);
    expect(readdirSync(join(own, day))).toEqual(['PARTNER.txt']);
    expect(readFileSync(join(own, day, 'PARTNER.txt'), 'utf8')).toBe('another one');
    expect(numbersIn(`${day} (2)`)).toEqual(['NR 0']);
  }, 30_000);

  it('that were cut off get their name once they are written down, and are done anew before that', async () => {
    const hidden = (index: number, name: string): string =>
      `.facturier-export-${readFileSync(join(server.folder, 'watcher'), 'utf8')}${ids[index]!.slice('doc_'.length)}-${name}`;
    await confirm(0);
    const day = nextDay();
    await looks(() => written().length > 0);
    renameSync(join(own, day), join(own, hidden(0, day)));
    mkdirSync(join(own, hidden(1, day)));
    writeFileSync(join(own, hidden(1, day), 'PARTNER.txt'), '[Parteneri');
    await looks(() => written().includes(day));
    expect(written()).toEqual([day]);
    expect(numbersIn(day)).toEqual(['NR 0']);
    await confirm(1);
    await looks(() => written().length > 1);
    expect(written()).toEqual([day, `${day} (2)`]);
    for (const index of [0, 1]) expect(await exports(index)).toHaveLength(1);
  }, 30_000);

  it('are written once by several appliances', async () => {
    const parts = { store: server.store, clock: { now: server.now, elapsed: Date.now }, log: createLog('silent') };
    const stopping = new AbortController().signal;
    const to = targetOfBooks('winmentor')!;
    const place = { target: 'winmentor', path: folder.path, tenantId: server.tenantId, to };
    const others = ['0aaaaaaa', '0bbbbbbb'].map((owner) => exportInto({ ...parts, stopping }, { ...place, owner }));
    for (const index of [0, 1, 3]) await confirm(index);
    nextDay();
    for (let look = 0; look < 3; look++) await Promise.all(others.map((write) => write()));
    await looks(() => written().length > 0);
    expect(written().flatMap(numbersIn)).toEqual(['NR 0', 'NR 1', 'NR 3']);
    for (const index of [0, 1, 3]) expect(await exports(index)).toHaveLength(1);
  }, 30_000);
});
