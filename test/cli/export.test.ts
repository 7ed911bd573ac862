import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as companies from '../../server/store/companies.ts';
import { openStore, type Store } from '../../server/store/data-folder.ts';
import * as preferences from '../../server/store/preferences.ts';
import * as tenants from '../../server/store/tenants.ts';
import { facturier, temporaryFolder } from '../helpers/appliance.ts';
import { confirmDocument } from '../helpers/confirmed.ts';
import { kindsOfInvoices } from '../helpers/kinds-of-invoices.ts';
import { seedDocuments } from '../helpers/many-documents.ts';
import { rewriteReading } from '../helpers/window.ts';

const company = 'RO9900816346';
const other = 'RO18547290';
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let ids: string[];
/** One of the other company's. */
let others: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  // Every second is for this company.
  const seeded = await seedDocuments(folder.path, 6);
  ids = seeded.filter((_id, index) => index % 2 === 0);
  others = seeded[1]!;
  const kinds = kindsOfInvoices();
  await rewriteReading(folder.path, others, (read) => ({ ...read, ...kinds['two rates']!.extraction }));
  for (const [index, kind] of (['two rates', 'no rates at all', 'discount on two rates'] as const).entries())
    await rewriteReading(folder.path, ids[index]!, (read) => ({ ...read, ...kinds[kind]!.extraction }));
  await withStore(async (store, tenantId) => {
    for (const id of [...ids, others]) await confirm(store, tenantId, id, null);
  });
});
afterAll(() => folder.remove());

async function withStore(work: (store: Store, tenantId: string) => Promise<void>): Promise<void> {
  const store = await openStore({ data: folder.path, masterKey: null });
  try {
    await work(store, (await tenants.list(store.db))[0]!.id);
  } finally {
    await store.close();
  }
}

const confirm = (store: Store, tenantId: string, id: string, number: string | null) =>
  confirmDocument(store, tenantId, id, (invoice) =>
    number === null ? invoice : { ...invoice, invoice_number: number },
  );

const run = (to: string, ...more: string[]) =>
  facturier(folder.path, 'export', '--to', to, '--company', company, '--out', join(folder.path, to), ...more);

describe('facturier export', () => {
  it('writes what is confirmed for a company, and says what it left out and why', async () => {
    const { code, stdout, stderr } = await run('saga');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^F_RO16702141_FMS-\d+_19\.10\.2026\.xml\nF_RO16702141_FMS-\d+_19\.10\.2026\.xml\n2 of 3 invoices written\.$/,
    );
    expect(stderr).toMatch(
      /^doc_\w+ FMS \d+ left out: VAT by rate is not clear from the invoice \(vat_breakdown\)\.\n$/,
    );
    const names = readdirSync(join(folder.path, 'saga'));
    expect(names).toHaveLength(2);
    for (const name of names) {
      const { Facturi } = new XMLParser({ parseTagValue: false }).parse(readFileSync(join(folder.path, 'saga', name)));
      expect(Facturi.Factura.Antet.ClientCIF).toBe(company);
    }
  });

  it('writes each once for a program, again only when asked, and says what changed since', async () => {
    expect((await run('saga')).stdout).toBe('0 of 3 invoices written.');
    await withStore((store, tenantId) => confirm(store, tenantId, ids[0]!, 'FMS 7777'));
    const second = JSON.parse((await run('saga', '--json')).stdout);
    expect(second).toMatchObject({ written: 0, asked: 3, files: [] });
    expect(second.problems).toEqual(
      expect.arrayContaining([
        { document: ids[0], code: 'changed_since_export', path: 'invoice_number', blocking: true },
        { document: ids[2], code: 'exported_before', path: null, blocking: true },
      ]),
    );
    const again = JSON.parse((await run('saga', '--again', '--json')).stdout);
    expect(again).toMatchObject({ written: 2 });
    expect(again.files.map(({ name }: { name: string }) => name)).toContain('F_RO16702141_FMS-7777_19.10.2026.xml');
    // What lies there may wait to be taken in: it stays.
    expect(readdirSync(join(folder.path, 'saga'))).toHaveLength(4);
    expect(readdirSync(join(folder.path, 'saga')).filter((name) => name.endsWith('-2.xml'))).toHaveLength(1);
    // Another program has none of them yet.
    expect((await run('winmentor')).stdout).toContain('2 of 3 invoices written.');
  });

  it('writes for every company of the window, a folder each, and each once', async () => {
    const out = join(folder.path, 'all');
    const all = async (to: string, ...more: string[]) => {
      const { code, stdout, stderr } = await facturier(
        folder.path,
        ...['export', '--to', to, '--out', out, '--json', ...more],
      );
      expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) });
      return JSON.parse(stdout);
    };
    await withStore(async ({ db }, tenantId) => {
      for (const vat of [company, other]) await companies.use(db, tenantId, { vat, name: null }, Date.now());
      await preferences.set(db, tenantId, { linePerRate: [other] });
    });
    const own = await all('ubl-ro');
    expect(own).toMatchObject({ asked: 4, written: 3 });
    expect(readdirSync(out).toSorted()).toEqual([other, company].toSorted());
    expect(readdirSync(join(out, company))).toHaveLength(2);
    const [name] = readdirSync(join(out, other));
    // As is chosen for that company.
    expect(readFileSync(join(out, other, name!), 'utf8')).toContain('Achiziții conform facturii');
    expect(own.files.map(({ name }: { name: string }) => name)).toContain(`${other}/${name}`);
    expect(await all('ubl-ro')).toMatchObject({ asked: 4, written: 0, files: [] });
    expect(await all('ubl-ro', '--again')).toMatchObject({ written: 3 });
    expect(readdirSync(join(out, other))).toHaveLength(2);
    // A spreadsheet takes all of them, and counts nothing.
    for (let time = 1; time <= 2; time++) expect(await all('csv')).toMatchObject({ asked: 4, written: 4 });
    expect(readdirSync(out).filter((file) => file.endsWith('.csv'))).toHaveLength(2);
  });

  it('leaves out what is for no company of the window, and asks for one where there is none', async () => {
    await withStore(async ({ db }, tenantId) => companies.remove(db, tenantId, other));
    const run = (...more: string[]) =>
      facturier(folder.path, 'export', '--to', 'winmentor', '--out', join(folder.path, 'rest'), ...more);
    const { stdout, stderr } = await run('--again');
    expect(stdout).toContain('2 of 4 invoices written.');
    expect(stderr).toContain('left out: The invoice belongs to another company (customer.vat_number).');
    await withStore(async ({ db }, tenantId) => companies.remove(db, tenantId, company));
    expect(await run()).toMatchObject({ code: 2, stdout: '' });
  });

  it('counts from the day of confirming, and is wrong usage without target or company', async () => {
    expect((await run('csv', '--since', '2099-01-01')).stdout).toBe('0 of 0 invoices written.');
    expect(await run('csv', '--since', '2026-02-30')).toMatchObject({ code: 2, stdout: '' });
    expect(await run('sap')).toMatchObject({ code: 2, stdout: '' });
    expect(
      await facturier(folder.path, 'export', '--to', 'csv', '--company', 'RO1', '--out', folder.path),
    ).toMatchObject({
      code: 2,
      stdout: '',
    });
  });
});
