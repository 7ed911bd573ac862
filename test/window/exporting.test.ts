import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../server/store/data-folder.ts';
import * as tenants from '../../server/store/tenants.ts';
import { temporaryFolder } from '../helpers/appliance.ts';
import { confirmDocument } from '../helpers/confirmed.ts';
import { kindsOfInvoices } from '../helpers/kinds-of-invoices.ts';
import { seedDocuments } from '../helpers/many-documents.ts';
import { buyer, openWindow, rewriteReading, startWindow, type WindowUnderTest } from '../helpers/window.ts';

let window: WindowUnderTest;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
/** Of the window's company: one that was confirmed before, one that cannot go to books, and one that nobody confirmed. */
let ids: string[];

beforeAll(async () => {
  folder = await temporaryFolder();
  window = await startWindow({
    async prepare(data) {
      ids = (await seedDocuments(data, 8)).filter((_id, index) => index % 2 === 0).slice(0, 3);
      const kinds = kindsOfInvoices();
      for (const [index, kind] of ['two rates', 'no rates at all', 'long names'].entries()) {
        await rewriteReading(data, ids[index]!, (read) => ({ ...read, ...kinds[kind]!.extraction }));
      }
      await confirm(data, ids.slice(0, 2));
    },
  });
}, 60_000);
afterAll(async () => {
  expect(window.complaints).toEqual([]);
  await window.close();
  await folder.remove();
});

async function confirm(data: string, some: string[]): Promise<void> {
  const store = await openStore({ data, masterKey: null });
  const [tenant] = await tenants.list(store.db);
  for (const id of some) {
    const number = `NR ${ids.indexOf(id)}`;
    await confirmDocument(store, tenant!.id, id, (invoice) => ({ ...invoice, invoice_number: number }));
  }
  await store.close();
}

const written = (): string[] => {
  const own = join(folder.path, buyer.vat);
  return existsSync(own) ? readdirSync(own).toSorted() : [];
};

describe('automatic export', () => {
  it('is given a folder and a program in the settings, and writes what is confirmed there', async () => {
    const { page } = window;
    await page.goto(`${window.appliance.url}/#/settings/exporting`);
    const path = page.getByLabel('Calea dosarului');
    await path.fill(join(folder.path, 'nowhere'));
    await page.getByRole('button', { name: 'Salvează' }).click();
    await page.getByText('Dosarul nu există, Facturier nu are voie').waitFor();
    await path.fill(folder.path);
    await page.getByRole('button', { name: 'Salvează' }).click();
    await page.getByText('Facturile confirmate se scriu în dosar.').waitFor({ timeout: 15_000 });
    await page.getByText('De la pornirea programului s-a scris o factură.').waitFor({ timeout: 15_000 });
    expect(written()).toEqual([expect.stringMatching(/^F_RO\d+_NR-0_.*\.xml$/)]);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
  }, 60_000);

  it('is written as the office’s programs take it, which is remembered', async () => {
    const { page } = window;
    const bare = page.getByRole('checkbox', { name: 'SAGA: CUI fără RO' });
    await bare.check();
    await page.reload();
    await expect.poll(() => bare.isChecked()).toBe(true);
    expect(await page.getByRole('checkbox', { name: 'WinMENTOR: virgulă zecimală' }).isChecked()).toBe(false);
    await bare.uncheck();
    await expect.poll(() => bare.isChecked()).toBe(false);
  });

  it('says of a program that takes invoices by the month that they go once a day', async () => {
    const { page } = window;
    await page.getByText('Fiecare factură confirmată se scrie o singură dată, într-un fișier al ei').waitFor();
    await page.getByRole('combobox', { name: 'Program' }).click();
    await page.getByRole('option', { name: 'WinMENTOR' }).click();
    await page.getByText('se scriu într-un dosar cu data zilei').waitFor();
    await page.reload();
    await page.getByText('într-un fișier al ei').waitFor();
  }, 30_000);

  it('leads to what cannot be written as it is, with the reason, and the history says what was', async () => {
    const { page } = window;
    await page.getByText('O factură confirmată nu poate fi scrisă așa cum este').waitFor();
    await page.getByRole('link', { name: 'Vezi' }).click();
    await page.getByRole('row', { name: /NR 1/ }).getByText('TVA pe cote nu reiese din factură').waitFor();
    await page.goto(`${window.appliance.url}/#/documents/${ids[0]}`);
    await page.getByText('Exportată automat spre SAGA C').waitFor();
  }, 30_000);

  it('never goes where files are taken in from', async () => {
    const { page } = window;
    await page.goto(`${window.appliance.url}/#/settings/folder`);
    await page.getByLabel('Calea dosarului').fill(folder.path);
    await page.getByRole('button', { name: 'Salvează' }).click();
    await page.getByText('sau este dosarul exportului automat').waitFor();
  }, 30_000);

  it('says in every screen that its folder went away, and goes on once it is there, also in English', async () => {
    const { page } = window;
    rmSync(folder.path, { recursive: true });
    const banner = page.getByText('Dosarul nu este accesibil acum');
    await banner.waitFor({ timeout: 15_000 });
    await confirm(window.folder, [ids[2]!]);
    mkdirSync(join(folder.path, buyer.vat), { recursive: true });
    await expect.poll(() => banner.count(), { timeout: 15_000 }).toBe(0);
    await expect.poll(written, { timeout: 15_000 }).toEqual([expect.stringContaining('NR-2')]);
    const other = await openWindow(window.browser, window.folder, { locale: 'en-GB' });
    await other.page.goto(`${window.appliance.url}/#/settings/exporting`);
    await other.page.getByText('Confirmed invoices are being written to the folder.').waitFor();
    await other.page.getByRole('button', { name: 'Stop exporting' }).click();
    await expect.poll(() => other.page.getByText('Confirmed invoices are being written').count()).toBe(0);
    expect(other.complaints).toEqual([]);
  }, 60_000);
});
