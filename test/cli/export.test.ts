import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../server/store/data-folder.ts';
import * as tenants from '../../server/store/tenants.ts';
import { facturier, temporaryFolder } from '../helpers/appliance.ts';
import { confirmDocument } from '../helpers/confirmed.ts';
import { kindsOfInvoices } from '../helpers/kinds-of-invoices.ts';
import { seedDocuments } from '../helpers/many-documents.ts';
import { rewriteReading } from '../helpers/window.ts';

const company = 'RO9900816346';
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let ids: string[];

beforeAll(async () => {
  folder = await temporaryFolder();
  // Every second is for this company.
  ids = (await seedDocuments(folder.path, 6)).filter((_id, index) => index % 2 === 0);
  const kinds = kindsOfInvoices();
  for (const [index, kind] of (['two rates', 'no rates at all', 'discount on two rates'] as const).entries())
    await rewriteReading(folder.path, ids[index]!, (read) => ({ ...read, ...kinds[kind]!.extraction }));
  await withStore(async (store, tenantId) => {
    for (const id of ids) await confirm(store, tenantId, id, null);
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
